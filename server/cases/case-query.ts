import type { Kysely } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { checked, type Excluding, matches, type Scope, visibleTo } from './predicates.ts'

const fields = checked(caseFields)

/**
 * The one base query behind the list, the count, facets, statistics, the CSV and every subscription.
 * `scope` comes from the session, never from the query string; `values` from any wire form. Who joins a child table
 * says so by `joined`: filters on that table then hold for the joined row, and with `excludes: 'row'` so does what they exclude.
 */
export const selectCases = (
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  joined?: string,
  excludes: Excluding = 'case',
) =>
  db
    .selectFrom('court_case')
    .where(visibleTo(scope))
    .where(matches(fields, values, scope, joined, excludes))
