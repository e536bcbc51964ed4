import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { loadDemo } from './load.ts'

/**
 * The corpus that the server brings to an empty database by itself: once in the life of an installation. What was
 * interrupted begins anew; what a person removed or loaded by hand is left as they wanted it.
 */
const markKey = 'first_demo'

export async function wantsFirstDemo(db: Kysely<DB>): Promise<boolean> {
  const mark = await db.selectFrom('installation').where('key', '=', markKey).select('value').executeTakeFirst()
  if (mark !== undefined) return isUnfinished(mark.value)
  return (await db.selectFrom('court_case').select('id').limit(1).executeTakeFirst()) === undefined
}

export async function loadFirstDemo(db: Kysely<DB>, onProgress: (done: number, count: number) => void): Promise<void> {
  await setMark(db, { finished: false })
  await loadDemo(db, { onProgress })
  await settleFirstDemo(db)
}

/** From now on the server brings nothing by itself. */
export const settleFirstDemo = (db: Kysely<DB>): Promise<void> => setMark(db, { finished: true })

const isUnfinished = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'finished' in value && value.finished === false

async function setMark(db: Kysely<DB>, mark: { finished: boolean }): Promise<void> {
  const value = JSON.stringify(mark)
  await db
    .insertInto('installation')
    .values({ key: markKey, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
