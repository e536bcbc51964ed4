import type { Kysely } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import type { Change } from '../server/journal/change-words.ts'
import { readJournal, revisionsOf } from '../server/journal/read-entries.ts'

/** The journal of a case as a reader sees it. */
export const revisionsIn = async (
  db: Kysely<DB>,
  caseId: number,
): Promise<{ number: number; changes: readonly Change[] }[]> =>
  revisionsOf(await readJournal(db, caseId)).flatMap(({ entry: { number }, changes }) =>
    changes.length > 0 ? [{ number, changes }] : [],
  )
