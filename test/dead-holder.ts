import { type Kysely, sql } from 'kysely'
import type { DB } from '../server/db/schema.ts'

/** A lease of a process that has died: nobody renews or releases it. */
export async function deadHolder(db: Kysely<DB>, name: string): Promise<void> {
  await sql`
    insert into lease (name, holder, held_until) values (${name}, gen_random_uuid(), clock_timestamp() + interval '1 hour')
    on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until`.execute(db)
}

export async function expireLease(db: Kysely<DB>, name: string): Promise<void> {
  const held_until = sql<Date>`clock_timestamp() - interval '1 millisecond'`
  await db.updateTable('lease').set({ held_until }).where('name', '=', name).execute()
}
