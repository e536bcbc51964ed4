import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Positions of presets: 1, 2, 3 … without gaps. */
const inOrder = async (db: Kysely<DB>, accountId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('preset')
      .where('account_id', '=', accountId)
      .where('deleted_at', 'is', null)
      .select('id')
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

/** Past the end: at the end. */
export const placeAt = async (db: Kysely<DB>, accountId: number, id: number, place: number): Promise<void> => {
  const others = (await inOrder(db, accountId)).filter(other => other !== id)
  await number(db, others.toSpliced(place - 1, 0, id))
}
export const closeGaps = async (db: Kysely<DB>, accountId: number): Promise<void> =>
  number(db, await inOrder(db, accountId))

const number = async (db: Kysely<DB>, ids: readonly number[]): Promise<void> => {
  await sql`
    update preset set position = placed.place
    from unnest(${ids}::integer[]) with ordinality placed (id, place)
    where preset.id = placed.id and preset.position <> placed.place`.execute(db)
}
