import { z } from 'zod'

/** Which words cannot be searched, and where. `at`: offset of the character, from 0; null for the whole text. */
export const wordsCheck = z.object({
  mistake: z.object({ sentence: z.string(), at: z.number().int().nullable() }).nullable(),
})
export type WordsMistake = NonNullable<z.infer<typeof wordsCheck>['mistake']>
