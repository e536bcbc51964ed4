import { z } from 'zod'
import { fullCase } from './cases.ts'
import { idParam } from './lists.ts'

/** Possible instances of one matter (domain §4), and decisions about pairs. */
const otherCase = fullCase.shape.linked_cases.element.extend({ result_date: z.string().nullable() })

export const linkCandidates = z.object({
  /** The likeliest first; empty where the other instance is linked. */
  candidates: z.array(otherCase),
  decided: z.array(
    otherCase.omit({ certainty: true, why: true }).extend({ is_same: z.boolean(), decided_at: z.string() }),
  ),
})
export type LinkCandidates = z.infer<typeof linkCandidates>

export const pairParams = z.object({ id: idParam, other: idParam })
export const verdictRequest = z.strictObject(
  {
    is_same: z.boolean({ error: 'Нужно true или false.' }).nullable().meta({
      description: 'Одно ли это дело в двух инстанциях; null — решение снято, пара снова судится по сведениям судов',
    }),
  },
  { error: issue => (issue.code === 'unrecognized_keys' ? undefined : 'Нужен объект с полем is_same.') },
)
