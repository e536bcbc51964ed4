import { isoDay } from '#shared/domain/written-day.ts'

/** Times in the formats of sites. Midnight is printed when there is no time (2020–2026). */
export const isNoTime = (written: string): boolean => /^(?:0?0[:.-]00(?:[:.]00)?|[-–—]+|)$/.test(written.trim())

/** «9:30», «09.30», «9-30», «9 час. 30 мин.» */
const clock = /^(\d{1,2})(?:[:.-]| ?ч(?:ас(?:ов|а)?)?\.? ?)(\d{2})(?::\d{2}| ?мин(?:ут[аы]?)?\.?)?$/
export function clockTime(written: string): string | undefined {
  const [, hours = '', minutes = ''] = clock.exec(written.trim()) ?? []
  const isTime = hours !== '' && !isNoTime(`${hours}:${minutes}`) && Number(hours) < 24 && Number(minutes) < 60
  return isTime ? `${hours.padStart(2, '0')}:${minutes}` : undefined
}

export const timeBeside = (written: string): string | undefined => {
  const found = /[\sT](\d{1,2}[:.]\d{2}(?::\d{2})?)$/.exec(written.trim())?.[1]
  return found === undefined || isoDay(written) === undefined ? undefined : clockTime(found)
}

/** `2026-06-01` → `01.06.2026`, as a search form wants it. */
export const siteDay = (told: string): string => told.split('-').reverse().join('.')
