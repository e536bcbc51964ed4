import { parentPort, workerData } from 'node:worker_threads'
import type { CourtPage } from '../open-page.ts'
import { readAnswer } from '../parse.ts'
import { type CourtTable, courtDirectory } from '../sites.ts'

const courts = courtDirectory(workerData as CourtTable) // The message of reading-threads.ts.
parentPort?.on('message', async ({ number, page }: { number: number; page: CourtPage }) => {
  parentPort?.postMessage({ number, reading: await readAnswer(page, courts) })
})
