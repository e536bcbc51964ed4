import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A columnar copy of what cases are filtered by (design §1): it counts and orders them sooner than the database does. */
export type Copy = {
  /** Tables and columns are called as in the database; there are fewer. */
  db: Kysely<DB>
  /** Whether it has this `table.column`. */
  holds(column: string): boolean
  /** It did not answer; the database is asked instead. */
  failed(error: unknown): void
}
/** Undefined while there is none to read from. */
export type CopyNow = () => Copy | undefined
