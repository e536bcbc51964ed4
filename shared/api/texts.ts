import { z } from 'zod'
import { querySchema } from '../filters/wire.ts'
import { wordsFields } from '../filters/words-fields.ts'
import { listOf } from './lists.ts'

/** Texts of decisions; positions in UTF-16 units. */
/** What is looked for in one text: the same two parameters as in the list. */
export const textHitsQuery = querySchema(wordsFields, {})

export const textHits = z.object({
  hits: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  more: z.boolean(),
})
export type TextHits = z.infer<typeof textHits>

/** Decisions of the same court with `share` of their wording in common, 0 to 1. */
export const similarTexts = listOf(
  z.object({
    id: z.number().int(),
    case_number: z.string(),
    entry_date: z.string().nullable(),
    result_date: z.string().nullable(),
    judge: z.string().nullable(),
    result_type: z.string().nullable(),
    share: z.number(),
  }),
)
export type SimilarTexts = z.infer<typeof similarTexts>
