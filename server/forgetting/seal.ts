import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { undoDays } from '#shared/domain/forgetting.ts'
import { Refusal } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'

/**
 * Replaced data, encrypted (AES-256-GCM) with a key in the data folder, outside the database: neither a dump nor a backup reveals the name. Destroyed
 * after thirty days.
 */
export const sealKeyFile = 'forgetting.key'

/** A row before and after, as PostgreSQL’s JSON; `is` null: deleted. */
const sealedRow = z.object({ was: z.string(), is: z.string().nullable() })
const sealedRows = z.object({
  table: z.string(),
  key: z.array(z.string()),
  columns: z.array(z.string()),
  rows: z.array(sealedRow),
})
export type SealedRows = z.output<typeof sealedRows>

/** A key shared by all nodes (FORGETTING_KEY) is stored in each data folder, like a generated one. @throws Refusal if the folder has another key */
export function takeSealKey(dataDir: string, given: string): void {
  if (!makeSealKey(dataDir, given).equals(Buffer.from(given, 'hex')))
    throw new Refusal(
      `FORGETTING_KEY — не тот ключ, что лежит в ${join(dataDir, sealKeyFile)}. Назовите тот, которым запечатаны решения этого узла, или уберите файл: тогда решения под прежним ключом отсюда не отменить.`,
    )
}

/** Readable only by its owner. */
export function makeSealKey(dataDir: string, key = randomBytes(32).toString('hex')): Buffer {
  const path = join(dataDir, sealKeyFile)
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true })
    const fresh = `${path}.${randomBytes(4).toString('hex')}`
    writeFileSync(fresh, `${key}\n`, { mode: 0o600, flush: true })
    try {
      linkSync(fresh, path)
    } catch (error) {
      // A concurrent process was faster.
      if (!existsSync(path)) throw error
    } finally {
      rmSync(fresh, { force: true })
    }
  }
  return readSealKey(dataDir) ?? spoilt(path)
}
const spoilt = (path: string): never => {
  throw new Refusal(
    `В файле ${path} не ключ: нужны 64 шестнадцатеричные цифры. Верните прежний файл или уберите этот: тогда решения под прежним ключом отсюда не отменить.`,
  )
}

/** Undefined: missing or malformed. */
export function readSealKey(dataDir: string): Buffer | undefined {
  const path = join(dataDir, sealKeyFile)
  if (!existsSync(path)) return undefined
  const key = z.hex().length(64).safeParse(readFileSync(path, 'utf8').trim())
  return key.success ? Buffer.from(key.data, 'hex') : undefined
}

const nonceLength = 12
const tagLength = 16

function sealed(key: Buffer, rows: SealedRows): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(zstdCompressSync(JSON.stringify(rows))), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** @throws if it was sealed with another key */
export function unsealed(key: Buffer, body: Buffer): SealedRows {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceLength))
  decipher.setAuthTag(body.subarray(nonceLength, nonceLength + tagLength))
  const plain = Buffer.concat([decipher.update(body.subarray(nonceLength + tagLength)), decipher.final()])
  return sealedRows.parse(JSON.parse(zstdDecompressSync(plain).toString()))
}

const opens = (key: Buffer, body: Buffer): boolean => {
  try {
    unsealed(key, body)
    return true
  } catch {
    return false
  }
}

/** Undefined: this folder has no key, or not the one that sealed the decision. If two keys were used, neither can undo it. */
export async function keyOfDecision(db: Kysely<DB>, id: number, dataDir: string): Promise<Buffer | undefined> {
  const key = readSealKey(dataDir)
  const one = db.selectFrom('forgetting_seal').where('forgetting_id', '=', id).select('body').orderBy('ordinal')
  const sealed = await one.limit(1).executeTakeFirst()
  return key && sealed && opens(key, sealed.body) ? key : undefined
}

/** Whether this folder lacks the key of a decision that could still be undone. */
export async function isSealKeyMissing(db: Kysely<DB>, dataDir: string): Promise<boolean> {
  const { rows } = await sql<{ body: Buffer }>`
    select distinct on (forgetting_id) body from forgetting_seal order by forgetting_id, octet_length(body)`.execute(db)
  const key = readSealKey(dataDir)
  return rows.some(({ body }) => key === undefined || !opens(key, body))
}
export const sealKeyMissing = `В папке данных этого узла нет ключа ${sealKeyFile}, которым запечатаны убранные имена, или он другой: отсюда решение не отменить. Скопируйте ключ с узла, где решали, или назовите его узлам в FORGETTING_KEY.`

/** Without a key the rows are not kept: removing the name is more important than being able to restore it. */
export async function keepSealed(db: Kysely<DB>, id: number, key: Buffer | undefined, rows: SealedRows): Promise<void> {
  if (key === undefined || rows.rows.length === 0) return
  await sql`
    insert into forgetting_seal (forgetting_id, ordinal, body)
    select ${id}, 1 + coalesce(max(ordinal), 0), ${sealed(key, rows)} from forgetting_seal where forgetting_id = ${id}`.execute(
    db,
  )
}

export async function destroySeals(db: Kysely<DB>, at: Date = new Date()): Promise<void> {
  await sql`
    delete from forgetting_seal using forgetting
    where forgetting.id = forgetting_id and decided_at < ${at}::timestamptz - ${undoDays}::integer * interval '1 day'`.execute(
    db,
  )
}
