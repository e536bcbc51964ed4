import { z } from 'zod'
import type { ArticleRecord, caseRecord } from '../case-record.ts'
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
const text = z.string().nullable()
const registryRow = z.strictObject({
  number: text,
  persons: text,
  articles: text,
  entry_date: text,
  region: text,
  court: text,
  result: text,
  result_date: text,
})

/** A pipe of schemas would take five times as long over a row that has nothing to be tidied. */
const untidy = /\s{2}|[^\S ]|^ | $/
const tidy = (value: string | null): string | undefined =>
  (value !== null && untidy.test(value) ? value.replace(/[\s\u00a0]+/g, ' ').trim() : value) || undefined

/** A row of the export is known by its keys. */
export const isRegistryRow = (value: object): boolean =>
  'persons' in value && 'number' in value && !('source_key' in value)

export function readRegistryRow(value: unknown): Read {
  const { success, data: row, error } = registryRow.safeParse(value, forReasons)
  if (!success) return { reason: reasonsOf(error) }
  const [number = '', region = '', court = ''] = [row.number, row.region, row.court].map(tidy)
  const empty = Object.entries({ number, region, court }).filter(([, value]) => value === '')
  if (empty.length > 0) return { reason: empty.map(([field]) => `${field}: не заполнено`).join('; ') }
  const [persons, articles, result] = [row.persons, row.articles, row.result].map(tidy)
  const [entry, decided] = [row.entry_date, row.result_date].map(tidy)
  const regionNumber = regionByTitle(region)
  if (regionNumber === undefined) return { reason: `region: нет региона «${region}»` }
  const instance = koapInstance(number, court, result)
  if ('reason' in instance) return instance
  const read = readArticles(articles ?? '', 'koap')
  if ('error' in read) return { reason: `articles: ${read.error}` }
  const entryDate = isoDate(entry)
  const resultDate = isoDate(decided)
  if (entryDate === invalid) return { reason: `entry_date: нет такой даты «${entry}»` }
  if (resultDate === invalid) return { reason: `result_date: нет такой даты «${decided}»` }

  const names = splitNames(persons ?? '')
  // The export lists everybody who takes part, and equal values of articles once, in order of first appearance: lists of one
  // length go pairwise, unless the names are cut off; otherwise only the first value is certainly that of the first person.
  const isPairwise = names.length === read.people.length && !cutOff.test(persons ?? '')
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
    defendants: names.map((name, index) => personOf(name, isPairwise || index === 0 ? read.people[index] : undefined)),
  } satisfies z.input<typeof caseRecord>)
}

/** `articles`: as told of this person; undefined where it is not known which are meant. */
const personOf = (name: string, articles: ArticleRecord[] | undefined) =>
  articles === undefined || articles.length === 0
    ? {
        name,
        role: 'unknown' as const,
        article_state: articles === undefined ? ('not_told' as const) : ('none' as const),
      }
    : { name, articles }
const cutOff = /(?:,|\.{3}|…)$/u

const invalid = Symbol('not a date')
function isoDate(written: string | undefined): string | undefined | typeof invalid {
  if (written === undefined) return undefined
  const found = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(written)
  const day = found ? `${found[3]}-${found[2]}-${found[1]}` : ''
  return isoDay.safeParse(day).success ? day : invalid
}
/** Made once: making a schema takes ten times as long as asking it. */
const isoDay = z.iso.date()

/** Commas part persons, but for those inside quotes; a comma at the end parts nothing. */
const splitNames = (persons: string): string[] =>
  [...persons.matchAll(/(?:«[^«»]*»|"[^"]*"|[^,])+/g)].map(([name]) => name.trim()).filter(name => name !== '')
