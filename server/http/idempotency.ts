import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type AskedAct, actingAs } from '../db/asked-act.ts'
import type { DB } from '../db/schema.ts'
import { HttpError } from './errors.ts'
import { askedKey, keptHours } from './idempotency-key.ts'

/**
 * A request with an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) is executed once however often it is
 * sent (§7: each request is retried once). The first response is kept for a day; decision 0081 says what holds after
 * `kill -9`.
 */
declare module 'fastify' {
  interface FastifyRequest {
    askedAct?: AskedAct
  }
}

/** Longer responses are not stored, in characters. */
const longestKept = 262_144
/**
 * Milliseconds. The lease outlives two late renewals; a repeated request waits about as long as a slow handler takes.
 */
type IdempotencyLimits = { lease: number; longestWait: number }
const usually: IdempotencyLimits = { lease: 15_000, longestWait: 5_000 }
const pollMs = 100
const longestKeeping = 3_000
const mostRenewals = 100

export function handleIdempotencyKeys(
  app: FastifyInstance,
  db: Kysely<DB>,
  limits: Partial<IdempotencyLimits> = {},
): void {
  const { lease, longestWait } = { ...usually, ...limits }
  app.decorateRequest('askedAct')
  app.addHook('preHandler', (request, reply, done) => {
    const goOn = (begun: Begun | undefined): void => {
      if (begun === undefined) done()
      else if ('status' in begun) {
        if (!reply.sent) replay(reply, begun)
      } else if (reply.sent) {
        // The deadline has passed meanwhile: the handler does not start.
        begun.state = 'given back'
        finish(db, begun, { request, reply, payload: undefined }).catch(() => undefined)
      } else {
        request.askedAct = begun
        renewLease(db, begun, lease)
        actingAs(begun, done)
      }
    }
    begin(db, request, { lease, longestWait }).then(goOn, done)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const act = request.askedAct
    if (act?.state !== 'running') return
    act.state = isRepeatable(reply.statusCode) ? 'given back' : 'answered'
    try {
      // A frozen database does not delay a finished response.
      await Promise.race([
        finish(db, act, { request, reply, payload }),
        pause(longestKeeping, undefined, { ref: false }),
      ])
    } catch (error) {
      // A retry finds what the handler itself has recorded.
      request.log.error({ err: error }, 'answer not kept')
    }
  })
}

type Kept = { status: number; contentType: string | null; location: string | null; body: string }
type Begun = AskedAct | Kept

const inFuture = (milliseconds: number) =>
  sql<Date>`clock_timestamp() + ${milliseconds}::integer * interval '1 millisecond'`

async function begin(
  db: Kysely<DB>,
  request: FastifyRequest,
  { lease, longestWait }: IdempotencyLimits,
): Promise<Begun | undefined> {
  const key = askedKey(request)
  if (key === undefined) return undefined
  const { id, groups, regions, is_superuser } = request.account
  const own = { account_id: id, key }
  const request_hash = hashOf(request)
  const rights = JSON.stringify([is_superuser, groups, regions])
  const acting = (attempt: number): AskedAct => ({ accountId: id, key, attempt, state: 'running' })
  const until = performance.now() + longestWait
  for (;;) {
    const first = await db
      .insertInto('asked_act')
      .values({ ...own, request_hash, rights, lease_until: inFuture(lease) })
      .onConflict(conflict => conflict.doNothing())
      .returning('attempt')
      .executeTakeFirst()
    if (first) return acting(first.attempt)

    const found = await db
      .selectFrom('asked_act')
      .where('account_id', '=', id)
      .where('key', '=', key)
      .selectAll()
      .select(sql<number>`ceil(extract(epoch from lease_until - clock_timestamp()))::integer`.as('left'))
      .executeTakeFirst()
    // The key was released meanwhile.
    if (found === undefined) continue
    if (!found.request_hash.equals(request_hash)) throw otherRequest()
    if (found.answered_at !== null) {
      const { status, body, content_type: contentType, location } = found
      if (status === null || body === null || found.rights !== rights) throw doneBefore()
      return { status, body, contentType, location }
    }
    if (found.left <= 0) {
      // The former owner is gone. Idempotent methods may run again; a POST that may have taken effect may not.
      if (found.acted_at !== null && request.method === 'POST') throw doneBefore()
      const taken = await db
        .updateTable('asked_act')
        .set(eb => ({ attempt: eb('attempt', '+', 1), lease_until: inFuture(lease), rights }))
        .where('account_id', '=', id)
        .where('key', '=', key)
        .where('attempt', '=', found.attempt)
        .where('lease_until', '<=', sql<Date>`clock_timestamp()`)
        .where('answered_at', 'is', null)
        .returning('attempt')
        .executeTakeFirst()
      if (taken) return acting(taken.attempt)
      continue
    }
    if (performance.now() >= until) throw stillRunning(found.left)
    await pause(pollMs)
  }
}

