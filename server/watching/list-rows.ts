import { type Kysely, type SqlBool, sql } from 'kysely'
import type { WatchRow, WatchSummary } from '#shared/api/set-watch.ts'
import { watchEvidence } from '#shared/api/set-watch.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import type { SetScope } from '../sets/access.ts'
import { amongCases } from '../sets/items.ts'
import { endOfWatching, warnedAt } from '../sets/sets.ts'
import { saidInTables } from './said-in-tables.ts'
import { unreadCourtsOf } from './unread-courts.ts'

/** A watch list as its reader may see it: cases outside their regions are counted but not shown. */
type State = WatchRow['state']
type Asked = { state?: State | undefined; page: number; size: number }

const regionsOf = ({ regions }: SetScope) => (regions === 'all' ? null : [...regions])
/** Rows with their state, by the cases that this reader sees. */
const statedRows = (setId: number) => sql`
  select watch.*,
    case when exists (select from seen where seen.watch_id = watch.id and said in ('found', 'confirmed')) then 'found'
      when exists (select from seen where seen.watch_id = watch.id and said = 'perhaps') then 'perhaps'
      when is_cut then 'cut' else 'nothing' end as state
  from case_set_watch watch where set_id = ${setId} and removed_at is null`
const seenCases = (scope: SetScope, setId: number) => sql`
  seen as materialized (
    select own.watch_id, own.case_id, coalesce(own.verdict, own.state) as said
    from case_set_watch_case own join court_case on court_case.id = own.case_id
    where own.watch_id in (select id from case_set_watch where set_id = ${setId} and removed_at is null)
      and (${regionsOf(scope)}::integer[] is null or court_case.region = any(${regionsOf(scope)}::integer[]))
  )`

export async function watchSummaryOf(db: Kysely<DB>, scope: SetScope, setId: number): Promise<WatchSummary> {
  const { rows } = await sql<
    Omit<WatchSummary, 'ends_on' | 'is_ended'> & { warned_at: Date | null; ended_at: Date | null }
  >`
    with ${seenCases(scope, setId)}, stated as (${statedRows(setId)})
    -- The end of a list outlives its rows: alone it is one row of nulls, which is none of the list.
    select count(stated.id) as rows, count(*) filter (where state = 'found') as found,
      count(*) filter (where state = 'perhaps') as perhaps, count(*) filter (where state = 'nothing') as nothing,
      (select count(*) from seen where said = 'perhaps') as waiting,
      count(stated.id) filter (where searched_at is null) as searching, count(*) filter (where state = 'cut') as cut,
      min(ends.warned_at) as warned_at, min(ends.ended_at) as ended_at
    from stated full join (
      select ${warnedAt} as warned_at, ended_at
      from case_set_watching watching join case_set on case_set.id = watching.set_id where set_id = ${setId}
    ) ends on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A select of counts answered nothing')
  const { warned_at, ended_at, ...counts } = row
  return { ...counts, ...endOfWatching({ warned_at, ended_at }) }
}

type Row = Omit<WatchRow, 'cases' | 'hidden' | 'from_table' | 'unread' | 'created_at'> & {
  created_at: Date
  courts: number[]
  all: number
  total: number
}

/** In order of insertion. */
export async function listRows(
  db: Kysely<DB>,
  scope: SetScope,
  setId: number,
  { state, page, size }: Asked,
): Promise<{ count: number; rows: WatchRow[] }> {
  const isAsked = state === undefined ? sql<SqlBool>`true` : sql<SqlBool>`state = ${state}`
  const { rows } = await sql<Row>`
    with ${seenCases(scope, setId)}, stated as (${statedRows(setId)})
    select id, kind, text, court, courts, region, article, day::text as day, created_at, is_cut, state,
      (select username from account where account.id = created_by) as created_by,
      (select count(*) from case_set_watch_case own where own.watch_id = stated.id) as all,
      count(*) over () as total
    from stated where ${isAsked} order by id limit ${size} offset ${(page - 1) * size}`.execute(db)
  const count =
    rows[0]?.total ?? (page === 1 ? 0 : (await listRows(db, scope, setId, { state, page: 1, size: 1 })).count)
  const ids = rows.map(({ id }) => id)
  const [cases, unread, said] = await Promise.all([
    casesOf(db, scope, ids),
    unreadCourtsOf(db, scope, rows),
    saidInTables(db, ids),
  ])
  return {
    count,
    rows: rows.map(({ courts: _, all, total: __, ...row }, n) => {
      const own = cases.get(row.id) ?? []
      const from_table = said.get(row.id) ?? []
      return { ...withIsoDates(row), cases: own, hidden: all - own.length, from_table, unread: unread[n] ?? null }
    }),
  }
}

async function casesOf(db: Kysely<DB>, scope: SetScope, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, WatchRow['cases']>()
  const found = await selectCases(db, scope, {})
    .innerJoin('case_set_watch_case as own', 'own.case_id', 'court_case.id')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('account', 'account.id', 'own.decided_by')
    .where(amongCases('own.watch_id', ids))
    .select(['own.watch_id', 'own.case_id', 'court_case.case_number', 'court.title as court', 'court_case.region'])
    .select(['own.evidence', 'own.verdict', 'own.state', 'own.decided_at', 'account.username as decided_by'])
    .select([
      sql<string | null>`coalesce(entry_date, result_date)::text`.as('day'),
      sql<string[]>`array(select case when part = '' then article_number else article_number || ' ' || part end
        from case_article join article on article.id = article_id where case_id = court_case.id)`.as('articles'),
    ])
    .orderBy(sql`coalesce(own.verdict, own.state) = 'refused'`)
    .orderBy(sql`coalesce(own.verdict, own.state) in ('found', 'confirmed')`, 'desc')
    .orderBy('own.case_id', 'desc')
    .execute()
  const rows = found.map(({ watch_id, verdict, state, evidence, ...one }) => ({
    watch_id,
    case: { ...withIsoDates(one), state: verdict ?? state, evidence: watchEvidence.parse(evidence) },
  }))
  return new Map(
    [...Map.groupBy(rows, ({ watch_id }) => watch_id)].map(([id, own]) => [id, own.map(one => one.case)] as const),
  )
}
