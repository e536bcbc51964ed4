import { type Kysely, type SqlBool, sql } from 'kysely'
import { showDate, showMoment } from '#shared/domain/dates.ts'
import { type ExportColumn, exportColumnOf } from '#shared/domain/export-columns.ts'
import {
  caseOrderings,
  defaultOrdering,
  isDescending,
  type ListOrdering,
  orderColumn,
  relevance,
} from '#shared/domain/orderings.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { describedFilters } from '../saved/readable.ts'
import { csvTable } from './csv.ts'
import type { AboutLine } from './xlsx.ts'

/** Describes the content of a file of cases. `db`: the snapshot in which its rows are read. */
type Asked = {
  values: AnyValues
  columns: readonly ExportColumn[]
  ordering: ListOrdering
  limit?: number | undefined
  offset?: number | undefined
  /** Ids that the person has picked from the list. */
  cases?: readonly number[] | undefined
  count: number
  /** Describes an order that lists do not have. */
  orderText?: string
}

export async function aboutExport(db: Kysely<DB>, scope: Scope, asked: Asked): Promise<AboutLine[]> {
  const { values, cases, columns, limit, offset = 0, count } = asked
  const ordering = cases !== undefined && asked.ordering === relevance ? defaultOrdering : asked.ordering
  const { each } = await describedFilters(db, values, scope)
  const chosen = each.map(({ label, text }): AboutLine => [label, text])
  return [
    ['Выгрузка', 'Дела из Судмонитора'],
    ['Дел в файле', showNumber(count)],
    ...(cases === undefined ? [] : [['Отбор', cases.length === 1 ? 'Одно дело' : 'Только выбранные дела'] as const]),
    ...(offset > 0
      ? [['', `Взяты по порядку с ${showNumber(offset + 1)}-го`] as const]
      : limit !== undefined && count === limit
        ? [['', `Взяты первые ${showNumber(limit)} по порядку`] as const]
        : []),
    ['Собрано', `${showMoment(await momentOf(db), 'Europe/Moscow')} по Москве`],
    ['Порядок', asked.orderText ?? orderingText(ordering)],
    ...(chosen.length > 0 ? chosen : [['Фильтры', 'Нет фильтров'] as const]),
    ...(await coverage(db, scope)),
    ['Столбцы', columns.map(name => exportColumnOf(name).label).join(', ')],
    [
      'Оговорка',
      'Сведения взяты с сайтов судов такими, какими суды их показали. Суд мог их изменить или скрыть позже указанного времени.',
    ],
  ]
}

const orderingText = (ordering: ListOrdering): string => {
  if (ordering === relevance) return 'По релевантности'
  const label = caseOrderings.find(({ value }) => value === orderColumn(ordering))?.label ?? ''
  return `${label}, ${isDescending(ordering) ? 'по убыванию' : 'по возрастанию'}`
}

/** The time of the snapshot. */
const momentOf = async (db: Kysely<DB>): Promise<string> => {
  const { rows } = await sql<{ at: Date }>`select pg_catalog.now() as at`.execute(db)
  return (rows[0]?.at ?? new Date()).toISOString()
}

/** Everything the account may see, out of which the rows were selected. */
async function coverage(db: Kysely<DB>, scope: Scope): Promise<AboutLine[]> {
  const known = selectCases(db, scope, {})
  const day = (at: 'min' | 'max') =>
    known
      .where(sql<SqlBool>`court_case.entry_date is not null`)
      .orderBy('court_case.entry_date', at === 'min' ? 'asc' : 'desc')
      .limit(1)
      .select('court_case.entry_date as day')
      .executeTakeFirst()
  const [count, first, last] = [await countRows(known), await day('min'), await day('max')]
  return [
    ['Регионы', scope.regions === 'all' ? 'Все' : scope.regions.map(regionTitle).join(', ') || 'Ни одного'],
    [
      'Из скольких',
      `Дел в базе: ${showNumber(count)}${first?.day && last?.day ? `, поступили с ${showDate(first.day)} по ${showDate(last.day)}` : ''}`,
    ],
  ]
}

export const aboutCsv = (lines: readonly AboutLine[]): AsyncGenerator<string> =>
  csvTable(
    [
      { label: 'О выгрузке', kind: 'text' },
      { label: '', kind: 'text' },
    ],
    [lines],
  )
