import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { readDecisionFile } from './decision-file.ts'

/** Readers of old formats may loop or crash on broken files: each file is read in a thread of its own. */
const { body } = z.object({ body: z.instanceof(Uint8Array) }).parse(workerData)
parentPort?.postMessage(await readDecisionFile(body))
