import { type QueryExecutorProvider, sql } from 'kysely'
import { z } from 'zod'
import { columnList, readVersionedColumns, type VersionedColumns } from './versioned-tables.ts'

export const asOfSchema = 'as_of'
/** Session setting: `YYYY-MM-DD`. */
export const daySetting = 'sudmonitor.as_of'

/** Append-only tables, with the column that dates their rows. */
const dated: Readonly<Record<string, string>> = { case_change: 'at', case_journal: 'seen_at' }
/** Views over versioned tables, redefined over the views of the day. Those that read others come last. */
const derived = [
  'case_penalty',
  'case_imposed_penalty',
  'case_advocate',
  'case_prosecutor',
  'case_without_first_instance',
  'case_notice',
]
/** The view that shows indexed values of texts as columns (migration 0109). Past texts have no such indexes: values are computed on the fly. */
export const seenTexts = {
  view: 'case_text_seen',
  stored: 'case_id, body, words, grams, letters, prints, reading, known_from, known_until',
  held: 'held_words, held_strings',
  made: 'word_index(words, text_grams(grams, letters)) as held_words, string_index(letters) as held_strings',
} as const

const viewDefinitions = z.array(z.object({ view: z.string(), definition: z.string() }))
const viewsQuery = sql`
  select viewname as view, definition from pg_views
  where schemaname = current_schema() and viewname = any(${derived})
  order by array_position(${derived}::text[], viewname::text)`

/** Creates the schema `as_of`: views of the same names as tables, with rows of the day that the session sets. */
export async function createDayViews(db: QueryExecutorProvider, tables: readonly VersionedColumns[]): Promise<void> {
  const views = viewDefinitions.parse((await viewsQuery.execute(db)).rows)
  for (const statement of dayViews(
    tables.filter(({ table }) => table !== texts),
    views,
  ))
    await sql.raw(statement).execute(db)
  await showTextsOfDays(db)
}

const texts = 'case_text'
/** To be run again when another relation takes the place of `case_text`. */
export async function showTextsOfDays(db: QueryExecutorProvider): Promise<void> {
  const columns = (await readVersionedColumns(db)).find(({ table }) => table === texts)?.columns
  if (columns === undefined) return
  // Migrations before 0114 run with neither or without the function.
  const { rows: isSeen } = await sql`
    select where to_regclass(${seenTexts.view}) is not null and to_regproc('text_grams') is not null`.execute(db)
  const { view, stored, held, made } = seenTexts
  for (const statement of [
    `drop view if exists ${asOfSchema}.${view}, ${asOfSchema}.${texts}`,
    `create view ${asOfSchema}.${texts} as ${[texts, `past_${texts}`]
      .map(from => `select ${columnList(columns)} from ${from} ${ofDay}`)
      .join(' union all ')}`,
    ...(isSeen.length > 0
      ? [
          `create view ${asOfSchema}.${view} as select ${stored}, ${held} from ${view} ${ofDay}
            union all select ${stored}, ${made} from past_${texts} ${ofDay}`,
        ]
      : []),
  ])
    await sql.raw(statement).execute(db)
}
const ofDay = `where known_from <= ${asOfSchema}.day() and known_until > ${asOfSchema}.day()`

/** Statements that create `as_of.…`, of tables first: derived views read them. */
function dayViews(tables: readonly VersionedColumns[], views: z.output<typeof viewDefinitions>): string[] {
  const end = `(${asOfSchema}.day() + 1)::timestamp at time zone 'Europe/Moscow'`
  const names = [...tables.map(({ table }) => table), ...Object.keys(dated), ...views.map(({ view }) => view)]
  return [
    ...names.toReversed().map(name => `drop view if exists ${asOfSchema}.${name}`),
    `create or replace function ${asOfSchema}.day() returns date language sql stable as
      $$ select current_setting('${daySetting}')::date $$`,
    // Comes before pg_catalog in the search path of `sessionOfDay`, so that queries about the future work as of the day.
    `create or replace function ${asOfSchema}.now() returns timestamptz language sql stable as
      $$ select least(pg_catalog.now(), ${end} - interval '1 microsecond') $$`,
    ...tables.map(({ table, columns }) => {
      const shown = columns.map(({ name }) =>
        name === 'checked_at' ? `least(checked_at, ${asOfSchema}.now()) as checked_at` : `"${name}"`,
      )
      return `create view ${asOfSchema}.${table} as select ${shown.join(', ')} from versions.${table} ${ofDay}`
    }),
    ...Object.entries(dated).map(
      ([table, at]) => `create view ${asOfSchema}.${table} as select * from ${table} where ${at} < ${end}`,
    ),
    `select set_config('search_path', '${asOfSchema}, ' || current_schema(), true)`,
    ...views.map(({ view, definition }) => `create view ${asOfSchema}.${view} as ${definition}`),
    `select set_config('search_path', substring(current_setting('search_path') from ', (.*)$'), true)`,
  ]
}
