import { useQuery } from '@tanstack/react-query'
import type { FullCase } from '#shared/api/cases.ts'
import { caseTextQuery } from '../api/cases.ts'
import { citationOf } from './citation.ts'

/** How to cite a case. The heading of the act is surer than the site's result: it counts once the text has been read. */
export const useCitation = (one: FullCase): string => {
  const { data } = useQuery({ ...caseTextQuery(one.id), enabled: false })
  return citationOf(one, data?.text)
}
