import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { readingThreads } from '../server/collectors/pages/reading-threads.ts'
import { type ReplayedPage, replay } from '../server/collectors/pages/replay.ts'
import { inWindows1251 } from '../server/collectors/site-address.ts'
import { readCourtTable } from '../server/collectors/sites.ts'
import type { DB } from '../server/db/schema.ts'
import { demoCases } from '../server/demo/generate.ts'
import type { CaseRecord } from '../server/ingest/case-record.ts'
import { withoutTrace } from './import-rate.ts'

/**
 * A card as sites of ГАС «Правосудие» send it (2026): some 290 KB in windows-1251, of which 175 are styles and scripts, 60 menus
 * around the answer, and a tenth the card. Its words are those of a made-up case.
 */
function cardPage(record: CaseRecord, number: number): Buffer {
  site ??= {
    before: inWindows1251(`${headOfSite}</head><body>${menus}`),
    after: inWindows1251(`${foot}</body></html>`),
  }
  const head = `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251">
    <title>${record.court.title}</title>`
  const answer = `<div class="box" id="modSdpContent"><a href="/modules.php?vnkod=22RS0068">Суд</a>${card(record, number)}</div>`
  return Buffer.concat([inWindows1251(head), site.before, inWindows1251(answer), site.after])
}
/** The same on every page: written once, so that what is measured is the reading. */
let site: { before: Uint8Array; after: Uint8Array } | undefined

const day = (date = ''): string => date.split('-').reverse().join('.')
const verbose = 'align="left" style="padding: 4px 8px; border-bottom: 1px solid #ccc; color: #323232"'
const row = (cells: readonly string[]): string =>
  `\n\t\t<tr valign="top">\n${cells.map(cell => `\t\t\t<td ${verbose}>${cell}</td>\n`).join('')}\t\t</tr>`
const headed = (title: string, heading: readonly string[], table: readonly (readonly string[])[]): string =>
  `<table id="tablcont" width="100%" border="0" cellpadding="3" cellspacing="1"><tr><th colspan="9">${title}</th></tr>
  <tr>${heading.map(cell => `<td ${verbose}><b>${cell}</b></td>`).join('')}</tr>${table.map(row).join('')}</table>`

function card(record: CaseRecord, number: number): string {
  const facts = [
    ['<b>Дата поступления</b>', day(record.entry_date)],
    ['<b>Судья</b>', record.judge ?? ''],
    ['<b>Дата рассмотрения</b>', day(record.result_date)],
    ['<b>Результат рассмотрения</b>', record.result ?? ''],
  ].filter(([, value]) => value !== '')
  const tabs = [
    ['ДЕЛО', `<table id="tablcont"><tr><th colspan="2">ДЕЛО</th></tr>${facts.map(row).join('')}</table>`],
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
            `<ul class="tabs"><li id="tab_doc1">Судебный акт #1 (Постановление)</li></ul><div id="cont_doc1">${record.text
              .split('\n')
              .map(line => `<p class="MsoNormal" ${verbose}><span style="font-size: 12pt">${line}</span></p>`)
              .join('\n')}</div>`,
          ],
        ]),
  ]
  return `<div id="content"><div id="line"></div><div align="center" class="title">
    Дела об административных правонарушениях - первая инстанция</div>
    <div align="center" class="casenumber">ДЕЛО № 5-${number}/2026</div>
    <ul class="tabs">${tabs.map(([title], at) => `<li id="tab${at + 1}" class="nonsel"><a href="#">&nbsp;${title}&nbsp;</a></li>`).join('')}</ul>
    <script>${script}</script>
    <div class="contentt">${tabs.map(([, html], at) => `<div id="cont${at + 1}" style="display: none">${html}</div>`).join('')}</div></div>`
}

const script = `function openPrintWinCases(CaseNumber, contentTable1) { var win = open("", "displayWindow", "width=800, height=600");
  win.document.write("<title>Документ для печати</title>"); win.document.write('<table cellpadding="3">' + contentTable1); }\n`
const style = `.box_common .menu__item_wide > a:hover, .box_common .sub-menu li + li { border-left: 1px solid rgba(0, 0, 0, 0.12); color: #323232 }\n`
const headOfSite = `<style>${style.repeat(1_000)}</style><script>${script.repeat(130)}</script>`
const menu = `<div class="menu__item menu__item_wide" style="width: 100%"><a class="menu__link" href="/modules.php?name=info_court">О СУДЕ<span class="icon"></span></a>
  <ul class="sub-menu"><li><a href="/modules.php?name=press_dep">Пресс-служба</a></li></ul></div>
  <script>document.write('<img src="//counter.sudrf.ru/cnt.php?show=1">'); var shown = [1, 2, 3];</script>\n`
const menus = menu.repeat(110)
const foot = menu.repeat(50)

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
