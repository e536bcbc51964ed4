import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { PageReading } from '../collector.ts'
import type { CourtPage } from '../open-page.ts'
import type { CourtTable } from '../sites.ts'

/** Parses pages in several threads: a page takes about 50 ms of a core, and a stored collection has very many. */
type ReadingThreads = { read: (page: CourtPage) => Promise<PageReading>; width: number; stop: () => Promise<void> }

const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 24 }

type Waiting = { resolve: (reading: PageReading) => void; reject: (error: unknown) => void }

export function readingThreads(courts: CourtTable, width = availableParallelism()): ReadingThreads {
  const waiting = new Map<number, Waiting>()
  const threads = Array.from({ length: width }, () => {
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData: courts, resourceLimits })
    thread.on('message', ({ number, reading }: { number: number; reading: PageReading }) => {
      waiting.get(number)?.resolve(reading)
      waiting.delete(number)
    })
    thread.on('error', error => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return thread
  })
  let sent = 0
  return {
    width,
    read: page =>
      new Promise((resolve, reject) => {
        const number = ++sent
        waiting.set(number, { resolve, reject })
        threads[number % width]?.postMessage({ number, page })
      }),
    stop: async () => {
      await Promise.all(threads.map(thread => thread.terminate()))
    },
  }
}
