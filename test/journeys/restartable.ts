import { onTestFinished } from 'vitest'
import { emptyFolder } from '../embedded-data.ts'
import { freePort } from '../local-port.ts'
import type { Program } from '../programs.ts'
import { startServer } from '../server-process.ts'
import { openVisit } from './visitors.ts'
import { sessionOf } from './world.ts'

/** A server in a process of its own, always at the same address; `kill -9` is how it goes. */
export async function openRestartable(url: string, viewport = { width: 1440, height: 900 }) {
  const environment = { DATABASE_URL: url, PORT: String(await freePort()) }
  const folder = emptyFolder()
  let running: Program & { address: string } = await startServer(folder, environment)
  const origin = running.address
  const visit = await openVisit(origin, { storageState: await sessionOf(origin), viewport })
  // Its page would go on asking a server that is no more.
  onTestFinished(() => visit.leave())
  const { page } = visit
  const places: string[] = []
  page.on('framenavigated', frame => places.push(frame.url()))
  return {
    page,
    troubles: visit.troubles,
    kill: async () => {
      running.child.kill('SIGKILL')
      await running.ended
    },
    restart: async () => {
      running = await startServer(folder, environment)
    },
    /** This very document, never left for another. */
    mark: () => page.evaluate(() => document.documentElement.setAttribute('data-same', '')),
    isSame: () => page.evaluate(() => document.documentElement.hasAttribute('data-same')),
    errorPages: () => places.filter(place => place.startsWith('chrome-error:')),
  }
}
