import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { connect } from '../db/connect.ts'
import { loadFirstDemo } from './load.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
const db = connect(url, { max: 2 })
try {
  const onProgress = (loaded: number, total: number) => parentPort?.postMessage({ loaded, total, finished: false })
  if (await loadFirstDemo(db, { onProgress })) parentPort?.postMessage({ finished: true })
} finally {
  await db.destroy()
}
