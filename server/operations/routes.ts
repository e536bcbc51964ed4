import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { withTimeout } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import type { StandbyState, Standbys } from '../db/standbys.ts'
import { textNodeStates } from '../db/text-nodes.ts'
import type { CopyState, FeatureOptions } from '../http/feature.ts'
import { queueStates } from './debug-routes.ts'
import { diskSpace } from './disk-space.ts'

/** `/healthz` (also `/livez`), `/readyz` and `/metrics` need no account; they reveal nothing about cases. */
export type OperationsOptions = Pick<FeatureOptions, 'db' | 'dataDir' | 'diskReserve' | 'exportStore'> & {
  isReady: () => boolean
  busyWith?: (() => string | undefined) | undefined
  copyState?: (() => CopyState) | undefined
  standbys?: Pick<Standbys, 'states' | 'counts'> | undefined
}

export async function operationsRoutes(app: FastifyInstance, options: OperationsOptions): Promise<void> {
  const {
    db,
    dataDir,
    diskReserve,
    isReady,
    busyWith = () => undefined,
    copyState = () => undefined,
    standbys,
    exportStore,
  } = options

  for (const path of ['/healthz', '/livez']) app.get(path, { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    if (!isReady()) return reply.code(503).send({ status: 'stopping' })
    if (
      !(await answers(db).then(
        () => true,
        () => false,
      ))
    )
      return reply.code(503).send({ status: 'no database' })
    const note = busyWith()
    const copy = copyState()
    const space = await diskSpace(dataDir, diskReserve)
    const readFrom = await standbyStates(standbys)
    const texts = await textsOf(db).catch(() => [])
    const exports = await storeState(exportStore)
    return {
      status: 'ready',
      ...(note !== undefined && { note }),
      ...(copy !== undefined && { copy }),
      ...(readFrom && { standbys: readFrom }),
      ...(texts.length > 0 && { texts }),
      ...(exports && { exports }),
      ...(space?.isLow && { disk: { state: 'low', free_bytes: space.free } }),
    }
  })

  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const copy = copyState()
    copyReady.set(copy?.state === 'ready' ? 1 : 0)
    copyLag.set(copy?.lag ?? Number.NaN)
    diskFree.set((await diskSpace(dataDir, diskReserve))?.free ?? Number.NaN)
    await Promise.all([countJobs(db), tellStandbys(standbys), tellExportStore(db, exportStore)])
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Must be called on the root app, to see all routes. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route: URLs contain search queries.
    const route = request.routeOptions.url ?? 'unknown'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

// One registry for the process, although tests build several apps.
const metrics = new Registry()
// The default of ten milliseconds would wake an idle process a hundred times a second.
collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 250 })
const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its answer',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
})

const copyReady = new Gauge({
  name: 'case_copy_ready',
  help: '1 while cases are counted and ordered by the columnar copy, 0 while PostgreSQL does it',
  registers: [metrics],
})
const copyLag = new Gauge({
  name: 'case_copy_lag_seconds',
  help: 'Time since PostgreSQL was as the columnar copy is, at most; NaN while there is no copy',
  registers: [metrics],
})

const diskFree = new Gauge({
  name: 'disk_free_bytes',
  help: 'Free space on the disk of DATA_DIR',
  registers: [metrics],
})

const standbyReads = new Counter({
  name: 'standby_reads_total',
  help: 'Reads by what became of them on each standby: answered, or left to the primary because it was late, away, or failed',
  labelNames: ['standby', 'outcome'],
  registers: [metrics],
})
const standbyLag = new Gauge({
  name: 'standby_lag_seconds',
  help: 'How far each standby is behind PostgreSQL, at most; NaN while it does not say',
  labelNames: ['standby'],
  registers: [metrics],
})

