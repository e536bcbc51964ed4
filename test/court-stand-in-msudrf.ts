import { answerPages } from './court-pages.ts'
import {
  caseAt,
  countLine,
  findRows,
  idOf,
  russianDay,
  type StandInCase,
  type StandInCourt,
  type StandInSite,
} from './court-stand-in-cases.ts'
import { of1251 } from './court-stand-in-sudrf.ts'

/** The site of a magistrate in the stand-in (structure as on *.msudrf.ru in 2026): КоАП; texts on separate pages. */
const page = (
  body: string,
) => `<!DOCTYPE html><html><body><p class="court-name"><span id="court_name">Участок</span></p>
  <ul class="top-menu"><li>Судебное делопроизводство</li></ul><div class="content">${body}</div></body></html>`
const cells = (row: readonly string[]) => `<tr>${row.map(cell => `<td class="vert-align">${cell}</td>`).join('')}</tr>`
const table = ([heading = [], ...rows]: readonly (readonly string[])[]) =>
  `<table class="tablcont"><thead>${cells(heading.map(cell => `<h2>${cell}</h2>`))}</thead><tbody>${rows.map(cells).join('')}</tbody></table>`
const address = (one: StandInCase, op = 'cs') =>
  `/modules.php?name=sud_delo&op=${op}&case_id=${idOf(one)}&delo_id=1500001`

export const msudrfStandIn: StandInSite = {
  charset: 'windows-1251',
  platform: 'msudrf.ru',
  answer(court, url) {
    const one = caseAt(court, other => String(idOf(other)) === url.searchParams.get('case_id'))
    switch (url.searchParams.get('op')) {
      case 'sf':
        return list(court, url)
      case 'cs':
        return one === undefined ? answerPages.moved : card(one)
      case 'doc':
        return one?.text === undefined
          ? answerPages.moved
          : page(`<h2>Постановление по делу № ${one.number}</h2><div class="lawcase-document">${one.text.html}</div>`)
      default:
        return answerPages.moved
    }
  },
}

function list(court: StandInCourt, url: URL): string {
  const nothing = page('<div>Данных по запросу не обнаружено</div>')
  if (of1251(url, 'delo_id') !== '1500001') return nothing
  const found = findRows(court, {
    from: of1251(url, 'adm_case__ENTRY_DATE1D'),
    to: of1251(url, 'adm_case__ENTRY_DATE2D'),
    number: of1251(url, 'adm_case__CASE_NUMBERSS'),
    uid: of1251(url, 'adm_case__JUDICIAL_UIDSS'),
    name: of1251(url, 'adm_parts__NAMESS'),
    page: Number(of1251(url, 'pageNum_Recordset1') || 0) + 1,
    server: 1,
  })
  if (found === undefined) return nothing
  const rows = found.rows.map(one => [
    russianDay(one.entry),
    `<a href="${address(one)}">${one.number}</a>`,
    `${one.person} - ${one.article}`,
    'Тестова А.А.',
    one.result === undefined ? '' : russianDay(one.entry),
    one.result ?? '',
    '',
  ])
  const links = Array.from(
    { length: found.pages },
    (_, at) =>
      `<li><a href="${url.pathname}${url.search.replace(/pageNum_Recordset1=\d+/, `pageNum_Recordset1=${at}`)}">${at + 1}</a></li>`,
  )
  return page(
    `<div>${countLine(found)}</div>${table([
      ['Дата поступления', '№ дела', 'Информация по делу', 'Судья', 'Дата решения', 'Решение', 'Судебные акты'],
      ...rows,
    ])}<ul class="paging">${links.join('')}</ul>`,
  )
}

function card(one: StandInCase): string {
  const facts = [
    ...(one.uid === undefined ? [] : [['Уникальный идентификатор дела', one.uid]]),
    ['Дата поступления', russianDay(one.entry)],
    ['Передано в производство судье', 'Тестова А.А.'],
    ...(one.result === undefined ? [] : [['Результат рассмотрения', one.result]]),
  ]
  const tabs = {
    ДЕЛО: `<table class="tablcont"><tbody>${facts.map(([label, value]) => `<tr><td><h2>${label}</h2></td><td>${value}</td></tr>`).join('')}</tbody></table>`,
    СТОРОНЫ: table([
      [
        'Сторона по делу (ФИО, наименование)',
        'Процессуальный статус лица, участвующего в деле',
        'Главная статья (КоАП, ТК ...)',
      ],
      [one.person, 'Лицо, в отношении которого ведется производство по делу', one.article],
    ]),
    ...(one.text === undefined ? {} : { 'СУДЕБНЫЙ АКТ': `<a href="${address(one, 'doc')}">Постановление</a>` }),
  }
  return page(
    `<h2>ДЕЛО № ${one.number}</h2><ul id="tabs">${Object.keys(tabs)
      .map(title => `<li><span>${title}</span></li>`)
      .join('')}</ul><div id="contentt">${Object.values(tabs)
      .map(body => `<div class="tab-content">${body}</div>`)
      .join('')}</div>`,
  )
}
