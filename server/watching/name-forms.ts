import { type Kysely, sql } from 'kysely'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { longWord } from '../defendants/resolve/compare-names.ts'
import { capitalised } from '../names/person-name.ts'
import { prefixesOneEditAway } from '../search/name-beginnings.ts'
import { readOnce } from './judge-watched.ts'
import { endLength, hasWords, lettersInSpellings, likeness } from './name-keys.ts'

/**
 * The normal forms («Радугодуб В.О.») of people in the base whom watched names may mean: those with a key in common
 * (name-keys.ts).
 */
export async function formsThere(db: Kysely<DB>, names: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  const forms = names.flatMap((text, n) => normalFormsOf(text).map(form => ({ n, form })))
  if (forms.length === 0) return new Map()
  // Most of them belong to nobody.
  const { rows } = await sql<Form>`
    select n, form from unnest(${forms.map(({ n }) => n)}::integer[], ${forms.map(({ form }) => form)}::text[]) as asked(n, form)
    where exists (select from defendant where name_normal = form) or exists (select from defendant where own_normal = form)`.execute(
    db,
  )
  const byName = Map.groupBy([...rows, ...(await twiceMisspelt(db, names))], ({ n }) => n)
  return new Map(names.map((text, n) => [text, [...new Set((byName.get(n) ?? []).map(({ form }) => form))]] as const))
}
type Form = { n: number; form: string }

/** Forms that can be derived without reading the base. */
function normalFormsOf(written: string): string[] {
  const { parts, surname } = readOnce(written) ?? {}
  if (surname === undefined) return []
  const bare = capitalised(surname)
  if (parts === undefined) return [bare]
  const word = parts.surname.join('-')
  const halves = parts.surname.length > 1 ? parts.surname : []
  const forms = lettersInSpellings(parts).flatMap(([first = '', second = '']) => {
    const exact = [word, ...halves].map(half => `${capitalised(half)} ${initials(first, second)}`)
    if (second === '') return exact
    const slips = prefixesOneEditAway({ word, bases: new Set(), rest: [first, second] }).map(({ from }) => from)
    return [...exact, `${capitalised(word)} ${initials(first)}`, ...slips]
  })
  // «Вера Олеговна Радугодуб» is stored with the surname «Вера».
  const turned =
    parts.given === undefined
      ? []
      : [`${capitalised(parts.given)} ${initials(parts.letters.charAt(1), word.charAt(0))}`]
  return [...new Set([...forms, ...turned, bare])]
}
const initials = (...letters: readonly string[]): string =>
  letters.map(letter => (letter === '' ? '' : `${letter.toUpperCase()}.`)).join('')

const beyond = '\u{10ffff}'
const mostOfEnd = 200
/**
 * Of two misspellings in a long surname, at most one is in either half: candidates are read from the index of names by
 * their beginnings, and by their ends together with the first letters of the other words. Those too different are left
 * out.
 */
async function twiceMisspelt(db: Kysely<DB>, names: readonly string[]): Promise<Form[]> {
  const long = names.flatMap((text, n) => {
    const parts = readOnce(text)?.parts
    const word = parts?.surname.join('-') ?? ''
    if (parts === undefined || parts.isLatin || !hasWords(parts) || word.length < longWord) return []
    return lettersInSpellings(parts).map(([first = '', second = '']) => ({
      n,
      word,
      ending: ` ${initials(first, second)}`,
    }))
  })
  if (long.length === 0) return []
  const starts = long.map(({ n, word, ending }) => ({ n, start: capitalised(word.slice(0, endLength)), ending }))
  const ends = long.flatMap(({ n, word, ending }) => {
    const end = word.slice(-endLength)
    const slips = prefixesOneEditAway({ word: end, bases: new Set(), rest: [] }).map(({ from }) => from.toLowerCase())
    return [end, ...slips].map(one => ({ n, start: reversed(one + ending) }))
  })
  const along = (column: 'name_normal' | 'own_normal') => {
    const normal = sql.ref(column)
    return sql`
      select n, near.form from ${recordset(starts, 'n integer, start text, ending text')} cross join lateral (
        select ${normal} as form from defendant
        where ${normal} >= r.start and ${normal} < r.start || ${beyond} and right(${normal}, 5) = r.ending limit ${mostOfEnd}
      ) near
      union
      select n, near.form from ${recordset(ends, 'n integer, start text')} cross join lateral (
        select ${normal} as form from defendant
        where reverse(${normal}) >= r.start and reverse(${normal}) < r.start || ${beyond} limit ${mostOfEnd}
      ) near`
  }
  const { rows } = await sql<Form>`${along('name_normal')} union ${along('own_normal')}`.execute(db)
  return rows.filter(({ n, form }) => {
    const [watched, other] = [readOnce(names[n] ?? ''), readOnce(form)]
    return watched !== undefined && other !== undefined && likeness(watched, other) !== undefined
  })
}
const reversed = (text: string): string => [...text].reverse().join('')
