import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { counted } from '#shared/domain/wording.ts'
import { filesAtOnce } from '../db/connect.ts'
import { overloaded, tooMany } from './errors.ts'
import type { FeatureOptions } from './feature.ts'
import { FairQueue } from './places.ts'
import { spooled } from './spooled.ts'

/**
 * Downloads: few of an account at once, so that nobody's crowd is in the way of others. What PostgreSQL gives is spooled to a file at its own
 * speed and taken from there at the reader's: a slow reader holds no connection. One that takes nothing is cut off.
 */
const mostOfAccount = 2
const connections = new FairQueue(filesAtOnce)
/** Milliseconds that a file may wait for a connection. */
const longestWait = 20_000
const secondsUntilRetry = 15
/** Milliseconds in which a reader takes not a byte of those that wait for them. */
const usualStall = 60_000

const running = new Map<number, number>()

/** Answers how to give the place back, which is idempotent. @throws HttpError 429 */
function placeOf(accountId: number): () => void {
  const before = running.get(accountId) ?? 0
  if (before >= mostOfAccount)
    throw tooMany(
      secondsUntilRetry,
      `Вы уже скачиваете ${counted(before, ['файл', 'файла', 'файлов'])}: дождитесь конца одного из них.`,
    )
  running.set(accountId, before + 1)
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    const left = (running.get(accountId) ?? 1) - 1
    if (left === 0) running.delete(accountId)
    else running.set(accountId, left)
  }
}

type Asked = { request: FastifyRequest; reply: FastifyReply }
type Settings = Pick<FeatureOptions, 'dataDir' | 'downloadStall'>

/** What is read from PostgreSQL by `open`, as the body of the answer. `signal`: aborted when nobody waits for it any more. */
export const giveDownload = (
  asked: Asked,
  { dataDir, downloadStall }: Settings,
  open: (signal: AbortSignal) => Promise<Readable>,
): Promise<Readable> =>
  given(asked, downloadStall, async stopping => {
    const leave = await connectionFor(asked, stopping.signal)
    try {
      const source = await open(stopping.signal)
      source.once('close', leave)
      return await spooled(source, dataDir, stopping)
    } catch (error) {
      leave()
      throw error
    }
  })

/** What lies in a file already. */
export const giveFile = (
  asked: Asked,
  { downloadStall }: Pick<Settings, 'downloadStall'>,
  open: () => Readable,
): Promise<Readable> => given(asked, downloadStall, async () => open())

/** What is counted for a small file, which takes no time to read; it has a place among figures (places.ts), and waits for no other. */
export async function countForDownload<T>({ account }: FastifyRequest, count: () => Promise<T>): Promise<T> {
  const leavePlace = placeOf(account.id)
  try {
    return await count()
  } finally {
    leavePlace()
  }
}

async function given(
  { request, reply }: Asked,
  stall = usualStall,
  open: (stopping: AbortController) => Promise<Readable>,
): Promise<Readable> {
  const leavePlace = placeOf(request.account.id)
  try {
    const stopping = stopWhenGone(reply.raw)
    const body = await open(stopping)
    body.once('close', leavePlace)
    body.once('error', error => (request.bodyFailure = error))
    if (stopping.signal.aborted) body.destroy()
    else stopping.signal.addEventListener('abort', () => body.destroy(), { once: true })
    endWhenStalled(reply.raw, stall)
    return body
  } catch (error) {
    leavePlace()
    throw error
  }
}

/** Who asked may have gone already: then nothing more is told of it. */
function stopWhenGone(answer: ServerResponse): AbortController {
  const stopping = new AbortController()
  if (answer.closed) stopping.abort()
  else answer.once('close', () => stopping.abort())
  return stopping
}

const connectionFor = ({ request }: Asked, gone: AbortSignal): Promise<() => void> =>
  connections.take(request.account.id, AbortSignal.any([gone, AbortSignal.timeout(longestWait)])).catch(() => {
    throw overloaded(secondsUntilRetry, 'Сейчас собираются выгрузки других людей.')
  })

/** An answer that waits for the database is no stall. */
const endWhenStalled = (answer: ServerResponse, milliseconds: number): unknown =>
  answer.setTimeout(milliseconds, () => {
    if (answer.writableLength > 0) answer.destroy()
  })
