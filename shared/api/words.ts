import { z } from 'zod'

/** What cannot be looked for, and where. `at`: the character it is about, from 0; null: it is about the whole. */
export const wordsCheck = z.object({
  mistake: z.object({ sentence: z.string(), at: z.number().int().nullable() }).nullable(),
})
export type WordsMistake = NonNullable<z.infer<typeof wordsCheck>['mistake']>
