import { type Kysely, sql } from 'kysely'
import { isDescending } from '#shared/domain/orderings.ts'
import { type SetOrdering, setColumnKey } from '#shared/domain/set-orderings.ts'
import { itemStatusNames } from '#shared/domain/sets.ts'
import { dayInCell } from '#shared/tables/cells.ts'
import { isEmptyCell } from '#shared/tables/columns.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/**
 * Orders cases by fields of a working set (decision 0116). `ids`: cases found with that set as a filter, so the asker
 * is a member of it. Empty values come last in either direction; the order of the set breaks ties.
 */
export async function bySetNotes(
  db: Kysely<DB>,
  ids: readonly number[],
  { set, ordering }: { set: number; ordering: SetOrdering },
  { size, offset }: { size: number; offset: number },
): Promise<number[]> {
  if (ids.length === 0) return []
  const key = setColumnKey(ordering)
  const column = db.selectFrom('case_set_column').where('set_id', '=', set).where('dropped_at', 'is', null)
  if (key !== undefined && (await column.where('key', '=', key).select('key').executeTakeFirst()) === undefined)
    throw fieldError('ordering', 'Такого столбца в подборке нет: возможно, его удалили. Выберите другой порядок.')
  const items = await db
    .selectFrom('case_set_item')
    .where('set_id', '=', set)
    .where(sql<boolean>`case_id = any(${ids}::integer[])`)
    .select([
      'case_id',
      'status',
      sql<string>`left(coalesce(columns ->> ${key ?? ''}::text, ''), ${compared})`.as('text'),
    ])
    .orderBy('position')
    .orderBy('case_id')
    .execute()
  const direction = isDescending(ordering) ? -1 : 1
  const statusOf = new Map(itemStatusNames.map((status, at) => [status, at]))
  const ordered =
    key !== undefined
      ? byTexts(items, direction)
      : ordering.endsWith('status')
        ? items.toSorted((a, b) => direction * ((statusOf.get(a.status) ?? 0) - (statusOf.get(b.status) ?? 0)))
        : direction > 0
          ? items
          : items.toReversed()
  return ordered.slice(offset, offset + size).map(({ case_id }) => case_id)
}
/** How much of a text is compared. */
const compared = 200

const words = new Intl.Collator('ru', { numeric: true })
const numberIn = (text: string): number | undefined =>
  /^[-−]?\d[\d\s]*(?:[.,]\d+)?$/.test(text)
    ? Number(text.replaceAll(/\s/g, '').replace('−', '-').replace(',', '.'))
    : undefined

/** «25.01»: a day without a year, sorted by month first. */
const dayOfYearIn = (text: string): number | undefined => {
  const [, day, month] = /^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])$/.exec(text) ?? []
  return day === undefined ? undefined : 100 * Number(month) + Number(day)
}

/** Sorts as days or numbers when all non-empty values are such, otherwise as words. */
export function byTexts<T extends { text: string }>(rows: readonly T[], direction: 1 | -1): T[] {
  const all = rows.map(row => ({ row, text: row.text.trim() }))
  const said = all.filter(({ text }) => !isEmptyCell(text))
  const unsaid = all.flatMap(({ row, text }) => (isEmptyCell(text) ? [row] : []))
  const keyed = <K>(read: (text: string) => K | undefined, compare: (one: K, other: K) => number): T[] | undefined => {
    const keys = said.flatMap(({ row, text }) => {
      const key = read(text)
      return key === undefined ? [] : [{ row, key }]
    })
    if (keys.length < said.length) return undefined
    return [...keys.toSorted((a, b) => direction * compare(a.key, b.key)).map(({ row }) => row), ...unsaid]
  }
  return (
    keyed(dayInCell, (one, other) => (one < other ? -1 : one > other ? 1 : 0)) ??
    keyed(dayOfYearIn, (one, other) => one - other) ??
    keyed(numberIn, (one, other) => one - other) ??
    keyed(text => text, words.compare) ??
    []
  )
}
