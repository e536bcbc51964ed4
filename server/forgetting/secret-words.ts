import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { readInstallation } from '../db/installation.ts'
import type { DB } from '../db/schema.ts'
import { type NameFacts, type NameWords, wordsBy } from './name-words.ts'

/** Names and cases of forgotten people are recognised by keyed hashes: no stored data reveals them. */

const secretKey = 'forgetting'
const secretValue = z.object({ secret: z.hex().length(64) })

/** Undefined: nobody has ever been forgotten here. */
export async function forgettingSecret(db: Kysely<DB>): Promise<Buffer | undefined> {
  const kept = await readInstallation(db, secretKey)
  return kept === undefined ? undefined : Buffer.from(secretValue.parse(kept).secret, 'hex')
}

/** Generated at the first decision; of concurrent ones the first is kept. */
export async function makeForgettingSecret(db: Kysely<DB>): Promise<Buffer> {
  await db
    .insertInto('installation')
    .values({ key: secretKey, value: JSON.stringify({ secret: randomBytes(32).toString('hex') }) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const secret = await forgettingSecret(db)
  if (secret === undefined) throw new Error('the secret of forgetting was neither made nor found')
  return secret
}

const hashed = (secret: Buffer, ...parts: readonly (string | number)[]): Buffer =>
  createHmac('sha256', secret).update(parts.join('\n')).digest().subarray(0, 16)

/** The id of the decision is a salt: equal words have different hashes in different decisions. */
export const hashedFacts = (secret: Buffer, decision: number, facts: NameFacts): Buffer[] =>
  [...facts].map(fact => hashed(secret, decision, fact)).sort(Buffer.compare)

export function hashedWords(secret: Buffer, decision: number, hashes: readonly Buffer[]): NameWords {
  const known = new Set(hashes.map(hash => hash.toString('hex')))
  const asked = new Map<string, boolean>()
  const has = (fact: string): boolean => {
    const before = asked.get(fact)
    if (before !== undefined) return before
    const is = known.has(hashed(secret, decision, fact).toString('hex'))
    asked.set(fact, is)
    return is
  }
  return wordsBy(has)
}

/** A reference to a case from any source: `key|…`, `uid|…`, `number|…`, `url|…`. */
export const hashedReference = (secret: Buffer, reference: string): Buffer => hashed(secret, 'case', reference)
