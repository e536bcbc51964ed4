import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { type CourtCheck, type Coverage, courtCheck } from '#shared/api/collecting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { Scope } from '../cases/predicates.ts'
import { type Flag, flags } from '../collectors/court-checks.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { sourcesOfCases } from './case-sources.ts'
import { type CoverageFilters, courtsRead, daysInQuestion } from './courts-read.ts'

export async function coverageOf(
  db: Kysely<DB>,
  scope: Scope,
  values: CoverageFilters,
  on: string = today(),
): Promise<Coverage> {
  const [{ rows }, sources] = await Promise.all([
    sql<Omit<Coverage, 'sources' | 'days' | 'oldest_check_at'> & { oldest_check_at: Date | null }>`
      ${courtsRead(scope, values, on)}
      select count(*) as courts, count(read_at) as checked, count(*) filter (where state = 'stale') as stale,
        count(*) filter (where state = 'unread') as unread, count(*) filter (where state = 'unwatched') as unwatched,
        count(*) filter (where exists (
          select from court_check k where k.court_id = courts.id and (k.flag is not null or k.failing_since is not null)
        )) as flagged, min(read_at) as oldest_check_at
      from courts`.execute(db),
    sourcesOfCases(db, scope),
  ])
  const [row] = rows
  if (row === undefined) throw new Error('A select of counts answered nothing')
  return { ...withIsoDates(row), days: daysInQuestion(values, on) ?? null, sources }
}

/** Regions with courts of the question, and those of them of which no court was read for it. */
export async function regionsRead(
  db: Kysely<DB>,
  scope: Scope,
  values: CoverageFilters,
  on: string = today(),
): Promise<{ count: number; unread: number[] }> {
  const { rows } = await sql<{ region: number; checked: number }>`
    ${courtsRead(scope, values, on)}
    select court.region, count(courts.read_at)::integer as checked
    from courts join court on court.id = courts.id group by court.region order by court.region`.execute(db)
  return { count: rows.length, unread: rows.flatMap(({ region, checked }) => (checked === 0 ? [region] : [])) }
}

type ChecksPage = { only: 'flagged' | 'all'; page: number; size: number }
type Moment = 'last_tried_at' | 'last_good_at' | 'last_new_at' | 'captcha_since'
type Row = Omit<CourtCheck, 'flag' | 'court' | Moment> &
  Record<Moment | 'flagged_at', Date | null> &
  CourtCheck['court'] & { flag: string | null; flag_why: string | null }

export async function courtChecks(
  db: Kysely<DB>,
  { only, page, size }: ChecksPage,
): Promise<{ count: number; rows: CourtCheck[] }> {
  const watched = sql`
    from court c left join court_check k on k.court_id = c.id
    where (k.court_id is not null or exists (select from court_site s where s.court_id = c.id and s.is_watched))
      and (${only === 'all'} or k.flag is not null or k.failing_since is not null)`
  const { rows: counts } = await sql<{ count: number }>`select count(*) as count ${watched}`.execute(db)
  const { rows } = await sql<Row>`
    select c.id, c.title, c.region, coalesce(k.layout, '') as layout, k.last_tried_at, k.last_good_at, k.last_new_at,
      coalesce(k.promised, 0) as promised, coalesce(k.held, 0) as held, coalesce(k.errors, 0) as errors, k.last_error,
      k.captcha_since, coalesce(k.not_understood, '[]') as not_understood, k.flag, k.flag_why, k.flagged_at,
      array(select host from court_site s where s.court_id = c.id order by host) as hosts,
      exists (select from court_site s where s.court_id = c.id and s.is_watched) as watched
    ${watched}
    order by k.flag is null, k.flagged_at desc nulls last, k.last_tried_at desc nulls last, c.id
    limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { count: counts[0]?.count ?? 0, rows: rows.map(presented) }
}

const notes = z.array(courtCheck.shape.not_understood.element).catch([])
const presented = ({ id, title, region, flag, flag_why, flagged_at, ...row }: Row): CourtCheck => ({
  ...withIsoDates(row),
  court: { id, title, region },
  not_understood: notes.parse(row.not_understood),
  flag:
    flag === null
      ? null
      : { name: flag, title: titleOf(flag), why: flag_why, since: flagged_at?.toISOString() ?? null },
})
const isFlag = (name: string): name is Flag => Object.hasOwn(flags, name)
const titleOf = (flag: string): string => (isFlag(flag) ? flags[flag] : flag)
