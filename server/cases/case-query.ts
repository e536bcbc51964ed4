import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { joinedRows } from './case-bits.ts'
import { isLaidOnCombinations, splitBy } from './dimensions.ts'
import { checked, type Excluding, homeOf, matches, type Scope, visibleTo } from './predicates.ts'

const fields = checked(caseFields)

/**
 * The one base query behind the list, the count, facets, statistics, the CSV and every subscription.
 * `scope` comes from the session, never from the query string; `values` from any wire form. Who joins a child table
 * says so by `joined`: filters on that table then hold for the joined row, and with `excludes: 'row'` so does what they exclude.
 */
export function selectCases(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  joined?: string,
  excludes: Excluding = 'case',
): SelectQueryBuilder<DB, 'court_case', Record<never, never>> {
  if (scope.copy && joined !== undefined) {
    const { ofRow, ofCase } = apart(values, joined)
    const cases = sql<DB['court_case']>`(${selectCases(db, scope, ofCase).selectAll('court_case')})`.as('court_case')
    return db.selectFrom(cases).where(matches(fields, ofRow, scope, joined, excludes))
  }
  const { joins, holds, left } = combined(scope, values)
  const { join, isOne = sql`true` } = scope.copy?.among ?? {}
  const all = join ? [...joins, join] : joins
  const which = sql.join([isOne, ...holds], sql` and `)
  const from = sql<DB['court_case']>`(select court_case.* from court_case ${sql.join(all, sql` `)} where ${which})`
  const cases =
    all.length === 0 && !scope.copy?.among ? db.selectFrom('court_case') : db.selectFrom(from.as('court_case'))
  return cases.where(visibleTo(scope)).where(matches(fields, left, scope, joined, excludes))
}

/**
 * In the copy, filters on child tables and by names are laid on the combinations that are spelt out there, of which there are few, and cases
 * join those that pass: one look-up in a table by number, where `in` would hash millions of cases for each filter.
 */
function combined(
  scope: Scope,
  values: AnyValues,
): { joins: RawBuilder<unknown>[]; holds: RawBuilder<unknown>[]; left: AnyValues } {
  const joins: RawBuilder<unknown>[] = []
  let left = values
  for (const dimension of scope.copy?.layout.dimensions ?? []) {
    const { inside, outside } = splitBy(dimension, scope, left)
    if (!isLaidOnCombinations(inside)) continue
    const [key, table] = [sql.id(dimension.key), sql.table(dimension.table)]
    const passing = sql`select ${key} from ${table} as court_case where ${matches(fields, inside, scope)}`
    joins.push(sql`join (${passing}) as ${table} using (${key})`)
    left = outside
  }
  const rows = joinedRows(scope, left)
  const names = new Set(rows.flatMap(one => one.names))
  return {
    joins: [...joins, ...rows.map(({ join }) => join)],
    holds: rows.map(({ isOne }) => isOne),
    left: Object.fromEntries(Object.entries(left).filter(([name]) => !names.has(name))),
  }
}

/** In the copy, cases are chosen before rows join them: it would join them all first, not knowing how few an array of values leaves. */
const apart = (values: AnyValues, table: string): { ofRow: AnyValues; ofCase: AnyValues } => {
  const names = new Set(filterParamsOf(fields).flatMap(param => (homeOf(param) === table ? [param.name] : [])))
  const of = (wanted: boolean): AnyValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name) === wanted))
  return { ofRow: of(true), ofCase: of(false) }
}
