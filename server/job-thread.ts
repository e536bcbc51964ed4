import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { connect } from './db/connect.ts'
import { jobHandlers } from './job-handlers.ts'
import { type JobContext, runHandler } from './jobs/job-kinds.ts'
import type { ThreadMessage, ThreadRequest } from './jobs/own-thread.ts'

/** The thread of heavy jobs (server/jobs/own-thread.ts): runs what it is sent, and answers when it is done. */
const { url, dataDir } = z.object({ url: z.string(), dataDir: z.string() }).parse(workerData)
const answer = (message: ThreadMessage): void => parentPort?.postMessage(message)
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const context: JobContext = {
  db: connect(url, { max: 5 }),
  dataDir,
  // Heavy jobs tell nobody outside.
  telegram: undefined,
  mailer: undefined,
  publicUrl: undefined,
  say: said => answer({ said }),
  onError: error => answer({ failed: textOf(error) }),
}

// Elsewhere than on Linux this would be the priority of the whole server. Where it is forbidden, work is done all the same.
if (process.platform === 'linux')
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch (error) {
    context.onError(error)
  }

const running = new Map<number, AbortController>()
parentPort?.on('message', async (request: ThreadRequest) => {
  if (request === 'end') {
    await context.db.destroy()
    return process.exit()
  }
  if ('abort' in request) return running.get(request.abort)?.abort()
  const { id, ...call } = request
  const stopping = new AbortController()
  running.set(id, stopping)
  let error: string | null = null
  try {
    await runHandler(jobHandlers, context, { ...call, signal: stopping.signal })
  } catch (failure) {
    error = textOf(failure)
  }
  running.delete(id)
  answer({ id, error })
})
