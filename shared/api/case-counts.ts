import { z } from 'zod'
import { countIsBehind, repeated } from './lists.ts'
import { compared } from './pivot.ts'

export const mostCountedSets = 30
/** An empty set means all cases. */
export const caseCountsQuery = z.strictObject({
  of: repeated(
    z
      .array(compared, { error: 'Назовите хотя бы один набор фильтров.' })
      .min(1)
      .max(mostCountedSets, { error: `Не больше ${mostCountedSets} наборов фильтров.` }),
  ).meta({ description: 'Фильтры строкой запроса, как в адресе списка; повторите параметр для каждого набора' }),
})
export const caseCounts = z.object({
  /** In the order of the sets; null when time ran out. */
  counts: z.array(z.number().int().nullable()),
  count_is_behind: countIsBehind,
})
