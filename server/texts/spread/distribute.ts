import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { applicationName } from '../../db/connect.ts'
import { type Lease, LeaseLost, withLease } from '../../db/lease.ts'
import { databaseAt } from '../../db/own-server.ts'
import { errorCode, Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { addressOfNode, knownNodes, nodesSchema, ofAnotherVersion, refuseWithoutTexts } from '../../db/text-nodes.ts'
import {
  addressOfUrl,
  evenly,
  here,
  isOfPart,
  type Layout,
  layoutOf,
  layoutStatements,
  measureStatements,
  putInPlace,
  serverStatements,
  signInStatements,
  urlOfServer,
} from './layout.ts'
import { nodeStatements, parts, partTable, type TextSchema, textSchema } from './node-schema.ts'
import {
  copyPart,
  copyWhatChanged,
  dropPart,
  forgetCopying,
  type Place,
  placeAt,
  type Source,
  within,
} from './parts.ts'

/**
 * Texts on other PostgreSQL, or back in this one (decision 0132): parts are copied beside the running servers, each in a transaction of the place it goes to; then, for a
 * moment without writers, what was written since is caught up with and they are put in place. Killed at any moment and begun again, it goes on.
 */
type Distribution = { db: Kysely<DB>; url: string; nodes: readonly string[]; say: (sentence: string) => void }
type Wanted = { name: string; url: string; isNew: boolean }

/** @throws Refusal */
export async function distribute({ db, url, nodes, say }: Distribution): Promise<void> {
  const done = await withLease(db, 'distribute', async lease => {
    const wanted = await wantedServers(db, url, nodes)
    const before = await layoutOf(db)
    if (before === undefined) await refuseOtherVersions(db)
    const after = layoutWith(before, wanted)
    const schema = await textSchema(db)
    await runAll(db, layoutStatements)
    const owner = await ownerOf(db)
    const places = new Map<string, Place>()
    try {
      const place = async (name: string): Promise<Place> => {
        const at = wanted.find(one => one.name === name)?.url ?? (name === here ? url : await urlOfServer(db, name))
        const known = places.get(name) ?? (await placeAt(name, at, name === here ? 'public' : nodesSchema))
        places.set(name, known)
        return known
      }
      for (const { name, url: at, isNew } of wanted) {
        const { client } = await place(name)
        const hasParts = before?.includes(name) === true
        const prepared = await preparedFor(client, at, owner, hasParts)
        // Indexes are as the functions were that made them: what has parts is compared, not prepared again.
        if (!hasParts) await prepare(client, schema, owner, prepared)
        const signingIn = isNew ? serverStatements : signInStatements
        const signIn = signingIn(name, addressOfUrl(at))
        await db.transaction().execute(trx => signInFromHere(trx, name, at, signIn, owner))
        if (hasParts && prepared !== schema.digest) throw new Refusal(ofAnotherVersion(addressOfUrl(at)))
      }
      await move({ db, lease, before, after, schema, place, say })
      lease.signal.throwIfAborted()
      await tidy(db, after, place)
    } finally {
      for (const { client } of places.values()) await client.end().catch(() => undefined)
    }
    return true
  }).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error
  })
  if (done === undefined)
    throw new Refusal(
      'Тексты переносит другая команда distribute, или её прервали меньше минуты назад. Повторите позже.',
    )
}

export const layoutWith = (before: Layout, wanted: readonly { name: string }[]): string[] =>
  evenly(before, wanted.length === 0 ? [here] : wanted.map(({ name }) => name))

type Moving = {
  db: Kysely<DB>
  lease: Lease
  before: Layout
  after: readonly string[]
  schema: TextSchema
  place: (name: string) => Promise<Place>
  say: Distribution['say']
}

async function move({ db, lease, before, after, schema, place, say }: Moving): Promise<void> {
  const moving = parts.filter(part => before?.[part] !== after[part])
  const sourceOf = async (part: number): Promise<Source> =>
    before === undefined
      ? { place: await place(here), table: 'public.case_text', condition: isOfPart(part) }
      : { place: await place(before[part] ?? here), table: partTable(part), condition: 'true' }
  for (const [n, part] of moving.entries()) {
    lease.signal.throwIfAborted()
    await copyPart(part, await sourceOf(part), await place(after[part] ?? here), schema)
    say(`Скопировано частей: ${n + 1} из ${moving.length}.`)
    // Once they are one of many, parts go one after another: less is to be caught up with.
    if (before !== undefined) await put({ db, lease, before: await layoutOf(db), part, after, schema, place, sourceOf })
  }
  if (before === undefined) await put({ db, lease, before, after, schema, place, sourceOf })
}

