import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { readingThreads } from '../server/collectors/pages/reading-threads.ts'
import { type ReplayedPage, replay } from '../server/collectors/pages/replay.ts'
import { readCourtTable } from '../server/collectors/sites.ts'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import { cardPage } from './court-page.ts'
import { withoutTrace } from './import-rate.ts'

/** Pages a second: decoded, kept, read in threads, taken in by `ingest`. Cards are of the size that sites send. */
const host = 'bench.alt.sudrf.ru'
export async function replayRate(db: Kysely<DB>, pages: number) {
  const threads = readingThreads(await readCourtTable(db))
  const measure = async () => {
    const began = performance.now()
    const source = { pages: () => cards(pages), textAt: async () => undefined }
    await replay(db, source, threads)
    const seconds = (performance.now() - began) / 1000
    const megabytes = process.resourceUsage().maxRSS / 1024
    return { pages, rate: pages / seconds, megabytes }
  }
  try {
    return await withoutTrace(db, measure, `sudrf|${host}|`)
  } finally {
    await threads.stop()
    await db.deleteFrom('page').where('url', 'like', `http://${host}/%`).execute()
  }
}

async function* cards(count: number): AsyncGenerator<ReplayedPage> {
  const today = new Date().toISOString().slice(0, 10)
  let number = 0
  for (const record of demoCases(count, { seed: 5, today, textShare: 0.3 })) {
    number += 1
    const url = `http://${host}/modules.php?name=sud_delo&srv_num=1&name_op=case&case_id=${number}&case_uid=b${number}&delo_id=1500001`
    yield { page: { url, body: cardPage(record, number), content_type: 'text/html; charset=windows-1251' } }
  }
}
