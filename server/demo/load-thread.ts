import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { connect } from '../db/connect.ts'
import { loadFirstDemo } from './load.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
const db = connect(url, { max: 2 })
// On a stop it releases its lease, which would otherwise delay the next start.
const stopping = new AbortController()
parentPort?.on('message', () => stopping.abort())
parentPort?.unref()
try {
  const onProgress = (loaded: number, total: number) => parentPort?.postMessage({ loaded, total, finished: false })
  if (await loadFirstDemo(db, { onProgress, signal: stopping.signal })) parentPort?.postMessage({ finished: true })
} catch (error) {
  if (!stopping.signal.aborted) throw error
} finally {
  await db.destroy()
}
