import { z } from 'zod'
import { caseListFields } from '../filters/case-fields.ts'
import { isCountable } from '../filters/field.ts'
import { querySchema } from '../filters/wire.ts'

/**
 * How many cases each value of a filter would leave (design §7), asked beside the list with the same parameters. A
 * filter's own setting is laid aside while its values are counted, the others hold.
 */
export const countableKeys: readonly string[] = Object.entries(caseListFields)
  .filter(([, field]) => isCountable(field))
  .map(([key]) => key)

export const caseFacetsQuery = querySchema(caseListFields, {
  facets: z
    .preprocess(
      asked => (asked === undefined || Array.isArray(asked) ? asked : [asked]),
      z
        .array(z.enum(countableKeys, { error: `Считаются: ${countableKeys.join(', ')}.` }), {
          error: 'Назовите хотя бы один фильтр.',
        })
        .min(1)
        .max(countableKeys.length, { error: `Не больше ${countableKeys.length} значений.` }),
    )
    .meta({ description: 'Имена фильтров, значения которых посчитать' }),
})

/** `value` as it travels in a query; a value that is not there leaves no case. */
const counts = z.array(z.object({ value: z.string(), count: z.number().int() }))
export const caseFacets = z.object({
  /** Null: there was no time to count; never a wrong number. */
  facets: z.record(z.string(), counts.nullable()),
  /** Whole articles, «20.2 (вся)»: `koap 20.2`. Not the sum of the parts: a case may have several. */
  groups: z.record(z.string(), counts.nullable()),
})
export type CaseFacets = z.infer<typeof caseFacets>
