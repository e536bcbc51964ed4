import { type Kysely, sql } from 'kysely'
import { versionedTables } from './as-of/versions.ts'
import { Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/**
 * The triggers by which copies, words, news and the past learn of what is written. A database restored without them, or kept by logical replication,
 * answers as ever, and of yesterday.
 */
const noted =
  'article court event_type result_type court_case case_article case_change case_defence_param case_defendant case_event case_participant case_tag case_text case_told_penalty'.split(
    ' ',
  )
export const neededTriggers: readonly (readonly [table: string, trigger: string])[] = [
  ...noted.flatMap(table =>
    ['insert', 'update', 'delete', 'truncate'].map(event => [table, `noted_${event}`] as const),
  ),
  ['case_write', 'noted_insert'],
  ...Object.keys(versionedTables).flatMap(table =>
    ['kept_changed', 'kept_gone', 'kept_nothing'].map(trigger => [table, trigger] as const),
  ),
]

/** @throws Refusal */
export async function refuseWithoutTriggers(db: Kysely<DB>): Promise<void> {
  const [tables, triggers] = [neededTriggers.map(([table]) => table), neededTriggers.map(([, trigger]) => trigger)]
  const { rows } = await sql<{ table: string; trigger: string }>`
    select "table", trigger from unnest(${tables}::text[], ${triggers}::text[]) as needed ("table", trigger)
    where not exists (
      select from pg_trigger where tgrelid = to_regclass("table") and tgname = trigger and tgenabled in ('O', 'A'))`.execute(
    db,
  )
  const [first] = rows
  if (first === undefined) return
  const others = rows.length > 1 ? ` и ещё ${rows.length - 1}` : ''
  throw new Refusal(
    `В базе нет триггеров, по которым узнают об изменениях дел, или они выключены: ${first.trigger} таблицы ${first.table}${others}. Включите их (alter table ${first.table} enable trigger user) или восстановите базу целиком.`,
  )
}
