import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { selectCases } from '../case-query.ts'
import { childExists, matches } from '../predicates.ts'
import type { CaseEngine } from './engine.ts'

/** Answers every question in plain SQL over the base tables. */
export const postgresql = (db: Kysely<DB>, isAlone = false): CaseEngine => ({
  db,
  isColumnar: false,
  isAlone,
  cases: ({ scope, values }, joined, excludes) => selectCases(db, scope, values, joined, excludes),
  matches,
  exists: childExists,
  childRows: table => {
    const [rowKey, caseKey] = [sql.ref(`${table}.case_id`), sql.ref<number>('court_case.id')]
    return { rows: table, rowKey, caseKey, caseColumn: 'id', on: sql<boolean>`${rowKey} = ${caseKey}` }
  },
  cells: ({ scope, values }, columns) => {
    const named = Object.entries(columns).map(([name, column]) => sql.ref(`court_case.${column}`).as(name))
    return sql`${selectCases(db, scope, values).select([...named, sql<number>`1`.as('cases')])}`
  },
})
