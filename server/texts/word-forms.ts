import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Word forms of a text: what stands between spaces and punctuation, folded and in lower case. A substring without punctuation is in a
 * text when it is in one of its forms, so the index answers without reading the text (decision 0047). `text_form` holds all forms.
 */
const signs = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~…№§•·°'
const split = new RegExp(`[${signs.replace(/[\]\\^-]/g, '\\$&')}]+`)
export const isSign = (letter: string): boolean => signs.includes(letter)

/** Prefix of a form among the index's stems; alone it marks a text whose forms are not stored and which is read. */
export const formMark = '_'
const maxFormLength = 80
const maxLetters = 300_000

export const wordForms = (letters: string): string[] => {
  const forms = new Set(letters.split(split))
  forms.delete('')
  return [...forms]
}

export const areFormsStored = (forms: readonly string[]): boolean =>
  forms.reduce((sum, form) => sum + form.length + 2, 0) <= maxLetters &&
  forms.every(form => form.length <= maxFormLength)

export type FormCondition = { form: string } | { prefix: string } | { like: string } | { pattern: string }
/** Alternatives, each of conditions that must all hold; null: forms say nothing. `isSufficient`: the forms are proof enough. */
export type FormQuery = { ways: FormCondition[][] | null; isSufficient: boolean }
/** A form and the text after it: the rest up to a space, a space, the next piece… Null: nothing need follow. */
export type StringCondition = Exclude<FormCondition, { prefix: string }> & { after: string | null }
/** For the index of strings (migration 0037); null: it says nothing. */
export type StringQuery = { ways: StringCondition[] | null; isSufficient: boolean }
export const isFollowingProven = (after: string): boolean => after.split(' ').length <= 2
export const maxPieceLength = 200

export async function recordForms(db: Kysely<DB>, texts: readonly { letters: string }[]): Promise<void> {
  const told = texts.map(({ letters }) => wordForms(letters)).filter(areFormsStored)
  const forms = new Set(told.flat())
  if (forms.size === 0) return
  const all = JSON.stringify([...forms])
  await sql`
    insert into text_form select form from json_array_elements_text(${all}::json) as came (form)
    where not exists (select from text_form where text_form.form = came.form)`.execute(db)
}
