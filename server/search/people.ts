import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { SuggestionOf } from '#shared/api/search.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { appearances } from '../defendants/appearances.ts'
import { namesakesOf } from '../defendants/namesakes.ts'
import { type PersonRow, personRows } from '../defendants/person-rows.ts'
import { presentPerson } from '../defendants/present-person.ts'
import { capitalised } from '../names/person-name.ts'
import { nextHearing } from './cases.ts'
import { basesIn, type Fit, fitOfName, fits } from './matching.ts'
import type { Suggested } from './places.ts'
import { foldedName, type Typed } from './typed.ts'

/**
 * People by what is typed of their name. Names stand in an index in their normal form («Радугодуб В.О.»), so whatever may be meant is
 * asked of it as beginnings: the surname, what it may be a form of, and, when nothing is found, all that one slip away from it, some hundreds.
 */
type FoundPerson = { row: PersonRow; fit: Fit; hearing: { date: string; time: string | null } | null }
type FoundPeople = { people: readonly FoundPerson[]; more: boolean }

/** Names with one beginning that are looked at: those of a common surname are too many to look at all. */
const mostOfBeginning = 150
const mostSeenOfBeginning = 40
const mostLookedAt = 300
/** More than are shown: what fits a name that the asker may not see is left out. */
const mostTold = 12

export async function suggestPeople(
  db: Kysely<DB>,
  scope: Scope,
  typed: Typed,
  size: number,
): Promise<Suggested<SuggestionOf<'person'>>> {
  for (const step of steps) {
    const { people, more } = await seenOf(db, scope, typed, await step(db, scope, typed))
    if (people.length > 0)
      return { items: await presentPeople(db, scope, people.slice(0, size)), more: more || people.length > size }
  }
  return { items: [], more: false }
}

type Near = readonly { id: number; fit: Fit }[]
type Step = (db: Kysely<DB>, scope: Scope, typed: Typed) => Promise<Near>
const steps: readonly Step[] = [
  (db, scope, typed) => beginningSo(db, scope, surnames(typed).flatMap(beginningsOf)),
  (db, scope, typed) => beginningSo(db, scope, surnames(typed).flatMap(slipsOf)),
  holdingWords,
]

type Beginning = { from: string; fit: Fit }
type MeantSurname = { word: string; bases: ReadonlySet<string>; rest: readonly string[] }
const mostWords = 4
/** Any of the words may be the surname; the first letters of the others are initials. */
function surnames({ words, initials }: Typed): MeantSurname[] {
  if (words.length > mostWords) return []
  const bases = basesIn(words)
  return words.flatMap((word, n) =>
    word.length < 2
      ? []
      : [
          {
            word,
            bases: bases[n] ?? new Set(),
            rest: [...words.toSpliced(n, 1), ...initials].map(one => one.charAt(0)),
          },
        ],
  )
}
const withInitials = (surname: string, rest: readonly string[]): string =>
  `${capitalised(surname)} ${rest
    .slice(0, 2)
    .map(letter => `${letter.toUpperCase()}.`)
    .join('')}`

function beginningsOf({ word, bases, rest }: MeantSurname): Beginning[] {
  const forms = [...bases].map(base => ({
    from: withInitials(base, rest),
    fit: base === word ? fits.whole : fits.form,
  }))
  return rest.length > 0 ? forms : [...forms, { from: capitalised(word), fit: fits.beginning }]
}

const letters = [...'абвгдежзийклмнопрстуфхцчшщъыьэюя-']
const shortestSlip = 5
const longestSlip = 24
/** All that one slip away begins names: a letter too many, too few, another, or two exchanged. */
function slipsOf({ word, rest }: MeantSurname): Beginning[] {
  if (word.length < shortestSlip || word.length > longestSlip) return []
  const all = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after !== '') all.add(before + after.slice(1))
    if (after.length > 1) all.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      all.add(before + letter + after)
      if (after !== '') all.add(before + letter + after.slice(1))
    }
  }
  all.delete(word)
  return [...all].map(one => ({ from: rest.length > 0 ? withInitials(one, rest) : capitalised(one), fit: fits.slip }))
}

