import type { Kysely } from 'kysely'
import type { Channel } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import type { Mailer } from '../http/feature.ts'
import type { Telegram } from '../messenger/telegram.ts'
import type { Message } from './compose-message.ts'
import { letterOf } from './letter.ts'
import type { Post } from './post-outside.ts'
import { telegramText } from './telegram-text.ts'
import { byWebhook } from './webhook-channel.ts'

/**
 * Where messages go, one entry a channel. A channel answers what became of a message; `final`: trying again is of no
 * use; `after`: seconds before which it is not to be tried.
 */
export type Outcome = { ok: true } | { ok: false; said: string; final: boolean; after?: number }
export type Send = (
  db: Kysely<DB>,
  message: Message,
  when: { now: Date; signal?: AbortSignal | undefined },
) => Promise<Outcome>
/** Absent: not set up here. */
export type Channels = { readonly [channel in string]?: Send }

export type Outside = { telegram: Telegram | undefined; mailer: Mailer | undefined; post: Post }

export const channelsOf = ({ telegram, mailer, post }: Outside): Channels => {
  const notices = noticesOf({ telegram, mailer })
  const known: { [C in Channel]: Send | undefined } = {
    telegram: telegram && byTelegram(telegram),
    email: mailer && byEmail(mailer),
    webhook: byWebhook(post, notices),
  }
  return Object.fromEntries(Object.entries(known).filter(([, send]) => send !== undefined))
}

/** Channels that reach a person here: by them it is said that another one was switched off. */
const noticesOf = (people: Readonly<Record<'telegram' | 'mailer', unknown>>): Channel[] => [
  ...(people.telegram ? (['telegram'] as const) : []),
  ...(people.mailer ? (['email'] as const) : []),
]

const byTelegram =
  (telegram: Telegram): Send =>
  async (db, message) => {
    const chat = await db
      .selectFrom('telegram_chat')
      .where('account_id', '=', message.accountId)
      .select(['chat_id', 'blocked_at'])
      .executeTakeFirst()
    if (chat === undefined) return { ok: false, said: 'Чат с ботом не связан с учётной записью.', final: true }
    if (chat.blocked_at !== null) return { ok: false, said: 'Бот заблокирован в этом чате.', final: true }
    const { html, buttons } = telegramText(message)
    const sent = await telegram.sendMessage(chat.chat_id, html, buttons)
    if (sent.ok) return { ok: true }
    if (sent.why === 'blocked')
      await db
        .updateTable('telegram_chat')
        .set({ blocked_at: new Date() })
        .where('account_id', '=', message.accountId)
        .where('chat_id', '=', chat.chat_id)
        .execute()
    const said = { blocked: 'Бот заблокирован в этом чате.', chat_not_found: 'Такого чата нет.' }
    return sent.why === 'blocked' || sent.why === 'chat_not_found'
      ? { ok: false, said: said[sent.why], final: true }
      : {
          ok: false,
          said: `Telegram не принял сообщение: ${sent.said}`,
          final: false,
          ...(sent.why === 'too_many_requests' && { after: sent.retryAfter }),
        }
  }

const byEmail =
  (mailer: Mailer): Send =>
  async (_, message) => {
    if (message.email === null) return { ok: false, said: 'В учётной записи нет почты.', final: true }
    try {
      await mailer.deliver(letterOf(message, message.email))
      return { ok: true }
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
      return {
        ok: false,
        said:
          code >= 500
            ? 'Почтовый сервер отказал: такого адреса нет или он не принимает писем.'
            : 'Почтовый сервер не принял письмо.',
        final: code >= 500 && code < 600,
      }
    }
  }
