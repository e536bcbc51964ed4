import { type Kysely, sql } from 'kysely'
import type { DB } from '../schema.ts'

/**
 * What of the database goes into its file: every table there is but those named here, so that a new one is never forgotten.
 * Decision 0039 says why each of them stays behind.
 */
export const leftOut: readonly string[] = [
  // The header tells the schema.
  'kysely_migration',
  'kysely_migration_lock',
  // Who is signed in, with what: made anew at the new place.
  'session',
  'access_token',
  'telegram_code',
  'attempt',
  // The files lie beside the database and are gone in a week.
  'export_request',
  // Pictures that wait for an answer within minutes, with the cookies of a court's site.
  'captcha',
  // Copies of the cases find out that they are of another database, and are made anew.
  'case_write',
  'case_copy',
  // Notes for who remembers what was found here.
  'text_write',
]
/** Raw pages of courts: large, and asked for by name. */
const pagesTable = 'page'

/** Columns of secrets that go in knowingly: without them nobody could sign in, and no feed be read any more. */
export const secretsKept: readonly string[] = [
  'account.password_hash',
  'subscription.secret',
  'subscription_feed.secret',
  'subscription_webhook.secret',
  'subscription_webhook.former_secret',
  'subscription_webhook.secret_at',
]

/** Numbers of transactions mean nothing elsewhere: what is written anew at the new place. */
export const rewritten: readonly string[] = ['court_case.changed_xid', 'subscription.changed_xid']
/**
 * In the change feed only the order counts, and who has read up to where: changes that as many readers have before them get
 * one number, smaller than that of any transaction to come, and keep the order of their ids.
 */
const firstNumber = 3
const passed = (table: string): string =>
  `(${firstNumber} + (select count(*) from change_reader r where (r.xid, r.id) < (${table}.xid, ${table}.id)))`
export const toldOtherwise: Readonly<Record<string, string>> = {
  'case_change.xid': passed('case_change'),
  'change_reader.xid': passed('change_reader'),
  'change_reader.id': String(Number.MAX_SAFE_INTEGER),
}

/** What a database holds before anybody works with it. */
export const filledAtStart: readonly string[] = [
  'kysely_migration',
  'kysely_migration_lock',
  'installation',
  'change_reader',
  'case_write',
  'court',
  'court_site',
  'article',
  'result_type',
  'result_type_use',
  'event_type',
  'defence_param',
]

export type Table = { table: string; columns: string[] }

/** Tables of the database with the columns that are written, in an order of their own. */
export const catalogueQuery = `
  select relname as table, json_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and attgenerated = ''
  group by relname order by relname collate "C"`
export const tablesOf = async (db: Kysely<DB>): Promise<Table[]> =>
  (await sql.raw<Table>(catalogueQuery).execute(db)).rows

export const tablesToKeep = (all: readonly Table[], withPages: boolean): Table[] =>
  all
    .filter(({ table }) => !leftOut.includes(table) && (withPages || table !== pagesTable))
    .map(({ table, columns }) => ({
      table,
      columns: columns.filter(column => !rewritten.includes(`${table}.${column}`)),
    }))

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A row as a line of JSON; PostgreSQL does the writing. */
export const rowsQuery = ({ table, columns }: Table): string => {
  const cells = columns.map(column => `(${toldOtherwise[`${table}.${column}`] ?? quoted(column)})::text`)
  return `select array_to_json(array[${cells.join(', ')}])::text from ${quoted(table)}`
}

/** A snapshot does not hold sequences still; they only grow. */
export const sequencesQuery = `
  select relname as sequence from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`
export const nextOfQuery = (sequence: string): string =>
  `select last_value + is_called::int as next from ${quoted(sequence)}`
