import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { seenTexts, showTextsOfDays } from '../../db/as-of/day-views.ts'
import type { DB } from '../../db/schema.ts'
import { nodesSchema } from '../../db/text-nodes.ts'
import { copiedTable, parentIndexes, partCount, parts, partTable, seenView } from './node-schema.ts'

/**
 * Where parts lie, as the catalogue of this database tells it: for each part a foreign table that is written and one that is searched, or a table that is here.
 */
export const here = 'here'
/** By parts; undefined: texts are one table. */
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

/** As few parts move as can be: each place keeps its own up to its share. */
export function evenly(now: Layout, places: readonly string[]): string[] {
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
const split = (part: number): string => `for values with (modulus ${partCount}, remainder ${part})`
const held = `${nodesSchema}.held`
const foreign = (name: string, parent: string, part: number, server: string, there: string): string =>
  `create foreign table ${name} partition of ${parent} ${split(part)}
    server ${server} options (schema_name '${nodesSchema}', table_name '${there.replace(`${nodesSchema}.`, '')}')`

/** What every layout rests on. Run again, it changes nothing. */
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
/** Which rows of the one table are of a part. */
export const isOfPart = (part: number): string =>
  `satisfies_hash_partition('${held}'::regclass, ${partCount}, ${part}, case_id)`

const place = (part: number, server: string, parent: string): string[] =>
  server === here
    ? [`alter table ${parent} attach partition ${partTable(part)} ${split(part)}`]
    : [
        foreign(farTable(part), parent, part, server, partTable(part)),
        foreign(heldTable(part), held, part, server, seenView(part)),
      ]
const takeAway = (part: number, server: string): string[] =>
  server === here
    ? [`alter table public.case_text detach partition ${partTable(part)}`]
    : [`drop foreign table ${farTable(part)}`, `drop foreign table ${heldTable(part)}`]

/** Searches ask other servers for columns, and functions of ours for what is here. */
const seen = (layout: readonly string[]): string => {
  const own = parts.filter(part => layout[part] === here)
  const branches = own.map(part => `select ${seenTexts.stored}, ${seenTexts.made} from ${partTable(part)}`)
  return `create or replace view public.${seenTexts.view} as ${[`select ${seenTexts.stored}, ${seenTexts.held} from ${held}`, ...branches].join(' union all ')}`
}

/** In a transaction that keeps everybody from `case_text`. */
export async function putInPlace(trx: Kysely<DB>, before: Layout, after: readonly string[]): Promise<void> {
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(trx)
  }
  if (before === undefined) {
    const texts = `${nodesSchema}.case_text`
    await run([
      `create table ${texts} (like public.case_text including defaults) partition by hash (case_id)`,
      ...parts.flatMap(part => place(part, after[part] ?? here, texts)),
      seen(after),
      'drop view as_of.case_text_seen, as_of.case_text',
      'drop table public.case_text',
      `alter table ${texts} set schema public`,
      ...parentIndexes,
    ])
    await showTextsOfDays(trx)
    return
  }
  const moving = parts.filter(part => before[part] !== after[part])
  // The view may name no table that goes, and any table that stays or comes.
  await run([
    seen(after),
    ...moving.flatMap(part => [
      ...takeAway(part, before[part] ?? here),
      ...place(part, after[part] ?? here, 'public.case_text'),
    ]),
  ])
}

/** The planner knows nothing of other servers but this. A few rows of each part are fetched. */
export const measureStatements = (layout: readonly string[], moved: readonly number[]): string[] =>
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

/** Whoever may not keep the password out of the log of PostgreSQL has to do so by its settings. */
const unlogged = [
  ...["log_statement = 'none'", "log_min_error_statement = 'panic'", 'log_min_duration_statement = -1'],
  ...['log_min_duration_sample = -1', 'log_transaction_sample_rate = 0', 'log_duration = off'],
]
  .map(each => `begin set local ${each}; exception when insufficient_privilege then null; end;`)
  .join(' ')
const withoutLog = `do $$ begin ${unlogged} end $$`

/** `enable_seqscan`: the functions that look for letters set it here, where it says nothing to another server. */
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
/** A server that is known may have got another password. */
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
/** How a server that parts lie on is reached, as it was given once. */
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
