import { Worker } from 'node:worker_threads'
import { type DecisionFile, decisionFile, formatOf } from './decision-file.ts'

const timeLimit = 30_000
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

/**
 * Reads a decision file in a thread with limits of time and memory, so that a broken file cannot stop or crash the
 * collector.
 */
export function readFileInThread(body: Uint8Array, milliseconds = timeLimit): Promise<DecisionFile> {
  const { promise, resolve } = Promise.withResolvers<DecisionFile>()
  const format = formatOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const broken = (detail: string): void => resolve({ format, error: 'broken', detail })
  const thread = new Worker(new URL('./decision-file-thread.ts', import.meta.url), {
    workerData: { body },
    resourceLimits: memory,
  })
  const timer = setTimeout(() => broken(`not read within ${milliseconds} ms`), milliseconds)
  thread.on('message', (message: unknown) => resolve(decisionFile.parse(message)))
  thread.on('error', (error: unknown) => broken(error instanceof Error ? error.message : String(error)))
  thread.on('exit', code => broken(`the reader ended with ${code}`))
  return promise.finally(async () => {
    clearTimeout(timer)
    await thread.terminate()
  })
}
