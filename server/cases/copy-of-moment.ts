import type { Kysely } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { CopyNow } from '../db/copy.ts'
import { isOneMoment } from '../db/one-moment.ts'
import type { DB } from '../db/schema.ts'
import type { Scope } from './predicates.ts'
import { foreignTables, type Read, readCases } from './reading.ts'

/**
 * What the copy says of cases when it is at the very moment of a snapshot of the truth: a file is of one moment. Undefined: it cannot
 * answer by itself, or is of another moment. What would be carried over to it is the truth's: nothing is left in the copy for a file
 * that is made once.
 */
export async function readCopyOfMoment<V extends AnyValues, T>(
  trx: Kysely<DB>,
  copyNow: CopyNow | undefined,
  scope: Scope,
  values: V,
  read: Read<V, T>,
  { joined }: { joined?: string } = {},
): Promise<T | undefined> {
  const copy = copyNow?.()
  if (copy === undefined || foreignTables(copy, values).size > 0) return undefined
  try {
    return await copy.db.transaction().execute(async there => {
      if (!(await isOneMoment(there, trx))) return undefined
      const both = { db: trx, copy: () => ({ ...copy, db: there }) }
      return readCases<V, T | undefined>(
        both,
        scope,
        values,
        async (on, among, own) => (on === trx ? undefined : read(on, among, own)),
        { joined },
      )
    })
  } catch (error) {
    copy.failed(error)
    return undefined
  }
}
