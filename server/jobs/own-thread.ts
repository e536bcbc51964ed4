import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { JobName } from './job-kinds.ts'

/**
 * A worker thread for heavy jobs (`thread: 'own'`), started with the first and ended with the last of them, so that
 * requests are not delayed. If it dies, its jobs fail and are retried, and the next one starts another thread.
 */
type ThreadCall = { name: JobName; data: unknown; signal: AbortSignal; isLast: boolean }
export type OwnThread = {
  /** @throws when the job fails, or the thread dies */
  run: (call: ThreadCall) => Promise<void>
  /** Jobs should be finished by then; a running one is terminated. */
  stop: () => Promise<void>
}
/** Sent to the thread (server/job-thread.ts). */
export type ThreadRequest = { id: number; name: JobName; data: unknown; isLast: boolean } | { abort: number } | 'end'
const fromThread = z.union([
  z.object({ said: z.string() }),
  z.object({ failed: z.string() }),
  z.object({ id: z.int(), error: z.string().nullable() }),
])
export type ThreadMessage = z.infer<typeof fromThread>

export function ownThread(
  script: URL,
  workerData: object,
  { say, onError }: { say: (sentence: string) => void; onError: (error: unknown) => void },
): OwnThread {
  let lastId = 0
  let current: Begun | undefined
  let stopped = false
  const begin = (): Begun => {
    const calls = new Map<number, PromiseWithResolvers<void>>()
    const worker = new Worker(script, { workerData })
    worker.on('message', (received: unknown) => {
      const message = fromThread.parse(received)
      if ('said' in message) say(message.said)
      else if ('failed' in message) onError(new Error(message.failed))
      else if (message.error === null) calls.get(message.id)?.resolve()
      else calls.get(message.id)?.reject(new Error(message.error))
    })
    worker.on('error', onError)
    const begun: Begun = { calls, worker }
    worker.on('exit', () => {
      if (current === begun) current = undefined
      for (const { reject } of calls.values()) reject(new Error('The thread of the job ended'))
    })
    return begun
  }
  return {
    run: async ({ name, data, signal, isLast }) => {
      // A thread started now would keep the process alive.
      if (stopped) throw new Error('The thread of jobs has been stopped')
      current ??= begin()
      const begun = current
      const id = ++lastId
      const call = Promise.withResolvers<void>()
      begun.calls.set(id, call)
      const send = (request: ThreadRequest): void => begun.worker.postMessage(request)
      const abort = (): void => send({ abort: id })
      send({ id, name, data, isLast })
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort)
      try {
        await call.promise
      } finally {
        signal.removeEventListener('abort', abort)
        begun.calls.delete(id)
        // Heavy work leaves hundreds of megabytes of heap, which an idle thread would hold for minutes.
        if (begun.calls.size === 0 && current === begun) {
          current = undefined
          send('end')
        }
      }
    },
    stop: async () => {
      stopped = true
      await current?.worker.terminate()
    },
  }
}
type Begun = { worker: Worker; calls: Map<number, PromiseWithResolvers<void>> }
