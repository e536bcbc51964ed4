import type { Kysely } from 'kysely'
import type { PivotLine } from '#shared/api/pivot.ts'
import { articleName, byArticleNumber, type Codex, codexTitle, codices, stages } from '#shared/domain/codex.ts'
import { type Dimension, dimensions, noColumns } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { daysOfPeriod } from '#shared/domain/statistics-ranges.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'

/** Rows and columns of a pivot table: their names and filters. */
type Named = { label: string; hint: string; is_open?: boolean }
type Line = {
  /** For time dimensions: `2026`, `2026-03`, and the date column. */
  period?: { of: (key: number) => string; column: 'entry_date' | 'result_date' }
  read: (db: Kysely<DB>, keys: readonly number[], today: string) => Promise<ReadonlyMap<number, Named>>
  own: (key: number, wholes: Wholes) => AnyValues
}
/** Ids of an article and all its parts, by the smallest of them. */
export type Wholes = ReadonlyMap<number, readonly number[]>

const each =
  (name: (key: number, today: string) => Named): Line['read'] =>
  async (_, keys, today) =>
    new Map(keys.map(key => [key, name(key, today)]))
const yearOf = (key: number): string => String(key).padStart(4, '0')
const monthOf = (key: number): string => `${yearOf(Math.floor(key / 100))}-${String(key % 100).padStart(2, '0')}`
// biome-ignore format: a calendar reads best in one row
const months = ['январь', 'февраль', 'март', 'апрель', 'май', 'июнь', 'июль', 'август', 'сентябрь', 'октябрь', 'ноябрь', 'декабрь']
const year = each((key, today) => ({ label: yearOf(key), hint: '', is_open: today.startsWith(yearOf(key)) }))
const labelled = (options: readonly { value: string; label: string }[]) =>
  each(key => ({ label: options.find(({ value }) => value === String(key))?.label ?? String(key), hint: '' }))

const lines: Readonly<Record<Dimension, Line>> = {
  entry_year: {
    read: year,
    period: { of: yearOf, column: 'entry_date' },
    own: key => ({ entry_date_range: daysOfPeriod(yearOf(key)) }),
  },
  entry_month: {
    period: { of: monthOf, column: 'entry_date' },
    read: each((key, today) => ({
      label: `${months[(key % 100) - 1] ?? ''} ${yearOf(Math.floor(key / 100))}`,
      hint: '',
      is_open: today.startsWith(monthOf(key)),
    })),
    own: key => ({ entry_date_range: daysOfPeriod(monthOf(key)) }),
  },
  result_year: {
    read: year,
    period: { of: yearOf, column: 'result_date' },
    own: key => ({ result_date_range: daysOfPeriod(yearOf(key)) }),
  },
  regions: { read: each(key => ({ label: regionTitle(key), hint: '' })), own: key => ({ regions: [key] }) },
  court: {
    read: async (db, keys) => {
      const rows = await db.selectFrom('court').where('id', 'in', keys).select(['id', 'title', 'region']).execute()
      return new Map(rows.map(({ id, title, region }) => [id, { label: title, hint: regionTitle(region) }]))
    },
    own: key => ({ court: [key] }),
  },
  judge: {
    read: async (db, keys) => {
      const rows = await db
        .selectFrom('judge')
        .innerJoin('court', 'court.id', 'judge.court_id')
        .where('judge.id', 'in', keys)
        .select(['judge.id', 'judge.name', 'court.title'])
        .execute()
      return new Map(rows.map(({ id, name, title }) => [id, { label: name, hint: title }]))
    },
    own: key => ({ judge: [key] }),
  },
  article: {
    read: async (db, keys) => {
      const all = await articlesOf(db)
      return new Map(
        [...Map.groupBy(all, wholeOf)].flatMap(([, parts]): [number, Named][] => {
          const [first] = parts.toSorted(byArticleNumber)
          const key = Math.min(...parts.map(({ id }) => id))
          return first && keys.includes(key) ? [[key, named({ ...first, part: '' }, first.title)]] : []
        }),
      )
    },
    own: (key, wholes) => ({ codex_articles: wholes.get(key) ?? [key] }),
  },
  part: {
    read: async (db, keys) =>
      new Map((await articlesOf(db)).flatMap(one => (keys.includes(one.id) ? [[one.id, named(one, one.title)]] : []))),
    own: key => ({ codex_articles: [key] }),
  },
  type: { read: labelled(codices), own: key => ({ type: String(key) }) },
  stage: { read: labelled(stages), own: key => ({ stage: String(key) }) },
}

type Article = { id: number; codex: Codex; article_number: string; part: string; title: string }
const articlesOf = (db: Kysely<DB>): Promise<Article[]> =>
  db.selectFrom('article').select(['id', 'codex', 'article_number', 'part', 'title']).orderBy('id').execute()
const wholeOf = ({ codex, article_number }: Article): string => `${codex} ${article_number}`
const named = (article: Article, hint: string): Named => ({
  label: `${articleName(article)}\u00a0${codexTitle(article.codex)}`,
  hint,
})

export async function readWholes(db: Kysely<DB>): Promise<Wholes> {
  const wholes = Map.groupBy(await articlesOf(db), wholeOf).values()
  return new Map([...wholes].map(parts => [Math.min(...parts.map(({ id }) => id)), parts.map(({ id }) => id)]))
}

/** The key `null` is the unknown value. */
export async function readPivotLines(
  db: Kysely<DB>,
  dimension: Dimension,
  keys: readonly (number | null)[],
  today: string,
): Promise<PivotLine[]> {
  const numbers = keys.filter(key => key !== null)
  const names = numbers.length === 0 ? new Map<number, Named>() : await lines[dimension].read(db, numbers, today)
  return keys.map(key => {
    const name = key === null ? undefined : names.get(key)
    const label = key === null ? dimensions[dimension].none : `№\u00a0${key}`
    return { key, label: name?.label || label, hint: name?.hint ?? '', is_open: name?.is_open ?? false }
  })
}

export const periodsOf = (dimension: Dimension | typeof noColumns): Line['period'] =>
  dimension === noColumns ? undefined : lines[dimension].period

/** Undefined when no filter selects such cases. */
export const filtersOfLine = (dimension: Dimension, key: number | null, wholes: Wholes): AnyValues | undefined =>
  key === null ? undefined : lines[dimension].own(key, wholes)
