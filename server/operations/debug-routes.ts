import { type Kysely, sql } from 'kysely'
import { type DebugCounts, type DebugStats, debugCounts, debugStats, type QueueState } from '#shared/api/debug.ts'
import { cachedCount, inRepeatableRead } from '../db/cached-count.ts'
import { productVersion } from '../db/installation.ts'
import type { DB } from '../db/schema.ts'
import { answers, withIsoDates } from '../http/answers.ts'
import type { FeatureRoutes } from '../http/feature.ts'
import { routeOptions } from '../http/route.ts'
import { jobTitle } from '../jobs/job-kinds.ts'
import { diskSpace } from './disk-space.ts'

/** For each kind of job: waiting and since when, running, failed for good. */
export async function queueStates(db: Kysely<DB>): Promise<QueueState[]> {
  const { rows } = await sql<Counts & { name: string; waiting_since: Date | null; last_done_at: Date | null }>`
    select q.name, count(*) filter (where j.state in ('created', 'retry')) as waiting,
      count(*) filter (where j.state = 'retry') as retrying, count(*) filter (where j.state = 'active') as active,
      count(*) filter (where j.state = 'failed') as failed,
      min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now()) as waiting_since,
      max(j.completed_on) filter (where j.state = 'completed') as last_done_at
    from pgboss.queue q left join pgboss.job j on j.name = q.name
    where q.name not like '\_\_pgboss\_\_%' group by q.name order by q.name`.execute(db)
  return rows.map(row => ({ ...withIsoDates(row), title: jobTitle(row.name) }))
}
type Counts = { waiting: number; retrying: number; active: number; failed: number }

async function collectingState(db: Kysely<DB>): Promise<DebugStats['collecting']> {
  const { rows } = await sql<Omit<DebugStats['collecting'], 'last_request_at'> & { last_request_at: Date | null }>`
    select (select count(distinct court_id) from court_site where is_watched) as courts_watched,
      (select count(*) from court_check where flag is not null) as courts_flagged,
      (select count(*) from collect_window where state in ('open', 'captcha')) as searches_waiting,
      (select count(*) from listed_case where due_at <= now()) as cards_waiting,
      (select count(*) from captcha where ended_at is null and answer is null) as captchas_waiting,
      (select count(*) from court_host where silent_until > now()) as hosts_silent,
      lately.*, (select max(asked_at) from court_request) as last_request_at
    from (
      select count(*) as requests, count(*) filter (where error is not null) as requests_failed
      from court_request where asked_at > now() - interval '24 hours') lately`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A select of counts answered nothing')
  return withIsoDates(row)
}

async function storageState(db: Kysely<DB>, folder: string, reserve: number): Promise<DebugStats['storage']> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  const disk = await diskSpace(folder, reserve)
  return {
    database_bytes: rows[0]?.bytes ?? 0,
    free_bytes: disk?.free ?? null,
    total_bytes: disk?.total ?? null,
    is_low: disk?.isLow ?? false,
  }
}

async function versionsOf(db: Kysely<DB>): Promise<DebugStats['versions']> {
  const { rows } = await sql<{ postgresql: string; schema: string | null }>`
    select current_setting('server_version') as postgresql, (select max(name) from kysely_migration) as schema`.execute(
    db,
  )
  return {
    product: productVersion,
    node: process.versions.node,
    postgresql: rows[0]?.postgresql.split(' ')[0] ?? '',
    schema: rows[0]?.schema ?? '',
  }
}

/** The counts of §3 take seconds with a million cases, so they are cached for a minute. */
const fresh = 60_000
const longest = '5min'

/** The first event of a case has ordinal 0. */
const count = (db: Kysely<DB>): Promise<DebugCounts> =>
  inRepeatableRead(db, longest, async trx => {
    const { rows } = await sql<DebugCounts>`
        select (select count(*) from court) as courts_all_count,
          (select count(*) from court_check where flag is not null or failing_since is not null) as courts_errors_count,
          cases.*,
          (select count(*) from court_case c where stage = 2
            and not exists (select from case_link l where l.case_id = c.id)
            and not exists (select from case_link l where l.other_id = c.id)) as cases_without_first_instance,
          (select count(*) from court_case c where not exists (
            select from case_defendant d where d.case_id = c.id)) as cases_without_defendants,
          (select count(distinct case_id) from case_participant where role = 'unknown') as cases_with_unknown_roles,
          (select count(*) from court_case c where not exists (
            select from case_article a where a.case_id = c.id)) as cases_without_articles,
          (select count(*) from court_case c where not exists (
            select from case_event e where e.case_id = c.id and e.ordinal = 0)) as cases_without_events
        from (select count(*) as cases_all_count, count(*) filter (where stage = 1) as cases_first_instance,
          count(*) filter (where stage = 2) as cases_second_instance from court_case) cases`.execute(trx)
    return debugCounts.parse(rows[0])
  })

export const countEverything = cachedCount({ key: 'debug_counts', schema: debugCounts, count, serves: () => fresh })

const route = routeOptions('Администратору', { access: 'superuser' })

export const debugRoutes: FeatureRoutes = async (app, { db, dataDir, diskReserve, copyState }) => {
  app.get(
    '/debug/',
    route({
      summary: 'Отладочные сведения',
      description:
        'Число дел и судов обновляется раз в минуту: `counted_at` говорит, когда считали. Остальное — на сейчас.',
      response: answers(debugStats, 401, 403),
    }),
    async () => {
      const [{ counts, at }, jobs, collecting, storage, versions] = await Promise.all([
        countEverything(db),
        queueStates(db),
        collectingState(db),
        storageState(db, dataDir, diskReserve),
        versionsOf(db),
      ])
      return {
        ...counts,
        counted_at: at.toISOString(),
        jobs,
        collecting,
        storage,
        versions,
        copy: copyState?.() ?? null,
        running_since: new Date(Date.now() - process.uptime() * 1000).toISOString(),
      }
    },
  )
}
