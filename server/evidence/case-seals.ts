import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { merklePath } from '#shared/evidence/merkle-tree.ts'
import { type ChainEntry, type PackedSeals, sealProofFile, sealTokenFile } from '#shared/evidence/package-format.ts'
import type { DB } from '../db/schema.ts'
import { forgettingMark, momentOf } from './case-chain.ts'
import { sha256 } from './node-primitives.ts'

/** `stamps`: timestamps of these seals as files of a package; the last one of each kind per seal. */
type CaseSeals = { seals: PackedSeals; stamps: ReadonlyMap<string, Buffer> }

const seal = z.object({
  number: z.number(),
  sealed_at: z.string(),
  cases: z.number(),
  root: z.string(),
  previous: z.string().nullable(),
  hash: z.string(),
})

/**
 * The seals over a case, each with the following ones up to the first with a timestamp. Seals over entries that a
 * decision to forget has rewritten are omitted together with their hashes: candidate names could be tested against
 * them.
 */
export async function sealsOf(db: Kysely<DB>, caseId: number, chain: readonly ChainEntry[]): Promise<CaseSeals> {
  const all = await db
    .selectFrom('journal_leaf')
    .selectAll()
    .select(
      sql<boolean>`exists (
        select from case_journal told
        where told.case_id = journal_leaf.case_id and told.number > journal_leaf.number and beside @> ${forgettingMark}
      )`.as('is_before_decision'),
    )
    .where('case_id', '=', caseId)
    .orderBy('number')
    .execute()
  const hashes = new Map(chain.map(({ number, hash }) => [number, hash]))
  const leaves = all.filter(
    ({ is_before_decision, number, hash }) => !is_before_decision || hashes.get(number) === hash.toString('hex'),
  )
  const { rows } = await sql`
    with own as (select unnest(${leaves.map(({ seal: number }) => number)}::integer[]) as seal),
    stamped as (
      select own.seal, (
        select min(number) from journal_seal later
        where later.number >= own.seal and exists (select from timestamp_answer where digest = later.hash)
      ) as until from own
    )
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous,
      encode(hash, 'hex') as hash
    from journal_seal
    where exists (select from stamped where number between seal and coalesce(until, seal)) order by number`.execute(db)
  const seals = z.array(seal).parse(rows)
  const numberOf = new Map(seals.map(({ number, hash }) => [hash, number]))
  const digests = seals.map(({ hash }) => Buffer.from(hash, 'hex'))
  const answers =
    digests.length === 0
      ? []
      : await db
          .selectFrom('timestamp_answer')
          .select(['digest', 'kind', 'answer'])
          .where('digest', 'in', digests)
          .orderBy('is_final')
          .orderBy('made_at')
          .execute()
  const stamps = new Map(
    answers.map(({ digest, kind, answer }) => {
      const number = numberOf.get(digest.toString('hex')) ?? 0
      return [kind === 'rfc3161' ? sealTokenFile(number) : sealProofFile(number), answer]
    }),
  )
  const packed: PackedSeals['leaves'] = []
  for (const { number, seal: of, place, hash } of leaves) {
    const tree = await db.selectFrom('journal_leaf').select('hash').where('seal', '=', of).orderBy('place').execute()
    const path = merklePath(
      sha256,
      tree.map(one => one.hash.toString('hex')),
      place,
    )
    packed.push({ number, seal: of, place, hash: hash.toString('hex'), path })
  }
  return { seals: { seals, leaves: packed }, stamps }
}
