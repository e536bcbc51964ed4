import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '../db/audit.ts'
import { readInstallation, writeInstallation } from '../db/installation.ts'
import type { DB } from '../db/schema.ts'
import type { Sent } from './telegram.ts'

/** A chat is linked to an account by a one-time code. After /stop nothing is sent to it. */
export const codeMinutes = 15
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Replaces the account's former code. */
export async function newCode(db: Kysely<DB>, accountId: number): Promise<{ code: string; expires_at: Date }> {
  // Telegram allows letters, digits, - and _ in a link, at most 64.
  const code = randomBytes(16).toString('base64url')
  const expires_at = new Date(Date.now() + codeMinutes * 60_000)
  const row = { code_hash: hashOf(code), expires_at }
  await db
    .insertInto('telegram_code')
    .values({ account_id: accountId, ...row })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return { code, expires_at }
}

/** Returns the name of the account; undefined for an unknown or expired code. */
export const linkChat = (db: Kysely<DB>, code: string, chatId: number): Promise<string | undefined> =>
  db.transaction().execute(async trx => {
    const used = await trx
      .deleteFrom('telegram_code')
      .where('code_hash', '=', hashOf(code))
      .where('expires_at', '>', sql<Date>`now()`)
      .returning('account_id')
      .executeTakeFirst()
    if (used === undefined) return undefined
    const { account_id } = used
    const account = await trx
      .selectFrom('account')
      .where('id', '=', account_id)
      .where('blocked_at', 'is', null)
      .select('username')
      .executeTakeFirst()
    if (account === undefined) return undefined
    const row = { chat_id: chatId, linked_at: new Date(), blocked_at: null }
    await trx
      .insertInto('telegram_chat')
      .values({ account_id, ...row })
      .onConflict(conflict => conflict.column('account_id').doUpdateSet(row))
      .execute()
    await recordAudit(trx, { accountId: account_id }, 'messenger_linked', { chat_id: chatId })
    return account.username
  })

export const accountsOf = async (db: Kysely<DB>, chatId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('telegram_chat')
    .innerJoin('account', 'account.id', 'telegram_chat.account_id')
    .where('chat_id', '=', chatId)
    .select('username')
    .orderBy('username')
    .execute()
  return rows.map(({ username }) => username)
}

export const chatOf = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('telegram_chat')
    .where('account_id', '=', accountId)
    .select(['chat_id as id', 'linked_at', 'blocked_at'])
    .executeTakeFirst()

export const unlinkAccount = async (db: Kysely<DB>, accountId: number): Promise<boolean> => {
  await db.deleteFrom('telegram_code').where('account_id', '=', accountId).execute()
  const gone = await db.deleteFrom('telegram_chat').where('account_id', '=', accountId).returning('chat_id').execute()
  return gone.length > 0
}

export const muteChat = (db: Kysely<DB>, chatId: number): Promise<void> =>
  db.transaction().execute(async trx => {
    await trx.deleteFrom('telegram_chat').where('chat_id', '=', chatId).execute()
    await trx
      .insertInto('telegram_silence')
      .values({ chat_id: chatId })
      .onConflict(conflict => conflict.column('chat_id').doNothing())
      .execute()
  })

export async function unmuteChat(db: Kysely<DB>, chatId: number): Promise<void> {
  await db.deleteFrom('telegram_silence').where('chat_id', '=', chatId).execute()
  await setChatBlocked(db, chatId, false)
}

export const isChatMuted = async (db: Kysely<DB>, chatId: number): Promise<boolean> =>
  (await db.selectFrom('telegram_silence').where('chat_id', '=', chatId).select('chat_id').executeTakeFirst()) !==
  undefined

export const setChatBlocked = async (db: Kysely<DB>, chatId: number, isBlocked: boolean): Promise<void> => {
  await db
    .updateTable('telegram_chat')
    .where('chat_id', '=', chatId)
    .where('blocked_at', isBlocked ? 'is' : 'is not', null)
    .set({ blocked_at: isBlocked ? new Date() : null })
    .execute()
}

export async function recordSendResult(db: Kysely<DB>, chatId: number, sent: Sent): Promise<Sent> {
  if (!sent.ok && sent.why === 'blocked') await setChatBlocked(db, chatId, true)
  return sent
}

const botName = z.object({ id: z.number(), username: z.string() })
const nameKey = 'telegram_bot'

export async function saveBot(db: Kysely<DB>, bot: z.output<typeof botName>): Promise<void> {
  await writeInstallation(db, nameKey, botName.parse(bot))
}

/** Undefined until the bot has first been reached. */
export async function readBot(db: Kysely<DB>): Promise<{ name: string; url: string } | undefined> {
  const { data } = botName.safeParse(await readInstallation(db, nameKey))
  return data && { name: data.username, url: `https://t.me/${data.username}` }
}
