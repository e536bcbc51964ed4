import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { connect } from '../../db/connect.ts'
import { localImporter, type ParsedBatch } from './importer.ts'
import { batchesInFlight, failureOf, type WorkerRequest, type WorkerResponse } from './thread-importer.ts'

const { url } = z.object({ url: z.string() }).parse(workerData)
const importer = localImporter(connect(url, { max: batchesInFlight }))
const batches = new Map<number, ParsedBatch>()
const respond = (response: WorkerResponse): void => parentPort?.postMessage(response)

parentPort?.on('message', (request: WorkerRequest) => {
  const { id } = request
  const work = async (): Promise<void> => {
    if ('chunks' in request) {
      const one = await importer.parse(request.chunks)
      batches.set(id, one)
      const { keys, rejected } = one
      respond({ id, parsed: { keys, rejected } })
    } else {
      const one = batches.get(id)
      batches.delete(id)
      if (one !== undefined) respond({ id, written: await one.write() })
    }
  }
  work().catch(error => respond({ id, failure: failureOf(error) }))
})
