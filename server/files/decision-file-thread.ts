import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { readDecisionFile } from './decision-file.ts'

/** One file, read in a thread of its own: readers of old formats loop and die on broken ones, and must do it alone. */
const { body } = z.object({ body: z.instanceof(Uint8Array) }).parse(workerData)
parentPort?.postMessage(await readDecisionFile(body))
