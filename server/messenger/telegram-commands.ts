import { Bot, type Context } from 'grammy'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type BotSettings, clientOptions, escapeHtml } from './telegram.ts'
import { accountsOf, codeMinutes, linkChat, muteChat, setChatBlocked, unmuteChat } from './telegram-chats.ts'

export type BotOptions = BotSettings & {
  publicUrl: string | undefined
  /** Acts on a pressed button; answers what is shown. */
  answerButton?: ((chatId: number, says: string) => Promise<string>) | undefined
}

/** `timeout`: timeout of the Bot API in seconds. */
export function createBot(
  db: Kysely<DB>,
  { token, apiRoot, publicUrl, answerButton }: BotOptions,
  { timeout }: { timeout: number },
): Bot {
  const bot = new Bot(token, { client: clientOptions({ token, apiRoot }, timeout) })
  const exportsPage = publicUrl === undefined ? '«Мои выгрузки»' : `<a href="${publicUrl}/exports">«Мои выгрузки»</a>`

  const howTo = `Как получать выгрузки: на сайте откройте ${exportsPage} и нажмите «Связать с Telegram» — или впишите номер в форму «Выгрузка».`
  const answer = (context: Context, ...lines: string[]) =>
    context.reply(lines.join('\n\n'), { parse_mode: 'HTML', link_preview_options: { is_disabled: true } })

  bot.command('start', async context => {
    const { id } = context.chat
    await unmuteChat(db, id)
    const code = context.match.trim()
    if (code !== '') {
      const username = await linkChat(db, code, id)
      if (username !== undefined)
        return answer(
          context,
          `Готово: чат связан с учётной записью <b>${escapeHtml(username)}</b>.`,
          numberOf(context),
          'Отвязать: /stop',
        )
      return answer(
        context,
        `Код не подошёл: он действует ${codeMinutes}\u00a0минут и только один раз. Возьмите новый на странице ${exportsPage}.`,
        numberOf(context),
      )
    }
    return answer(context, 'Здравствуйте! Это бот «Судмонитора»: присылает выгрузки дел.', numberOf(context), howTo)
  })

  bot.command('help', async context => {
    const names = await accountsOf(db, context.chat.id)
    const linked =
      names.length === 0
        ? 'Чат не связан ни с одной учётной записью.'
        : `Чат связан с учётной записью ${names.map(name => `<b>${escapeHtml(name)}</b>`).join(', ')}.`
    return answer(
      context,
      linked,
      numberOf(context),
      howTo,
      '/start — номер чата\n/stop — больше ничего не присылать и отвязать чат',
    )
  })

  bot.command('stop', async context => {
    await muteChat(db, context.chat.id)
    return answer(context, 'Хорошо, больше ничего не пришлю. Чат отвязан. Вернуть: /start')
  })

  bot.on('callback_query:data', async context => {
    const chatId = context.chat?.id
    const text = chatId === undefined ? undefined : await answerButton?.(chatId, context.callbackQuery.data)
    // Ends the button's spinner.
    await context.answerCallbackQuery(text === undefined ? {} : { text })
  })

  bot.on('my_chat_member', context => {
    const { status } = context.myChatMember.new_chat_member
    return setChatBlocked(db, context.chat.id, status === 'kicked' || status === 'left')
  })

  // Members of groups talk to each other.
  bot.chatType('private').on('message', context => answer(context, 'Я понимаю только команды: /start, /help, /stop.'))
  return bot
}

const numberOf = ({ chat }: Context): string =>
  chat?.type === 'private'
    ? `Ваш номер: <code>${chat.id}</code>`
    : `Номер этой группы: <code>${chat?.id}</code> (вместе с дефисом)`
