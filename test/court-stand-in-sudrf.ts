import {
  actsTab,
  answerPages,
  headedTable,
  labelTable,
  lawcaseCard,
  lawcaseLabels,
  lawcaseList,
  lawcaseTable,
  site,
  tabsCard,
  tabsList,
} from './court-pages.ts'
import {
  caseAt,
  countLine,
  findRows,
  idOf,
  russianDay,
  type StandInCase,
  type StandInCourt,
  type StandInSearch,
  type StandInSite,
  serverOf,
} from './court-stand-in-cases.ts'

/** Sites of ГАС «Правосудие» in the stand-in, in their two layouts: lists, cards, texts; КоАП, first instance. */
const catalogue = 'Дела об административных правонарушениях - первая инстанция'

/** A parameter as the site reads it: percent escapes of windows-1251. */
export function of1251(url: URL, name: string): string {
  const found = new RegExp(`[?&]${name}=([^&]*)`).exec(url.search)?.[1] ?? ''
  const bytes: number[] = []
  for (let at = 0; at < found.length; at++) {
    if (found[at] === '%') {
      bytes.push(Number.parseInt(found.slice(at + 1, at + 3), 16))
      at += 2
    } else bytes.push(found[at] === '+' ? 32 : found.charCodeAt(at))
  }
  return new TextDecoder('windows-1251').decode(Uint8Array.from(bytes))
}

/** The differences of the two layouts: names of parameters, and templates of pages. */
type Drawing = {
  isOurs: (url: URL) => boolean
  parameters: Readonly<Record<keyof Omit<StandInSearch, 'server'>, string>>
  guid: string
  address: (one: StandInCase) => string
  link: (one: StandInCase) => string
  list: typeof tabsList
  card: typeof tabsCard
  labels: (rows: readonly (readonly string[])[]) => string
  table: (title: string, rows: readonly (readonly string[])[]) => string
}
const tabs: Drawing = {
  isOurs: url => of1251(url, 'delo_table') === 'adm_case',
  parameters: {
    from: 'adm_case__ENTRY_DATE1D',
    to: 'adm_case__ENTRY_DATE2D',
    number: 'adm_case__CASE_NUMBERSS',
    uid: 'adm_case__JUDICIAL_UIDSS',
    name: 'adm_parts__NAMESS',
    page: 'page',
  },
  guid: 'case_uid',
  address: one =>
    `/modules.php?name=sud_delo&srv_num=${serverOf(one)}&name_op=case&case_id=${idOf(one)}&case_uid=${one.guid}&delo_id=1500001`,
  link: one => `<a href='${tabs.address(one)}'>${one.number}</a>`,
  list: tabsList,
  card: tabsCard,
  labels: rows => labelTable('ДЕЛО', rows),
  table: headedTable,
}
const lawcase: Drawing = {
  isOurs: url => of1251(url, '_deloId') === '1500001',
  parameters: {
    from: 'case__entry_date1d',
    to: 'case__entry_date2d',
    number: 'case__case_numberss',
    uid: 'case__judicial_uidss',
    name: 'part__namess',
    page: '_page',
  },
  guid: '_uid',
  address: one =>
    `/modules.php?name=sud_delo&srv_num=${serverOf(one)}&name_op=case&_id=${idOf(one)}&_uid=${one.guid}&_deloId=1500001&_caseType=0&_new=0`,
  link: one => `<a class="open-lawcase" href="${lawcase.address(one)}">${one.number}</a>`,
  list: lawcaseList,
  card: lawcaseCard,
  labels: lawcaseLabels,
  table: (_, rows) => lawcaseTable(rows),
}

const siteOf = (drawing: Drawing): StandInSite => ({
  charset: 'windows-1251',
  platform: 'prm.sudrf.ru',
  answer(court, url, passes) {
    switch (of1251(url, 'name_op')) {
      case 'case':
        return card(drawing, court, url)
      case 'doc':
        return textPage(drawing, court, url)
      case 'sf':
        return answerPages.captcha
      case 'r':
        return passes() ? list(drawing, court, url) : answerPages.wrong_code
      default:
        return answerPages.moved
    }
  },
})
export const tabsStandIn = siteOf(tabs)
export const lawcaseStandIn = siteOf(lawcase)

