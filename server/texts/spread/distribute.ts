import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Lease, LeaseLost, withLease } from '../../db/lease.ts'
import { errorCode, Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { knownNodes, nodesSchema, ofAnotherVersion, refuseWithoutTexts } from '../../db/text-nodes.ts'
import {
  addressOfUrl,
  analyzeStatements,
  applyLayout,
  evenLayout,
  here,
  type Layout,
  layoutOf,
  layoutStatements,
  partCondition,
  serverStatements,
  signInStatements,
  urlOfServer,
} from './layout.ts'
import { parts, partTable, type TextSchema, textSchema } from './node-schema.ts'
import {
  connectToPlace,
  copyChanges,
  copyPart,
  deleteCopyRecord,
  dropPart,
  type Move,
  makeEmptyPart,
  type Place,
  type Source,
} from './parts.ts'
import {
  ownerOfTexts,
  preparedDigest,
  prepareServer,
  refuseLostParts,
  refuseOtherVersions,
  refuseReached,
  registerServer,
  runStatements,
  sameDatabase,
  wantedServers,
} from './wanted-servers.ts'

/**
 * Moves texts to other PostgreSQL servers, or back to this one (decision 0132). Parts are copied while the product
 * runs, each in one transaction of its new place; then writers are locked out for a moment, changes made since are
 * copied, and the new layout is applied. If killed, it can be run again.
 */
type Distribution = {
  db: Kysely<DB>
  url: string
  nodes: readonly string[]
  lost?: boolean
  say: (sentence: string) => void
}

/**
 * `lost`: parts of a server that does not answer and is not among `nodes` are created empty elsewhere; `check-texts`
 * has their texts read again. @throws Refusal
 */
export async function distribute({ db, url, nodes, lost: mayBeLost = false, say }: Distribution): Promise<void> {
  const done = await withLease(db, 'distribute', async lease => {
    const { wanted, lost } = await wantedServers(db, url, { nodes, lost: mayBeLost })
    for (const { reason } of lost) say(`${reason} Его части начнутся пустыми.`)
    const before = await layoutOf(db)
    if (before === undefined) await refuseOtherVersions(db)
    const after = layoutWith(before, wanted)
    const schema = await textSchema(db)
    await runStatements(db, layoutStatements)
    const owner = await ownerOfTexts(db)
    const isLost = (server: string | undefined): boolean => lost.some(({ name }) => name === server)
    const lostParts = parts.filter(part => isLost(before?.[part])).map(partTable)
    const places = new Map<string, Place>()
    try {
      const place = async (name: string): Promise<Place> => {
        const at = wanted.find(one => one.name === name)?.url ?? (name === here ? url : await urlOfServer(db, name))
        const known = places.get(name) ?? (await connectToPlace(name, at, name === here ? 'public' : nodesSchema))
        places.set(name, known)
        return known
      }
      for (const { name, url: at, isNew } of wanted) {
        const { client } = await place(name)
        const hasParts = before?.includes(name) === true
        const prepared = await preparedDigest(client, at, owner, hasParts)
        if (isNew) await refuseLostParts(client, at, lostParts)
        // A server with parts is only compared: its indexes were made by the functions it has.
        if (!hasParts) await prepareServer(client, schema, owner, prepared)
        const signingIn = isNew ? serverStatements : signInStatements
        const signIn = signingIn(name, addressOfUrl(at))
        await db.transaction().execute(trx => registerServer(trx, name, at, signIn, owner))
        if (hasParts && prepared !== schema.digest) throw new Refusal(ofAnotherVersion(addressOfUrl(at)))
      }
      await moveParts({ db, lease, before, after, isLost, schema, place, say })
      lease.signal.throwIfAborted()
      await removeLeftovers(db, after, { place, isLost })
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
  evenLayout(before, wanted.length === 0 ? [here] : wanted.map(({ name }) => name))

type Moving = {
  db: Kysely<DB>
  lease: Lease
  before: Layout
  after: readonly string[]
  isLost: (server: string) => boolean
  schema: TextSchema
  place: (name: string) => Promise<Place>
  say: Distribution['say']
}

async function moveParts({ db, lease, before, after, isLost, schema, place, say }: Moving): Promise<void> {
  const moving = parts.filter(part => before?.[part] !== after[part])
  const sourceOf = async (part: number): Promise<Source | undefined> => {
    if (before === undefined) return { place: await place(here), table: 'public.case_text', ofPart: partCondition }
    const server = before[part] ?? here
    // Copying others may have taken hours.
    if (isLost(server)) return refuseReached(db, server).then(() => undefined)
    return { place: await place(server), table: partTable(part), ofPart: () => 'true' }
  }
  for (const [n, part] of moving.entries()) {
    lease.signal.throwIfAborted()
    const [source, to] = [await sourceOf(part), await place(after[part] ?? here)]
    await (source === undefined ? makeEmptyPart(part, to, schema) : copyPart(part, source, to, schema))
    say(`Скопировано частей: ${n + 1} из ${moving.length}.`)
    // Texts that are partitioned already are switched part by part: fewer changes have to be copied while writers wait.
    if (before !== undefined) {
      const now = await layoutOf(db)
      const next = (now ?? before).map((at, n) => (n === part ? (after[n] ?? at) : at))
      await switchParts({ db, lease, before: now, after: next, moving: [part], source, isLost, schema, place })
    }
  }
  if (before === undefined)
    await switchParts({ db, lease, before, after, moving, source: await sourceOf(0), isLost, schema, place })
}

type Switching = Omit<Moving, 'say'> & { moving: readonly number[]; source: Source | undefined }

/** Writers of texts wait while the last changes are copied. For readers the command waits, at most a second each time. */
async function switchParts({
  db,
  lease,
  before,
  after,
  moving,
  source,
  isLost,
  schema,
  place,
}: Switching): Promise<void> {
  const moves: Move[] = []
  for (const part of moving) moves.push({ part, to: await place(after[part] ?? here) })
  const copyAllThatChanged = async (): Promise<void> => source && copyChanges(moves, source, schema)
  for (;;) {
    await copyAllThatChanged()
    try {
      await db.transaction().execute(async trx => {
        await sql.raw(`set local lock_timeout = '1s'`).execute(trx)
        // Locks out writers first: readers go on until everything is copied.
        await sql`lock table only public.case_text in share row exclusive mode`.execute(trx)
        await copyAllThatChanged()
        // Readers will use the foreign servers of this database, not the connections of this command.
        await refuseWithoutTexts(trx, ({ server }) => after.includes(server) && !isLost(server))
        // In the order in which readers lock, and for less than `deadlock_timeout`, so that a deadlock ends this command and not a reader.
        await sql.raw(`set local lock_timeout = '500ms'`).execute(trx)
        await sql`lock table as_of.case_text_seen, as_of.case_text, public.case_text_seen in access exclusive mode`.execute(
          trx,
        )
        await sql`lock table only public.case_text in access exclusive mode`.execute(trx)
        if (before === undefined) await refuseOtherVersions(trx)
        await applyLayout(trx, before, after)
        await lease.confirm(trx)
      })
      break
    } catch (error) {
      if (!retriedCodes.has(errorCode(error) ?? '')) throw error
      await pause(1_000)
    }
  }
  for (const { part, to } of moves) await deleteCopyRecord(part, to)
  await db.connection().execute(async one => {
    await sql`set default_statistics_target = 1`.execute(one)
    await runStatements(one, analyzeStatements(after, moving))
    await sql`reset default_statistics_target`.execute(one)
  })
}
/** SQLSTATE: lock not available, deadlock detected. */
const retriedCodes = new Set(['55P03', '40P01'])

/** Removes copies of parts that moves have left behind, and servers without parts. */
async function removeLeftovers(
  db: Kysely<DB>,
  layout: readonly string[],
  { place, isLost }: Pick<Moving, 'place' | 'isLost'>,
): Promise<void> {
  const own = await place(here)
  const used = new Set<string>()
  for (const name of new Set(layout)) used.add((await place(name)).database)
  for (const part of parts) await (layout[part] === here ? deleteCopyRecord(part, own) : dropPart(part, own))
  for (const { server } of await knownNodes(db)) {
    if (isLost(server)) {
      await runStatements(db, [`drop server ${server} cascade`])
      continue
    }
    const there = await place(server)
    if (layout.includes(server)) {
      for (const part of parts) await (layout[part] === server ? deleteCopyRecord(part, there) : dropPart(part, there))
    } else {
      if (used.has(there.database)) throw new Refusal(sameDatabase(server))
      await there.client.query(`drop schema ${nodesSchema} cascade`)
      await runStatements(db, [`drop server ${server} cascade`])
    }
  }
}
