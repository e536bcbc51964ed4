import { type Kysely, sql } from 'kysely'

/** The severity of a crime (УК, ст. 15) that an account tells beside its day: the term of УК 78 depends on it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table case_own_day
    add column severity text check (severity in ('small', 'medium', 'grave', 'gravest')),
    add constraint case_own_day_severity_of_act check (severity is null or kind = 'act')`.execute(db)
}
