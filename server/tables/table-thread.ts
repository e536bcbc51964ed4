import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { readCells } from './read-cells.ts'
import { UnreadableTable } from './table-limits.ts'

/** A zip bomb must kill nothing but this thread. */
const { body } = z.object({ body: z.instanceof(Uint8Array) }).parse(workerData)
try {
  parentPort?.postMessage(await readCells(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))
} catch (error) {
  const why = error instanceof UnreadableTable ? error.message : 'Таблица не читается: нужен файл XLSX, ODS или CSV.'
  parentPort?.postMessage({ error: why })
}
