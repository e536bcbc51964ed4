import { printsOf } from './prints.ts'
import { readingVersion, wordsOf } from './words.ts'

/**
 * What is kept beside a text so that it can be found: the line of its stems, its prints (see prints.ts), and by which
 * version of the reading both were made. The index over them follows by itself.
 */
export type Reading = { words: string; prints: number[]; reading: number }

export const readingOf = (body: string): Reading => {
  const stems = wordsOf(body).map(({ stem }) => stem)
  return { words: stems.length > 0 ? ` ${stems.join(' ')} ` : '', prints: printsOf(stems), reading: readingVersion }
}
