import { z } from 'zod'
import { countIsBehind, repeated } from './lists.ts'
import { compared } from './pivot.ts'

/** How many cases each of several sets of filters leaves, asked in one call. */
export const mostCountedSets = 30
/** An empty one is a set as well: all cases. */
export const caseCountsQuery = z.strictObject({
  of: repeated(
    z
      .array(compared, { error: 'Назовите хотя бы одни фильтры.' })
      .min(1)
      .max(mostCountedSets, { error: `Не больше ${mostCountedSets} наборов фильтров.` }),
  ).meta({ description: 'Фильтры строкой запроса, как в адресе списка; повторите параметр для каждого набора' }),
})
export const caseCounts = z.object({
  /** In the order of the sets. Null: there was no time to count. */
  counts: z.array(z.number().int().nullable()),
  count_is_behind: countIsBehind,
})
