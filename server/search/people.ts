import { type Kysely, sql } from 'kysely'
import type { SuggestionOf } from '#shared/api/search.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { foldWords, isSpelt } from '../db/spelling.ts'
import { appearances } from '../defendants/appearances.ts'
import { namesakesOf } from '../defendants/namesakes.ts'
import { personRows } from '../defendants/person-rows.ts'
import { presentPerson } from '../defendants/present-person.ts'
import { nextHearing, presentHearing } from './cases.ts'
import { type Fit, fitOfName, fits, lettersOf } from './matching.ts'
import { type Beginning, beginningsOf, type MeantSurname, prefixesOneEditAway, surnames } from './name-beginnings.ts'
import type { Suggested } from './places.ts'
import { isWrittenIn, type Typed } from './typed.ts'

/**
 * People by a typed name. Names are indexed in their normal form («Радугодуб В.О.»), so the query is a list of
 * prefixes: the surname, its possible base forms, and, when nothing is found, a few hundred prefixes one edit away.
 */
type Told = { id: number; names: readonly string[]; fit: Fit }
export type FoundPeople = Suggested<SuggestionOf<'person'>> & {
  /** There were too many candidates to compare, so a matching person may be missing. */
  isUnfinished: boolean
  /** Their names contain the typed text literally, so filters find them by it. */
  isAsWritten: boolean
}

/** Candidates compared per prefix: a common surname has too many bearers to compare all. */
const mostOfBeginning = 150
const mostSeenOfBeginning = 40
const mostLookedAt = 300

export async function suggestPeople(db: Kysely<DB>, scope: Scope, typed: Typed, size: number): Promise<FoundPeople> {
  let isUnfinished = false
  for (const { isGuess, near } of steps) {
    // The person meant may be among those not compared: no guess is offered instead.
    if (isGuess && isUnfinished) continue
    const { ids, isCut } = await near(db, scope, typed)
    const people = await fittingOf(db, scope, typed, ids)
    if (people.length > 0)
      return {
        items: await presentPeople(db, scope, people.slice(0, size)),
        more: isCut || people.length > size,
        isUnfinished: false,
        isAsWritten: people.every(({ names }) => isWrittenIn(names, typed.text)),
      }
    isUnfinished ||= isCut && !isGuess
  }
  return { items: [], more: isUnfinished, isUnfinished, isAsWritten: false }
}

type Near = { ids: ReadonlyMap<number, Fit>; isCut: boolean }
const nobody: Near = { ids: new Map(), isCut: false }
type Step = { isGuess: boolean; near: (db: Kysely<DB>, scope: Scope, typed: Typed) => Promise<Near> }
const steps: readonly Step[] = [
  { isGuess: false, near: (db, scope, typed) => beginningSo(db, scope, typed, beginningsOf) },
  // A misspelling in a word other than the surname.
  {
    isGuess: true,
    near: async (db, scope, typed) =>
      typed.words.length > 1 ? beginningSo(db, scope, typed, beginningsOf, true) : nobody,
  },
  { isGuess: true, near: (db, scope, typed) => beginningSo(db, scope, typed, prefixesOneEditAway, true) },
  { isGuess: false, near: holdingWords },
]

/** Sorts after every letter that may follow in a name. */
const beyond = '\u{10FFFF}'
/** Candidates with these prefixes in cases visible to the asker; the limits count only these. */
async function beginningSo(
  db: Kysely<DB>,
  scope: Scope,
  typed: Typed,
  beginnings: (surname: MeantSurname) => Beginning[],
  slips = false,
): Promise<Near> {
  // A sign beyond the sixteen bits of letters («😀», old scripts) may be cut in half, which is no text to PostgreSQL.
  const asked = surnames(typed)
    .flatMap(beginnings)
    .filter(({ from }) => from.isWellFormed())
  if (asked.length === 0) return nobody
  const isAll = scope.regions === 'all'
  const mayFit = lettersOf(typed.words, slips).map(
    some =>
      sql`(${sql.join(
        some.map(letters => holding(letters)),
        sql` or `,
      )})`,
  )
  // A single word needs no further test. A scalar subquery instead of `exists`, so that visibility is checked per
  // person instead of starting from all letter matches.
  const seen =
    isAll && typed.words.length < 2
      ? sql`true`
      : sql`(${appearances(db, scope, {})
          .where(sql<boolean>`case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)`)
          .where(sql<boolean>`${sql.join(mayFit, sql` and `)}`)
          .select(sql`true`.as('seen'))
          .limit(1)})`
  const most = isAll ? mostOfBeginning : mostSeenOfBeginning
  const named = (normal: string) => sql`
    (select id, merged_into, row_number() over (order by ${sql.ref(normal)}) as n from defendant
      where ${sql.ref(normal)} >= asked."from" and ${sql.ref(normal)} < asked."from" || ${beyond} and ${seen}
      order by ${sql.ref(normal)} limit ${most})`
  const { rows } = await sql<{ id: number; fit: Fit; named: number; last: number }>`
    select id, min(fit)::integer as fit, count(*) as named, max(n) as last from (
      select near.id, near.n, asked.fit
      from json_to_recordset(${JSON.stringify(asked)}::json) as asked("from" text, fit integer)
      cross join lateral (
        select coalesce(merged_into, id) as id, n from (${named('name_normal')} union all ${named('own_normal')}) named
      ) near
      order by asked.fit limit ${mostLookedAt}
    ) found group by id`.execute(db)
  const looked = rows.reduce((sum, row) => sum + row.named, 0)
  return {
    ids: new Map(rows.map(({ id, fit }) => [id, fit])),
    isCut: looked >= mostLookedAt || rows.some(({ last }) => last >= most),
  }
}

