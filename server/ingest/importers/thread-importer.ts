import { Worker } from 'node:worker_threads'
import { errorCode } from '../../db/refusal.ts'
import type { FileChunk, Importer, ParsedBatch, WriteSummary } from './importer.ts'

/** An importer in a worker thread. Chunks are transferred as bytes; only keys and counts are returned. */
export type WorkerRequest = { id: number } & ({ chunks: readonly FileChunk[] } | { write: true })
export type WorkerResponse = { id: number } & (
  | { parsed: Omit<ParsedBatch, 'write'> }
  | { written: WriteSummary }
  | { failure: Failure }
)
type Failure = { message: string; code: string | undefined }

export const batchesInFlight = 2

export const failureOf = (error: unknown): Failure => ({
  message: error instanceof Error ? error.message : String(error),
  code: errorCode(error),
})

type Waiting = { resolve: (response: WorkerResponse) => void; reject: (error: unknown) => void }

export function threadImporter(url: string): Importer {
  const thread = new Worker(new URL('./importer-thread.ts', import.meta.url), {
    workerData: { url },
    // Records live until their batch is written: a larger young generation saves garbage collection.
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
  thread.on('message', (response: WorkerResponse) => {
    const one = waiting.get(response.id)
    waiting.delete(response.id)
    if ('failure' in response)
      one?.reject(Object.assign(new Error(response.failure.message), { code: response.failure.code }))
    else one?.resolve(response)
  })
  thread.on('error', breakDown)
  thread.on('exit', () => breakDown(new Error('A thread of the import ended.')))

  const send = (request: WorkerRequest, bytes: readonly ArrayBuffer[] = []): Promise<WorkerResponse> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken)
      waiting.set(request.id, { resolve, reject })
      thread.postMessage(request, bytes)
    })

  return {
    parse: async chunks => {
      last += 1
      const id = last
      const response = await send(
        { id, chunks },
        chunks.map(({ bytes }) => bytes.buffer),
      )
      const write = async (): Promise<WriteSummary> => {
        const done = await send({ id, write: true })
        if ('written' in done) return done.written
        throw new Error('A thread of the import answered out of turn.')
      }
      if ('parsed' in response) return { ...response.parsed, write }
      throw new Error('A thread of the import answered out of turn.')
    },
    close: async () => {
      await thread.terminate()
    },
  }
}
const youngMegabytes = 64
