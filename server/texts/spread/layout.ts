import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { seenTexts, showTextsOfDays } from '../../db/as-of/day-views.ts'
import type { DB } from '../../db/schema.ts'
import { nodesSchema } from '../../db/text-nodes.ts'
import { copiedTable, parentIndexes, partCount, parts, partTable, seenView } from './node-schema.ts'

/**
 * The layout: on which server each part is, read from the catalogue of this database. A part has two foreign tables,
 * one for reading and writing and one for searching, or a table in this database (`here`).
 */
export const here = 'here'
/** The server of each part; undefined: texts are one table. */
export type Layout = readonly string[] | undefined

const found = z.array(z.object({ part: z.number(), place: z.string() }))
export async function layoutOf(db: Kysely<DB>): Promise<Layout> {
  const { rows } = await sql`
    select right(relname, 2)::integer as part, coalesce(srvname, ${here}) as place
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    left join pg_foreign_table on ftrelid = inhrelid left join pg_foreign_server on pg_foreign_server.oid = ftserver
    where inhparent = 'public.case_text'::regclass
      and exists (select from pg_class parent where parent.oid = inhparent and parent.relkind = 'p')
    order by 1`.execute(db)
  const all = found.parse(rows)
  return all.length === 0 ? undefined : all.map(({ place }) => place)
}

/** Distributes parts evenly and moves as few as possible: each place keeps its own up to its share. */
export function evenLayout(now: Layout, places: readonly string[]): string[] {
  const left = new Map(
    places.map((place, n) => [place, Math.floor((partCount + places.length - 1 - n) / places.length)]),
  )
  const take = (place: string | undefined): string | undefined => {
    const free = place === undefined ? 0 : (left.get(place) ?? 0)
    if (place === undefined || free === 0) return undefined
    left.set(place, free - 1)
    return place
  }
  const kept = parts.map(part => take(now?.[part]))
  return kept.map(place => place ?? take([...left].find(([, free]) => free > 0)?.[0]) ?? here)
}

const farTable = (part: number): string => partTable(part).replace('part_', 'far_')
const heldTable = (part: number): string => partTable(part).replace('part_', 'held_')
const partitionBound = (part: number): string => `for values with (modulus ${partCount}, remainder ${part})`
const held = `${nodesSchema}.held`
const foreign = (name: string, parent: string, part: number, server: string, there: string): string =>
  `create foreign table ${name} partition of ${parent} ${partitionBound(part)}
    server ${server} options (schema_name '${nodesSchema}', table_name '${there.replace(`${nodesSchema}.`, '')}')`

/** What every layout needs. Idempotent. */
export const layoutStatements = [
  'create extension if not exists postgres_fdw',
  `create schema if not exists ${nodesSchema}`,
  `do $$ begin
    if to_regclass('${held}') is null then
      create table ${held} (like public.${seenTexts.view}, body_hash bytea) partition by hash (case_id);
    end if;
  end $$`,
  copiedTable,
]
/** SQL that selects the rows of a part from the unpartitioned table. */
export const partCondition = (part: number): string =>
  `satisfies_hash_partition('${held}'::regclass, ${partCount}, ${part}, case_id)`

const attach = (part: number, server: string, parent: string): string[] =>
  server === here
    ? [`alter table ${parent} attach partition ${partTable(part)} ${partitionBound(part)}`]
    : [
        foreign(farTable(part), parent, part, server, partTable(part)),
        foreign(heldTable(part), held, part, server, seenView(part)),
      ]
const detach = (part: number, server: string): string[] =>
  server === here
    ? [`alter table public.case_text detach partition ${partTable(part)}`]
    : [`drop foreign table ${farTable(part)}`, `drop foreign table ${heldTable(part)}`]

/**
 * The view for searches. Indexed values are columns of foreign tables; for parts in this database they are computed as
 * in the indexes.
 */
const seenStatement = (layout: readonly string[]): string => {
  const own = parts.filter(part => layout[part] === here)
  const branches = own.map(part => `select ${seenTexts.stored}, ${seenTexts.made} from ${partTable(part)}`)
  return `create or replace view public.${seenTexts.view} as ${[`select ${seenTexts.stored}, ${seenTexts.held} from ${held}`, ...branches].join(' union all ')}`
}

