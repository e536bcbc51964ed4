import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { showNumber } from '#shared/domain/wording.ts'

/** Loads the first demonstration in a thread while the server answers. `note`: its progress. */
export type DemoLoad = { note: () => string | undefined; stop: () => Promise<void> }

const progress = z.union([
  z.object({ finished: z.literal(false), loaded: z.number(), total: z.number() }),
  z.object({ finished: z.literal(true) }),
])

/** Time to finish the current batch, also when the database is away. */
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
