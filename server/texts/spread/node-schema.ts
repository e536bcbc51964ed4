import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { seenTexts } from '../../db/as-of/day-views.ts'
import type { DB } from '../../db/schema.ts'
import { nodesSchema, schemaDigest, textFunctions } from '../../db/text-nodes.ts'

/**
 * The schema of a text node: for each of its parts a table like `case_text`, and a view that shows indexed values as
 * columns. Parts in this database have the same tables.
 */
export const partCount = 16
export const parts: readonly number[] = Array.from({ length: partCount }, (_, part) => part)
const twoDigits = (part: number): string => String(part).padStart(2, '0')
export const partTable = (part: number): string => `${nodesSchema}.part_${twoDigits(part)}`
export const seenView = (part: number): string => `${nodesSchema}.seen_${twoDigits(part)}`

const facts = z.array(
  z.object({ columns: z.string(), names: z.string(), functions: z.array(z.string()), digest: z.string() }),
)
export type TextSchema = { columns: string; names: string; functions: readonly string[]; digest: string }

/** Read from `case_text` of this version. */
export async function textSchema(db: Kysely<DB>): Promise<TextSchema> {
  const { rows } = await sql`
    select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)) || case when attnotnull then ' not null' else '' end, ', ' order by attnum)
        as columns,
      string_agg(quote_ident(attname), ', ' order by attnum) as names,
      (select array_agg(pg_get_functiondef(oid)) from pg_proc
        where oid in (${textFunctions})) as functions,
      ${schemaDigest} as digest
    from pg_attribute where attrelid = 'public.case_text'::regclass and attnum > 0 and not attisdropped`.execute(db)
  const [found] = facts.parse(rows)
  if (found === undefined) throw new Error('no texts')
  return found
}

/**
 * For an empty database, or one prepared by this version that has no parts yet. `owner`: identifies the database whose
 * texts it stores.
 */
export const nodeStatements = ({ functions, digest }: TextSchema, owner: string): string[] => [
  `create schema if not exists ${nodesSchema}`,
  ...functions.map(one => one.replace('FUNCTION public.', `FUNCTION ${nodesSchema}.`)),
  `create table if not exists ${nodesSchema}.about (owner text not null, digest text not null)`,
  `delete from ${nodesSchema}.about`,
  `insert into ${nodesSchema}.about values (${pg.escapeLiteral(owner)}, ${pg.escapeLiteral(digest)})`,
  copiedTable,
]
/**
 * For parts being copied to this server: the source database and table, and the transaction id up to which changes are
 * copied.
 */
export const copiedTable = `create table if not exists ${nodesSchema}.copied (part integer primary key, origin text not null, since bigint not null)`

export const tableStatement = (part: number, { columns }: TextSchema, isHere: boolean): string =>
  `create table ${partTable(part)} (${isHere ? 'like public.case_text including defaults' : columns}) with (toast_tuple_target = 128)`

/** To be run after rows are copied, which is much cheaper. `functions`: the schema of our functions. */
export const indexStatements = (part: number, functions: string): string[] => {
  const name = `part_${twoDigits(part)}`
  const made = seenTexts.made.replace(/(word_index|text_grams|string_index)\(/g, `${functions}.$1(`)
  const on = `on ${partTable(part)} using`
  return [
    `alter table ${partTable(part)} add primary key (case_id)`,
    `create index ${name}_words ${on} gin (${functions}.word_index(words, ${functions}.text_grams(grams, letters))) with (fastupdate = on)`,
    `create index ${name}_strings ${on} gin (${functions}.string_index(letters)) with (fastupdate = on)`,
    // As in migration 0037: statistics of this expression would not help the planner.
    `alter index ${nodesSchema}.${name}_strings alter column 1 set statistics 0`,
    `create index ${name}_prints ${on} gin (prints) with (fastupdate = on)`,
    `create index ${name}_reading ${on} btree (reading)`,
    `create view ${seenView(part)} as select ${seenTexts.stored}, ${made}, sha256(convert_to(body, 'UTF8')) as body_hash from ${partTable(part)}`,
  ]
}
/** Indexes of the partitioned table, to which PostgreSQL attaches those of parts. */
export const parentIndexes = [
  'create index case_text_lexemes on public.case_text using gin (word_index(words, text_grams(grams, letters))) with (fastupdate = on)',
  'create index case_text_strings on public.case_text using gin (string_index(letters)) with (fastupdate = on)',
  'create index case_text_prints on public.case_text using gin (prints) with (fastupdate = on)',
  'create index case_text_reading on public.case_text using btree (reading)',
]
