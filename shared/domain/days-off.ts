import { weekdayOf } from './dates.ts'

/**
 * Days off of the five-day week, which move the end of procedural terms: weekends, holidays, days moved by decree. From
 * published calendars of 2020–2027 that agree; decree numbers of 2020 and 2021 are from memory. Epidemic days off do
 * not move terms (Supreme Court, 21.04.2020); regional ones are not included.
 */
type Year = { decree: string; off: string; worked?: string }

const years: Readonly<Record<string, Year>> = {
  2020: {
    decree: 'постановление Правительства РФ от 10.07.2019 № 875',
    off: '01-01 01-02 01-03 01-06 01-07 01-08 02-24 03-09 05-01 05-04 05-05 05-11 06-12 11-04',
  },
  2021: {
    decree: 'постановление Правительства РФ от 10.10.2020 № 1648',
    off: '01-01 01-04 01-05 01-06 01-07 01-08 02-22 02-23 03-08 05-03 05-10 06-14 11-04 11-05 12-31',
    worked: '02-20',
  },
  2022: {
    decree: 'постановление Правительства РФ от 16.09.2021 № 1564',
    off: '01-03 01-04 01-05 01-06 01-07 02-23 03-07 03-08 05-02 05-03 05-09 05-10 06-13 11-04',
    worked: '03-05',
  },
  2023: {
    decree: 'постановление Правительства РФ от 29.08.2022 № 1505',
    off: '01-02 01-03 01-04 01-05 01-06 02-23 02-24 03-08 05-01 05-08 05-09 06-12 11-06',
  },
  2024: {
    decree: 'постановление Правительства РФ от 10.08.2023 № 1314',
    off: '01-01 01-02 01-03 01-04 01-05 01-08 02-23 03-08 04-29 04-30 05-01 05-09 05-10 06-12 11-04 12-30 12-31',
    worked: '04-27 11-02 12-28',
  },
  2025: {
    decree: 'постановление Правительства РФ от 04.10.2024 № 1335',
    off: '01-01 01-02 01-03 01-06 01-07 01-08 05-01 05-02 05-08 05-09 06-12 06-13 11-03 11-04 12-31',
    worked: '11-01',
  },
  2026: {
    decree: 'постановление Правительства РФ от 24.09.2025 № 1466',
    off: '01-01 01-02 01-05 01-06 01-07 01-08 01-09 02-23 03-09 05-01 05-11 06-12 11-04 12-31',
  },
  2027: {
    decree: 'постановление Правительства РФ от 17.09.2026 № 1187',
    off: '01-01 01-04 01-05 01-06 01-07 01-08 02-22 02-23 03-08 05-03 05-10 06-14 11-04 11-05 12-31',
    worked: '02-20',
  },
}

export function isDayOff(day: string): boolean | undefined {
  const year = years[day.slice(0, 4)]
  if (year === undefined) return undefined
  const date = day.slice(5)
  return weekdayOf(day) > 5 ? year.worked?.includes(date) !== true : year.off.includes(date)
}
