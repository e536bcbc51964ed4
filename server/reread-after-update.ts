import type { Kysely } from 'kysely'
import { showNumber } from '#shared/domain/wording.ts'
import { carryStates } from './collectors/pages/carry-states.ts'
import { rereadPages } from './collectors/pages/reread-pages.ts'
import type { DB } from './db/schema.ts'
import { relinkCases } from './ingest/relink.ts'
import { rereadHearings } from './ingest/reread-hearings.ts'
import { rereadRecords } from './ingest/reread-records.ts'
import { rereadTexts } from './ingest/reread-texts.ts'
import { splitAllPeople } from './ingest/split-people.ts'
import type { JobHandler } from './jobs/job-kinds.ts'
import { sendJob } from './jobs/send-job.ts'
import { buildStringsIndex } from './texts/strings-index.ts'
import { reindexTexts } from './texts/text-index.ts'

/** Each step keeps its cursor in the database: what is broken off goes on there, and nothing is done twice. */
type Step = (db: Kysely<DB>, isStopped: () => boolean) => Promise<string | undefined>
const when = (count: number, sentence: string): string | undefined => (count > 0 ? sentence : undefined)
const changedCases = (count: number): string => `дел, о которых теперь известно иное, — ${showNumber(count)}`

const steps: readonly Step[] = [
  // First what is said of people: until then two of one name are one, and counsel is accused.
  async (db, isStopped) => {
    const split = await splitAllPeople(db, isStopped)
    return when(split, `Лица с одним именем разделены по судам: просмотрено ${showNumber(split)}.`)
  },
  async (db, isStopped) => {
    const { changed } = await rereadRecords(db, isStopped)
    return when(changed, `Роли лиц и кодексы дел прочитаны заново: ${changedCases(changed)}.`)
  },
  async (db, isStopped) => {
    const { changed } = await rereadHearings(db, isStopped)
    return when(changed, `Заседания определены заново: ${changedCases(changed)}.`)
  },
  // Before pages: until then penalties of texts are nobody's.
  async (db, isStopped) => {
    const { read, changed } = await rereadTexts(db, { isStopped })
    return when(read, `Исходы прочитаны заново: текстов — ${showNumber(read)}, ${changedCases(changed)}.`)
  },
  async (db, isStopped) => {
    const { read, changed } = await rereadPages(db, isStopped)
    return when(read, `Карточки прочитаны заново: ${showNumber(read)}, ${changedCases(changed)}.`)
  },
  async (db, isStopped) => {
    const { changed } = await carryStates(db, isStopped)
    return when(changed, `Прежние состояния дел прочитаны из сохранённых страниц: ${showNumber(changed)}.`)
  },
  async (db, isStopped) => {
    const linked = await relinkCases(db, isStopped)
    return when(linked, `Связи инстанций проверены заново: дел — ${showNumber(linked)}.`)
  },
  async (db, isStopped) => {
    const read = await reindexTexts(db, isStopped)
    return when(read, `Тексты решений прочитаны заново для поиска: ${showNumber(read)}.`)
  },
]

export const rereadAfterUpdate: JobHandler<'reread-stored'> = async ({ db, say }, _, signal) => {
  for (const step of steps) {
    const said = await step(db, () => signal.aborted)
    if (said !== undefined) say(said)
    // Whoever is stopped goes on here later.
    signal.throwIfAborted()
  }
  // Whatever was changed; clocks follow people.
  await sendJob(db, 'resolve-people', {})
  const isBuilt = await buildStringsIndex(db, signal, () =>
    say('Строится указатель строк в текстах решений; до тех пор точные строки ищутся дольше.'),
  )
  if (isBuilt) say('Указатель строк построен.')
}
