import type { StandInCase, StandInCourt } from './court-stand-in.ts'

/** What a court of the stand-in finds when its search form is asked, whatever its site looks like. */
export type Wanted = {
  /** As the site writes them, `DD.MM.YYYY`. */
  from: string
  to: string
  number: string
  uid: string
  name: string
  server: number
  page: number
}
export type Found = { total: number; rows: StandInCase[]; page: number; pages: number; first: number }

const pageSize = 5
export const russianDay = (day: string): string => day.split('-').reverse().join('.')
const isoDay = (day: string): string => day.split('.').reverse().join('-')
export const serverOf = (one: StandInCase): number => one.server ?? 1
/** The number under which a site that knows no GUID keeps it. */
export const idOf = ({ guid }: StandInCase): number => Number.parseInt(guid, 16) || 1

/** Undefined when nothing is. A court that hides rows shows fewer than it counts, unless it is asked for one day. */
export function findRows(court: StandInCourt, wanted: Wanted): Found | undefined {
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

export const countOf = ({ total, rows, first }: Found): string =>
  `Всего по запросу найдено — ${total}. На странице записи с ${first} по ${first + rows.length - 1}.`

/** The case behind an address of its card: what is gone has none. */
export const caseAt = (court: StandInCourt, isIt: (one: StandInCase) => boolean): StandInCase | undefined =>
  court.cases.find(one => !one.gone && isIt(one))
