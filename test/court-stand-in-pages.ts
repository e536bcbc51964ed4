import { actsTab, answers, headedTable, labelTable, site, tabsCard, tabsList } from './court-pages.ts'
import type { StandInCase, StandInCourt } from './court-stand-in.ts'

/** What a court of the stand-in shows: lists by what it was asked for, cards, texts; as sites of the tabs layout do. */
const pageSize = 5
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

const russianDay = (day: string): string => day.split('-').reverse().join('.')
const isoDay = (day: string): string => day.split('.').reverse().join('-')
const serverOf = (one: StandInCase): number => one.server ?? 1
const cardAddress = (one: StandInCase): string =>
  `/modules.php?name=sud_delo&srv_num=${serverOf(one)}&name_op=case&case_id=${Number.parseInt(one.guid, 16) || 1}&case_uid=${one.guid}&delo_id=1500001`

export function list(court: StandInCourt, url: URL): string {
  if (of1251(url, 'delo_table') !== 'adm_case') return answers.nothing_found
  const server = Number(of1251(url, 'srv_num'))
  if (server > (court.servers ?? 1)) return answers.wrong_parameter
  const [from, to] = ['ENTRY_DATE1D', 'ENTRY_DATE2D'].map(name => isoDay(of1251(url, `adm_case__${name}`)))
  const wanted = {
    number: of1251(url, 'adm_case__CASE_NUMBERSS'),
    uid: of1251(url, 'adm_case__JUDICIAL_UIDSS'),
    name: of1251(url, 'adm_parts__NAMESS').toLowerCase(),
  }
  const found = court.cases.filter(
    one =>
      !one.gone &&
      serverOf(one) === server &&
      one.entry >= (from ?? '') &&
      one.entry <= (to ?? '') &&
      (wanted.number === '' || one.number === wanted.number) &&
      (wanted.uid === '' || one.uid === wanted.uid) &&
      (wanted.name === '' || one.person.toLowerCase().startsWith(wanted.name)),
  )
  if (found.length === 0) return answers.nothing_found
  const page = Number(of1251(url, 'page') || 1)
  const shown = from === to ? found : found.slice(0, found.length - (court.hides ?? 0))
  const rows = shown.slice((page - 1) * pageSize, page * pageSize)
  const pages = Math.ceil(shown.length / pageSize)
  const link = (number: number): string =>
    `<a href= .${url.pathname}${url.search.replace(/&page=\d+/, '')}&page=${number}>${number}</a>`
  return tabsList({
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
    rows: rows.map(one => [
      `<a href='${cardAddress(one)}'>${one.number}</a>`,
      russianDay(one.entry),
      `${one.person} - ${one.article}`,
      'Судьина А.И.',
      one.result === undefined ? '' : russianDay(one.entry),
      one.result ?? '',
      '',
      '',
    ]),
    count: `Всего по запросу найдено — ${found.length}. На странице записи с ${(page - 1) * pageSize + 1} по ${(page - 1) * pageSize + rows.length}.`,
    paging: Array.from({ length: pages }, (_, at) => (at + 1 === page ? '' : link(at + 1))).join(' | '),
  })
}

const ofCard = (court: StandInCourt, url: URL): StandInCase | undefined =>
  court.cases.find(
    one =>
      !one.gone &&
      one.guid === url.searchParams.get('case_uid') &&
      serverOf(one) === Number(url.searchParams.get('srv_num')),
  )

export function card(court: StandInCourt, url: URL): string {
  const one = ofCard(court, url)
  if (one === undefined) return answers.nothing_found
  return tabsCard({
    number: one.number,
    catalogue,
    tabs: [
      {
        title: 'ДЕЛО',
        html: labelTable('ДЕЛО', [
          ...(one.uid === undefined ? [] : [['Уникальный идентификатор дела', one.uid]]),
          ['Дата поступления', russianDay(one.entry)],
          ['Судья', 'Судьина&nbsp;А.И.'],
          ...(one.result === undefined
            ? []
            : [
                ['Дата рассмотрения', russianDay(one.entry)],
                ['Результат рассмотрения', one.result],
              ]),
        ]),
      },
      {
        title: 'СТОРОНЫ ПО ДЕЛУ',
        html: headedTable('СТОРОНЫ ПО ДЕЛУ', [
          ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
          ['ПРИВЛЕКАЕМОЕ ЛИЦО', one.person, one.article],
        ]),
      },
      ...(one.text === undefined
        ? []
        : [
            {
              title: 'СУДЕБНЫЕ АКТЫ',
              html: one.text.apart
                ? `<a href="${cardAddress(one).replace('name_op=case', 'name_op=doc&number=1')}">Постановление</a>`
                : actsTab([{ title: 'Судебный акт #1 (Постановление)', html: one.text.html }]),
            },
          ]),
    ],
  })
}

export function textPage(court: StandInCourt, url: URL): string {
  const one = ofCard(court, url)
  return one?.text === undefined
    ? answers.moved
    : site(`<div id="content"><div class="title">Постановление</div>${one.text.html}</div>`)
}
