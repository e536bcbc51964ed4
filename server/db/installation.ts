import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from './schema.ts'

export async function readInstallation(db: Kysely<DB>, key: string): Promise<unknown> {
  const row = await db.selectFrom('installation').where('key', '=', key).select('value').executeTakeFirst()
  return row?.value
}

export async function writeInstallation(db: Kysely<DB>, key: string, fact: unknown): Promise<void> {
  const value = JSON.stringify(fact)
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function deleteInstallation(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('installation').where('key', '=', key).execute()
}

export const { version: productVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
