import { type RawBuilder, sql } from 'kysely'
import type { AskedWords } from './asked-words.ts'
import { type Forms, followIsTold, formMark, isSign, longestPiece, type Strings, type Wanted } from './forms.ts'
import { patternForms, patternStrings } from './pattern-forms.ts'
import { readingVersion } from './words.ts'

/**
 * Letters and regular expressions as the cases whose texts hold them, by the forms of words (forms.ts) and by what follows them: what a
 * text must have for it, and whether that is enough. Where it is not, the texts that have it are read.
 */
type Letters = Exclude<AskedWords, { kind: 'words' }>

export const casesWithLetters = (asked: Letters): RawBuilder<{ case_id: number }> => {
  const { ways, isTold } = formsWanted(asked)
  const strings = stringsWanted(asked)
  const holds = holdsLetters(asked)
  if (!isTold && strings.ways !== null)
    return sql`
    select cases_with_strings(${JSON.stringify(strings.ways)}::jsonb, ${holdsInWords(asked)}, ${strings.isTold},
      ${ways && JSON.stringify(ways)}::jsonb, ${readingVersion}) as case_id
    union all
    select case_id from case_text where reading < ${readingVersion} and ${holdsByTrigrams(asked)}`
  if (ways === null) return sql`select case_id from case_text where ${holds}`
  // A text whose forms are not told is read. Those of an earlier reading have trigrams (migration 0034).
  return sql`
    select cases_with_forms(${JSON.stringify(ways)}::jsonb, ${holdsInWords(asked)}, ${isTold}) as case_id
    union all
    select case_id from case_text
    where (reading < ${readingVersion} or word_index(words, grams) @@ ${`'${formMark}'`}::tsquery) and ${holdsByTrigrams(asked)}`
}

/** Of a text that is read. */
export const holdsLetters = (asked: Letters): RawBuilder<boolean> =>
  asked.kind === 'letters' ? sql`strpos(letters, ${asked.text}) > 0` : sql`letters ~* ${asked.pattern}`
const holdsInWords = (asked: Letters): RawBuilder<string> =>
  asked.kind === 'letters'
    ? sql`format('strpos(letters, %L) > 0', ${asked.text}::text)`
    : // Told to be wrong even where no text is read.
      sql`format('letters ~* %L', ${asked.pattern}::text) || left(('' ~* ${asked.pattern}::text)::text, 0)`
const holdsByTrigrams = (asked: Letters): RawBuilder<boolean> =>
  asked.kind === 'letters' ? sql`letters like ${`%${literal(asked.text)}%`}` : holdsLetters(asked)

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const formsWanted = (asked: Letters): Forms =>
  asked.kind === 'letters' ? literalForms(asked.text) : patternForms(asked.pattern)
const stringsWanted = (asked: Letters): Strings =>
  asked.kind === 'letters' ? literalStrings(asked.text) : patternStrings(asked.pattern)

/** Whether the indexes tell it, so that no text has to be read. */
export const isTold = (asked: Letters): boolean => formsWanted(asked).isTold || stringsWanted(asked).isTold

/** Less of a word says little, and is of very many. */
const fewestLetters = 3

/** Between signs stand whole words; before the first sign an end of one, after the last a beginning. */
function literalForms(text: string): Forms {
  const letters = [...text]
  if (!letters.some(isSign))
    return letters.length < fewestLetters
      ? { ways: null, isTold: false }
      : { ways: [[{ like: `%${literal(text)}%` }]], isTold: true }
  const words = letters
    .map(letter => (isSign(letter) ? ' ' : letter))
    .join('')
    .split(' ')
  const wanted = words.flatMap((word, at): { letters: number; one: Wanted }[] => {
    if (word === '') return []
    const size = word.length
    if (at === 0) return size < fewestLetters ? [] : [{ letters: size, one: { like: `%${literal(word)}` } }]
    return [{ letters: size, one: at === words.length - 1 ? { prefix: word } : { form: word } }]
  })
  const telling = wanted.filter(({ letters: size }) => size >= fewestLetters)
  const whole = wanted.filter(({ one }) => 'form' in one)
  const chosen = (telling.length > 0 ? telling : whole).map(({ one }) => one)
  return { ways: chosen.length > 0 ? [chosen] : null, isTold: false }
}

/** What stands before the first sign is the end of a form. A string that begins with a sign is looked for from its first word on, and read. */
function literalStrings(text: string): Strings {
  const letters = [...text]
  const start = letters.findIndex(letter => !isSign(letter))
  const from = letters.slice(start)
  const end = from.findIndex(isSign)
  if (start < 0 || end < 0 || text.split(' ').some(piece => piece.length >= longestPiece))
    return { ways: null, isTold: false }
  const [head, after] = [from.slice(0, end).join(''), from.slice(end).join('')]
  const one: Wanted = start > 0 ? { form: head } : { like: `%${literal(head)}` }
  return { ways: [{ ...one, after }], isTold: start === 0 && followIsTold(after) }
}
