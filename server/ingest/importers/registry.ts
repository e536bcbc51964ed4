import { z } from 'zod'
import type { caseRecord } from '../case-record.ts'
import { readArticles } from '../read-articles.ts'
import { koapInstance } from './koap-instance.ts'
import type { Read } from './own-ndjson.ts'
import { readOwnRecord } from './own-ndjson.ts'
import { forReasons, reasonsOf } from './read-reasons.ts'
import { regionByTitle } from './registry-regions.ts'

/**
 * A row of a registry export of КоАП cases: number, persons, articles, dates `DD.MM.YYYY`, titles of region, court and
 * result. An empty string and `null` are absent. What does not fit is refused with the reason, never guessed.
 */
const text = z
  .string()
  .nullable()
  .transform(value => value?.replace(/[\s\u00a0]+/g, ' ').trim() || undefined)
const filled = text.refine(value => value !== undefined, 'не заполнено')
const registryRow = z.strictObject({
  number: filled,
  persons: text,
  articles: text,
  entry_date: text,
  region: filled,
  court: filled,
  result: text,
  result_date: text,
})

/** A row of the export is known by its keys. */
export const isRegistryRow = (value: object): boolean =>
  'persons' in value && 'number' in value && !('source_key' in value)

export function readRegistryRow(value: unknown): Read {
  const { success, data: row, error } = registryRow.safeParse(value, forReasons)
  if (!success) return { reason: reasonsOf(error) }
  const { number = '', region = '', court = '', result } = row
  const regionNumber = regionByTitle(region)
  if (regionNumber === undefined) return { reason: `region: нет региона «${region}»` }
  const instance = koapInstance(number, court, result)
  if ('reason' in instance) return instance
  const read = readArticles(row.articles ?? '', 'koap')
  if ('error' in read) return { reason: `articles: ${read.error}` }
  const entryDate = isoDate(row.entry_date)
  const resultDate = isoDate(row.result_date)
  if (entryDate === invalid) return { reason: `entry_date: нет такой даты «${row.entry_date}»` }
  if (resultDate === invalid) return { reason: `result_date: нет такой даты «${row.result_date}»` }

  const names = splitNames(row.persons ?? '')
  // The export lists a notation once however many persons share it: only lists of one length go in step. Otherwise the
  // articles are those of the case, and nobody's in particular.
  const inStep = names.length === read.people.length
  return readOwnRecord({
    source_key: ['registry', regionNumber, court, number].join('|'),
    type: 1,
    stage: instance.stage,
    court: { title: court, region: regionNumber },
    case_number: number,
    entry_date: entryDate,
    result_date: resultDate,
    result,
    articles: read.people.flat(),
    defendants: names.map((name, index) => ({ name, articles: inStep ? read.people[index] : [] })),
  } satisfies z.input<typeof caseRecord>)
}

const invalid = Symbol('not a date')
function isoDate(written: string | undefined): string | undefined | typeof invalid {
  if (written === undefined) return undefined
  const found = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(written)
  const day = found ? `${found[3]}-${found[2]}-${found[1]}` : ''
  return z.iso.date().safeParse(day).success ? day : invalid
}

/** Commas part persons, but for those inside quotes; a comma at the end parts nothing. */
const splitNames = (persons: string): string[] =>
  [...persons.matchAll(/(?:«[^«»]*»|"[^"]*"|[^,])+/g)].map(([name]) => name.trim()).filter(name => name !== '')
