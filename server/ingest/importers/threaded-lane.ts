import { Worker } from 'node:worker_threads'
import { errorCode } from '../../db/refusal.ts'
import type { FilePiece, Lane, Opened, Written } from './import-lane.ts'

/** A lane in a thread of its own. What is read goes there as bytes, without being copied; only keys and counts come back. */
export type Asked = { id: number } & ({ pieces: readonly FilePiece[] } | { write: true })
export type Told = { id: number } & ({ opened: Omit<Opened, 'write'> } | { written: Written } | { failure: Failure })
/** An error loses what it is on the way between threads, but for this. */
type Failure = { message: string; code: string | undefined }

/** While one is being written, the next is read. */
export const piecesAtOnce = 2

export const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  code: errorCode(error),
})

type Waiting = { resolve: (told: Told) => void; reject: (error: unknown) => void }

export function threadedLane(url: string): Lane {
  const thread = new Worker(new URL('./lane-thread.ts', import.meta.url), {
    workerData: { url },
    // Records of a batch live until it is written: with room for them the collector of garbage need not move them about.
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let broken: unknown
  const breakDown = (error: unknown): void => {
    broken ??= error
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  }
  thread.on('message', (told: Told) => {
    const one = waiting.get(told.id)
    waiting.delete(told.id)
    if ('failure' in told) one?.reject(Object.assign(new Error(told.failure.message), { code: told.failure.code }))
    else one?.resolve(told)
  })
  thread.on('error', breakDown)
  thread.on('exit', () => breakDown(new Error('A thread of the import ended.')))

  const ask = (asked: Asked, bytes: readonly ArrayBuffer[] = []): Promise<Told> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken)
      waiting.set(asked.id, { resolve, reject })
      thread.postMessage(asked, bytes)
    })

  return {
    open: async pieces => {
      last += 1
      const id = last
      const told = await ask(
        { id, pieces },
        pieces.map(({ bytes }) => bytes.buffer),
      )
      const write = async (): Promise<Written> => {
        const done = await ask({ id, write: true })
        if ('written' in done) return done.written
        throw new Error('A thread of the import answered out of turn.')
      }
      if ('opened' in told) return { ...told.opened, write }
      throw new Error('A thread of the import answered out of turn.')
    },
    close: async () => {
      await thread.terminate()
    },
  }
}
const youngMegabytes = 64
