import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type CaseOrdering, isDescending, orderColumn } from '#shared/domain/orderings.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { type Excluding, matches, type Scope, visibleTo } from './predicates.ts'

/** Also of a case outside the scope, which is exactly like an absent one. */
export const noCase = (): Error => notFound('Дело не найдено.')

export type CaseQuery = SelectQueryBuilder<DB, 'court_case', Record<never, never>>

/**
 * The one base query of PostgreSQL behind the list, the count, facets, statistics, the CSV and every subscription.
 * `scope` comes from the session, never from the query string; `values` from any wire form. Who joins a child table
 * says so by `joined`: filters on that table then hold for the joined row, and with `excludes: 'row'` so does what they exclude.
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

/** Whether the scope lets the case through whose number is in this column of the query around. */
export const isVisibleCase = (db: Kysely<DB>, scope: Scope, column: string): RawBuilder<boolean> =>
  sql<boolean>`exists (${selectCases(db, scope, {})
    .where(sql<boolean>`court_case.id = ${sql.ref(column)}`)
    .select(sql`1`.as('one'))})`

/** Saying where empty values go would keep an index from being read backwards. */
const neverEmpty: ReadonlySet<string> = new Set(['case_number', 'region'])

/** By what cases are ordered. Numbers stand by year, index and number (migration 0077): PostgreSQL calculates that, the copy has it. */
export function orderKey({ isColumnar }: { isColumnar: boolean }, ordering: CaseOrdering): RawBuilder<unknown> {
  const column = orderColumn(ordering)
  if (column !== 'case_number') return sql.ref(`court_case.${column}`)
  return isColumnar ? sql.ref('court_case.number_order') : sql`number_order(court_case.case_number)`
}

/** The order of a list of cases by that key: empty values come last in either direction; every order ends in `id`. */
export function inOrder(ordering: CaseOrdering, key: RawBuilder<unknown>, of = 'court_case'): RawBuilder<unknown> {
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const nulls = neverEmpty.has(orderColumn(ordering)) ? sql`` : sql` nulls last`
  return sql`${key} ${direction}${nulls}, ${sql.ref(`${of}.id`)} ${direction}`
}
