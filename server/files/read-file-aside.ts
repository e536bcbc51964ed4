import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { type DecisionFile, fileFormats, formatOf } from './decision-file.ts'
import { fileErrors } from './unreadable-file.ts'

/**
 * A file of a decision, read in a thread of its own with a limit of time and memory. A chain of sectors that bites its tail, a
 * promise rejected inside a library, an archive that unpacks to gigabytes: none of them stops or fells the collector.
 */
const told = z.union([
  z.object({ format: z.enum(fileFormats), text: z.string() }),
  z.object({ format: z.enum(fileFormats), error: z.enum(fileErrors), detail: z.string() }),
])

/** A decision of a hundred pages takes half a second on one core, most of it the start of the thread. */
const longest = 30_000
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 }

export function readFileAside(body: Uint8Array, patience = longest): Promise<DecisionFile> {
  const { promise, resolve } = Promise.withResolvers<DecisionFile>()
  const format = formatOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  const broken = (detail: string): void => resolve({ format, error: 'broken', detail })
  const thread = new Worker(new URL('./decision-file-thread.ts', import.meta.url), {
    workerData: { body },
    resourceLimits: memory,
  })
  const timer = setTimeout(() => broken(`not read within ${patience} ms`), patience)
  thread.on('message', (message: unknown) => resolve(told.parse(message)))
  thread.on('error', (error: unknown) => broken(error instanceof Error ? error.message : String(error)))
  thread.on('exit', code => broken(`the reader ended with ${code}`))
  return promise.finally(async () => {
    clearTimeout(timer)
    await thread.terminate()
  })
}
