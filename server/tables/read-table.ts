import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { fieldError } from '../http/errors.ts'

/** In a thread with limits of time and memory. `sheets`: how many the workbook has, of which one is read, `sheet`. */
const uploadedTable = z.object({ cells: z.array(z.array(z.string())), sheet: z.int(), sheets: z.int() })
export type UploadedTable = z.infer<typeof uploadedTable>
const told = z.union([uploadedTable, z.object({ error: z.string() })])

/** Ten thousand rows take half a second. */
const timeLimit = 20_000
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 }
const tooMuch = 'Таблица не читается: слишком велика или испорчена.'

/** @throws HttpError 400 */
export async function readTable(body: Uint8Array): Promise<UploadedTable> {
  const { promise, resolve } = Promise.withResolvers<z.infer<typeof told>>()
  const thread = new Worker(new URL('./table-thread.ts', import.meta.url), {
    workerData: { body },
    resourceLimits: memory,
  })
  const timer = setTimeout(() => resolve({ error: tooMuch }), timeLimit)
  thread.on('message', (message: unknown) => resolve(told.parse(message)))
  thread.on('error', () => resolve({ error: tooMuch }))
  thread.on('exit', () => resolve({ error: tooMuch }))
  const answer = await promise.finally(async () => {
    clearTimeout(timer)
    await thread.terminate()
  })
  if ('error' in answer) throw fieldError('file', answer.error)
  return answer
}
