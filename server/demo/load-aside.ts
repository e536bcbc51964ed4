import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { showNumber } from '#shared/domain/wording.ts'

/** The first demonstration, loaded in a thread beside serving. `note`: how far it is. */
export type DemoLoad = { note: () => string | undefined; stop: () => Promise<void> }

const progress = z.union([
  z.object({ finished: z.literal(false), loaded: z.number(), total: z.number() }),
  z.object({ finished: z.literal(true) }),
])

/** For the cases that are being written, and for a database that is away. */
const shutdownTimeoutMs = 10_000

export function loadDemoAside(url: string, tell: (sentence: string) => void): DemoLoad {
  const began = Date.now()
  let note: string | undefined = 'Загружаются демонстрационные дела.'
  let stopping = false
  tell('Загружаю демонстрационные дела (DEMO=0 — не загружать).')
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData: { url } })
  const ended = new Promise<void>(resolve => {
    worker.on('message', message => {
      const told = progress.parse(message)
      note = told.finished
        ? undefined
        : `Загружаются демонстрационные дела: ${showNumber(told.loaded)} из ${showNumber(told.total)}.`
      if (told.finished)
        tell(
          `Демонстрационные дела загружены за ${showNumber(Math.round((Date.now() - began) / 1000))}\u00a0с. Удалить их: npx sudmonitor demo --remove`,
        )
    })
    worker.on('error', error => {
      note = undefined
      if (!stopping) console.error(`Демонстрационные дела не загрузились: ${error.message}`)
    })
    worker.on('exit', () => {
      note = undefined
      resolve()
    })
  })
  return {
    note: () => note,
    stop: async () => {
      stopping = true
      worker.postMessage('stop')
      await Promise.race([ended, pause(shutdownTimeoutMs, undefined, { ref: false })])
      await worker.terminate()
      await ended
    },
  }
}
