import { useEffect } from 'react'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { sayBriefly, withoutPeople } from '#shared/filters/whole-articles.ts'
import { documentTitle } from '../ui/title.ts'
import type { CaseListKind } from './list-fields.ts'
import { useNames, useParts } from './names.ts'

const longestTitle = 120

/** Pages whose title contains the filters; the title of favourites has no filters, because these are personal. */
const pages: Readonly<Partial<Record<CaseListKind, { name: string; head: string }>>> = {
  index: { name: 'Дела', head: '' },
  stats: { name: 'Графики', head: 'Графики. ' },
  data: { name: 'Таблица', head: 'Таблица. ' },
}

/** Filters as one sentence of at most `longest` letters, as the server titles subscriptions and presets. */
export function useSentence(fields: Fields, values: AnyValues, longest: number): string {
  const names = useNames(fields, values)
  const { parts = [], isOfThen } = useParts(values)
  return sayBriefly(fields, values, names, isOfThen ? [] : parts, longest)
}

type Props = { fields: Fields; values: AnyValues; section: CaseListKind }
/** The filters in one sentence: for screen readers and, without people, as the title of the page. */
export const ListSentence = ({ fields, values, section }: Props) => {
  const names = useNames(fields, values)
  const { parts = [], isOfThen } = useParts(values)
  const told = withoutPeople(values)
  const title = sayBriefly(fields, told, names, isOfThen ? [] : parts, longestTitle)
  const page = pages[section]
  const said = page && (Object.keys(told).length > 0 ? page.head + title : page.name)
  // After the page has set its own title.
  useEffect(() => {
    if (said !== undefined) document.title = documentTitle(said)
  }, [said])
  return <p className="sr">{sayFilters(fields, values, names)}</p>
}
