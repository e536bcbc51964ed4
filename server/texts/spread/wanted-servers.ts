import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { applicationName } from '../../db/connect.ts'
import { databaseTrouble } from '../../db/database-trouble.ts'
import { databaseAt } from '../../db/own-server.ts'
import { isCancelled, Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { addressOfNode, knownNodes, nodesSchema, refuseWithoutTexts } from '../../db/text-nodes.ts'
import { addressOfUrl, urlOfServer } from './layout.ts'
import { nodeStatements, type TextSchema } from './node-schema.ts'
import { within } from './parts.ts'

/** Checks the servers named in the command, before anything is copied to them. */
type WantedServer = { name: string; url: string; isNew: boolean }
/** `reason`: why it does not answer. */
type LostServer = { name: string; reason: string }

export const sameDatabase = (server: string): string =>
  `База сервера текстов ${server} известна и под другим адресом. Назовите её адресом из pg_foreign_server или сначала смените его там.`

/**
 * A database is identified by what answers, not by its address: under two addresses it would be copied onto itself, and
 * dropped. `lost`: known servers that are not among `nodes` need not answer, and are returned with the reason.
 * @throws Refusal
 */
export async function wantedServers(
  db: Kysely<DB>,
  url: string,
  { nodes, lost: mayBeLost }: { nodes: readonly string[]; lost: boolean },
): Promise<{ wanted: WantedServer[]; lost: LostServer[] }> {
  const known = await knownNodes(db)
  const own = await databaseAt(url, 'DATABASE_URL')
  const taken = new Set([own])
  const wanted: WantedServer[] = []
  for (const node of nodes) {
    // Two addresses joined by a comma parse as one whose database name contains a password, which an error would show.
    const { protocol, pathname } = URL.parse(node) ?? {}
    if (!/^postgres(?:ql)?:\/[^/:,]+$/.test(`${protocol}${pathname}`))
      throw new Refusal('Адрес сервера текстов — вида postgres://имя:пароль@узел:5432/база. Несколько — через пробел.')
    const database = await databaseAt(node, '--nodes')
    if (database === own) throw new Refusal('В --nodes названа сама база из DATABASE_URL: нужны другие базы.')
    if (taken.has(database)) throw new Refusal('В --nodes дважды названа одна и та же база.')
    taken.add(database)
    const address = addressOfNode(addressOfUrl(node))
    const same = known.find(one => addressOfNode(one) === address)
    wanted.push({ name: same?.server ?? '', url: node, isNew: same === undefined })
  }
  const lost: LostServer[] = []
  for (const { server } of known) {
    if (wanted.some(({ name }) => name === server)) continue
    const database = await databaseAt(await urlOfServer(db, server), server).catch((error: unknown) => {
      // An error of PostgreSQL itself, such as too many connections, is an answer.
      const isSilent = error instanceof Refusal && !(error.cause instanceof pg.DatabaseError)
      if (!mayBeLost || !isSilent || databaseTrouble(error.cause) !== 'away') throw error
      lost.push({ name: server, reason: error.message })
    })
    if (database === undefined) {
      await refuseReached(db, server)
      continue
    }
    if (taken.has(database)) throw new Refusal(sameDatabase(server))
    taken.add(database)
  }
  const numbers = [...known, ...wanted.map(({ name }) => ({ server: name }))].map(
    ({ server }) => Number(server.replace(/\D/g, '')) || 0,
  )
  let last = Math.max(0, ...numbers)
  if (mayBeLost && lost.length === 0)
    throw new Refusal('Все серверы текстов отвечают: ни один не потерян. Повторите без --lost.')
  return { wanted: wanted.map(one => (one.isNew ? { ...one, name: `text_node_${++last}` } : one)), lost }
}

/** The database may still reach a server that this command does not. @throws Refusal when it does */
export async function refuseReached(db: Kysely<DB>, server: string): Promise<void> {
  const isReached = await db
    .transaction()
    .execute(async trx => {
      await sql`set local statement_timeout = '10s'`.execute(trx)
      await refuseWithoutTexts(trx, node => node.server === server)
      return true
    })
    .catch((error: unknown) => {
      if (databaseTrouble(error) !== 'texts' && !isCancelled(error)) throw error
      return false
    })
  if (isReached)
    throw new Refusal(
      `Сервер текстов ${server} отвечает PostgreSQL из DATABASE_URL: он не потерян. Повторите без --lost там, откуда он доступен.`,
    )
}

/** A lost server may answer at a new address, or as its standby: empty parts would replace its own. @throws Refusal */
export async function refuseLostParts(client: pg.Client, url: string, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query('select from unnest($1::text[]) as name where to_regclass(name) is not null', [
    tables,
  ])
  if (rows.length > 0)
    throw new Refusal(
      `В базе ${addressOfNode(addressOfUrl(url))} лежат части потерянного сервера. Если это он, смените его адрес (alter server) и повторите без --lost; если они не нужны, удалите в ней схему ${nodesSchema}.`,
    )
}

/** Processes of another version may write texts as if they were in one table. @throws Refusal */
export async function refuseOtherVersions(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name ~ '^sudmonitor( [0-9]+)?$'
      and application_name <> ${applicationName} limit 1`.execute(db)
  if (rows.length > 0)
    throw new Refusal('С базой работает сервер другой версии программы. Обновите или остановите его и повторите.')
}

const about = z.array(z.object({ owner: z.string(), digest: z.string() }))
/**
 * The schema digest with which a server was prepared; undefined: it is empty.
 * @throws Refusal when it stores texts of another installation, or should have parts and is empty
 */
export async function preparedDigest(
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

/** Prepares a server without parts, again if another version has prepared it. */
export async function prepareServer(
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

/**
 * Defines the foreign server and checks that this database reaches it: its network and name service may differ from
 * those of this command. @throws Refusal
 */
export async function registerServer(
  trx: Kysely<DB>,
  server: string,
  url: string,
  statements: readonly string[],
  owner: string,
): Promise<void> {
  const node = addressOfNode(addressOfUrl(url))
  const asked = runStatements(trx, statements).then(() =>
    sql`select owner, digest from ${sql.table(`${nodesSchema}.about_${server}`)}`.execute(trx),
  )
  const { rows } = await asked.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Refusal(`PostgreSQL из DATABASE_URL не открывает базу ${node}: ${reason}.`, { cause: error })
  })
  if (about.parse(rows)[0]?.owner !== owner)
    throw new Refusal(`По адресу ${node} PostgreSQL из DATABASE_URL находит другую базу, чем эта команда.`)
}

/**
 * Identifies the installation: a comment on the schema, which is in no backup, so a restored database is another
 * installation.
 */
export async function ownerOfTexts(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql`
    select obj_description(to_regnamespace(${nodesSchema}), 'pg_namespace') as owner`.execute(db)
  const [known] = z.array(z.object({ owner: z.string().nullable() })).parse(rows)
  if (known?.owner) return known.owner
  const owner = randomUUID()
  await runStatements(db, [`comment on schema ${nodesSchema} is ${pg.escapeLiteral(owner)}`])
  return owner
}

export async function runStatements(db: Kysely<DB>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