type Putting = Omit<Moving, 'say'> & { part?: number; sourceOf: (part: number) => Promise<Source> }

/** Whoever reads or writes texts waits for as long as there is something to catch up with, and longest for a second. */
async function put({ db, lease, before, part, after, schema, place, sourceOf }: Putting): Promise<void> {
  const moving = part === undefined ? parts : [part]
  const next = before === undefined ? after : before.map((at, n) => (n === part ? (after[n] ?? at) : at))
  const copyAllThatChanged = async (): Promise<void> => {
    for (const one of moving) await copyWhatChanged(one, await sourceOf(one), await place(next[one] ?? here), schema)
  }
  for (;;) {
    await copyAllThatChanged()
    try {
      await db.transaction().execute(async trx => {
        await sql.raw(`set local lock_timeout = '1s'`).execute(trx)
        // Writers first: readers go on until all is there.
        await sql`lock table only public.case_text in share row exclusive mode`.execute(trx)
        await copyAllThatChanged()
        // Whoever reads afterwards asks through this database, not over the connections of this command.
        await refuseWithoutTexts(trx, next)
        // In the order of readers, and waiting for less than PostgreSQL does before it looks for deadlocks: it is not they who are ended.
        await sql.raw(`set local lock_timeout = '500ms'`).execute(trx)
        await sql`lock table as_of.case_text_seen, as_of.case_text, public.case_text_seen in access exclusive mode`.execute(
          trx,
        )
        await sql`lock table only public.case_text in access exclusive mode`.execute(trx)
        if (before === undefined) await refuseOtherVersions(trx)
        await putInPlace(trx, before, next)
        await lease.confirm(trx)
      })
      break
    } catch (error) {
      if (!beginAgain.has(errorCode(error) ?? '')) throw error
      await pause(1_000)
    }
  }
  for (const one of moving) await forgetCopying(one, await place(next[one] ?? here))
  await db.connection().execute(async one => {
    await sql`set default_statistics_target = 1`.execute(one)
    await runAll(one, measureStatements(next, moving))
    await sql`reset default_statistics_target`.execute(one)
  })
}
/** A lock that was not to be had in time, and a deadlock. */
const beginAgain = new Set(['55P03', '40P01'])

/** What lies where it does not belong, left by moves, is removed; servers without parts are forgotten. */
async function tidy(db: Kysely<DB>, layout: readonly string[], place: (name: string) => Promise<Place>): Promise<void> {
  const own = await place(here)
  const used = new Set<string>()
  for (const name of new Set(layout)) used.add((await place(name)).database)
  for (const part of parts) await (layout[part] === here ? forgetCopying(part, own) : dropPart(part, own))
  for (const { server } of await knownNodes(db)) {
    const there = await place(server)
    if (layout.includes(server)) {
      for (const part of parts) await (layout[part] === server ? forgetCopying(part, there) : dropPart(part, there))
    } else {
      if (used.has(there.database)) throw new Refusal(sameDatabase(server))
      await there.client.query(`drop schema ${nodesSchema} cascade`)
      await runAll(db, [`drop server ${server} cascade`])
    }
  }
}

const sameDatabase = (server: string): string =>
  `База сервера текстов ${server} известна и под другим адресом. Назовите её адресом из pg_foreign_server или сначала смените его там.`

