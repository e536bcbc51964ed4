import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { actsTab, answers, headedTable, inWindows1251, labelTable, site, tabsCard, tabsList } from './court-pages.ts'

/**
 * Court sites of ГАС «Правосудие» on this machine, reached as a proxy is: any number of hosts, in windows-1251, with
 * servers, captchas, cards that move, lists that hide rows, and every way in which a site lets one down. It notes when it
 * was asked for what, so that manners can be measured. People and numbers are made up.
 */
export type StandInCase = {
  number: string
  person: string
  article: string
  /** `YYYY-MM-DD` */
  entry: string
  guid: string
  server?: number
  uid?: string
  result?: string
  text?: { html: string; apart?: boolean }
  /** Its card and its row are gone. */
  gone?: boolean
}
export type StandInCourt = {
  title?: string
  cases: StandInCase[]
  servers?: number
  /** Search forms want these digits; an answer serves so many searches. */
  captcha?: { answer: string; serves: number }
  /** Everything is behind a form of its own: it takes these digits once and knows its visitor by a cookie (msudrf.ru). */
  gate?: { answer: string }
  /** How many rows a list shows fewer than it promises when it is asked for more than one day. */
  hides?: number
}
export type Fault = 429 | 500 | 'cut' | 'unavailable' | 'blocked' | 'php' | 'strange' | 'slow'
export type Asked = { host: string; url: URL; at: number; ended: number; agent: string }

export const pageSize = 5
const catalogue = 'Дела об административных правонарушениях - первая инстанция'

export async function courtStandIn(courts: Record<string, StandInCourt>, { delay = 0 }: { delay?: number } = {}) {
  const asked: Asked[] = []
  const faults: { host: string; fault: Fault; matches: (url: URL) => boolean }[] = []
  const served = new Map<string, number>()
  const passed = new Set<string>()
  let captchas = 0

  const answer = (host: string, court: StandInCourt, url: URL): string => {
    const asking = (name: string): string => of1251(url, name)
    switch (asking('name_op')) {
      case 'case':
        return card(court, url)
      case 'doc':
        return textPage(court, url)
      case 'sf':
        return captchaForm(host)
      case 'r':
        if (court.captcha !== undefined && !passes(host, court.captcha, url)) return answers.wrong_code
        return list(court, url)
      default:
        return answers.moved
    }
  }
  const captchaForm = (host: string): string => {
    captchas += 1
    served.set(`${host} c${captchas}`, 0)
    return answers.captcha.replace('abc123', `c${captchas}`)
  }
  const passes = (host: string, { answer, serves }: { answer: string; serves: number }, url: URL): boolean => {
    const key = `${host} ${url.searchParams.get('captchaid')}`
    const times = served.get(key)
    if (times === undefined || times >= serves || url.searchParams.get('captcha') !== answer) return false
    served.set(key, times + 1)
    return true
  }

  const server = createServer((request, response) => {
    void handle(request, response)
  })
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const one: Asked = {
      host: url.host,
      url,
      at: performance.now(),
      ended: Number.NaN,
      agent: request.headers['user-agent'] ?? '',
    }
    asked.push(one)
    for (const event of ['finish', 'close'])
      response.on(event, () => {
        one.ended = Number.isNaN(one.ended) ? performance.now() : one.ended
      })
    const at = faults.findIndex(({ host, matches }) => host === url.host && matches(url))
    const [fault] = at < 0 ? [] : faults.splice(at, 1)
    if (delay > 0 || fault?.fault === 'slow') await quiet(fault?.fault === 'slow' ? 10 * delay + 50 : delay)
    const court = courts[url.host]
    if (court === undefined) return void response.writeHead(404).end()
    if (court.gate !== undefined && fault === undefined) {
      const cookie = request.headers.cookie ?? ''
      if (url.pathname === '/captcha.php')
        return void (cookie.startsWith('visitor=')
          ? response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from('89504e47', 'hex'))
          : response.writeHead(404).end())
      if (request.method === 'POST' && (await bodyOf(request)) === `captcha-response=${court.gate.answer}`)
        passed.add(cookie)
      if (!passed.has(cookie)) {
        response.setHeader('set-cookie', `visitor=${asked.length}; path=/; HttpOnly`)
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(gateForm)
      }
    }
    const send = (status: number, html: string): void => {
      response.writeHead(status, { 'content-type': 'text/html; charset=windows-1251' }).end(inWindows1251(html))
    }
    switch (fault?.fault) {
      case 429:
        return send(429, answers.blocked)
      case 500:
        return send(500, answers.php_notice)
      case 'cut':
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100000' }).write('<html><body>Поло')
        return void setTimeout(() => response.destroy(), 5)
      case 'unavailable':
        return send(200, answers.unavailable)
      case 'blocked':
        return send(200, answers.blocked)
      case 'php':
        return send(200, answers.php_notice)
      case 'strange':
        return send(200, answers.unknown)
      default:
        return send(200, answer(url.host, court, url))
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The stand-in does not listen')
  return {
    /** For `proxy` of whoever asks. */
    url: `http://127.0.0.1:${address.port}`,
    asked,
    /** The next request to the host that fits goes wrong in this way. */
    fail: (host: string, fault: Fault, matches: (url: URL) => boolean = () => true) =>
      faults.push({ host, fault, matches }),
    faultsLeft: () => faults.length,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const quiet = (milliseconds: number): Promise<void> => new Promise(resolve => setTimeout(resolve, milliseconds))

const gateForm = `<html><body><h2>Для продолжения необходимо пройти дополнительную проверку</h2>
  <form method="post" id="kcaptchaForm"><div><img src="/captcha.php"></div>
  <div><input type="text" name="captcha-response"></div><button type="submit">Продолжить</button></form></body></html>`
async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += String(part)
  return body
}

/** A parameter as the site reads it: percent escapes of windows-1251. */
function of1251(url: URL, name: string): string {
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

function list(court: StandInCourt, url: URL): string {
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

function card(court: StandInCourt, url: URL): string {
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

function textPage(court: StandInCourt, url: URL): string {
  const one = ofCard(court, url)
  return one?.text === undefined
    ? answers.moved
    : site(`<div id="content"><div class="title">Постановление</div>${one.text.html}</div>`)
}
