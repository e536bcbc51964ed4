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
 * that are asked does not answer; the next job asks again. So do manifests of packages that were given without.
 */
export async function stampSeals(
  db: Kysely<DB>,
  { timestamping, calendar }: { timestamping?: Timestamping | undefined; calendar?: Timestamping | undefined },
): Promise<void> {
  const { rows } = await sql`
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous, hash
    from journal_seal order by number desc limit 1`.execute(db)
  const [seal] = z.array(z.object({ ...sealFields.shape, hash: z.instanceof(Buffer) })).parse(rows)
  // One that is away keeps the others from nothing.
  const all = await Promise.allSettled([
    seal && timestamping && stampByAuthority(db, Buffer.from(sealText(seal)), seal.hash, timestamping),
    timestamping && stampPackages(db, timestamping),
    seal && calendar && stampByCalendar(db, seal.hash, calendar).then(() => upgradeOtsProofs(db, calendar)),
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

/** In one job. */
const mostPackages = 100

async function stampPackages(db: Kysely<DB>, timestamping: Timestamping): Promise<void> {
  const unstamped = await db
    .selectFrom('evidence_package')
    .leftJoin('timestamp_answer', 'digest', 'manifest_hash')
    .select(['manifest', 'manifest_hash'])
    .where('manifest', 'is not', null)
    .where('digest', 'is', null)
    .orderBy('evidence_package.id')
    .limit(mostPackages)
    .execute()
  for (const { manifest, manifest_hash } of unstamped)
    if (manifest !== null) await stamp(db, manifest, manifest_hash, timestamping)
}
