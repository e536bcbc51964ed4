import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { showNumber } from '#shared/domain/wording.ts'
import { rereadPages } from './collectors/pages/reread-pages.ts'
import { connect } from './db/connect.ts'
import type { DB } from './db/schema.ts'
import { keepResolved } from './defendants/resolve/keep-resolved.ts'
import { keepClocks } from './defendants/risk/keep-clocks.ts'
import { relinkCases } from './ingest/relink.ts'
import { rereadHearings } from './ingest/reread-hearings.ts'
import { rereadRecords } from './ingest/reread-records.ts'
import { rereadTexts } from './ingest/reread-texts.ts'
import { splitAllPeople } from './ingest/split-people.ts'
import { refreshReadings } from './texts/refresh-readings.ts'
import { buildStringsIndex } from './texts/strings-index.ts'

/**
 * The thread in which the server does what nobody waits for: after an update it reads texts and links anew, and it keeps people and
 * clocks as cases come in. All of it is noted in the database: what is broken off goes on at the next start.
 */
const { url } = z.object({ url: z.string() }).parse(workerData)
const db = connect(url, { max: 5 })
const stopping = new AbortController()
const isStopped = (): boolean => stopping.signal.aborted
const say = (said: string): void => parentPort?.postMessage({ said })
const fail = (what: string) => (error: unknown) => {
  if (!isStopped()) parentPort?.postMessage({ failed: `${what}: ${error instanceof Error ? error.message : error}` })
}

// Elsewhere than on Linux this would be the priority of the whole server.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

const stopClocks = keepClocks(db, fail('Сроки не пересчитаны'))
const stopResolving = keepResolved(db, fail('Лица не разобраны'))
const reading = readUntilDone()
parentPort?.once('message', async () => {
  stopping.abort()
  await Promise.all([reading, stopClocks(), stopResolving()])
  await db.destroy()
  parentPort?.close()
})

async function readUntilDone(): Promise<void> {
  while (!isStopped())
    try {
      return await db.connection().execute(readAnew)
    } catch (error) {
      fail('Тексты и связи дел не прочитаны заново')(error)
      await pause(tryAgainAfter, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
}
const tryAgainAfter = 60_000

/** One process at a time, held by a connection: another one is at it already, or has just done it. */
async function readAnew(held: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_lock(${lock}) as ours`.execute(held)
  if (!rows[0]?.ours) return
  try {
    // First what is said of people: until then two of one name are one, and counsel is accused.
    const split = await splitAllPeople(db, isStopped)
    if (split > 0) say(`Лица с одним именем разделены по судам: просмотрено ${showNumber(split)}.`)
    const records = await rereadRecords(db, isStopped)
    if (records.changed > 0)
      say(
        `Роли лиц и кодексы дел прочитаны заново: дел, о которых теперь известно иное, — ${showNumber(records.changed)}.`,
      )
    const hearings = await rereadHearings(db, isStopped)
    if (hearings.changed > 0)
      say(`Заседания определены заново: дел, о которых теперь известно иное, — ${showNumber(hearings.changed)}.`)
    // Before pages: until then penalties of texts are nobody's.
    const { read, changed } = await rereadTexts(db, { isStopped })
    if (read > 0)
      say(
        `Исходы прочитаны заново: текстов — ${showNumber(read)}, дел, о которых теперь известно иное, — ${showNumber(changed)}.`,
      )
    const pages = await rereadPages(db, isStopped)
    if (pages.read > 0)
      say(
        `Карточки прочитаны заново: ${showNumber(pages.read)}, дел, о которых теперь известно иное, — ${showNumber(pages.changed)}.`,
      )
    const linked = await relinkCases(db, isStopped)
    if (linked > 0) say(`Связи инстанций проверены заново: дел — ${showNumber(linked)}.`)
    const forSearch = await refreshReadings(db, isStopped)
    if (forSearch > 0) say(`Тексты решений прочитаны заново для поиска: ${showNumber(forSearch)}.`)
    const isBuilt = await buildStringsIndex(db, stopping.signal, () =>
      say('Строится указатель строк в текстах решений; до тех пор точные строки ищутся дольше.'),
    )
    if (isBuilt) say('Указатель строк построен.')
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(held)
  }
}
/** An arbitrary number of our own. */
const lock = 7_301_018
