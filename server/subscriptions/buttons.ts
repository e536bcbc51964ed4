import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { changeFavourites } from '../favourites/keep.ts'
import { HttpError } from '../http/errors.ts'
import type { Button } from '../messenger/telegram.ts'
import type { Message } from './compose-message.ts'
import { caseAddress, subscriptionsAddress } from './message-words.ts'
import { muteCases } from './mute.ts'
import { type Owner, scopeOf } from './owner.ts'

/** Buttons under a message in Telegram: of one case, to open, keep and mute it. What is pressed names both numbers. */
const deeds = {
  favourite: { text: 'В избранное', done: 'Дело в избранном.' },
  mute: { text: 'Заглушить дело', done: 'Об этом деле подписка больше не сообщит.' },
} as const
type Deed = keyof typeof deeds
const deedNames = Object.keys(deeds).filter((name): name is Deed => Object.hasOwn(deeds, name))

export function buttonsUnder(message: Message): Button[] {
  const [only, ...others] = message.cases
  const opens = (text: string, url: string | undefined): Button[] => (url === undefined ? [] : [{ text, url }])
  const ofCase =
    only === undefined || others.length > 0
      ? []
      : [
          ...opens('Открыть дело', caseAddress(message.origin, only)),
          ...deedNames.map(
            (deed): Button => ({
              text: deeds[deed].text,
              says: `${deed} ${message.subscriptionId} ${only.snapshot.id}`,
            }),
          ),
        ]
  return [...ofCase, ...opens('Подписки', subscriptionsAddress(message))]
}

/** Does what a button says, for the account the chat is linked to; answers what is to be said. */
export async function answerButton(db: Kysely<DB>, chatId: number, says: string): Promise<string> {
  const [, name, subscription, one] = /^(\w+) (\d{1,9}) (\d{1,9})$/.exec(says) ?? []
  const deed = deedNames.find(known => known === name)
  if (deed === undefined) return 'Эта кнопка больше не действует.'
  const owner = await ownerOf(db, chatId, Number(subscription))
  if (owner === undefined) return 'Этой подписки больше нет, или чат с ней не связан.'
  try {
    if (deed === 'mute')
      await db.transaction().execute(trx => muteCases(trx, owner, Number(subscription), [Number(one)]))
    else await changeFavourites(db, { ...scopeOf(owner), accountId: owner.id }, { add: [Number(one)], remove: [] })
    return deeds[deed].done
  } catch (error) {
    if (error instanceof HttpError) return 'Этого дела вам не видно.'
    throw error
  }
}

const ownerOf = (db: Kysely<DB>, chatId: number, subscriptionId: number): Promise<Owner | undefined> =>
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
