import { z } from 'zod'
import { caseListFields } from '../filters/case-fields.ts'
import { isCountable } from '../filters/field.ts'
import { querySchema } from '../filters/wire.ts'
import { repeated } from './lists.ts'

/** Counts of each value of a filter, given the other filters (design §7). */
export const countableKeys: readonly string[] = Object.entries(caseListFields)
  .filter(([, field]) => isCountable(field))
  .map(([key]) => key)

export const caseFacetsQuery = querySchema(caseListFields, {
  facets: repeated(
    z
      .array(z.enum(countableKeys, { error: `Считаются: ${countableKeys.join(', ')}.` }), {
        error: 'Назовите хотя бы один фильтр.',
      })
      .min(1)
      .max(countableKeys.length, { error: `Не больше ${countableKeys.length} значений.` }),
  ).meta({ description: 'Имена фильтров, значения которых посчитать' }),
})

/** Values without cases are absent. */
const counts = z.array(z.object({ value: z.string(), count: z.number().int() }))
export const caseFacets = z.object({
  /** null when time ran out. */
  facets: z.record(z.string(), counts.nullable()),
  /** Whole articles, `koap 20.2`; not the sum of parts, because a case may have several. */
  groups: z.record(z.string(), counts.nullable()),
})
export type CaseFacets = z.infer<typeof caseFacets>
