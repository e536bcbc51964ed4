import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes read from the file at once. */
const chunk = 65_536

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
          const bytes = Buffer.allocUnsafe(Math.min(chunk, written - at))
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
async function namelessFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `download-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
