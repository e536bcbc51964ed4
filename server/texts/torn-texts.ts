import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { nodesSchema } from '../db/text-nodes.ts'
import { here, layoutOf } from './spread/layout.ts'
import { partTable } from './spread/node-schema.ts'
import { dropTornTexts } from './stored-texts.ts'

/**
 * Repairs torn transactions. Text nodes commit before this database: if one commits and this database, or another node, does not, it has a text without a
 * case, or lacks one (decision 0132). Cases are compared with texts by id; recent texts, and those of cases in which somebody was forgotten, also by the
 * hashes in the journal.
 */
const atOnce = 20_000
const freshDays = 3
const numbers = z.array(z.object({ id: z.number() }))
const idsOf = async (db: Kysely<DB>, query: ReturnType<typeof sql>): Promise<number[]> =>
  numbers.parse((await query.execute(db)).rows).map(({ id }) => id)

/** Returns the cases whose texts have to be read again; their next reading is written even if the record is unchanged. */
export async function mendTornTexts(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number[]> {
  if ((await layoutOf(db)) === undefined) return []
  const unread: number[] = []
  const suspected = async (ids: readonly number[]): Promise<void> => {
    for (let at = 0; at < ids.length; at += batch)
      unread.push(...(await db.transaction().execute(trx => mendAmong(trx, ids.slice(at, at + batch)))))
  }
  for (let after = 0; !isStopped(); ) {
    const known = z
      .array(z.object({ id: z.number(), has_text: z.boolean() }))
      .parse(
        (await sql`select id, has_text from court_case where id > ${after} order by id limit ${atOnce}`.execute(db))
          .rows,
      )
    const last = known.length < atOnce ? greatestId : (known.at(-1)?.id ?? greatestId)
    const there = new Set(
      await idsOf(db, sql`select case_id as id from case_text where case_id > ${after} and case_id <= ${last}`),
    )
    const told = new Set(known.flatMap(({ id, has_text }) => (has_text ? id : [])))
    await suspected([...told.difference(there), ...there.difference(told)])
    if (last === greatestId) break
    after = last
  }
  // A server that was restored from an older state may have a name again however old its text is.
  for (const query of [
    sql`select distinct case_id as id from case_journal where forgotten_on is not null`,
    sql`select case_id as id from case_text where read_at > now() - ${`${freshDays} days`}::interval`,
  ])
    if (!isStopped()) await suspected(await idsOf(db, query))
  return [...new Set(unread)]
}
const batch = 500
const greatestId = 2_147_483_647

/** Locks the cases. An unknown text of a case in which somebody was forgotten may name them and is deleted. A recent text without a case may belong to a running transaction and stays. */
async function mendAmong(trx: Transaction<DB>, ids: readonly number[]): Promise<number[]> {
  const these = sql`any(${arrayLiteral(ids)}::integer[])`
  await sql`select from case_source where case_id = ${these} order by source_key for no key update`.execute(trx)
  const cases = z
    .array(z.object({ id: z.number(), has_text: z.boolean(), is_masked: z.boolean(), hashes: z.array(z.string()) }))
    .parse(
      (
        await sql`
          select id, has_text, exists (
            select from case_journal where case_journal.case_id = court_case.id and forgotten_on is not null
          ) as is_masked, array(
            select encode(text_hash, 'hex') from case_source join case_journal using (case_id)
            where case_source.case_id = court_case.id and number = entry and text_hash is not null
          ) as hashes
          from court_case where id = ${these}`.execute(trx)
      ).rows,
    )
  const texts = z
    .array(z.object({ id: z.number(), hash: z.string() }))
    .parse((await (await hashesOf(trx, these)).execute(trx)).rows)
  const old = await idsOf(
    trx,
    sql`select case_id as id from case_text where case_id = ${these} and read_at < now() - interval '1 day'`,
  )
  const [byCase, there] = [new Map(cases.map(one => [one.id, one])), new Map(texts.map(({ id, hash }) => [id, hash]))]
  const isTold = (hashes: readonly string[], hash: string | undefined): boolean =>
    hash !== undefined && (hashes.length === 0 || hashes.includes(hash))
  const strays = texts.flatMap(({ id, hash }) => {
    const known = byCase.get(id)
    if (known === undefined) return old.includes(id) ? id : []
    return !known.has_text || (known.is_masked && !isTold(known.hashes, hash)) ? id : []
  })
  await dropTornTexts(trx, strays)
  const unread = cases.flatMap(({ id, has_text, hashes }) => (has_text && !isTold(hashes, there.get(id)) ? id : []))
  await sql`update case_source set digest = '' where case_id = any(${arrayLiteral(unread)}::integer[])`.execute(trx)
  return unread
}

/** Text nodes compute the hashes of their parts. The lock keeps parts in place until the transaction ends. */
async function hashesOf(trx: Transaction<DB>, these: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  await sql`lock table only case_text in access share mode`.execute(trx)
  const own = ((await layoutOf(trx)) ?? []).flatMap((place, part) => (place === here ? partTable(part) : []))
  const ofOwn = own.map(
    table =>
      sql` union all select case_id, encode(sha256(convert_to(body, 'UTF8')), 'hex') from ${sql.table(table)} where case_id = ${these}`,
  )
  return sql`
    select case_id as id, encode(body_hash, 'hex') as hash from ${sql.table(`${nodesSchema}.held`)} where case_id = ${these} ${sql.join(ofOwn, sql``)}`
}