function list(drawing: Drawing, court: StandInCourt, url: URL): string {
  const { parameters } = drawing
  const asked = (name: keyof typeof parameters): string => of1251(url, parameters[name])
  const server = Number(of1251(url, 'srv_num'))
  if (!drawing.isOurs(url)) return answerPages.nothing_found
  if (server > (court.servers ?? 1)) return answerPages.wrong_parameter
  const found = findRows(court, {
    from: asked('from'),
    to: asked('to'),
    number: asked('number'),
    uid: asked('uid'),
    name: asked('name'),
    page: Number(asked('page') || 1),
    server,
  })
  if (found === undefined) return answerPages.nothing_found
  const link = (number: number): string =>
    `<a href= .${url.pathname}${url.search.replace(/&_?page=\d+/, '')}&${parameters.page}=${number}>${number}</a>`
  return drawing.list({
    catalogue,
    headings: [
      '№ дела',
      'Дата<br>поступления',
      'Правонарушение',
      'Судья',
      'Дата<br>решения',
      'Решение',
      'Дата вступления<br>в законную силу',
      'Судебные<br>акты',
    ],
    rows: found.rows.map(one => [
      drawing.link(one),
      russianDay(one.entry),
      `${one.person} - ${one.article}`,
      'Судьина А.И.',
      one.result === undefined ? '' : russianDay(one.entry),
      one.result ?? '',
      '',
      '',
    ]),
    count: countLine(found),
    paging: Array.from({ length: found.pages }, (_, at) => (at + 1 === found.page ? '' : link(at + 1))).join(' | '),
  })
}

const ofCard = ({ guid }: Drawing, court: StandInCourt, url: URL): StandInCase | undefined =>
  caseAt(
    court,
    one => one.guid === url.searchParams.get(guid) && serverOf(one) === Number(url.searchParams.get('srv_num')),
  )

function card(drawing: Drawing, court: StandInCourt, url: URL): string {
  const asked = ofCard(drawing, court, url)
  if (asked === undefined) return answerPages.nothing_found
  const one = asked.shows ?? asked
  const facts = [
    ...(one.uid === undefined ? [] : [['Уникальный идентификатор дела', one.uid]]),
    ['Дата поступления', russianDay(one.entry)],
    ['Судья', 'Судьина&nbsp;А.И.'],
    ...(one.result === undefined
      ? []
      : [
          ['Дата рассмотрения', russianDay(one.entry)],
          ['Результат рассмотрения', one.result],
        ]),
  ]
  const people = drawing.table('СТОРОНЫ ПО ДЕЛУ', [
    ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
    ['ПРИВЛЕКАЕМОЕ ЛИЦО', one.person, one.article],
  ])
  const events = (one.events ?? []).map(([what, day, time]) => [what, day, time, '', ''])
  const shown = [
    { id: 'Case', title: 'ДЕЛО', html: drawing.labels(facts) },
    {
      id: 'EventList',
      title: 'ДВИЖЕНИЕ ДЕЛА',
      html: drawing.table('ДВИЖЕНИЕ ДЕЛА', [
        ['Наименование события', 'Дата', 'Время', 'Место проведения', 'Результат события'],
        ...events,
      ]),
    },
    { id: 'PersonList', title: 'СТОРОНЫ ПО ДЕЛУ', html: people },
    ...(one.text === undefined ? [] : [textTab(drawing, one, one.text)]),
  ]
  return drawing.card({
    number: one.number,
    catalogue,
    tabs: one.isEmpty
      ? shown.map(tab => ({ ...tab, html: '' }))
      : shown.filter(({ title }) => !one.lacks?.includes(title) && (title !== 'ДВИЖЕНИЕ ДЕЛА' || events.length > 0)),
  })
}

const textTab = (drawing: Drawing, one: StandInCase, { html, apart }: NonNullable<StandInCase['text']>) =>
  drawing === lawcase
    ? { id: 'Document1', title: 'Судебный акт #1 (Постановление)', html }
    : {
        title: 'СУДЕБНЫЕ АКТЫ',
        html: apart
          ? `<a href="${drawing.address(one).replace('name_op=case', 'name_op=doc&number=1')}">Постановление</a>`
          : actsTab([{ title: 'Судебный акт #1 (Постановление)', html }]),
      }

function textPage(drawing: Drawing, court: StandInCourt, url: URL): string {
  const one = ofCard(drawing, court, url)
  return one?.text === undefined
    ? answerPages.moved
    : site(`<div id="content"><div class="title">Постановление</div>${one.text.html}</div>`)
}
