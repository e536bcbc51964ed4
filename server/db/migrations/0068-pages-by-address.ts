import { type Kysely, sql } from 'kysely'

/** Which pages were kept of an address: former states of cases are read from them (decision 0085). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index page_url on page using hash (url)`.execute(db)
}
