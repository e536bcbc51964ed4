import { z } from 'zod'

/** Dates and times as court sites write them: `DD.MM.YYYY` and `H:MM`. What is none is undefined. */
const day = z.iso.date()

export function isoDay(written: string): string | undefined {
  const found = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\s*г\.?)?$/.exec(written.trim())
  if (!found) return undefined
  const [, date = '', month = '', year = ''] = found
  const iso = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return day.safeParse(iso).success && year >= '1990' && year <= '2100' ? iso : undefined
}

export function clockTime(written: string): string | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(written.trim()) ?? []
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

/** `2026-06-01` → `01.06.2026`, as a search form wants it. */
export const siteDay = (iso: string): string => iso.split('-').reverse().join('.')