const holding = (letters: string) => isSpelt(sql`case_defendant.name`, letters)

/** Companies, and names that begin with another word: by a substring of the name. */
const shortestHeld = 3
async function holdingWords(db: Kysely<DB>, scope: Scope, { words }: Typed): Promise<Near> {
  if (words.length === 0 || !words.some(word => word.length >= shortestHeld)) return nobody
  const found = await appearances(db, scope, {})
    .where(sql<boolean>`(${sql.join(words.map(holding), sql` and `)})`)
    .select('case_defendant.defendant_id as id')
    .limit(mostLookedAt)
    .execute()
  return {
    ids: new Map(found.flatMap(({ id }) => (id === null ? [] : [[id, fits.part]]))),
    isCut: found.length >= mostLookedAt,
  }
}

/**
 * Visible people whose name matches, ordered by quality of the match, a hearing ahead, and number of cases. Only
 * spellings in cases visible to the asker count, so that spellings known from other regions do not help to find a
 * person.
 */
async function fittingOf(db: Kysely<DB>, scope: Scope, typed: Typed, near: Near['ids']): Promise<Told[]> {
  if (near.size === 0) return []
  const seen = await appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = any(${[...near.keys()]}::integer[])`)
    .select(({ fn }) => [
      'case_defendant.defendant_id as id',
      fn.count<number>('court_case.id').distinct().as('cases'),
      sql<string[]>`array_agg(distinct case_defendant.name)`.as('names'),
      sql<boolean | null>`bool_or(hearing_until >= now())`.as('is_planned'),
    ])
    .groupBy('case_defendant.defendant_id')
    .execute()
  return seen
    .flatMap(({ id, ...row }) => {
      const matched = row.names.flatMap(
        name => (fitOfName(typed, foldWords(name)) ?? fitOfName(typed, foldWords(asOne(name))))?.fit ?? [],
      )
      if (id === null || matched.length === 0) return []
      // A misspelling in a word other than the surname.
      const fit = Math.min(...matched) === fits.slip ? fits.slip : (near.get(id) ?? fits.part)
      return [{ ...row, id, fit }]
    })
    .sort((a, b) => a.fit - b.fit || Number(b.is_planned) - Number(a.is_planned) || b.cases - a.cases || a.id - b.id)
}

/** «Терпетросян»: the sign of a double surname is a slip as a letter is. */
const asOne = (name: string): string => name.replace(/(?<=\p{L})[-’](?=\p{L})/gu, '')

/** The next hearings of these people. */
async function hearingsOf(db: Kysely<DB>, scope: Scope, people: readonly number[]) {
  const rows = await appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = any(${people}::integer[]) and hearing_until >= now()`)
    .select(['case_defendant.defendant_id as id', nextHearing.as('hearing')])
    .execute()
  const moments = rows.flatMap(({ id, hearing }) => (hearing ? [{ id, hearing, at: momentOf(hearing) }] : []))
  // For each person the earliest one is kept.
  return new Map(moments.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ id, hearing }) => [id, hearing]))
}
const momentOf = ({ date, time }: { date: string; time: string | null }): string => `${date} ${time ?? '24:00'}`

const yearOf = (day: string): number => Number(day.slice(0, 4))
const isShort = (name: string): boolean => /^\S+(?: \S+)? (?:\p{Lu}\.)+$/u.test(name)

async function presentPeople(db: Kysely<DB>, scope: Scope, people: readonly Told[]): Promise<SuggestionOf<'person'>[]> {
  const ids = people.map(({ id }) => id)
  const rows = new Map((await personRows(db, scope, ids)).map(row => [row.id, row]))
  const hearings = await hearingsOf(db, scope, ids)
  const namesakes = await namesakesOf(db, scope, ids)
  return people.flatMap(({ id, fit }) => {
    const row = rows.get(id)
    if (row === undefined) return []
    const {
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
      hearing: presentHearing(hearings.get(id) ?? null),
    }
  })
}