/** What is one database is told by what answers, not by its address: it would be copied onto itself, and dropped. @throws Refusal */
export async function wantedServers(db: Kysely<DB>, url: string, nodes: readonly string[]): Promise<Wanted[]> {
  const known = await knownNodes(db)
  const own = await databaseAt(url, 'DATABASE_URL')
  const taken = new Set([own])
  const wanted: Wanted[] = []
  for (const node of nodes) {
    if (!/^postgres(?:ql)?:$/.test(URL.parse(node)?.protocol ?? ''))
      throw new Refusal('Адрес сервера текстов — вида postgres://имя:пароль@узел:5432/база.')
    const database = await databaseAt(node, '--nodes')
    if (database === own) throw new Refusal('В --nodes названа сама база из DATABASE_URL: нужны другие базы.')
    if (taken.has(database)) throw new Refusal('В --nodes дважды названа одна и та же база.')
    taken.add(database)
    const address = addressOfNode(addressOfUrl(node))
    const same = known.find(one => addressOfNode(one) === address)
    wanted.push({ name: same?.server ?? '', url: node, isNew: same === undefined })
  }
  for (const { server } of known) {
    if (wanted.some(({ name }) => name === server)) continue
    const database = await databaseAt(await urlOfServer(db, server), server)
    if (taken.has(database)) throw new Refusal(sameDatabase(server))
    taken.add(database)
  }
  const numbers = [...known, ...wanted.map(({ name }) => ({ server: name }))].map(
    ({ server }) => Number(server.replace(/\D/g, '')) || 0,
  )
  let last = Math.max(0, ...numbers)
  return wanted.map(one => (one.isNew ? { ...one, name: `text_node_${++last}` } : one))
}

/** Servers of another version write texts otherwise, as to one table. @throws Refusal */
async function refuseOtherVersions(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name ~ '^sudmonitor( [0-9]+)?$'
      and application_name <> ${applicationName} limit 1`.execute(db)
  if (rows.length > 0)
    throw new Refusal('С базой работает сервер другой версии программы. Обновите или остановите его и повторите.')
}

const about = z.array(z.object({ owner: z.string(), digest: z.string() }))
/** Two that use one database would drop each other's texts; one that had parts and is empty has been put in the place of another. Answers for which version it was prepared. @throws Refusal */
async function preparedFor(
  client: pg.Client,
  url: string,
  owner: string,
  hasParts: boolean,
): Promise<string | undefined> {
  const { rows: isThere } = await client.query(`select where to_regclass('${nodesSchema}.about') is not null`)
  if (isThere.length === 0) {
    if (!hasParts) return undefined
    throw new Refusal(
      `В базе ${addressOfNode(addressOfUrl(url))} должны лежать тексты, а она пуста. Восстановите её из копии.`,
    )
  }
  const [first] = about.parse((await client.query(`select owner, digest from ${nodesSchema}.about`)).rows)
  if (first?.owner !== owner)
    throw new Refusal(`В базе ${addressOfNode(addressOfUrl(url))} лежат тексты другой установки. Назовите пустую базу.`)
  return first.digest
}

/** What another version has prepared and copied is of no use. */
async function prepare(
  client: pg.Client,
  schema: TextSchema,
  owner: string,
  prepared: string | undefined,
): Promise<void> {
  if (prepared === schema.digest) return
  const former = prepared === undefined ? [] : [`drop schema ${nodesSchema} cascade`]
  await within(client, 'begin', async () => {
    for (const statement of [...former, ...nodeStatements(schema, owner)]) await client.query(statement)
  })
}

/** What the command reaches this database may not: its network, its name service, its account are others. @throws Refusal */
async function signInFromHere(
  trx: Kysely<DB>,
  server: string,
  url: string,
  statements: readonly string[],
  owner: string,
): Promise<void> {
  const node = addressOfNode(addressOfUrl(url))
  const asked = runAll(trx, statements).then(() =>
    sql`select owner, digest from ${sql.table(`${nodesSchema}.about_${server}`)}`.execute(trx),
  )
  const { rows } = await asked.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`PostgreSQL из DATABASE_URL не открывает базу ${node}: ${reason}.`, { cause: error })
  })
  if (about.parse(rows)[0]?.owner !== owner)
    throw new Refusal(`По адресу ${node} PostgreSQL из DATABASE_URL находит другую базу, чем эта команда.`)
}

/** Kept by the schema, which no backup holds: what is restored elsewhere is another installation. */
async function ownerOf(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql`
    select obj_description(to_regnamespace(${nodesSchema}), 'pg_namespace') as owner`.execute(db)
  const [known] = z.array(z.object({ owner: z.string().nullable() })).parse(rows)
  if (known?.owner) return known.owner
  const owner = randomUUID()
  await runAll(db, [`comment on schema ${nodesSchema} is ${pg.escapeLiteral(owner)}`])
  return owner
}

async function runAll(db: Kysely<DB>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