const hashOf = ({ method, originalUrl, body, routeOptions }: FastifyRequest): Buffer => {
  const said = routeOptions.config.secret === true ? '' : (JSON.stringify(body) ?? '')
  return createHash('sha256').update(`${method} ${originalUrl}\n${said}`).digest()
}

const ofAttempt = ({ accountId, key, attempt }: AskedAct) =>
  sql<boolean>`account_id = ${accountId} and key = ${key} and attempt = ${attempt}`

function renewLease(db: Kysely<DB>, act: AskedAct, lease: number): void {
  let renewals = 0
  const timer = setInterval(() => {
    renewals += 1
    if (act.state !== 'running' || renewals > mostRenewals) clearInterval(timer)
    else
      db.updateTable('asked_act')
        .set({ lease_until: inFuture(lease) })
        .where(ofAttempt(act))
        .execute()
        // The next renewal retries; if all fail, another request may take over the key, and this one then cannot
        // commit.
        .catch(() => undefined)
  }, lease / 3)
  timer.unref()
}

/** Responses that may differ on a retry are not stored. */
const isRepeatable = (status: number): boolean => status >= 500 || status === 429

type Answered = { request: FastifyRequest; reply: FastifyReply; payload: unknown }
async function finish(db: Kysely<DB>, act: AskedAct, { request, reply, payload }: Answered): Promise<void> {
  const { statusCode: status } = reply
  if (act.state === 'given back') {
    await db.deleteFrom('asked_act').where(ofAttempt(act)).where('acted_at', 'is', null).execute()
    await db.updateTable('asked_act').set({ lease_until: sql<Date>`clock_timestamp()` }).where(ofAttempt(act)).execute()
    return
  }
  const isKept =
    typeof payload === 'string' &&
    payload.length <= longestKept &&
    (status >= 400 || request.routeOptions.config.secret !== true)
  await db
    .updateTable('asked_act')
    .set({
      answered_at: sql<Date>`clock_timestamp()`,
      status,
      content_type: headerOf(reply, 'content-type'),
      location: headerOf(reply, 'location'),
      body: isKept ? payload : null,
    })
    .where(ofAttempt(act))
    .execute()
}

const headerOf = (reply: FastifyReply, name: string): string | null => {
  const value = reply.getHeader(name)
  return value === undefined ? null : String(value)
}

const replay = (reply: FastifyReply, { status, contentType, location, body }: Kept): FastifyReply =>
  reply
    .code(status)
    .headers({
      'idempotency-replayed': 'true',
      ...(contentType !== null && { 'content-type': contentType }),
      ...(location !== null && { location }),
    })
    .serializer(String)
    .send(body)

const otherRequest = (): HttpError =>
  new HttpError(422, { detail: 'Под этим ключом повтора уже был другой запрос. Для нового действия нужен новый ключ.' })
const doneBefore = (): HttpError =>
  new HttpError(409, { detail: 'Это уже выполнено, но ответ не сохранился. Обновите страницу, чтобы увидеть итог.' })
const stillRunning = (seconds: number): HttpError =>
  new HttpError(
    409,
    { detail: `Такой же запрос ещё выполняется. Повторите через ${seconds}\u00a0с.` },
    { 'retry-after': String(seconds) },
  )

export async function deleteOldIdempotencyKeys(db: Kysely<DB>): Promise<void> {
  await db
    .deleteFrom('asked_act')
    .where('began_at', '<', sql<Date>`now() - ${keptHours}::integer * interval '1 hour'`)
    .execute()
}
