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

/** Present while there is a demonstration corpus: its parameters, and the progress of loading. */
export const demoKey = 'demo'
const demoMark = z.object({
  count: z.number().int(),
  today: z.string(),
  seed: z.number(),
  complete: z.boolean(),
  loaded: z.number().int().default(0),
})
type DemoMark = z.output<typeof demoMark>
export const readDemoMark = async (db: Kysely<DB>): Promise<DemoMark | undefined> =>
  demoMark.safeParse(await readInstallation(db, demoKey)).data
export const writeDemoMark = (db: Kysely<DB>, mark: DemoMark): Promise<void> => writeInstallation(db, demoKey, mark)
export const deleteDemoMark = (db: Kysely<DB>): Promise<void> => deleteInstallation(db, demoKey)

/** The demonstration corpus is loaded automatically once per installation; an interrupted load is resumed. */
const firstDemoKey = 'first_demo'
const unfinished = z.object({ finished: z.literal(false) })
export const noteFirstDemo = (db: Kysely<DB>, mark: { finished: boolean }): Promise<void> =>
  writeInstallation(db, firstDemoKey, mark)
export async function wantsFirstDemo(db: Kysely<DB>): Promise<boolean> {
  const mark = await readInstallation(db, firstDemoKey)
  return mark === undefined ? hasNoCases(db) : unfinished.safeParse(mark).success
}
export const hasNoCases = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('court_case').select('id').limit(1).executeTakeFirst()) === undefined
