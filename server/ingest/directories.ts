import { sql, type Transaction } from 'kysely'
import { isHearingWording } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'
import type { ArticleRecord } from './case-record.ts'

/** Looks up directory rows of cases in bulk and adds missing ones, in one order everywhere to avoid deadlocks. */

const gap = '\u0001'
export const directoryKey = (left: string | number, right: string | number): string => `${left}${gap}${right}`
export const articleKey = ({ codex, article_number, part }: ArticleRecord): string =>
  [codex, article_number, part].join(gap)

type Found = ReadonlyMap<string, number>
/** Looks up again after adding: a concurrent writer may have added the row first. */
async function findOrAdd(
  keys: ReadonlySet<string>,
  find: (keys: readonly string[]) => Promise<Found>,
  add: (keys: readonly string[]) => Promise<void>,
): Promise<Found> {
  if (keys.size === 0) return new Map()
  const found = await find([...keys])
  const missing = [...keys].filter(key => !found.has(key)).sort()
  if (missing.length === 0) return found
  await add(missing)
  return new Map([...found, ...(await find(missing))])
}

const byTitle = (rows: readonly { title: string; id: number }[]): Map<string, number> =>
  new Map(rows.map(({ title, id }) => [title, id]))

const tidyTitle = (title: string): string => title.replace(/[\s\u00a0]+/g, ' ')
const minLetters = 10
const shortened = /(?:\.{3}|…)$/

/**
 * A title truncated by the site («… оформления других ма...») means the only known title with that beginning; if several have it, it stays as it is.
 */
export async function directoryTitleIds(
  trx: Transaction<DB>,
  directory: 'result_type' | 'event_type',
  titles: ReadonlySet<string>,
): Promise<Found> {
  const table = sql.table(directory)
  const meant = new Map([...titles].map(title => [title, tidyTitle(title)]))
  const find = async (keys: readonly string[]): Promise<Found> =>
    byTitle(
      (await sql<{ id: number; title: string }>`select id, title from ${table} where title = any(${keys})`.execute(trx))
        .rows,
    )
  const whole = async (cut: readonly string[]): Promise<Found> => {
    const { rows } = await sql<{ title: string; id: number }>`
      select w.title, min(t.id) as id
      from unnest(${cut}::text[]) w(title)
      join ${table} t on starts_with(t.title, rtrim(w.title, '.… ')) and t.title <> w.title
      where length(rtrim(w.title, '.… ')) >= ${minLetters}
      group by w.title having count(*) = 1`.execute(trx)
    return byTitle(rows)
  }
  const found = await findOrAdd(
    new Set(meant.values()),
    async keys => {
      const exact = await find(keys)
      const cut = keys.filter(key => !exact.has(key) && shortened.test(key))
      return cut.length === 0 ? exact : new Map([...exact, ...(await whole(cut))])
    },
    async missing => {
      if (directory === 'event_type') await addEventTypes(trx, missing)
      else await sql`insert into ${table} (title) select unnest(${missing}::text[]) on conflict do nothing`.execute(trx)
    },
  )
  return new Map([...meant].flatMap(([title, key]) => [[title, found.get(key)] as const]).filter(isFound))
}
const addEventTypes = (trx: Transaction<DB>, titles: readonly string[]) => {
  const rows = JSON.stringify(titles.map(title => ({ title, is_hearing: isHearingWording(title) })))
  return sql`
    insert into event_type (title, is_hearing)
    select title, is_hearing from json_to_recordset(${rows}) as learned (title text, is_hearing boolean)
    on conflict do nothing`.execute(trx)
}
const isFound = (pair: readonly [string, number | undefined]): pair is readonly [string, number] =>
  pair[1] !== undefined

export async function addResultUses(trx: Transaction<DB>, uses: ReadonlySet<string>): Promise<void> {
  if (uses.size === 0) return
  const rows = [...uses].sort().map(use => use.split(gap).map(Number))
  const column = (index: number): number[] => rows.map(row => row[index] ?? 0)
  await sql`
    insert into result_type_use (result_type_id, type, stage)
    select * from unnest(${column(0)}::int[], ${column(1)}::int[], ${column(2)}::int[])
    on conflict do nothing`.execute(trx)
}

/** Rows of a directory by a key of text columns. */
function idsByColumns(
  trx: Transaction<DB>,
  directory: 'article' | 'defence_param',
  columns: readonly string[],
  keys: ReadonlySet<string>,
): Promise<Found> {
  const [table, names] = [sql.table(directory), sql.join(columns.map(column => sql.id(column)))]
  const rowsOf = (some: readonly string[]) => {
    const parts = some.map(key => key.split(gap))
    return sql`unnest(${sql.join(columns.map((_, at) => sql`${parts.map(part => part[at] ?? '')}::text[]`))}) as wanted(${names})`
  }
  return findOrAdd(
    keys,
    async wanted => {
      const { rows } = await sql<{ id: number; key: string }>`
        select id, concat_ws(${gap}::text, ${names}) as key from ${rowsOf(wanted)} join ${table} using (${names})`.execute(
        trx,
      )
      return new Map(rows.map(({ id, key }) => [key, id]))
    },
    async missing => {
      await sql`
        insert into ${table} (${names}) select * from ${rowsOf(missing)} on conflict do nothing`.execute(trx)
    },
  )
}
export const articleIds = (trx: Transaction<DB>, keys: ReadonlySet<string>): Promise<Found> =>
  idsByColumns(trx, 'article', ['codex', 'article_number', 'part'], keys)
/** By `directoryKey(key, value)`. */
export const defenceParamIds = (trx: Transaction<DB>, keys: ReadonlySet<string>): Promise<Found> =>
  idsByColumns(trx, 'defence_param', ['key', 'value'], keys)

/** By `directoryKey(court_id, name)`. Letter case and ё are ignored; initials are not, since judges of one court may share a surname. */
export const judgeIds = (trx: Transaction<DB>, keys: ReadonlySet<string>): Promise<Found> => {
  const columns = (pairs: readonly string[]): [number[], string[]] => [
    pairs.map(pair => Number(pair.split(gap)[0])),
    pairs.map(pair => pair.split(gap)[1] ?? ''),
  ]
  return findOrAdd(
    keys,
    async wanted => {
      const [courts, names] = columns(wanted)
      const { rows } = await sql<{ id: number | null; court_id: number; name: string }>`
        select w.court_id, w.name, (
          select id from judge j
          where j.court_id = w.court_id and translate(lower(j.name), 'ё', 'е') = translate(lower(w.name), 'ё', 'е')
          order by j.name <> w.name, id limit 1
        ) as id
        from unnest(${courts}::int[], ${names}::text[]) w(court_id, name)`.execute(trx)
      return new Map(
        rows.flatMap(({ id, court_id, name }) => (id === null ? [] : [[directoryKey(court_id, name), id]])),
      )
    },
    async missing => {
      const [courts, names] = columns(missing)
      await sql`insert into judge (court_id, name)
        select * from unnest(${courts}::int[], ${names}::text[]) on conflict do nothing`.execute(trx)
    },
  )
}

/** Null: unknown wording (domain §6). */
export async function hearingTypes(
  trx: Transaction<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean | null>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; is_hearing: boolean | null }>`
    select id, is_hearing from event_type where id = any(${ids})`.execute(trx)
  return new Map(rows.map(({ id, is_hearing }) => [id, is_hearing]))
}
