import type { Selectable } from 'kysely'
import type { AccountTables } from './tables/accounts.ts'
import type { CaseTables } from './tables/cases.ts'
import type { CollectingTables } from './tables/collecting.ts'
import type { DirectoryTables } from './tables/directories.ts'
import type { JournalTables } from './tables/journal.ts'
import type { NewsTables } from './tables/news.ts'
import type { PersonTables } from './tables/people.ts'
import type { SavedTables } from './tables/saved.ts'
import type { SetTables } from './tables/sets.ts'

/** Table types for Kysely (created by server/db/migrations). A filter on an unknown column does not compile. */
export interface DB
  extends DirectoryTables,
    CaseTables,
    PersonTables,
    JournalTables,
    CollectingTables,
    AccountTables,
    SavedTables,
    SetTables,
    NewsTables {}

export type RowOf<T extends keyof DB, C extends keyof DB[T]> = Pick<Selectable<DB[T]>, C & keyof Selectable<DB[T]>>
/** Every `table.column` of the database. */
export type DbColumn = { [T in keyof DB & string]: `${T}.${keyof DB[T] & string}` }[keyof DB & string]
