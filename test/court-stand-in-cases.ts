import type { CollectedLayout } from '#shared/domain/court-layouts.ts'

/** A court of the stand-in: its cases, and the search among them, whatever the layout of its site. */
export type StandInCase = {
  number: string
  person: string
  article: string
  /** `YYYY-MM-DD` */
  entry: string
  guid: string
  server?: number
  uid?: string | undefined
  result?: string | undefined
  /** `file`: its format in Moscow. */
  text?: { html: string; apart?: boolean; file?: 'doc' | 'docx' | 'rtf' | 'broken' }
  /** The court of the portal it belongs to (Moscow): `tverskoj`. */
  folder?: string
  /** Rows of the tab of events (tabs of ГАС «Правосудие»): what, `DD.MM.YYYY`, `HH:MM`. */
  events?: readonly [string, string, string][]
  /** The site is out of order: it shows its cards without these tabs. */
  lacks?: readonly string[]
  /** The site is out of order: it shows the number of the case above tabs that hold nothing. */
  isEmpty?: boolean
  /** The site is out of order: at the address of the card it shows that of this case. */
  shows?: StandInCase | undefined
  /** The card and the row are removed. */
  gone?: boolean
}
export type StandInCourt = {
  layout?: CollectedLayout
  cases: StandInCase[]
  servers?: number
  /** Search forms require these digits; an answer is valid for `serves` searches. */
  captcha?: { answer: string; serves: number }
  /** All pages are behind a form that accepts these digits once and recognises its visitor by a cookie (msudrf.ru). */
  gate?: { answer: string }
  /** The number of rows missing from a list of more than one day, compared with the count that it states. */
  hides?: number
}
/** The pages of a layout. `passes`: whether the code of the captcha, if there is one, is right. */
export type StandInSite = {
  charset: 'windows-1251' | 'utf-8'
  /** The domain of its host names. */
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
