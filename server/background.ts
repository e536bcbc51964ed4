import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

/**
 * Starts the thread of the work that nobody waits for (background-thread.ts): pages are served while it thinks. A thread that died is
 * started again. Answers how to stop it: what it has begun is finished, or broken off when that takes long.
 */
export function startBackground(
  url: string,
  { say, fail }: { say: (sentence: string) => void; fail: (sentence: string) => void },
): () => Promise<void> {
  const stopping = new AbortController()
  let thread: Worker | undefined
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const ended = Promise.withResolvers<void>()
      thread = new Worker(new URL('./background-thread.ts', import.meta.url), { workerData: { url } })
      thread.on('message', message => {
        const { said, failed } = told.parse(message)
        if (said !== undefined) say(said)
        if (failed !== undefined) fail(failed)
      })
      thread.on('error', error => {
        if (!stopping.signal.aborted) fail(`Работа в фоне прервалась: ${error.message}`)
      })
      thread.on('exit', () => ended.resolve())
      await ended.promise
      await pause(startAgainAfter, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    thread?.postMessage('stop')
    const timer = setTimeout(() => thread?.terminate(), longestFarewell)
    await running
    clearTimeout(timer)
  }
}
const told = z.object({ said: z.string().optional(), failed: z.string().optional() })
const startAgainAfter = 60_000
const longestFarewell = 10_000
