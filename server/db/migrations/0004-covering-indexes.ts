import { type Kysely, sql } from 'kysely'

/**
 * Lists and totals answered from indexes alone, measured on a million cases: codex with instance, order by case number in
 * both directions, «есть защитник», «нет наказания». The last two join in the order of `id` on both sides, without
 * hashing. Columns that are included add nothing to the size: they fit into alignment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `drop index court_case_type_entry`,
  `create index court_case_type_entry on court_case (type, entry_date desc nulls last, id desc) include (stage, region)`,
  `create index court_case_number on court_case (case_number, id) include (type, stage, region)`,
  `create index court_case_glance on court_case (id) include (type, stage, region)`,
  // Their conditions are those of the views case_advocate and case_imposed_penalty, so that the planner sees that they agree.
  `create index case_participant_advocate on case_participant (case_id) where role = 'advocate'`,
  `create index case_penalty_imposed on case_penalty (case_id) where type not in ('no_data', 'error')`,
]
