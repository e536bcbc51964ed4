import { z } from 'zod'

/** Dates and times as sites write them. Midnight is printed where there is no time (2020–2026). */
const day = z.iso.date()

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')
const clock = String.raw`(?:[\sT]+(?:в\s+)?\d{1,2}[:.]\d{2}(?::\d{2})?)?`
const digits = new RegExp(String.raw`^(\d{1,2})[./](\d{1,2})[./](\d{4})(?:\s*г(?:\.|ода)?)?${clock}$`, 'u')
const iso = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${clock}$`)
const words = new RegExp(
  String.raw`^«?(\d{1,2})»?\s+(${months.join('|')})\s+(\d{4})(?:\s*г(?:\.|ода)?)?${clock}$`,
  'iu',
)

export function isoDay(written: string): string | undefined {
  const text = written.replace(/[\s\u00a0]+/g, ' ').trim()
  const [, year, month, date] = iso.exec(text) ?? []
  const [, otherDate, otherMonth, otherYear] = digits.exec(text) ?? []
  const [, wordDate, monthWord = '', wordYear] = words.exec(text) ?? []
  const wordMonth = monthWord === '' ? undefined : String(months.indexOf(monthWord.toLowerCase()) + 1)
  return dayOf(year ?? otherYear ?? wordYear, month ?? otherMonth ?? wordMonth, date ?? otherDate ?? wordDate)
}

function dayOf(year = '', month = '', date = ''): string | undefined {
  const told = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return day.safeParse(told).success && year >= '1990' && year <= '2100' ? told : undefined
}

export const isNoTime = (written: string): boolean => /^(?:0?0[:.]00(?:[:.]00)?|[-–—]+|)$/.test(written.trim())

export function clockTime(written: string): string | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(written.trim()) ?? []
  const isTime = hours !== '' && !isNoTime(written) && Number(hours) < 24 && Number(minutes) < 60
  return isTime ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

export const timeBeside = (written: string): string | undefined => {
  const found = /[\sT](\d{1,2}[:.]\d{2}(?::\d{2})?)$/.exec(written.trim())?.[1]
  return found === undefined || isoDay(written) === undefined ? undefined : clockTime(found)
}

/** `2026-06-01` → `01.06.2026`, as a search form wants it. */
export const siteDay = (told: string): string => told.split('-').reverse().join('.')
