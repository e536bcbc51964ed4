import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { sealFields, sealText } from '#shared/evidence/package-format.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { momentOf } from './case-chain.ts'
import { stampByCalendar, upgradeOtsProofs } from './ots-calendar.ts'
import { stamp } from './timestamps.ts'

/**
 * The last seal gets its timestamps where it has none: it has the hash of the one before, so that it covers them all. @throws when one of those
 * that are asked does not answer; the next job asks again.
 */
export async function stampSeals(
  db: Kysely<DB>,
  { timestamping, calendar }: { timestamping?: Timestamping | undefined; calendar?: Timestamping | undefined },
): Promise<void> {
  const { rows } = await sql`
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous, hash
    from journal_seal order by number desc limit 1`.execute(db)
  const [seal] = z.array(z.object({ ...sealFields.shape, hash: z.instanceof(Buffer) })).parse(rows)
  if (seal === undefined) return
  // One that is away keeps the others from nothing.
  const all = await Promise.allSettled([
    timestamping && stampByAuthority(db, Buffer.from(sealText(seal)), seal.hash, timestamping),
    calendar && stampByCalendar(db, seal.hash, calendar).then(() => upgradeOtsProofs(db, calendar)),
  ])
  for (const one of all) if (one.status === 'rejected') throw one.reason
}

async function stampByAuthority(
  db: Kysely<DB>,
  data: Buffer,
  digest: Buffer,
  timestamping: Timestamping,
): Promise<void> {
  const known = await db
    .selectFrom('timestamp_answer')
    .select('digest')
    .where('digest', '=', digest)
    .where('authority', '=', timestamping.url)
    .executeTakeFirst()
  if (known === undefined) await stamp(db, data, digest, timestamping)
}