/** Labelled by their order in DATABASE_READ_URL: an address would reveal the network. */
async function tellStandbys(standbys: OperationsOptions['standbys']): Promise<void> {
  const states = await standbyStates(standbys)
  for (const [n, { lag }] of states?.entries() ?? []) standbyLag.set({ standby: n + 1 }, lag ?? Number.NaN)
  standbyReads.reset()
  for (const [n, counts] of standbys?.counts().entries() ?? [])
    for (const [outcome, count] of Object.entries(counts)) standbyReads.inc({ standby: n + 1, outcome }, count)
}
/** Undefined: there are none, or the primary does not answer. */
const standbyStates = async (standbys: OperationsOptions['standbys']): Promise<StandbyState[] | undefined> =>
  standbys?.counts().length ? withTimeout(longestWait, standbys.states()).catch(() => undefined) : undefined

const storeRequests = new Counter({
  name: 'export_store_requests_total',
  help: 'Requests to the S3 that holds files of exports: answered, tried again, or failed because the object is lost, the store away, or the request refused',
  labelNames: ['method', 'outcome'],
  registers: [metrics],
})
const objectsOverdue = new Gauge({
  name: 'export_objects_overdue_seconds',
  help: 'For how long the oldest object of a deleted file of an export has been waiting to be deleted from S3',
  registers: [metrics],
})

async function tellExportStore(db: Kysely<DB>, store: OperationsOptions['exportStore']): Promise<void> {
  storeRequests.reset()
  for (const { method, outcome, count } of store?.counts() ?? []) storeRequests.inc({ method, outcome }, count)
  objectsOverdue.set(await oldestRemoval(db).catch(() => Number.NaN))
}
/** What is not known within a moment is as good as away. */
const storeState = async (store: OperationsOptions['exportStore']) =>
  store && withTimeout(longestWait, store.state()).catch(() => ({ state: 'away' }) as const)

const jobs = new Gauge({
  name: 'background_jobs',
  help: 'Background work of each kind: waiting, being done, failed for good and not cleared away yet',
  labelNames: ['kind', 'state'],
  registers: [metrics],
})
const jobsOverdue = new Gauge({
  name: 'background_jobs_overdue_seconds',
  help: 'For how long the oldest job of each kind has been due while none of its kind is being done',
  labelNames: ['kind'],
  registers: [metrics],
})

const jobsKnown = new Gauge({
  name: 'background_jobs_known',
  help: '0 while the database does not say what background work there is, and nothing is told of it',
  registers: [metrics],
})

async function countJobs(db: Kysely<DB>): Promise<void> {
  const kinds = await jobsOf(db).catch(() => undefined)
  jobsKnown.set(kinds === undefined ? 0 : 1)
  jobs.reset()
  jobsOverdue.reset()
  for (const { name: kind, waiting, active, failed, waiting_since: since } of kinds ?? []) {
    for (const [state, count] of Object.entries({ waiting, active, failed })) jobs.set({ kind, state }, count)
    jobsOverdue.set({ kind }, since === null || active > 0 ? 0 : Math.max(0, (Date.now() - Date.parse(since)) / 1000))
  }
}

const longestWait = 2_000

/** Skips a check while one is waiting: each would hold a connection. */
function oneAtATime<T>(ask: (db: Kysely<DB>) => Promise<T>): (db: Kysely<DB>) => Promise<T> {
  const asked = new WeakMap<Kysely<DB>, Promise<T>>()
  return db => {
    const asking = asked.get(db) ?? ask(db).finally(() => asked.delete(db))
    asked.set(db, asking)
    return withTimeout(longestWait, asking)
  }
}
const jobsOf = oneAtATime(queueStates)
const overdue = z.tuple([z.object({ seconds: z.number() })])
const oldestRemoval = oneAtATime(async db => {
  const { rows } = await sql`
    select coalesce(extract(epoch from now() - min(wanted_at)), 0)::float8 as seconds
    from (
      select case when removed_at is null then queued_at else removed_at + interval '1 hour' end as wanted_at
      from export_object_removal
    ) as removal
    where wanted_at < now()`.execute(db)
  return overdue.parse(rows)[0].seconds
})
const textsOf = oneAtATime(textNodeStates)
const answers = oneAtATime(db => sql`select 1`.execute(db))
