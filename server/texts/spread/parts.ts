import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { databaseClientOptions } from '../../db/client-options.ts'
import { explained, thisDatabase } from '../../db/own-server.ts'
import { Refusal } from '../../db/refusal.ts'
import { nodesSchema } from '../../db/text-nodes.ts'
import { here } from './layout.ts'
import { indexStatements, partTable, seenView, type TextSchema, tableStatement } from './node-schema.ts'

/**
 * A connection to a database with parts. `name`: its foreign server, or `here`. `database`: its identity, whatever its
 * address.
 */
export type Place = { name: string; database: string; client: pg.Client; functions: string }
/**
 * Where the rows of parts are now: in the unpartitioned table, or in a table per part. `ofPart`: the condition for rows
 * of a part.
 */
export type Source = { place: Place; table: string; ofPart: (part: number) => string }
const rowsOf = (part: number, { table, ofPart }: Source): string => `${table} where ${ofPart(part)}`

/** The columns of the source. A migration may have added others since: rows moved back get their defaults. */
async function namesAt({ place, table }: Source, { names }: TextSchema): Promise<string> {
  const { rows: known } = await place.client.query(
    `select quote_ident(attname) as value from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  )
  const there = asText.parse(known).map(({ value }) => value)
  return names
    .split(', ')
    .filter(name => there.includes(name))
    .join(', ')
}

/** @throws the error, explained if its cause is known */
export async function connectToPlace(name: string, url: string, functions: string): Promise<Place> {
  const client = await clientOf(url).catch((error: unknown) => {
    throw explained(error, { variable: name === here ? 'DATABASE_URL' : name, url })
  })
  return { name, database: (await one(client, `select ${thisDatabase} as value`)) ?? '', client, functions }
}

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ ...databaseClientOptions(url), application_name: 'sudmonitor distribute' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

const asText = z.array(z.object({ value: z.string() }))
const one = async (client: pg.Client, query: string): Promise<string | undefined> =>
  asText.parse((await client.query(query)).rows)[0]?.value
const ids = z.array(z.object({ case_id: z.number() }))
const idsOf = async (client: pg.Client, query: string): Promise<number[]> =>
  ids.parse((await client.query(query)).rows).map(({ case_id }) => case_id)

export async function within<T>(client: pg.Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
const beginSnapshot = 'begin isolation level repeatable read, read only'
const oldestRunning = `select pg_snapshot_xmin(pg_current_snapshot())::text as value`

/**
 * Copies a part while it may be written to, in one transaction of the new place, unless it was copied already. Changes
 * made since are copied later (`copyChanges`).
 */
export async function copyPart(part: number, source: Source, to: Place, schema: TextSchema): Promise<void> {
  const names = await namesAt(source, schema)
  const { place } = source
  if (place.database === to.database) throw new Refusal(`${place.name} и ${to.name} — одна и та же база.`)
  const origin = await originOf(source)
  const known = await one(to.client, `select origin as value from ${nodesSchema}.copied where part = ${part}`)
  if (known === origin) return
  await within(place.client, beginSnapshot, async () => {
    const asOf = await one(place.client, oldestRunning)
    await within(to.client, 'begin', async () => {
      await to.client.query(`set local maintenance_work_mem = '256MB'`)
      await makePart(part, to, schema, () =>
        stream(place.client, to.client, { from: rowsOf(part, source), into: partTable(part), names }),
      )
      await to.client.query(`insert into ${nodesSchema}.copied values (${part}, $1, ${asOf})`, [origin])
    })
  })
  await to.client.query(`analyze ${partTable(part)}`)
}

/** For a part whose server is lost. */
export const makeEmptyPart = (part: number, to: Place, schema: TextSchema): Promise<void> =>
  within(to.client, 'begin', () => makePart(part, to, schema))

async function makePart(part: number, to: Place, schema: TextSchema, fill?: () => Promise<void>): Promise<void> {
  await dropPart(part, to)
  await to.client.query(tableStatement(part, schema, to.functions === 'public'))
  await fill?.()
  for (const statement of indexStatements(part, to.functions)) await to.client.query(statement)
}

/** Identifies the source table. Transaction ids are valid only within a cluster, and names of servers are reused. */
const originOf = async ({ place, table }: Source): Promise<string> =>
  `${place.database} ${await one(place.client, `select '${table}'::regclass::oid::text as value`)}`

/** To be called once a part is in use. */
export const deleteCopyRecord = async (part: number, { client }: Place): Promise<void> => {
  await client.query(`delete from ${nodesSchema}.copied where part = ${part}`)
}

/**
 * Copies rows again that were written by transactions still running when the part was copied (by their `xmin`, so some
 * needlessly). The source table is read once for all parts that move from it. Only if the ids still differ, because a
 * text was deleted, are parts compared one by one, and surplus rows deleted.
 * @throws Refusal
 */
export async function copyChanges(moving: readonly Move[], source: Source, schema: TextSchema): Promise<void> {
  const { client } = source.place
  const names = await namesAt(source, schema)
  await within(client, beginSnapshot, async () => {
    const asOf = await one(client, oldestRunning)
    const oldest = await oldestCopy(moving, BigInt(asOf ?? 0))
    const { rows } = await client.query(`
      select ${sumOfIds} as sum, coalesce(array_agg(case_id) filter (where age(xmin) <= age(xid '${oldest}')), '{}') as written
      from ${source.table}`)
    const [{ sum, written }] = readings.parse(rows)
    const rewriting = { source, names, asOf }
    for (const move of moving) await rewrite(move, { ...rewriting, gone: written, written })
    let copied = 0n
    for (const { part, to } of moving)
      copied += BigInt((await one(to.client, `select ${sumOfIds} as value from ${partTable(part)}`)) ?? 0)
    if (copied === sum) return
    for (const move of moving) {
      const left = new Set(await idsOf(client, `select case_id from ${rowsOf(move.part, source)}`))
      const ofCopy = `select case_id from ${partTable(move.part)}`
      const there = new Set(await idsOf(move.to.client, ofCopy))
      await rewrite(move, { ...rewriting, gone: [...there.difference(left)], written: [...left.difference(there)] })
      const now = await idsOf(move.to.client, ofCopy)
      if (left.symmetricDifference(new Set(now)).size > 0)
        throw new Refusal(
          `Часть ${move.part} скопирована не вся: текстов ${left.size}, а в копии ${now.length}. Ничего не перенесено.`,
        )
    }
  })
}
export type Move = { part: number; to: Place }
/** A checksum of a set of ids that does not depend on how it is partitioned. */
const sumOfIds = `coalesce(sum(hashint4extended(case_id, 0)), 0)::text`
const readings = z.tuple([z.object({ sum: z.coerce.bigint(), written: z.array(z.number()) })])

/** The oldest transaction that a copy may lack, as the 32-bit id of `xmin`; 0 is older than all. */
async function oldestCopy(moving: readonly Move[], now: bigint): Promise<bigint> {
  let oldest = now
  for (const { part, to } of moving) {
    const ofPart = `select since::text as value from ${nodesSchema}.copied where part = ${part}`
    const since = BigInt((await one(to.client, ofPart)) ?? 0)
    // After two billion transactions, or in a restored source, 32-bit ids would make new rows look old.
    if (since > now || now - since >= 2n ** 31n) return 0n
    if (since < oldest) oldest = since
  }
  return BigInt.asUintN(32, oldest)
}

type Rewriting = {
  source: Source
  names: string
  asOf: string | undefined
  gone: readonly number[]
  written: readonly number[]
}
/** Deletes `gone`, then copies `written`; both may contain ids of other parts. */
const rewrite = ({ part, to }: Move, { source, names, asOf, gone, written }: Rewriting): Promise<void> =>
  within(to.client, 'begin', async () => {
    await to.client.query(`delete from ${partTable(part)} where case_id = any($1::integer[])`, [gone])
    const from = `${rowsOf(part, source)} and case_id = any('{${written.join()}}'::integer[])`
    if (written.length > 0) await stream(source.place.client, to.client, { from, into: partTable(part), names })
    await to.client.query(`update ${nodesSchema}.copied set since = ${asOf} where part = ${part}`)
  })

const stream = (
  source: pg.Client,
  target: pg.Client,
  { from, into, names }: { from: string; into: string; names: string },
): Promise<void> =>
  pipeline(
    source.query(copyTo(`copy (select ${names} from ${from}) to stdout (format binary)`)),
    target.query(copyFrom(`copy ${into} (${names}) from stdin (format binary)`)),
  )

export async function dropPart(part: number, at: Place): Promise<void> {
  const { client } = at
  await client.query(`drop view if exists ${seenView(part)}`)
  await client.query(`drop table if exists ${partTable(part)}`)
  await deleteCopyRecord(part, at)
}
