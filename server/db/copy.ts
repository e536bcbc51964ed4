import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A columnar copy of what cases are filtered by (design §1): it counts and orders them sooner than the database does. */
export type Copy = {
  /** Tables and columns are called as in the database; there are fewer. */
  db: Kysely<DB>
  /** Whether it has this `table.column`. */
  holds(column: string): boolean
  layout: CopyLayout
  /** It did not answer; the database is asked instead. */
  failed(error: unknown): void
}
/** How that lies in it which is not each case's own. */
export type CopyLayout = {
  /**
   * Where the rows of a table are, when nothing but these columns of them is asked about; undefined: they are each case's own, in
   * the table, by `case_id`.
   */
  setOf(table: string, columns: readonly string[]): RowSet | undefined
  dimensions: readonly Dimension[]
}
/** Cases with equal rows name one set, whose rows are there once: in the table `rows` by `set_id`; a case names it in `key`. */
export type RowSet = { rows: string; key: string }
/**
 * Columns of `court_case` that have few combinations: `table` spells these out, a case names its own by `key`. Cases are counted
 * and chosen by that number, and only the combinations are looked at further.
 */
export type Dimension = { key: string; table: string; columns: ReadonlySet<string> }
/** Undefined while there is none to read from. */
export type CopyNow = () => Copy | undefined
/** Kept in its memory: what was found elsewhere, to be counted there. */
export const carriedSchema = 'carried'
