import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { keepVersions } from '../as-of/versions.ts'

/**
 * Whoever writes texts keeps what they were, and days are shown without the parent of both tables, so that texts may lie on other servers (decision 0130).
 * The triggers that did so stay for servers of the version before, and keep nothing twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select pg_get_functiondef('empty_with_cases()'::regprocedure) as definition`.execute(db)
  const [{ definition } = { definition: '' }] = z.array(z.object({ definition: z.string() })).parse(rows)
  await sql.raw(definition.replace('return null;', 'truncate past_case_text; return null;')).execute(db)
  await keepVersions(db)
}
