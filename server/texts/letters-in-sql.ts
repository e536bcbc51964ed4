import { type RawBuilder, sql } from 'kysely'
import { patternForms, patternStrings } from './pattern-forms.ts'
import type { AskedWords } from './read-expression.ts'
import {
  type FormCondition,
  type FormQuery,
  formMark,
  isFollowingProven,
  isSign,
  maxPieceLength,
  type StringQuery,
} from './word-forms.ts'
import { readingVersion } from './words.ts'

/**
 * SQL for substrings and regular expressions, answered by word forms and what follows them; where that is not proof, the candidate texts
 * are read.
 */
type Letters = Exclude<AskedWords, { kind: 'words' }>

export const casesWithLetters = (asked: Letters): RawBuilder<{ case_id: number }> => {
  const { ways, isSufficient } = formsWanted(asked)
  const strings = stringsWanted(asked)
  const holds = holdsLetters(asked)
  if (!isSufficient && strings.ways !== null)
    return sql`
    select cases_with_strings(${JSON.stringify(strings.ways)}::jsonb, ${holdsInWords(asked)}, ${strings.isSufficient},
      ${ways && JSON.stringify(ways)}::jsonb, ${readingVersion}) as case_id
    union all
    select case_id from case_text_seen where reading < ${readingVersion} and ${holdsByTrigrams(asked)}`
  if (ways === null) return sql`select case_id from case_text_seen where ${holds}`
  // Texts without stored forms are read; those of an earlier reading have trigrams (migration 0034).
  return sql`
    select cases_with_forms(${JSON.stringify(ways)}::jsonb, ${holdsInWords(asked)}, ${isSufficient}) as case_id
    union all
    select case_id from case_text_seen
    where (reading < ${readingVersion} or held_words @@ ${`'${formMark}'`}::tsquery) and ${holdsByTrigrams(asked)}`
}

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

const formsWanted = (asked: Letters): FormQuery =>
  asked.kind === 'letters' ? literalForms(asked.text) : patternForms(asked.pattern)
const stringsWanted = (asked: Letters): StringQuery =>
  asked.kind === 'letters' ? literalStrings(asked.text) : patternStrings(asked.pattern)

export const isAnsweredByIndex = (asked: Letters): boolean =>
  formsWanted(asked).isSufficient || stringsWanted(asked).isSufficient

const minLetters = 3

/** Whole words between punctuation; before the first sign the end of a word, after the last a beginning. */
function literalForms(text: string): FormQuery {
  const letters = [...text]
  if (!letters.some(isSign))
    return letters.length < minLetters
      ? { ways: null, isSufficient: false }
      : { ways: [[{ like: `%${literal(text)}%` }]], isSufficient: true }
  const words = letters
    .map(letter => (isSign(letter) ? ' ' : letter))
    .join('')
    .split(' ')
  const wanted = words.flatMap((word, at): { letters: number; one: FormCondition }[] => {
    if (word === '') return []
    const size = word.length
    if (at === 0) return size < minLetters ? [] : [{ letters: size, one: { like: `%${literal(word)}` } }]
    return [{ letters: size, one: at === words.length - 1 ? { prefix: word } : { form: word } }]
  })
  const telling = wanted.filter(({ letters: size }) => size >= minLetters)
  const whole = wanted.filter(({ one }) => 'form' in one)
  const chosen = (telling.length > 0 ? telling : whole).map(({ one }) => one)
  return { ways: chosen.length > 0 ? [chosen] : null, isSufficient: false }
}

/**
 * The part before the first sign is the end of a form. A string that begins with a sign is searched from its first word on and then read.
 */
function literalStrings(text: string): StringQuery {
  const letters = [...text]
  const start = letters.findIndex(letter => !isSign(letter))
  const from = letters.slice(start)
  const end = from.findIndex(isSign)
  if (start < 0 || end < 0 || text.split(' ').some(piece => piece.length >= maxPieceLength))
    return { ways: null, isSufficient: false }
  const [head, after] = [from.slice(0, end).join(''), from.slice(end).join('')]
  const one: FormCondition = start > 0 ? { form: head } : { like: `%${literal(head)}` }
  return { ways: [{ ...one, after }], isSufficient: start === 0 && isFollowingProven(after) }
}
