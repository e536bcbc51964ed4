import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Lease, LeaseLost, withLease } from '../../db/lease.ts'
import { errorCode, Refusal } from '../../db/refusal.ts'
import type { DB } from '../../db/schema.ts'
import { knownNodes, nodesSchema, ofAnotherVersion, refuseWithoutTexts } from '../../db/text-nodes.ts'
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
import { parts, partTable, type TextSchema, textSchema } from './node-schema.ts'
import {
  copyPart,
  copyWhatChanged,
  dropPart,
  forgetCopying,
  type Move,
  makeEmptyPart,
  type Place,
  placeAt,
  type Source,
} from './parts.ts'
import {
  ownerOfTexts,
  preparedFor,
  prepareServer,
  refuseOtherVersions,
  runStatements,
  sameDatabase,
  signInFromHere,
  wantedServers,
} from './wanted-servers.ts'

/**
 * Texts on other PostgreSQL, or back in this one (decision 0132): parts are copied beside the running servers, each in a transaction of the place it goes to; then, for a
 * moment without writers, what was written since is caught up with and they are put in place. Killed at any moment and begun again, it goes on.
 */
type Distribution = {
  db: Kysely<DB>
  url: string
  nodes: readonly string[]
  lost?: boolean
  say: (sentence: string) => void
}

/** `lost`: parts of a server that does not answer, and is not among `nodes`, begin empty; their texts are read again as torn ones are. @throws Refusal */
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
        if (!hasParts) await prepareServer(client, schema, owner, prepared)
        const signingIn = isNew ? serverStatements : signInStatements
        const signIn = signingIn(name, addressOfUrl(at))
        await db.transaction().execute(trx => signInFromHere(trx, name, at, signIn, owner))
        if (hasParts && prepared !== schema.digest) throw new Refusal(ofAnotherVersion(addressOfUrl(at)))
      }
      const isLost = (server: string): boolean => lost.some(({ name }) => name === server)
      await move({ db, lease, before, after, isLost, schema, place, say })
      lease.signal.throwIfAborted()
      await tidy(db, after, { place, isLost })
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
  isLost: (server: string) => boolean
  schema: TextSchema
  place: (name: string) => Promise<Place>
  say: Distribution['say']
}

async function move({ db, lease, before, after, isLost, schema, place, say }: Moving): Promise<void> {
  const moving = parts.filter(part => before?.[part] !== after[part])
  const sourceOf = async (part: number): Promise<Source | undefined> => {
    if (before === undefined) return { place: await place(here), table: 'public.case_text', ofPart: isOfPart }
    const server = before[part] ?? here
    return isLost(server) ? undefined : { place: await place(server), table: partTable(part), ofPart: () => 'true' }
  }
  for (const [n, part] of moving.entries()) {
    lease.signal.throwIfAborted()
    const [source, to] = [await sourceOf(part), await place(after[part] ?? here)]
    await (source === undefined ? makeEmptyPart(part, to, schema) : copyPart(part, source, to, schema))
    say(`Скопировано частей: ${n + 1} из ${moving.length}.`)
    // Once they are one of many, parts go one after another: less is to be caught up with.
    if (before !== undefined) {
      const now = await layoutOf(db)
      const next = (now ?? before).map((at, n) => (n === part ? (after[n] ?? at) : at))
      await put({ db, lease, before: now, after: next, moving: [part], source, isLost, schema, place })
    }
  }
  if (before === undefined)
    await put({ db, lease, before, after, moving, source: await sourceOf(0), isLost, schema, place })
}

type Putting = Omit<Moving, 'say'> & { moving: readonly number[]; source: Source | undefined }

/** Writers of texts wait for as long as there is something to catch up with. Who reads texts meanwhile is waited for, longest for a second at a time. */
async function put({ db, lease, before, after, moving, source, isLost, schema, place }: Putting): Promise<void> {
  const moves: Move[] = []
  for (const part of moving) moves.push({ part, to: await place(after[part] ?? here) })
  const copyAllThatChanged = async (): Promise<void> => source && copyWhatChanged(moves, source, schema)
  for (;;) {
    await copyAllThatChanged()
    try {
      await db.transaction().execute(async trx => {
        await sql.raw(`set local lock_timeout = '1s'`).execute(trx)
        // Writers first: readers go on until all is there.
        await sql`lock table only public.case_text in share row exclusive mode`.execute(trx)
        await copyAllThatChanged()
        // Whoever reads afterwards asks through this database, not over the connections of this command.
        await refuseWithoutTexts(trx, ({ server }) => after.includes(server) && !isLost(server))
        // In the order of readers, and waiting for less than PostgreSQL does before it looks for deadlocks: it is not they who are ended.
        await sql.raw(`set local lock_timeout = '500ms'`).execute(trx)
        await sql`lock table as_of.case_text_seen, as_of.case_text, public.case_text_seen in access exclusive mode`.execute(
          trx,
        )
        await sql`lock table only public.case_text in access exclusive mode`.execute(trx)
        if (before === undefined) await refuseOtherVersions(trx)
        await putInPlace(trx, before, after)
        await lease.confirm(trx)
      })
      break
    } catch (error) {
      if (!beginAgain.has(errorCode(error) ?? '')) throw error
      await pause(1_000)
    }
  }
  for (const { part, to } of moves) await forgetCopying(part, to)
  await db.connection().execute(async one => {
    await sql`set default_statistics_target = 1`.execute(one)
    await runStatements(one, measureStatements(after, moving))
    await sql`reset default_statistics_target`.execute(one)
  })
}
/** A lock that was not to be had in time, and a deadlock. */
const beginAgain = new Set(['55P03', '40P01'])

/** What lies where it does not belong, left by moves, is removed; servers without parts are forgotten. */
async function tidy(
  db: Kysely<DB>,
  layout: readonly string[],
  { place, isLost }: Pick<Moving, 'place' | 'isLost'>,
): Promise<void> {
  const own = await place(here)
  const used = new Set<string>()
  for (const name of new Set(layout)) used.add((await place(name)).database)
  for (const part of parts) await (layout[part] === here ? forgetCopying(part, own) : dropPart(part, own))
  for (const { server } of await knownNodes(db)) {
    if (isLost(server)) {
      await runStatements(db, [`drop server ${server} cascade`])
      continue
    }
    const there = await place(server)
    if (layout.includes(server)) {
      for (const part of parts) await (layout[part] === server ? forgetCopying(part, there) : dropPart(part, there))
    } else {
      if (used.has(there.database)) throw new Refusal(sameDatabase(server))
      await there.client.query(`drop schema ${nodesSchema} cascade`)
      await runStatements(db, [`drop server ${server} cascade`])
    }
  }
}
