import { setTimeout as pause } from 'node:timers/promises'
import { Bot, type Context, GrammyError } from 'grammy'
import type { Kysely } from 'kysely'
import { withLease } from '../db/lease.ts'
import type { DB } from '../db/schema.ts'
import { type BotSettings, clientOptions, escapeHtml } from './telegram.ts'
import { accountsOf, codeMinutes, linkChat, muteChat, saveBot, setChatBlocked, unmuteChat } from './telegram-chats.ts'

type BotOptions = BotSettings & {
  publicUrl: string | undefined
  /** Handles a pressed button; returns the text to show. */
  answerButton?: ((chatId: number, says: string) => Promise<string>) | undefined
}

/** `timeout`: of the Bot API, in seconds. */
function createBot(
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

  // In groups, members talk to each other.
  bot.chatType('private').on('message', context => answer(context, 'Я понимаю только команды: /start, /help, /stop.'))
  return bot
}

const numberOf = ({ chat }: Context): string =>
  chat?.type === 'private'
    ? `Ваш номер: <code>${chat.id}</code>`
    : `Номер этой группы: <code>${chat?.id}</code> (вместе с дефисом)`

/**
 * One process polls, others wait for its lease. An update is confirmed after it is answered, so that a crash loses
 * none.
 */
type ListenOptions = BotOptions & { onError: (error: unknown) => void }

const longPollSeconds = 25
const leaseRetryMs = 15_000
const firstBackoff = 1_000
const longestBackoff = 60_000
/** An update that always fails must not block those after it. */
const attempts = 3

export function listenToTelegram(db: Kysely<DB>, options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (milliseconds: number): Promise<void> =>
    pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
  const running = (async () => {
    let reported: string | undefined
    for (let wait = firstBackoff; !signal.aborted; wait = Math.min(wait * 2, longestBackoff))
      try {
        const isOurs = await withLease(db, 'telegram', async lease => {
          const stopped = AbortSignal.any([signal, lease.signal])
          await listen(createBot(db, options, { timeout: longPollSeconds + 15 }), db, stopped)
          return true
        })
        if (!isOurs) {
          wait = firstBackoff
          await rest(leaseRetryMs)
        }
      } catch (error) {
        // An outage of hours is reported once.
        const said = sentenceOf(error)
        if (!signal.aborted && said !== reported) options.onError(new Error(said))
        reported = said
        await rest(wait)
      }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

async function listen(bot: Bot, db: Kysely<DB>, stopping: AbortSignal): Promise<void> {
  const signal = forGrammy(stopping)
  await bot.init(signal)
  await saveBot(db, bot.botInfo)
  // Telegram refuses polling while a webhook is set.
  await bot.api.deleteWebhook(undefined, signal)
  await bot.api.setMyCommands(commands, undefined, signal)
  let offset = 0
  let failed = 0
  while (!signal.aborted) {
    const updates = await bot.api.getUpdates(
      { offset, timeout: longPollSeconds, allowed_updates: ['message', 'my_chat_member', 'callback_query'] },
      signal,
    )
    for (const update of updates) {
      if (signal.aborted) return
      try {
        await bot.handleUpdate(update)
        failed = 0
      } catch (error) {
        // The chat has blocked the bot meanwhile; other errors may be temporary.
        if (!isRefusal(error) && ++failed < attempts) throw error
        failed = 0
      }
      offset = update.update_id + 1
    }
  }
}

/** grammY's type comes from an older library; the platform's signal works. */
type Signal = NonNullable<Parameters<Bot['init']>[0]>
const forGrammy = (signal: AbortSignal): Signal => signal as unknown as Signal

const commands = [
  { command: 'start', description: 'Номер чата для выгрузок' },
  { command: 'help', description: 'Что умеет бот' },
  { command: 'stop', description: 'Больше ничего не присылать' },
]

const causeOf = (error: unknown): unknown =>
  error instanceof Error && 'error' in error && error.error instanceof Error ? error.error : error
const isRefusal = (error: unknown): boolean => {
  const cause = causeOf(error)
  return cause instanceof GrammyError && (cause.error_code === 403 || cause.error_code === 400)
}

/** Without the URL, which contains the token. */
function sentenceOf(error: unknown): string {
  const cause = causeOf(error)
  if (cause instanceof GrammyError)
    return cause.error_code === 401
      ? 'Telegram не знает такого бота: проверьте TELEGRAM_BOT_TOKEN.'
      : cause.error_code === 409
        ? 'Сообщения бота с этим токеном уже читает другая программа.'
        : `Telegram отвечает: ${cause.description}.`
  return cause instanceof Error && cause.name !== 'HttpError' && cause.name !== 'FetchError'
    ? cause.message
    : 'Telegram не отвечает.'
}
