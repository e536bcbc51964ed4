import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { readingThreads } from '../server/collectors/pages/reading-threads.ts'
import { type ReplayedPage, replay } from '../server/collectors/pages/replay.ts'
import { readCourtTable } from '../server/collectors/sites.ts'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'

/**
 * Pages a second when kept pages are read again: decoded, kept, read in threads, entered by the one door. Cards are of the
 * size that court sites send, most of it menus and scripts. What was added is removed afterwards.
 */
export type ReplayRate = { pages: number; cases: number; rate: number; megabytes: number }
const host = 'bench.alt.sudrf.ru'
/** Of pages saved from court sites: 290 KB. */
const usualSize = 290_000

export async function replayRate(db: Kysely<DB>, pages: number, pageSize = usualSize): Promise<ReplayRate> {
  const threads = readingThreads(await readCourtTable(db))
  const { last } = await db
    .selectFrom('defendant')
    .select(eb => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()
  try {
    const began = performance.now()
    const source = { pages: () => cards(pages, pageSize), textAt: async () => undefined }
    const { outcomes } = await replay(db, source, threads)
    const seconds = (performance.now() - began) / 1000
    const megabytes = process.resourceUsage().maxRSS / 1024
    return { pages, cases: outcomes.new, rate: pages / seconds, megabytes }
  } finally {
    await threads.stop()
    const added = db.selectFrom('case_source').where('source_key', 'like', `sudrf|${host}|%`).select('case_id')
    await db.deleteFrom('court_case').where('id', 'in', added).execute()
    await db.deleteFrom('defendant').where('id', '>', last).execute()
    await db.deleteFrom('page').where('url', 'like', `http://${host}/%`).execute()
  }
}

async function* cards(count: number, size: number): AsyncGenerator<ReplayedPage> {
  const today = new Date().toISOString().slice(0, 10)
  let number = 0
  for (const record of demoCases(count, { seed: 5, today, textShare: 0.3 })) {
    number += 1
    const url = `http://${host}/modules.php?name=sud_delo&srv_num=1&name_op=case&case_id=${number}&case_uid=b${number}&delo_id=1500001`
    yield { page: { url, body: Buffer.from(cardPage(record, number, size)), content_type: 'text/html; charset=utf-8' } }
  }
}

const day = (date = ''): string => date.split('-').reverse().join('.')
const rows = (table: readonly (readonly string[])[]): string =>
  table.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')
const headed = (title: string, heading: readonly string[], table: readonly (readonly string[])[]): string =>
  `<table id="tablcont"><tr><th colspan="9">${title}</th></tr><tr>${heading.map(cell => `<td><b>${cell}</b></td>`).join('')}</tr>${rows(table)}</table>`

function cardPage(record: CaseRecord, number: number, size: number): string {
  const facts = [
    ['<b>Дата поступления</b>', day(record.entry_date)],
    ['<b>Судья</b>', record.judge ?? ''],
    ['<b>Дата рассмотрения</b>', day(record.result_date)],
    ['<b>Результат рассмотрения</b>', record.result ?? ''],
  ].filter(([, value]) => value !== '')
  const tabs = [
    ['ДЕЛО', `<table id="tablcont"><tr><th colspan="2">ДЕЛО</th></tr>${rows(facts)}</table>`],
    [
      'ДВИЖЕНИЕ ДЕЛА',
      headed(
        'ДВИЖЕНИЕ ДЕЛА',
        ['Наименование события', 'Дата', 'Время', 'Место проведения', 'Результат события'],
        record.events.map(event => [event.type, day(event.date), event.time ?? '', event.hall, event.result]),
      ),
    ],
    [
      'СТОРОНЫ ПО ДЕЛУ',
      headed(
        'СТОРОНЫ ПО ДЕЛУ',
        ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
        record.defendants.map(({ name }) => ['ПРИВЛЕКАЕМОЕ ЛИЦО', name, 'ст.20.2 ч.5 КоАП РФ']),
      ),
    ],
    ...(record.text === undefined
      ? []
      : [
          [
            'СУДЕБНЫЕ АКТЫ',
            `<ul class="tabs"><li id="tab_doc1">Судебный акт #1 (Постановление)</li></ul><div id="cont_doc1"><p>${record.text.replaceAll('\n', '</p><p>')}</p></div>`,
          ],
        ]),
  ]
  const body = `<div id="content"><div class="title">Дела об административных правонарушениях - первая инстанция</div>
    <div class="casenumber">ДЕЛО № 5-${number}/2026</div>
    <ul class="tabs">${tabs.map(([title], at) => `<li id="tab${at + 1}">${title}</li>`).join('')}</ul>
    ${tabs.map(([, html], at) => `<div id="cont${at + 1}">${html}</div>`).join('')}</div>`
  const filler = menu.repeat(Math.max(Math.ceil((size - body.length * 1.6) / menu.length), 0))
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${record.court.title}</title></head><body>
    <a href="/modules.php?vnkod=22RS0068">Суд</a>${filler}${body}</body></html>`
}
const menu = `<div class="menu__item menu__item_wide"><a class="menu__link" href="/modules.php?name=info_court">О СУДЕ<span class="icon icon_bullet-bottom"></span></a>
  <ul class="sub-menu"><li><a href="/modules.php?name=press_dep">Пресс-служба</a></li></ul></div>
  <script>document.write('<img src="//counter.sudrf.ru/cnt.php?show=1">'); var shown = [1, 2, 3];</script>`
