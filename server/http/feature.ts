import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** What every feature's routes are given. `publicUrl`: where the product is reached from outside, when it is known. */
export type FeatureOptions = { db: Kysely<DB>; publicUrl: string | undefined }