/** Past every letter that a name may go on with. */
const beyond = '\u{10FFFF}'
async function beginningSo(db: Kysely<DB>, scope: Scope, beginnings: readonly Beginning[]): Promise<Near> {
  if (beginnings.length === 0) return []
  // Who may see little would else be told nothing where the first of a common surname are all of other regions.
  const isAll = scope.regions === 'all'
  const seen = isAll
    ? sql`true`
    : sql`exists (${appearances(db, scope, {})
        .where(sql<boolean>`case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)`)
        .select(sql`1`.as('one'))})`
  const most = isAll ? mostOfBeginning : mostSeenOfBeginning
  const asked = JSON.stringify(beginnings)
  const { rows } = await sql<{ id: number; fit: Fit }>`
    select id, min(fit)::integer as fit from (
      select near.id, asked.fit
      from json_to_recordset(${asked}::json) as asked("from" text, fit integer)
      cross join lateral (
        select coalesce(merged_into, id) as id from (
          (select id, merged_into, name_normal from defendant
            where name_normal >= asked."from" and name_normal < asked."from" || ${beyond} and ${seen}
            order by name_normal limit ${most})
          union all
          (select id, merged_into, own_normal from defendant
            where own_normal >= asked."from" and own_normal < asked."from" || ${beyond} and ${seen}
            order by own_normal limit ${most})
        ) named
      ) near
      order by asked.fit limit ${mostLookedAt}
    ) found group by id`.execute(db)
  return rows
}

/** Companies, and names that begin with another word: by letters anywhere in the name. */
const shortestHeld = 3
async function holdingWords(db: Kysely<DB>, scope: Scope, { words }: Typed): Promise<Near> {
  if (words.length === 0 || !words.some(word => word.length >= shortestHeld)) return []
  const holds = words.map(
    word => sql`translate(case_defendant.name, 'Ёё', 'Ее') ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  const found = await appearances(db, scope, {})
    .where(sql<boolean>`(${sql.join(holds, sql` and `)})`)
    .select('case_defendant.defendant_id as id')
    .limit(mostLookedAt)
    .execute()
  return [...new Set(found.flatMap(({ id }) => id ?? []))].map(id => ({ id, fit: fits.part }))
}

const hearingTold = z.object({ date: z.string(), time: z.string().nullable() }).nullable()

/**
 * Of these, whom the asker may see, the best first: how well the name fits, a hearing ahead, many cases. A name counts as cases write it that
 * the asker sees: what is known from elsewhere does not help to find anybody.
 */
async function seenOf(db: Kysely<DB>, scope: Scope, typed: Typed, near: Near): Promise<FoundPeople> {
  if (near.length === 0) return { people: [], more: false }
  const fitOf = new Map(near.map(({ id, fit }) => [id, fit]))
  const seen = await appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = any(${near.map(({ id }) => id)}::integer[])`)
    .select(({ fn }) => [
      'case_defendant.defendant_id as id',
      fn.count<number>('court_case.id').distinct().as('cases'),
      sql<unknown>`(array_agg(${nextHearing} order by hearing_until) filter (where hearing_until >= now()))[1]`.as(
        'hearing',
      ),
    ])
    .groupBy('case_defendant.defendant_id')
    .execute()
  const best = seen
    .flatMap(({ id, cases, hearing }) =>
      id === null ? [] : [{ id, cases, hearing: hearingTold.parse(hearing), fit: fitOf.get(id) ?? fits.part }],
    )
    .sort(
      (a, b) =>
        a.fit - b.fit || Number(b.hearing !== null) - Number(a.hearing !== null) || b.cases - a.cases || a.id - b.id,
    )
    .slice(0, mostTold)
  const rows = await personRows(
    db,
    scope,
    best.map(({ id }) => id),
  )
  const told = new Map(rows.map(row => [row.id, row]))
  const people = best.flatMap(({ id, hearing, fit }) => {
    const row = told.get(id)
    const matched = row?.names.flatMap(name => fitOfName(typed, foldedName(name))?.fit ?? [])
    if (row === undefined || matched === undefined || matched.length === 0) return []
    // A slip in another word than the surname.
    return [{ row, hearing, fit: Math.min(...matched) === fits.slip ? fits.slip : fit }]
  })
  return { people, more: seen.length > mostTold || near.length >= mostSeenOfBeginning }
}

const yearOf = (day: string): number => Number(day.slice(0, 4))
const isShort = (name: string): boolean => /^\S+(?: \S+)? (?:\p{Lu}\.)+$/u.test(name)

async function presentPeople(
  db: Kysely<DB>,
  scope: Scope,
  people: readonly FoundPerson[],
): Promise<SuggestionOf<'person'>[]> {
  const namesakes = await namesakesOf(
    db,
    scope,
    people.map(({ row }) => row.id),
  )
  return people.map(({ row, fit, hearing }) => {
    const {
      id,
      name,
      regions,
      codex_articles,
      cases_count,
      first_entry_date: first,
      last_entry_date: last,
    } = presentPerson(row)
    return {
      id,
      title: name,
      filters: null,
      page: `/defendants/${id}`,
      ...(fit === fits.slip && { approximate: true as const }),
      years: first === null || last === null ? null : { from: yearOf(first), to: yearOf(last) },
      regions,
      articles: codex_articles,
      cases_count,
      namesakes_count: namesakes.get(id) ?? 0,
      is_initials_only: row.names.every(isShort),
      hearing,
    }
  })
}
