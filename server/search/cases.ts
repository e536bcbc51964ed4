import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SuggestionOf } from '#shared/api/search.ts'
import { articleName, byArticleNumber, type Codex } from '#shared/domain/codex.ts'
import { numberAsked } from '#shared/domain/number-index.ts'
import { selectCases } from '../cases/case-query.ts'
import { withoutYo } from '../cases/filter-kinds.ts'
import type { Scope } from '../cases/predicates.ts'
import { articlesOfCase, oneOrTwo } from '../cases/shown-case.ts'
import type { DB } from '../db/schema.ts'
import { appearances } from '../defendants/appearances.ts'
import { toCyrillic } from '../names/person-name.ts'

/** Cases by their numbers; a number is never taken for another that looks like it. */
type FoundBy = SuggestionOf<'case'>['found_by']
export type FoundCase = { id: number; by: FoundBy }

/** Past every letter and digit that a number may go on with. */
const beyond = '\u{10FFFF}'
/** «77КЫ0001-…», typed in the other layout. */
const latinOf = new Map([...'ABCEHKMOPTX'].map((latin, n) => [[...'АВСЕНКМОРТХ'][n], latin]))
const uidLetters = (number: string): string =>
  number
    .toUpperCase()
    .replace(/[А-Я]/g, letter => (letter === 'Ы' ? 'S' : letter === 'К' ? 'R' : (latinOf.get(letter) ?? letter)))
const uidBeginning = /^\d{2}[A-Z]{2}\d{0,4}(?:-[\d-]*)?$/
const shortestHeld = 3
/** With its year: nobody means a number that has this one inside. */
const wholeNumber = /\/\d{4}$/

/** `size` and one more, which says that there are more. */
export async function casesByNumber(db: Kysely<DB>, scope: Scope, number: string, size: number): Promise<FoundCase[]> {
  const uid = uidLetters(number)
  const written = writtenNumber(number)
  const isLong = number.length >= shortestHeld
  const ways: [by: FoundBy, where: RawBuilder<boolean>][] = uidBeginning.test(uid)
    ? [['uid', beginsSo(sql`case_uid collate "C"`, uid)]]
    : [
        ['number', beginsSo(sql`case_number`, written)],
        ['protocol', beginsSo(sql`protocol_number collate "C"`, number.toUpperCase())],
        ...(isLong
          ? ([
              ['number', holds(sql`case_number`, written)],
              ['number', sql<boolean>`(other_numbers <> '' and ${holds(sql`other_numbers`, written)})`],
              ['protocol', holds(sql`protocol_number`, number)],
            ] satisfies typeof ways)
          : []),
      ]
  const found = new Map<number, FoundCase>()
  for (const [by, where] of ways) {
    if (found.size > size || (found.size > 0 && wholeNumber.test(number))) break
    // Each way by its own index, in the order of that index; then the last entered first.
    const rows = await selectCases(db, scope, {})
      .where(where)
      .select(['id', 'entry_date'])
      .limit(size * 10)
      .execute()
    for (const { id } of rows.toSorted((a, b) => (b.entry_date ?? '').localeCompare(a.entry_date ?? '') || b.id - a.id))
      if (!found.has(id)) found.set(id, { id, by })
  }
  return [...found.values()].slice(0, size + 1)
}

const beginsSo = (column: RawBuilder<unknown>, beginning: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} >= ${beginning} and ${column} < ${beginning + beyond})`
const holds = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`translate(${column}, 'Ёё', 'Ее') ilike ${`%${withoutYo(text).replace(/[\\%_]/g, '\\$&')}%`}`
/** Courts write letters of the index in Cyrillic. */
const writtenNumber = (number: string): string => toCyrillic(numberAsked(number)).replace(/\s*([-/])\s*/g, '$1')

/** Cases of these people, a hearing ahead first, then the last entered. */
export async function casesOfPeople(
  db: Kysely<DB>,
  scope: Scope,
  people: readonly number[],
  size: number,
): Promise<FoundCase[]> {
  if (people.length === 0) return []
  const rows = await appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = any(${people}::integer[])`)
    .select('court_case.id')
    .groupBy('court_case.id')
    .orderBy(sql`hearing_until >= now() desc nulls last, entry_date desc nulls last, court_case.id desc`)
    .limit(size + 1)
    .execute()
  return rows.map(({ id }) => ({ id, by: 'name' }))
}

export async function presentCases(
  db: Kysely<DB>,
  scope: Scope,
  found: readonly FoundCase[],
): Promise<SuggestionOf<'case'>[]> {
  if (found.length === 0) return []
  const rows = await selectCases(db, scope, {})
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .where(sql<boolean>`court_case.id = any(${found.map(({ id }) => id)}::integer[])`)
    .select(['court_case.id', 'court_case.type', 'case_number', 'case_uid', 'protocol_number', 'entry_date'])
    .select(['result_date', 'defendants_hidden', 'court_id', 'court.title as court_title', 'court_case.region'])
    .select(eb => [
      nextHearing.as('hearing'),
      jsonArrayFrom(articlesOfCase(eb)).as('articles'),
      jsonArrayFrom(
        eb
          .selectFrom('case_defendant')
          .whereRef('case_defendant.case_id', '=', 'court_case.id')
          .where('case_defendant.hidden', '=', false)
          .select('case_defendant.name')
          .orderBy('case_defendant.ordinal'),
      ).as('defendants'),
    ])
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return found.flatMap(({ id, by }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [presentCase(row, by)]
  })
}

type ToldCase = {
  id: number
  type: number
  case_number: string
  case_uid: string | null
  protocol_number: string | null
  entry_date: string | null
  result_date: string | null
  defendants_hidden: boolean
  court_id: number
  court_title: string
  region: number
  hearing: { date: string; time: string | null } | null
  articles: readonly { id: number; codex: Codex; article_number: string; part: string }[]
  defendants: readonly { name: string }[]
}
const presentCase = (row: ToldCase, found_by: FoundBy): SuggestionOf<'case'> => ({
  id: row.id,
  title: row.case_number,
  filters: null,
  page: `/cases/${row.id}`,
  found_by,
  type: oneOrTwo(row.type),
  case_uid: row.case_uid,
  protocol_number: row.protocol_number,
  defendants: row.defendants_hidden ? [] : row.defendants.map(({ name }) => name),
  articles: row.articles
    .toSorted(byArticleNumber)
    .map(article => ({ id: article.id, name: articleName(article), codex: article.codex })),
  court: { id: row.court_id, title: row.court_title, region: row.region },
  entry_date: row.entry_date,
  result_date: row.result_date,
  hearing: row.hearing,
})

/** Of a case: the day and the hour by the court's clock of a hearing that is ahead. */
export const nextHearing = sql<{ date: string; time: string | null } | null>`
  case when court_case.hearing_until >= now() then json_build_object(
    'date', court_case.last_scheduled_hearing_date,
    'time', left(court_case.last_scheduled_hearing_time::text, 5)) end`
