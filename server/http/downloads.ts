import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { counted } from '#shared/domain/wording.ts'
import { filesAtOnce } from '../db/connect.ts'
import { overloaded, tooMany } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { FeatureOptions } from './feature.ts'

/**
 * Downloads: a few per account at once, so that one account does not block others. Rows from PostgreSQL are spooled to
 * a file at their own speed and read from there at the client's speed: a slow client holds no database connection. A
 * stalled client is disconnected.
 */
const mostOfAccount = 2
const connections = new FairQueue(filesAtOnce)
const connectionTimeoutMs = 20_000
const secondsUntilRetry = 15
/** A client that reads nothing for this long, while data is available, is disconnected. */
const defaultStallMs = 60_000

const running = new Map<number, number>()

/** Returns an idempotent release function. @throws HttpError 429 */
function slotOf(accountId: number): () => void {
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

/** Streams what `open` reads from PostgreSQL as the response body. `signal` is aborted when the client is gone. */
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

/** Streams an existing file; the signal says that nobody reads it any more. */
export const giveFile = (
  asked: Asked,
  { downloadStall }: Pick<Settings, 'downloadStall'>,
  open: (signal: AbortSignal) => Readable,
): Promise<Readable> => given(asked, downloadStall, async stopping => open(stopping.signal))

/** Computes a small file; it takes a slot of figures (fair-queue.ts), not of downloads. */
export async function countForDownload<T>({ account }: FastifyRequest, count: () => Promise<T>): Promise<T> {
  const releaseSlot = slotOf(account.id)
  try {
    return await count()
  } finally {
    releaseSlot()
  }
}

async function given(
  { request, reply }: Asked,
  stall = defaultStallMs,
  open: (stopping: AbortController) => Promise<Readable>,
): Promise<Readable> {
  const releaseSlot = slotOf(request.account.id)
  try {
    const stopping = stopWhenGone(reply.raw)
    const body = await open(stopping)
    body.once('close', releaseSlot)
    body.once('error', error => (request.bodyFailure = error))
    if (stopping.signal.aborted) body.destroy()
    else stopping.signal.addEventListener('abort', () => body.destroy(), { once: true })
    endWhenStalled(reply.raw, stall)
    return body
  } catch (error) {
    releaseSlot()
    throw error
  }
}

/** The client may already be gone, and then no further event comes. */
function stopWhenGone(answer: ServerResponse): AbortController {
  const stopping = new AbortController()
  if (answer.closed) stopping.abort()
  else answer.once('close', () => stopping.abort())
  return stopping
}

const connectionFor = ({ request }: Asked, gone: AbortSignal): Promise<() => void> =>
  connections.take(request.account.id, AbortSignal.any([gone, AbortSignal.timeout(connectionTimeoutMs)])).catch(() => {
    throw overloaded(secondsUntilRetry, 'Сейчас собираются выгрузки других людей.')
  })

/** Waiting for the database is not a stall of the client. */
const endWhenStalled = (answer: ServerResponse, milliseconds: number): unknown =>
  answer.setTimeout(milliseconds, () => {
    if (answer.writableLength > 0) answer.destroy()
  })

const chunkBytes = 65_536

/**
 * Writes `source` to a file at its own speed and reads the growing file at the client's speed. A failure of the source
 * fails the reading; a client that leaves aborts `stopping` and the source; `stopping` may also be aborted from
 * outside. Memory holds two chunks.
 */
export async function spooled(source: Readable, folder: string, stopping: AbortController): Promise<Readable> {
  // Reported by the reader.
  source.on('error', () => undefined)
  const file = await namelessFile(folder).catch((error: unknown) => {
    stopping.abort()
    source.destroy()
    throw error
  })
  let [written, isWhole] = [0, false]
  let failure: { error: unknown } | undefined
  let news = Promise.withResolvers<void>()
  const tell = (): void => {
    news.resolve()
    news = Promise.withResolvers()
  }
  const write = async (): Promise<void> => {
    try {
      for await (const bytes of source) {
        await file.appendFile(bytes)
        written += bytes.length
        tell()
      }
      isWhole = true
    } catch (error) {
      // Passed on to the reader. The source has ended by now; stopping it would hide the reason.
      failure = { error }
    }
    tell()
  }
  const writing = write()
  let isBegun = false
  const end = async (): Promise<void> => {
    if (!isWhole && failure === undefined) stopping.abort()
    await writing
    await file.close()
  }
  async function* read(): AsyncGenerator<Buffer> {
    isBegun = true
    try {
      for (let at = 0; ; ) {
        if (failure !== undefined) throw failure.error
        if (at < written) {
          const bytes = Buffer.allocUnsafe(Math.min(chunkBytes, written - at))
          const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
          at += bytesRead
          yield bytes.subarray(0, bytesRead)
        } else if (isWhole) return
        else await news.promise
      }
    } finally {
      await end()
    }
  }
  const stop = (): void => void source.destroy()
  if (stopping.signal.aborted) stop()
  else stopping.signal.addEventListener('abort', stop, { once: true })
  const body = Readable.from(read(), { objectMode: false })
  // If the client leaves before the first byte, nothing has started that would end by itself.
  body.once('close', () => {
    if (!isBegun) end().catch(() => undefined)
  })
  return body
}

/** An unlinked file: nobody else can open it, and it disappears with the process. */
export async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `download-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
