import type { Kysely } from 'kysely'
import type { ChannelStates } from '#shared/api/subscriptions.ts'
import type { Channel } from '#shared/domain/news.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'

/** Which channels this server has, and what a person still has to do for each. */
export type Setup = { hasBot: boolean; hasMail: boolean }
type State = ChannelStates['results'][number]
type Owned = { email: string | null; chat: { chat_id: number; blocked_at: Date | null } | undefined }
type Missing = { to: string | null; note: string | null }

const states: { [C in Channel]: (owned: Owned, setup: Setup) => Missing } = {
  telegram: ({ chat }, { hasBot }) => ({
    to: chat === undefined ? null : String(chat.chat_id),
    note: !hasBot
      ? 'Бот на этом сервере не настроен.'
      : chat === undefined
        ? 'Сначала свяжите чат с ботом.'
        : chat.blocked_at === null
          ? null
          : 'Бот заблокирован в вашем чате: напишите ему /start.',
  }),
  email: ({ email }, { hasMail }) => ({
    to: email,
    note: !hasMail
      ? 'Почта на этом сервере не настроена.'
      : email === null
        ? 'В вашей учётной записи нет почты.'
        : null,
  }),
  // Each subscription has its own.
  webhook: () => ({ to: null, note: 'Адрес указывают на карточке подписки.' }),
}

export async function channelStates(db: Kysely<DB>, accountId: number, setup: Setup): Promise<State[]> {
  const account = await db.selectFrom('account').where('id', '=', accountId).select('email').executeTakeFirstOrThrow()
  const chat = await db
    .selectFrom('telegram_chat')
    .where('account_id', '=', accountId)
    .select(['chat_id', 'blocked_at'])
    .executeTakeFirst()
  return (Object.keys(states) as Channel[]).map(channel => {
    const { to, note } = states[channel]({ email: account.email, chat }, setup)
    return { channel, ready: note === null, to, note }
  })
}

/** A channel that cannot be used is not taken: nobody is to wait for messages that do not come. */
export async function refuseChannels(
  db: Kysely<DB>,
  { id }: { id: number },
  wanted: readonly Channel[],
  setup: Setup,
): Promise<void> {
  if (wanted.length === 0) return
  const notes = (await channelStates(db, id, setup)).flatMap(({ channel, note }) =>
    wanted.includes(channel) && note !== null ? [note] : [],
  )
  if (notes.length > 0) throw fieldError('channels', notes.join(' '))
}
