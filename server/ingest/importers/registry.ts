import { z } from 'zod'
import type { Codex } from '#shared/domain/codex.ts'
import { regions } from '#shared/domain/regions.ts'
import type { ArticleRecord, caseRecord } from '../case-record.ts'
import { certainPositions } from '../case-roles.ts'
import { hasArticles, namesIn, readListed } from '../listed-people.ts'
import { memoized } from '../memoize.ts'
import { articlesOf, type Charge, eachOnce, readCharges } from '../read-articles.ts'
import { registryKind } from '../registry-kind.ts'
import { type RecordResult, readOwnRecord, validationErrors, withInput } from './read-own-record.ts'

/**
 * A row of a registry export: titles of region, court and result, dates `DD.MM.YYYY`; an empty string and `null` mean absent. A row that does not
 * fit, or may be of either codex, is rejected with the reason.
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

/** Skipping the pipe of schemas is five times as fast for clean values. */
const untidy = /\s{2}|[^\S ]|^ | $/
const tidy = (value: string | null): string | undefined => {
  const plain = value !== null && untidy.test(value) ? value.replace(/[\s\u00a0]+/g, ' ').trim() : (value ?? '')
  return isDash.test(plain) ? undefined : plain
}
const isDash = /^[-–—]*$/

export const isRegistryRow = (value: object): boolean =>
  'persons' in value && 'number' in value && !('source_key' in value)

export function readRegistryRow(value: unknown): RecordResult {
  const { success, data: row, error } = registryRow.safeParse(value, withInput)
  if (!success) return { reason: validationErrors(error) }
  const [number = '', region = '', court = ''] = [row.number, row.region, row.court].map(tidy)
  const empty = Object.entries({ number, region, court }).filter(([, value]) => value === '')
  if (empty.length > 0) return { reason: empty.map(([field]) => `${field}: не заполнено`).join('; ') }
  const [persons, articles, result] = [row.persons?.replaceAll('\n', ';') ?? null, row.articles, row.result].map(tidy)
  const [entry, decided] = [row.entry_date, row.result_date].map(tidy)
  const regionNumber = regionByTitle(region)
  if (regionNumber === undefined) return { reason: `region: нет региона «${region}»` }
  const read = readPeople(persons ?? '', articles ?? '')
  if ('reason' in read) return read
  const kind = registryKind({
    number,
    court,
    result,
    articles: [...read.articles, ...read.people.flatMap(({ charges }) => charges ?? [])],
  })
  if ('reason' in kind) return { reason: kind.reason }
  const codex = kind.type === 1 ? 'koap' : 'uk'
  const entryDate = isoDate(entry)
  const resultDate = isoDate(decided)
  if (entryDate === invalid) return { reason: `entry_date: нет такой даты «${entry}»` }
  if (resultDate === invalid) return { reason: `result_date: нет такой даты «${decided}»` }
  return readOwnRecord({
    source_key: ['registry', regionNumber, court, number].join('|'),
    ...kind,
    court: { title: court, region: regionNumber },
    case_number: number,
    entry_date: entryDate,
    result_date: resultDate,
    result,
    articles: told(read.articles, codex),
    defendants: inStep(read, codex).map(person => personOf(person, codex)),
  } satisfies z.input<typeof caseRecord>)
}

type Person = { name: string; charges?: readonly Charge[] | undefined }
type People = { people: Person[]; isByPlace: boolean; articles: Charge[] }

function readPeople(persons: string, articles: string): People | { reason: string } {
  const isCut = cutOff.test(articles)
  const written = isCut ? articles.replace(cutArticle, '') : articles
  const read = readCharges(written)
  if ('error' in read) return { reason: `articles: ${read.error}` }
  if (hasArticles(persons)) {
    const listed = readListed(persons)
    if ('error' in listed) return { reason: `persons: ${listed.error}` }
    const people = listed.people.map(({ name, charges }) => ({
      name,
      charges: charges.length === 0 ? undefined : charges,
    }))
    return {
      people,
      isByPlace: false,
      articles: [...read.people.flat(), ...listed.people.flatMap(({ charges }) => charges)],
    }
  }
  const names = namesIn(persons)
  // Of people apart by «;» it is not told where the articles of one end.
  const isApart = names.length > 1 && persons.includes(';')
  // The export lists all participants, and equal articles once, in order of first appearance: lists of equal length are matched by position unless
  // truncated; else only the first pair is certain.
  const isPairwise = names.length === read.people.length && !isCut && !cutOff.test(persons) && !isApart
  const isTold = (index: number): boolean => isPairwise || (index === 0 && !isApart)
  return {
    people: names.map((name, index) => ({ name, charges: isTold(index) ? read.people[index] : undefined })),
    isByPlace: true,
    articles: read.people.flat(),
  }
}

function inStep({ people, isByPlace }: People, codex: Codex): Person[] {
  if (!isByPlace) return people
  const isCertain = certainPositions(people, codex, ({ charges = [] }) => charges.length > 0)
  return people.map((person, place) => (isCertain(place) ? person : { name: person.name }))
}

function told(charges: readonly Charge[], codex: Codex): ArticleRecord[] {
  const articles = articlesOf(charges.map(charge => (charge.codex === undefined ? { ...charge, codex } : charge)))
  return codex === 'uk' ? eachOnce(articles) : articles
}

function personOf({ name, charges }: Person, codex: Codex) {
  const articles = told(charges ?? [], codex)
  return articles.length > 0
    ? { name, articles }
    : {
        name,
        role: 'unknown' as const,
        article_state: charges === undefined ? ('not_told' as const) : ('none' as const),
      }
}
/** «Статья 158 Часть 2 п.в, Статья ..., » */
const cutArticle = /(?:[,;]?[^,;]*(?:\.{3}|…))?[\s,;]*$/u
const cutOff = /(?:,|\.{3}|…)$/u

const invalid = Symbol('not a date')
function isoDate(written: string | undefined): string | undefined | typeof invalid {
  if (written === undefined) return undefined
  const found = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(written)
  const day = found ? `${found[3]}-${found[2]}-${found[1]}` : ''
  return isoDay.safeParse(day).success ? day : invalid
}
const isoDay = z.iso.date()

/** Region numbers by their titles in registry exports, some of which have another spelling. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*\([^()]*\)\s*$/u, '')
    .replace(/^(?:город|г\.)\s*/u, '')
    .replace(/[\s\u00a0\-–—]+/g, ' ')
    .trim()

const otherTitles: readonly (readonly [number: number, title: string])[] = [
  [9, 'Республика Карачаево-Черкесия'],
  [7, 'Республика Кабардино-Балкария'],
  [15, 'Республика Северная Осетия'],
  [16, 'Республика Татарстан (Татарстан)'],
  [18, 'Республика Удмуртия'],
  [21, 'Чувашская Республика - Чувашия'],
  [21, 'Республика Чувашия'],
  [42, 'Кемеровская область - Кузбасс'],
  [86, 'Ханты-Мансийский автономный округ'],
  [95, 'Республика Чечня'],
]

const numbers = new Map([
  ...regions.map(({ number, title }) => [plain(title), number] as const),
  ...otherTitles.map(([number, title]) => [plain(title), number] as const),
])

export const regionByTitle = memoized(1_000, (title): number | undefined => numbers.get(plain(title)))
