import { type Kysely, sql } from 'kysely'
import { versionedTables } from './as-of/versioned-tables.ts'
import { Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/**
 * Every trigger of the schema. By triggers the columnar copy, words, news and past days learn of changes, items of sets keep their region, and
 * evidence is append-only. A database restored without triggers, or fed by logical replication, would answer with stale data and no error.
 */
const noted =
  'article court event_type result_type court_case case_article case_change case_defence_param case_defendant case_event case_participant case_tag case_told_penalty'.split(
    ' ',
  )
export const neededTriggers: readonly (readonly [table: string, trigger: string])[] = [
  ...noted.flatMap(table =>
    ['insert', 'update', 'delete', 'truncate'].map(event => [table, `noted_${event}`] as const),
  ),
  ['case_write', 'noted_insert'],
  ...'article court event_type result_type'.split(' ').map(table => [table, 'kept_while_used'] as const),
  ['case_journal', 'keep_deleted'],
  ['case_journal', 'keep_updated'],
  ['case_set_item', 'case_set_item_rewritten'],
  ['case_set_item', 'told_set_item_region'],
  ['case_set_label', 'case_set_label_rewritten'],
  ['case_set_watch', 'forget_watch_keys'],
  ['court_case', 'emptied_with_cases'],
  ['court_case', 'kept_inbox_regions'],
  ['court_case', 'removed_with_cases'],
  ['export_file_part', 'queue_object_removal'],
  ['former_text', 'keep_deleted'],
  ['former_text', 'keep_updated'],
  ['journal_leaf', 'keep'],
  ['journal_seal', 'keep'],
  ['session', 'tell_sessions_over'],
  ['subscription', 'forget_subscriptions'],
  ...Object.entries(versionedTables).flatMap(([table, { isVersionedByWriter }]) =>
    isVersionedByWriter ? [] : ['kept_changed', 'kept_gone', 'kept_nothing'].map(trigger => [table, trigger] as const),
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
    `В базе нет триггеров, которые следят за изменениями, или они выключены: ${first.trigger} таблицы ${first.table}${others}. Включите их (alter table ${first.table} enable trigger user) или восстановите базу целиком. Записанное без них не дошло до копий, новостей, подборок и прошлых дней: если такое было, включить мало — восстановите базу и удалите папки replica, копии построятся заново.`,
  )
}