/** To be run in a transaction that has locked `case_text`. */
export async function applyLayout(trx: Kysely<DB>, before: Layout, after: readonly string[]): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  }
  if (before === undefined) {
    const texts = `${nodesSchema}.case_text`
    await run([
      `create table ${texts} (like public.case_text including defaults) partition by hash (case_id)`,
      ...parts.flatMap(part => attach(part, after[part] ?? here, texts)),
      seenStatement(after),
      'drop view as_of.case_text_seen, as_of.case_text',
      'drop table public.case_text',
      `alter table ${texts} set schema public`,
      ...parentIndexes,
    ])
    await showTextsOfDays(trx)
    return
  }
  const moving = parts.filter(part => before[part] !== after[part])
  // The view first, so that it no longer depends on tables that will be dropped.
  await run([
    seenStatement(after),
    ...moving.flatMap(part => [
      ...detach(part, before[part] ?? here),
      ...attach(part, after[part] ?? here, 'public.case_text'),
    ]),
  ])
}

/** Gives the planner statistics of foreign tables; fetches a sample of each. */
export const analyzeStatements = (layout: readonly string[], moved: readonly number[]): string[] =>
  moved.flatMap(part =>
    layout[part] === here
      ? [`analyze ${partTable(part)}`]
      : [`analyze ${farTable(part)}`, `analyze ${heldTable(part)}`],
  )

type Address = { host: string; port: string; dbname: string; user: string; password: string; sslmode: string | null }
export const addressOfUrl = (url: string): Address => {
  const { hostname, port, pathname, username, password, searchParams } = new URL(url)
  return {
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    port: port || '5432',
    dbname: decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password) || (process.env.PGPASSWORD ?? ''),
    sslmode: searchParams.get('sslmode'),
  }
}

const listed = (options: Readonly<Record<string, string | null>>): string =>
  Object.entries(options)
    .flatMap(([name, value]) => (value === null ? [] : [`${name} ${pg.escapeLiteral(value)}`]))
    .join(', ')

/** Keeps the password out of the log of PostgreSQL, as far as the account may change these settings. */
const unlogged = [
  ...["log_statement = 'none'", "log_min_error_statement = 'panic'", 'log_min_duration_statement = -1'],
  ...['log_min_duration_sample = -1', 'log_transaction_sample_rate = 0', 'log_duration = off'],
]
  .map(each => `begin set local ${each}; exception when insufficient_privilege then null; end;`)
  .join(' ')
const withoutLog = `do $$ begin ${unlogged} end $$`

/** `enable_seqscan`: functions that search substrings set it in this session, which has no effect on other servers. */
export const serverStatements = (server: string, { user, password, ...at }: Address): string[] => [
  withoutLog,
  `create server ${server} foreign data wrapper postgres_fdw options (${listed({
    ...at,
    async_capable: 'true',
    fetch_size: '1000',
    batch_size: '100',
    connect_timeout: '3',
    keepalives_idle: '30',
    tcp_user_timeout: '30000',
    options: '-c enable_seqscan=off -c jit=off',
  })})`,
  `create user mapping for current_user server ${server} options (${listed({ user, password })})`,
  `create foreign table ${nodesSchema}.about_${server} (owner text, digest text) server ${server} options (schema_name '${nodesSchema}', table_name 'about')`,
]
/** For a known server, whose password may have changed. */
export const signInStatements = (server: string, { user, password }: Address): string[] => [
  withoutLog,
  `alter user mapping for current_user server ${server}
    options (set user ${pg.escapeLiteral(user)}, set password ${pg.escapeLiteral(password)})`,
]

const mapped = z.array(
  z.object({
    host: z.string(),
    port: z.string(),
    dbname: z.string(),
    user: z.string(),
    password: z.string(),
    sslmode: z.string().nullable(),
  }),
)
/** The URL of a server, as it was given to `distribute`. */
export async function urlOfServer(db: Kysely<DB>, server: string): Promise<string> {
  const { rows } = await sql`
    select option->>'host' as host, option->>'port' as port, option->>'dbname' as dbname, option->>'user' as user,
      option->>'password' as password, option->>'sslmode' as sslmode
    from pg_foreign_server join pg_user_mappings on srvid = pg_foreign_server.oid and usename = current_user,
      lateral (select json_object_agg(option_name, option_value) as option
        from (select * from pg_options_to_table(srvoptions) union all select * from pg_options_to_table(umoptions)) as each) as all_options
    where pg_foreign_server.srvname = ${server}`.execute(db)
  const [address] = mapped.parse(rows)
  if (address === undefined) throw new Error(`${server} is not known`)
  const { host, port, dbname, user, password, sslmode } = address
  const sign = [user, password].map(encodeURIComponent).join(':')
  return `postgres://${sign}@${host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(dbname)}${sslmode === null ? '' : `?sslmode=${sslmode}`}`
}
