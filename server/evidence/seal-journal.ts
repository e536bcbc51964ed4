import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { merkleRoot } from '#shared/evidence/merkle-tree.ts'
import { sealText } from '#shared/evidence/package-format.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { forgettingMark, readChains } from './case-chain.ts'
import { sha256 } from './node-primitives.ts'

/**
 * Seals journal entries added since the last seal: each seal is the root of a Merkle tree over the last hashes of some
 * cases, and includes the hash of the previous seal. A rewritten journal contradicts its seal, and a rewritten seal
 * contradicts the timestamps of later ones.
 */
const casesOfSeal = 2_000
/** Two processes would give their seals the same number. */
const sealLock = 7_060_001

const due = z.array(z.object({ case_id: z.number(), number: z.number(), sealed: z.number().nullable() }))

/** Returns how many seals were made. */
export async function sealJournal(db: Kysely<DB>, isStopped: () => boolean = () => false): Promise<number> {
  const { rows } = await sql`
    with last as (select case_id, max(number) as number from case_journal group by case_id),
      sealed as (select case_id, max(number) as number from journal_leaf group by case_id)
    select last.case_id, last.number, sealed.number as sealed from last left join sealed using (case_id)
    where sealed.number is null or sealed.number < last.number order by last.case_id`.execute(db)
  const cases = due.parse(rows)
  let seals = 0
  for (let at = 0; at < cases.length && !isStopped(); at += casesOfSeal) {
    const some = cases.slice(at, at + casesOfSeal).map(({ case_id, sealed }) => ({ case_id, after: sealed ?? -1 }))
    if (await db.transaction().execute(trx => sealCases(trx, some))) seals += 1
  }
  return seals
}

async function sealCases(trx: Transaction<DB>, cases: readonly { case_id: number; after: number }[]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(sealLock)})`.execute(trx)
  const known = z.array(z.object({ case_id: z.number(), after: z.number(), hash: z.string().nullable() })).parse(
    (
      await sql`
          select r.case_id, case when again then -1 else r.after end as after,
            case when not again then encode(leaf.hash, 'hex') end as hash
          from ${recordset(cases, 'case_id integer, after integer')}
          cross join lateral (
            select exists (
              select from case_journal told where told.case_id = r.case_id and number > r.after and beside @> ${forgettingMark}
            ) as again
          ) rewritten
          left join journal_leaf leaf on leaf.case_id = r.case_id and leaf.number = r.after
          where not exists (select from journal_leaf later where later.case_id = r.case_id and later.number > r.after)`.execute(
        trx,
      )
    ).rows,
  )
  const chains = await readChains(
    trx,
    known.map(({ case_id, after, hash }) => ({ case_id, after, previous: hash })),
  )
  const leaves = [...chains].flatMap(([case_id, entries]) => {
    const last = entries.at(-1)
    return last === undefined ? [] : [{ case_id, number: last.number, hash: last.hash }]
  })
  if (leaves.length === 0) return false
  const before = await trx
    .selectFrom('journal_seal')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sealedAt = new Date()
  const seal = {
    number: (before?.number ?? 0) + 1,
    // Milliseconds, padded to PostgreSQL's microseconds.
    sealed_at: sealedAt.toISOString().replace('Z', '000Z'),
    cases: leaves.length,
    root: merkleRoot(
      sha256,
      leaves.map(({ hash }) => hash),
    ),
    previous: before?.hash.toString('hex') ?? null,
  }
  const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
  await trx
    .insertInto('journal_seal')
    .values({
      ...{ number: seal.number, sealed_at: sealedAt, cases: seal.cases, root: bytes(seal.root) },
      ...{ previous: before?.hash ?? null, hash: bytes(sha256(sealText(seal))) },
    })
    .execute()
  await sql`
    insert into journal_leaf (case_id, number, seal, place, hash)
    select case_id, number, ${seal.number}, place, decode(hash, 'hex')
    from ${recordset(
      leaves.map((leaf, place) => ({ ...leaf, place })),
      'case_id integer, number integer, place integer, hash text',
    )}`.execute(trx)
  return true
}
