import { afterAll } from 'vitest'
import { buildApp } from '../server/app.ts'
import { copyEngine } from '../server/replica/copy-engine.ts'
import { defaultMemoryShare } from '../server/replica/copy-memory.ts'
import { openReplica } from '../server/replica/open-replica.ts'
import { asking, type TestApp } from './app.ts'
import { temporaryFolder } from './temporary-folder.ts'

const fail = (error: unknown): never => {
  throw error
}

/** For `describe.each`: the same database without a columnar copy and with a complete one. */
export async function bothEngines({ db, url, as }: TestApp): Promise<(readonly [name: string, as: TestApp['as']])[]> {
  const replica = openReplica({ url, folder: temporaryFolder(), memoryShare: defaultMemoryShare, onError: fail })
  await replica.loaded
  const app = await buildApp({ db, copy: () => copyEngine(replica.reader() ?? fail('nothing to read from'), fail) })
  await app.ready()
  afterAll(async () => {
    await app.close()
    await replica.stop()
  })
  return [
    ['PostgreSQL', as],
    ['the copy', asking(app, db).as],
  ]
}
