import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { sayBriefly, withoutPeople } from '#shared/filters/whole-articles.ts'
import { articlesQueryOptions } from '../api/directories.ts'
import { documentTitle } from '../ui/title.ts'
import { useNames } from './names.ts'

const longestTitle = 120

type Props = { fields: Fields; values: AnyValues; isTitle: boolean }
/** What the list is of, in one sentence: for who does not see its tags, and, without people, as the title of the page. */
export const ListSentence = ({ fields, values, isTitle }: Props) => {
  const names = useNames(fields, values)
  const { data } = useQuery({ ...articlesQueryOptions(), enabled: 'codex_articles' in values })
  const told = withoutPeople(values)
  const title = sayBriefly(fields, told, names, data?.results ?? [], longestTitle)
  const isSaid = Object.keys(told).length > 0
  // After the page has called itself «Дела».
  useEffect(() => {
    if (isTitle) document.title = documentTitle(isSaid ? title : 'Дела')
  }, [isTitle, isSaid, title])
  return <p className="sr">{sayFilters(fields, values, names)}</p>
}
