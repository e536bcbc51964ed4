import { formLexemes, formsOf } from './forms.ts'
import { gramsOf } from './grams.ts'
import { foldLetters, smallLetters } from './letters.ts'
import { printsOf } from './prints.ts'
import { readingVersion, stemsOf } from './words.ts'

/**
 * What is kept beside a text so that it can be found: the line of its stems, the grams that tell phrases (grams.ts) and the forms
 * that tell letters (forms.ts), its letters folded and small, its prints (prints.ts), and by which version of the reading they were made. The indexes follow by themselves.
 */
export type Reading = { words: string; grams: string; letters: string; prints: number[]; reading: number }
export const readingColumns = 'words text, grams text, letters text, prints integer[], reading smallint'

export const readingOf = (body: string): Reading => {
  const stems = stemsOf(body)
  const letters = smallLetters(foldLetters(body))
  return {
    words: stems.length > 0 ? ` ${stems.join(' ')} ` : '',
    grams: [gramsOf(stems), formLexemes(formsOf(letters))].filter(part => part !== '').join(' '),
    letters,
    prints: printsOf(stems),
    reading: readingVersion,
  }
}
