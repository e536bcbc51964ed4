import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { sealFields, sealText } from '#shared/evidence/package-format.ts'
import type { DB } from '../db/schema.ts'
import type { Timestamping } from '../http/feature.ts'
import { momentOf } from './case-chain.ts'
import { stamp } from './timestamps.ts'

/**
 * The last seal gets a timestamp where it has none: it has the hash of the one before, so that it covers them all. @throws when the authority does
 * not answer; the next job asks again.
 */
export async function stampSeals(db: Kysely<DB>, timestamping: Timestamping): Promise<void> {
  const { rows } = await sql`
    select number, ${momentOf('sealed_at')} as sealed_at, cases, encode(root, 'hex') as root, encode(previous, 'hex') as previous, hash
    from journal_seal where number = (select max(number) from journal_seal)
      and not exists (select from timestamp_answer where digest = hash and authority = ${timestamping.url})`.execute(db)
  const [seal] = z.array(z.object({ ...sealFields.shape, hash: z.instanceof(Buffer) })).parse(rows)
  if (seal !== undefined) await stamp(db, Buffer.from(sealText(seal)), seal.hash, timestamping)
}
