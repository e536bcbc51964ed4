import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type CaseOrdering, isDescending, orderColumn } from '#shared/domain/orderings.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { type Excluding, matches, type Scope, visibleTo } from './predicates.ts'

/** Also used for a case outside the scope, which must be indistinguishable from an absent one. */
export const noCase = (): Error => notFound('Дело не найдено.')

export type CaseQuery = SelectQueryBuilder<DB, 'court_case', Record<never, never>>

/**
 * The one base query of PostgreSQL behind the list, the count, facets, statistics, the CSV and every subscription.
 * `scope` comes from the session, never from the query string; `values` from any wire form. `joined` names a child
 * table in the query: filters on it then apply to the joined row, and with `excludes: 'row'` so do excluding filters.
 */
export const selectCases = (
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  joined?: string,
  excludes?: Excluding,
): CaseQuery =>
  db
    .selectFrom('court_case')
    .where(visibleTo(scope))
    .where(matches(values, scope, joined, excludes))

/** Whether the scope allows the case whose id is in this column of the outer query. */
export const isVisibleCase = (db: Kysely<DB>, scope: Scope, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${selectCases(db, scope, {})
    .where(sql<boolean>`court_case.id = ${sql.ref(column)}`)
    .select(sql`1`.as('one'))})`

/** For these columns no NULLS clause is written: it would prevent a backward index scan. */
const neverEmpty: ReadonlySet<string> = new Set(['case_number', 'region'])

/**
 * Sort key of cases. Numbers are ordered by year, index and number (migration 0077): PostgreSQL calculates this key,
 * the copy stores it.
 */
export function orderKey({ isColumnar }: { isColumnar: boolean }, ordering: CaseOrdering): RawBuilder<unknown> {
  const column = orderColumn(ordering)
  if (column !== 'case_number') return sql.ref(`court_case.${column}`)
  return isColumnar ? sql.ref('court_case.number_order') : sql`number_order(court_case.case_number)`
}

/** Orders by that key: nulls come last in either direction, and `id` is the tie-breaker. */
export function inOrder(ordering: CaseOrdering, key: RawBuilder<unknown>, of = 'court_case'): RawBuilder<unknown> {
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const nulls = neverEmpty.has(orderColumn(ordering)) ? sql`` : sql` nulls last`
  return sql`${key} ${direction}${nulls}, ${sql.ref(`${of}.id`)} ${direction}`
}
