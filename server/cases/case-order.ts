import { type RawBuilder, sql } from 'kysely'
import { type CaseOrdering, isDescending, orderColumn } from '#shared/domain/orderings.ts'

/** Saying where empty values go would keep an index from being read backwards. */
const neverEmpty: ReadonlySet<string> = new Set(['case_number', 'region'])

/** The order of a list of cases: empty values come last in either direction; every order ends in `id`. */
export function inOrder(ordering: CaseOrdering, of = 'court_case'): RawBuilder<unknown> {
  const column = orderColumn(ordering)
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const nulls = neverEmpty.has(column) ? sql`` : sql` nulls last`
  return sql`${sql.ref(`${of}.${column}`)} ${direction}${nulls}, ${sql.ref(`${of}.id`)} ${direction}`
}
