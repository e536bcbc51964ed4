import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * The forms of words of a text: what stands between spaces and signs, as it is written, folded and small (letters.ts). Letters
 * without a sign among them are in a text when they are in one of its forms, so the index answers them without reading the
 * text (decision 0047). It holds each form as a lexeme; `text_form` holds all there are.
 */
const signs = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~…№§•·°'
const split = new RegExp(`[${signs.replace(/[\]\\^-]/g, '\\$&')}]+`)
export const isSign = (letter: string): boolean => signs.includes(letter)

/** Before each form in the index, which holds stems beside them; alone: the forms of this text are not told, it is read. */
export const formMark = '_'
/** No word is so long: such letters are of no word. */
const longestForm = 80
const mostLetters = 300_000

/** `letters` are folded and small. */
export const formsOf = (letters: string): string[] => {
  const forms = new Set(letters.split(split))
  forms.delete('')
  return [...forms]
}

/** As they stand in the column `grams`. */
export const formLexemes = (forms: readonly string[]): string => {
  const lexemes = forms.map(form => formMark + form).join(' ')
  return lexemes.length > mostLetters || forms.some(form => form.length > longestForm) ? formMark : lexemes
}

/** What some form of a text must be: this one, one that begins so, one like this, one that satisfies the pattern. */
export type Wanted = { form: string } | { prefix: string } | { like: string } | { pattern: string }
/** Any of these ways, of each all that is wanted; null: forms say nothing. `isTold`: a text that has them holds what is asked. */
export type Forms = { ways: Wanted[][] | null; isTold: boolean }
/** A form like this, and what follows it in the text: the rest of it between spaces, a space, the next piece… Null: nothing need follow. */
export type Following = Exclude<Wanted, { prefix: string }> & { after: string | null }
/** What the index of strings (migration 0037) is asked, in any of these ways; null: it says nothing. `isTold`: as above. */
export type Strings = { ways: Following[] | null; isTold: boolean }
/** The index knows which piece follows which, not whether the third follows at the same place. */
export const followIsTold = (after: string): boolean => after.split(' ').length <= 2
/** A longer piece is of no text whose strings are told (migration 0037). */
export const longestPiece = 200

/** Adds the forms of texts, by their `grams`, to all there are. Called where texts are written, by the same transaction. */
export async function noteForms(db: Kysely<DB>, texts: readonly { grams: string }[]): Promise<void> {
  const forms = new Set(texts.flatMap(({ grams }) => grams.split(' ')).filter(lexeme => lexeme.startsWith(formMark)))
  forms.delete(formMark)
  if (forms.size === 0) return
  const all = JSON.stringify([...forms].map(lexeme => lexeme.slice(formMark.length)))
  await sql`
    insert into text_form select form from json_array_elements_text(${all}::json) as came (form)
    where not exists (select from text_form where text_form.form = came.form)`.execute(db)
}
