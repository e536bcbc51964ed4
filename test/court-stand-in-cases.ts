import type { CollectedLayout } from '#shared/domain/court-layouts.ts'

/** A court of the stand-in: its cases, and what it finds among them when its search form is asked, whatever its site looks like. */
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
  /** `file`: what it is kept as in Moscow. */
  text?: { html: string; apart?: boolean; file?: 'doc' | 'docx' | 'rtf' | 'broken' }
  /** The court of the portal it belongs to (Moscow): `tverskoj`. */
  folder?: string
  /** Its card and its row are gone. */
  gone?: boolean
}
export type StandInCourt = {
  layout?: CollectedLayout
  cases: StandInCase[]
  servers?: number
  /** Search forms want these digits; an answer serves so many searches. */
  captcha?: { answer: string; serves: number }
  /** Everything is behind a form of its own: it takes these digits once and knows its visitor by a cookie (msudrf.ru). */
  gate?: { answer: string }
  /** How many rows a list shows fewer than it promises when it is asked for more than one day. */
  hides?: number
}
/** How the pages of a layout look. `passes`: whether the code of the captcha, where there is one, is right. */
export type StandInSite = {
  charset: 'windows-1251' | 'utf-8'
  /** The platform that its host names are made of. */
  platform: string
  answer: (court: StandInCourt, url: URL, passes: () => boolean) => string | Buffer
}
export type StandInSearch = {
  /** As the site writes them, `DD.MM.YYYY`. */
  from: string
  to: string
  number: string
  uid: string
  name: string
  server: number
  page: number
}
type StandInList = { total: number; rows: StandInCase[]; page: number; pages: number; first: number }

const pageSize = 5
export const russianDay = (day: string): string => day.split('-').reverse().join('.')
const isoDay = (day: string): string => day.split('.').reverse().join('-')
export const serverOf = (one: StandInCase): number => one.server ?? 1
/** The number by which a site without GUIDs identifies the case. */
export const idOf = ({ guid }: StandInCase): number => Number.parseInt(guid, 16) || 1

/**
 * Undefined when nothing is found. A court that hides rows returns fewer than it counts, unless it is asked for a
 * single day.
 */
export function findRows(court: StandInCourt, wanted: StandInSearch): StandInList | undefined {
  const [from, to] = [isoDay(wanted.from), isoDay(wanted.to)]
  const all = court.cases.filter(
    one =>
      !one.gone &&
      serverOf(one) === wanted.server &&
      one.entry >= from &&
      one.entry <= to &&
      (wanted.number === '' || one.number === wanted.number) &&
      (wanted.uid === '' || one.uid === wanted.uid) &&
      (wanted.name === '' || one.person.toLowerCase().startsWith(wanted.name.toLowerCase())),
  )
  if (all.length === 0) return undefined
  const shown = from === to ? all : all.slice(0, all.length - (court.hides ?? 0))
  const first = (wanted.page - 1) * pageSize
  return {
    total: all.length,
    rows: shown.slice(first, first + pageSize),
    page: wanted.page,
    pages: Math.ceil(shown.length / pageSize),
    first: first + 1,
  }
}

export const countLine = ({ total, rows, first }: StandInList): string =>
  `Всего по запросу найдено — ${total}. На странице записи с ${first} по ${first + rows.length - 1}.`

/** The case of a card's address; none if it was removed. */
export const caseAt = (court: StandInCourt, isIt: (one: StandInCase) => boolean): StandInCase | undefined =>
  court.cases.find(one => !one.gone && isIt(one))
