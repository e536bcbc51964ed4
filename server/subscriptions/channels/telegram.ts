import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { changeFavourites } from '../../favourites/favourites.ts'
import { type AccountRights, scopeOf } from '../../http/auth.ts'
import { HttpError } from '../../http/errors.ts'
import { escapeHtml, type MessageButton } from '../../messenger/telegram.ts'
import { type ChannelAdapter, type Message, notSetUp, sendFailure } from '../message.ts'
import { caseAddress, messageWords, subscriptionsAddress } from '../message-text.ts'
import { muteCases } from '../watched-cases.ts'

/** Telegram accepts 4,096 characters; the rest is for the closing lines. */
const limits = { cases: 10, characters: 4_000 }
const closingLines = 100
const blocked = 'Бот заблокирован в этом чате.'

export const telegramChannel: ChannelAdapter<{ html: string; buttons: MessageButton[] }> = {
  limits,
  kinds: ['news', 'changes', 'test', 'question', 'webhook_off'],
  concurrency: 'serial',
  addressOf: ({ chat }, { hasBot }) => ({
    to: chat === undefined ? null : String(chat.chat_id),
    note: !hasBot
      ? 'Бот на этом сервере не настроен.'
      : chat === undefined
        ? 'Сначала свяжите чат с ботом.'
        : chat.blocked_at === null
          ? null
          : 'Бот заблокирован в вашем чате: напишите ему /start.',
  }),

  render: message => {
    const { subject, notice, cases, more, list } = messageWords(message, limits.cases)
    const heading = `<b>${escapeHtml(subject)}</b>`
    const fitting: string[] = []
    let size = heading.length + closingLines
    for (const { title, summary, lines, address, courtCard } of cases) {
      const name = `<b>${escapeHtml(title)}</b>`
      const text = [
        address === undefined ? name : `<a href="${escapeHtml(address)}">${name}</a>`,
        escapeHtml(summary),
        ...lines.map(line => `• ${escapeHtml(line)}`),
        courtCard === undefined ? '' : `<a href="${escapeHtml(courtCard)}">Карточка на сайте суда</a>`,
      ]
        .filter(Boolean)
        .join('\n')
      size += text.length + 2
      if (size > limits.characters) break
      fitting.push(text)
    }
    const rest = fitting.length < cases.length ? 'Остальное — на сайте.' : more
    const html = [heading, notice && escapeHtml(notice), ...fitting, rest && escapeHtml(rest)]
      .filter(Boolean)
      .join('\n\n')
    return { html, buttons: [...opens('Все изменения', list), ...buttonsUnder(message)] }
  },

  send: async ({ html, buttons }, { db, message: { accountId }, services: { telegram } }) => {
    if (telegram === undefined) return notSetUp
    const ownChat = db.selectFrom('telegram_chat').where('account_id', '=', accountId)
    const chat = await ownChat.select(['chat_id', 'blocked_at']).executeTakeFirst()
    if (chat === undefined) return sendFailure('Чат с ботом не связан с учётной записью.', true)
    if (chat.blocked_at !== null) return sendFailure(blocked, true)
    const sent = await telegram.sendMessage(chat.chat_id, html, buttons)
    if (sent.ok) return sent
    if (sent.why === 'chat_not_found') return sendFailure('Такого чата нет.', true)
    if (sent.why === 'blocked') {
      await db
        .updateTable('telegram_chat')
        .set({ blocked_at: new Date() })
        .where('account_id', '=', accountId)
        .where('chat_id', '=', chat.chat_id)
        .execute()
      return sendFailure(blocked, true)
    }
    return {
      ...sendFailure(`Telegram не принял сообщение: ${sent.said}`),
      ...(sent.why === 'too_many_requests' && { retryAfter: sent.retryAfter }),
    }
  },
}

/** Buttons under a message about one case; a press sends back «action subscription case». */
const actions = {
  favourite: { text: 'В избранное', done: 'Дело в избранном.' },
  mute: { text: 'Заглушить дело', done: 'Об этом деле подписка больше не сообщит.' },
} as const
const actionNames = Object.keys(actions).filter((name): name is keyof typeof actions => Object.hasOwn(actions, name))

const opens = (text: string, url: string | undefined): MessageButton[] => (url === undefined ? [] : [{ text, url }])

function buttonsUnder(message: Message): MessageButton[] {
  const [only, ...others] = message.cases
  const ofCase =
    only === undefined || others.length > 0
      ? []
      : [
          ...opens('Открыть дело', caseAddress(message.origin, only)),
          ...actionNames.map(name => ({
            text: actions[name].text,
            says: `${name} ${message.subscriptionId} ${only.snapshot.id}`,
          })),
        ]
  return [...ofCase, ...opens('Подписки', subscriptionsAddress(message))]
}

/** Acts for the account linked to the chat; returns the text to show. */
export async function answerButton(db: Kysely<DB>, chatId: number, says: string): Promise<string> {
  const [, name, subscription, one] = /^(\w+) (\d{1,9}) (\d{1,9})$/.exec(says) ?? []
  const action = actionNames.find(known => known === name)
  if (action === undefined) return 'Эта кнопка больше не действует.'
  const owner = await ownerOf(db, chatId, Number(subscription))
  if (owner === undefined) return 'Этой подписки больше нет, или чат с ней не связан.'
  try {
    if (action === 'mute')
      await db.transaction().execute(trx => muteCases(trx, owner, Number(subscription), [Number(one)]))
    else await changeFavourites(db, scopeOf(owner), { add: [Number(one)], remove: [] })
    return actions[action].done
  } catch (error) {
    if (error instanceof HttpError) return 'Этого дела вам не видно.'
    throw error
  }
}

const ownerOf = (db: Kysely<DB>, chatId: number, subscriptionId: number): Promise<AccountRights | undefined> =>
  db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .innerJoin('telegram_chat', 'telegram_chat.account_id', 'account.id')
    .where('subscription.id', '=', subscriptionId)
    .where('subscription.deleted_at', 'is', null)
    .where('account.blocked_at', 'is', null)
    .where('telegram_chat.chat_id', '=', chatId)
    .select(['account.id', 'account.groups', 'account.is_superuser', 'account.regions'])
    .executeTakeFirst()
