import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A columnar copy of what cases are filtered by (design §1): it counts and orders them sooner than the database does. */
export type Copy = {
  /** Tables and columns are called as in the database; there are fewer. */
  db: Kysely<DB>
  /** Whether it has this `table.column`. */
  holds(column: string): boolean
  /**
   * The column of `court_case` that names its set of rows of a table; cases with equal rows name one set, whose rows are there
   * once, by `set_id`. Undefined: rows are each case's own, by `case_id`.
   */
  setOf(table: string): string | undefined
  /** It did not answer; the database is asked instead. */
  failed(error: unknown): void
}
/** Undefined while there is none to read from. */
export type CopyNow = () => Copy | undefined
