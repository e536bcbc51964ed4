import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { connect } from '../../db/connect.ts'
import { type Opened, ownLane } from './import-lane.ts'
import { type Asked, failureOf, piecesAtOnce, type Told } from './threaded-lane.ts'

/** The thread of a lane (threaded-lane.ts): connections of its own to the database it is told the address of. */
const { url } = z.object({ url: z.string() }).parse(workerData)
const lane = ownLane(connect(url, { max: piecesAtOnce }))
const opened = new Map<number, Opened>()
const tell = (told: Told): void => parentPort?.postMessage(told)

parentPort?.on('message', (asked: Asked) => {
  const { id } = asked
  const work = async (): Promise<void> => {
    if ('pieces' in asked) {
      const one = await lane.open(asked.pieces)
      opened.set(id, one)
      const { keys, rejected } = one
      tell({ id, opened: { keys, rejected } })
    } else {
      const one = opened.get(id)
      opened.delete(id)
      if (one !== undefined) tell({ id, written: await one.write() })
    }
  }
  work().catch(error => tell({ id, failure: failureOf(error) }))
})
