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
 * Downloads: few of an account at once, so that nobody's crowd is in the way of others. What PostgreSQL gives is spooled to a file at its own
 * speed and taken from there at the reader's: a slow reader holds no connection. One that takes nothing is cut off.
 */
const mostOfAccount = 2
const connections = new FairQueue(filesAtOnce)
const connectionTimeoutMs = 20_000
const secondsUntilRetry = 15
/** A reader who takes no byte of those that wait for them for so long is cut off. */
const defaultStallMs = 60_000

const running = new Map<number, number>()

/** Answers how to give the slot back, which is idempotent. @throws HttpError 429 */
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

/** What is stored as a file already. */
export const giveFile = (
  asked: Asked,
  { downloadStall }: Pick<Settings, 'downloadStall'>,
  open: () => Readable,
): Promise<Readable> => given(asked, downloadStall, async () => open())

/** What is counted for a small file, which takes no time to read; it has a slot among figures (fair-queue.ts), and waits for no other. */
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

/** Who asked may have gone already: then nothing more is told of it. */
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

/** An answer that waits for the database is no stall. */
const endWhenStalled = (answer: ServerResponse, milliseconds: number): unknown =>
  answer.setTimeout(milliseconds, () => {
    if (answer.writableLength > 0) answer.destroy()
  })

const chunkBytes = 65_536

/**
 * What `source` gives goes into a file at its speed and is read from there, while it grows, at the reader's. A source that fails fails the reading,
 * a reader who leaves ends the source: `stopping` is aborted then, and may be from outside. Memory holds two chunks.
 */
export async function spooled(source: Readable, folder: string, stopping: AbortController): Promise<Readable> {
  // Told where it is read.
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
      // Told to whoever reads. The source has ended by now: to stop it would hide why.
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
  // A reader who leaves before the first byte has begun nothing that would end.
  body.once('close', () => {
    if (!isBegun) end().catch(() => undefined)
  })
  return body
}

/** Nobody else can open it, and it is gone with the process. */
export async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `download-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
