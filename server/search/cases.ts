import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SuggestionOf } from '#shared/api/search.ts'
import { articleName, byArticleNumber, type Codex } from '#shared/domain/codex.ts'
import { saidOf } from '#shared/domain/hearing-said.ts'
import { inOtherLayout } from '#shared/domain/keyboard-layout.ts'
import { numberAsked } from '#shared/domain/number-index.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { articlesOfCase, oneOrTwo } from '../cases/shown-case.ts'
import type { DB } from '../db/schema.ts'
import { isSpelt } from '../db/spelling.ts'
import { appearances } from '../defendants/appearances.ts'
import { toCyrillic } from '../names/person-name.ts'

/** Cases by their numbers; a number never matches approximately. */
type FoundBy = SuggestionOf<'case'>['found_by']
/** `asked`: the filter value that finds the case. */
export type FoundCase = { id: number; by: FoundBy; asked: string; approximate?: true }

/** Sorts after every letter and digit that may follow in a number. */
const beyond = '\u{10FFFF}'
/** «77КЫ0001-…» typed in the wrong keyboard layout; «77МС0001-…», of a magistrate, in look-alike letters. */
const uidsMeant = (number: string): string[] => {
  const capital = number.toUpperCase()
  const read = [capital.replace(/[А-ЯЁ]/g, inOtherLayout), capital.replace(/^(\d{2})МС/, '$1MS')]
  return [...new Set(read)].filter(uid => uidBeginning.test(uid))
}
const uidBeginning = /^\d{2}[A-Z]{2}\d{0,4}(?:-[\d-]*)?$/
const shortestHeld = 3
/** With its index and year: longer numbers that contain it are not meant. */
const wholeNumber = /^[^-]+-.*\/\d{4}$/

/** Returns up to `size + 1` rows; the extra one tells that there are more. */
export async function casesByNumber(db: Kysely<DB>, scope: Scope, number: string, size: number): Promise<FoundCase[]> {
  const uids = uidsMeant(number)
  const written = writtenNumber(number)
  const isLong = number.length >= shortestHeld
  const ways: [by: FoundBy, asked: string, where: RawBuilder<boolean>][] =
    uids.length > 0
      ? uids.map(uid => ['uid', uid, hasPrefix(sql`case_uid`, uid)])
      : [
          ['number', written, hasPrefix(sql`case_number`, written)],
          ['protocol', number, hasPrefix(sql`protocol_number`, number.toUpperCase())],
          ...(isLong
            ? ([
                ['number', written, isSpelt(sql`case_number`, written)],
                ['number', written, sql<boolean>`(other_numbers <> '' and ${isSpelt(sql`other_numbers`, written)})`],
                ['protocol', number, isSpelt(sql`protocol_number`, number)],
              ] satisfies typeof ways)
            : []),
        ]
  const found = new Map<number, FoundCase>()
  for (const [by, asked, where] of ways) {
    if (found.size > size || (found.size > 0 && wholeNumber.test(written))) break
    // Each way uses its own index and its order; then the latest entered first.
    const rows = await selectCases(db, scope, {})
      .where(where)
      .select(['id', 'entry_date'])
      .limit(size * 10)
      .execute()
    for (const { id } of rows.toSorted((a, b) => (b.entry_date ?? '').localeCompare(a.entry_date ?? '') || b.id - a.id))
      if (!found.has(id)) found.set(id, { id, by, asked })
  }
  return [...found.values()].slice(0, size + 1)
}

/** Prefix match by byte order, independent of the collation. */
export const hasPrefix = (column: RawBuilder<unknown>, beginning: string): RawBuilder<boolean> => {
  const letters = sql`${column} collate "C"`
  return sql<boolean>`(${letters} >= ${beginning} and ${letters} < ${beginning + beyond})`
}
/** Courts write the letters of the index in Cyrillic. */
const writtenNumber = (number: string): string => toCyrillic(numberAsked(number)).replace(/\s*([-/])\s*/g, '$1')

/** Cases of these people: exact matches first, then with a hearing ahead, then the latest entered. */
export async function casesOfPeople(
  db: Kysely<DB>,
  scope: Scope,
  { people, text }: { people: readonly Pick<SuggestionOf<'person'>, 'id' | 'approximate'>[]; text: string },
  size: number,
): Promise<FoundCase[]> {
  if (people.length === 0) return []
  const [all, guessed] = [people, people.filter(({ approximate }) => approximate)].map(some => some.map(({ id }) => id))
  const isGuess = sql<boolean>`bool_and(case_defendant.defendant_id = any(${guessed}::integer[]))`
  const rows = await appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = any(${all}::integer[])`)
    .select(['court_case.id', isGuess.as('is_guess')])
    .groupBy('court_case.id')
    .orderBy(isGuess)
    .orderBy(sql`hearing_until >= now() desc nulls last, entry_date desc nulls last, court_case.id desc`)
    .limit(size + 1)
    .execute()
  return rows.map(({ id, is_guess }) => ({ id, by: 'name', asked: text, ...(is_guess && { approximate: true }) }))
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
  return found.flatMap(one => {
    const row = byId.get(one.id)
    return row === undefined ? [] : [presentCase(row, one)]
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
  hearing: NextHearing | null
  articles: readonly { id: number; codex: Codex; article_number: string; part: string }[]
  defendants: readonly { name: string }[]
}
const presentCase = (row: ToldCase, { by, approximate }: FoundCase): SuggestionOf<'case'> => ({
  id: row.id,
  title: row.case_number,
  filters: null,
  page: `/cases/${row.id}`,
  ...(approximate && { approximate }),
  found_by: by,
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
  hearing: presentHearing(row.hearing),
})

/**
 * The day and time, by the court's clock, of the next hearing of a case. Without a time it lasts until the end of its
 * day, as in `hearing_until`.
 */
type NextHearing = { date: string; time: string | null; result: string }
export const presentHearing = (next: NextHearing | null) =>
  next && { date: next.date, time: next.time, said: saidOf(next.result) }
export const nextHearing = sql<NextHearing | null>`
  case when court_case.hearing_until >= now() then (
    select json_build_object('date', event_date, 'time', left(event_time::text, 5), 'result', case_event.result)
    from case_event join event_type on event_type.id = event_type_id join court as seat on seat.id = court_case.court_id
    where case_event.case_id = court_case.id and is_hearing
      and (event_date + coalesce(event_time, '24:00')) at time zone seat.time_zone >= now()
    order by event_date, event_time nulls last limit 1) end`
