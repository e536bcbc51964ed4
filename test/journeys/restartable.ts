import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../server/app.ts'
import type { DB } from '../../server/db/schema.ts'
import { freePort } from '../local-port.ts'
import { openVisit } from './visitors.ts'
import { sessionOf } from './world.ts'

/**
 * A server that goes as a killed process does to those who ask it: it takes no connection and cuts those there are, whatever is under
 * way; and that comes back at the same address. That processes are killed and come back is tested by `server/main.test.ts`.
 */
export async function openRestartable(db: Kysely<DB>, viewport = { width: 1440, height: 900 }) {
  const port = await freePort()
  const start = async () => {
    const app = await buildApp({ db })
    return { app, origin: await app.listen({ port, host: '127.0.0.1' }) }
  }
  let running = await start()
  const { origin } = running
  const kill = async (): Promise<void> => {
    const { app } = running
    app.server.close()
    app.server.closeAllConnections()
    await app.close()
  }
  const visit = await openVisit(origin, { storageState: await sessionOf(origin), viewport })
  onTestFinished(async () => {
    // Its page would go on asking a server that is no more.
    await visit.leave()
    await kill()
  })
  const { page } = visit
  const places: string[] = []
  page.on('framenavigated', frame => places.push(frame.url()))
  return {
    page,
    troubles: visit.troubles,
    kill,
    restart: async () => {
      running = await start()
    },
    /** This very document, never left for another. */
    mark: () => page.evaluate(() => document.documentElement.setAttribute('data-same', '')),
    isSame: () => page.evaluate(() => document.documentElement.hasAttribute('data-same')),
    errorPages: () => places.filter(place => place.startsWith('chrome-error:')),
  }
}
