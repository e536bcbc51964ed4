import { useEffect } from 'react'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { sayBriefly, withoutPeople } from '#shared/filters/whole-articles.ts'
import { documentTitle } from '../ui/title.ts'
import type { CaseListKind } from './list-fields.ts'
import { useNames, useParts } from './names.ts'

const longestTitle = 120

/** Of pages whose title says their filters; favourites are one's own, and are named alone. */
const pages: Readonly<Partial<Record<CaseListKind, { name: string; head: string }>>> = {
  index: { name: 'Дела', head: '' },
  stats: { name: 'Графики', head: 'Графики. ' },
  data: { name: 'Таблица', head: 'Таблица. ' },
}

/** What filters ask for, as the server calls a subscription or a preset of theirs: one sentence of at most `longest` letters. */
export function useSentence(fields: Fields, values: AnyValues, longest: number): string {
  const names = useNames(fields, values)
  const { parts = [], isOfThen } = useParts(values)
  return sayBriefly(fields, values, names, isOfThen ? [] : parts, longest)
}

type Props = { fields: Fields; values: AnyValues; section: CaseListKind }
/** What is selected, in one sentence: for who does not see its tags, and, without people, as the title of the page. */
export const ListSentence = ({ fields, values, section }: Props) => {
  const names = useNames(fields, values)
  const { parts = [], isOfThen } = useParts(values)
  const told = withoutPeople(values)
  const title = sayBriefly(fields, told, names, isOfThen ? [] : parts, longestTitle)
  const page = pages[section]
  const said = page && (Object.keys(told).length > 0 ? page.head + title : page.name)
  // After the page has called itself by its name alone.
  useEffect(() => {
    if (said !== undefined) document.title = documentTitle(said)
  }, [said])
  return <p className="sr">{sayFilters(fields, values, names)}</p>
}
