import { describe, expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { standInToken, telegramStandIn } from '../../test/telegram-stand-in.ts'
import { listenToTelegram } from './listen-telegram.ts'
import { telegramOf } from './telegram.ts'
import { isChatMuted, newCode, recordSendResult } from './telegram-chats.ts'

const { db, as } = await testApp({ hasBot: true })
const publicUrl = 'https://sudmonitor.example'

/** The bot's side, until the test ends. */
async function bot() {
  const telegram = await telegramStandIn()
  const errors: unknown[] = []
  const listen = () =>
    listenToTelegram(db, {
      ...telegram.settings,
      publicUrl,
      answerButton: async (chatId, says) => `${chatId}: ${says}`,
      onError: error => errors.push(error),
    })
  const stop = listen()
  onTestFinished(async () => {
    telegram.setDown(true)
    await stop()
    telegram.close()
  })
  const heard = async (count: number) => {
    await expect.poll(() => telegram.messages.length, { interval: 10 }).toBe(count)
    return telegram.messages[count - 1]?.html ?? ''
  }
  return { telegram, stop, listen, errors, heard }
}

describe('the bot (§3, the export form of §2)', () => {
  it('says the number of the chat, helps, and falls silent', async () => {
    const { telegram, heard } = await bot()
    telegram.say(501, '/start')
    expect(await heard(1)).toContain('Ваш номер: <code>501</code>')
    telegram.say(501, '/help')
    expect(await heard(2)).toContain('Чат не связан ни с одной учётной записью.')
    telegram.say(501, 'привет')
    expect(await heard(3)).toBe('Я понимаю только команды: /start, /help, /stop.')
    telegram.say(501, '/stop')
    expect(await heard(4)).toContain('больше ничего не пришлю')
    expect(await isChatMuted(db, 501)).toBe(true)
    telegram.say(501, '/start')
    await heard(5)
    expect(await isChatMuted(db, 501)).toBe(false)
    telegram.say(-100200, '/start@sudmonitor_test_bot')
    expect(await heard(6)).toContain('Номер этой группы: <code>-100200</code>')
    telegram.say(-100200, 'между собой')
    telegram.say(-100200, '/help')
    expect(await heard(7)).toContain('-100200')
  })

  it('tells who knows what a button under a message means, and says what came of it', async () => {
    const { telegram } = await bot()
    telegram.press(502, 'mute 1 2')
    await expect.poll(() => telegram.saidOfButtons).toEqual(['502: mute 1 2'])
  })

  it('links a chat to the account whose code it was sent, once', async () => {
    const { telegram, heard } = await bot()
    const account = await buildAccount(db, {})
    const ask = await as(account)
    await expect.poll(async () => (await ask('telegram/')).body).toMatchObject({ bot: { name: telegram.botName } })
    const { body } = await ask('telegram/code/', { method: 'POST' })
    expect(body).toMatchObject({
      url: expect.stringMatching(/^https:\/\/t\.me\/sudmonitor_test_bot\?start=[\w-]{22}$/),
    })
    const { code } = await newCode(db, account.id)
    telegram.say(502, '/start wrong')
    expect(await heard(1)).toContain('Код не подошёл')
    telegram.say(502, `/start ${code}`)
    expect(await heard(2)).toContain(`чат связан с учётной записью <b>${account.username}</b>`)
    expect((await ask('telegram/')).body).toMatchObject({ is_set_up: true, chat: { id: 502, blocked_at: null } })
    telegram.say(503, `/start ${code}`)
    expect(await heard(3)).toContain('Код не подошёл')
    expect((await ask('telegram/', { method: 'DELETE' })).status).toBe(200)
    expect((await ask('telegram/')).body).toMatchObject({ chat: null })
    expect((await ask('telegram/', { method: 'DELETE' })).status).toBe(404)
  })

  it('knows who has blocked it, and who came back', async () => {
    const { telegram, heard } = await bot()
    const account = await buildAccount(db, {})
    const { code } = await newCode(db, account.id)
    telegram.say(504, `/start ${code}`)
    await heard(1)
    telegram.block(504)
    const ask = await as(account)
    const chat = async () => (await ask('telegram/')).body
    await expect.poll(chat).toMatchObject({ chat: { blocked_at: expect.any(String) } })
    telegram.block(504, { isBlocked: false })
    await expect.poll(chat).toMatchObject({ chat: { blocked_at: null } })
    telegram.block(504, { tells: false })
    const sent = await telegramOf(telegram.settings)?.sendMessage(504, 'x')
    expect(sent).toMatchObject({ ok: false, why: 'blocked' })
    if (sent) await recordSendResult(db, 504, sent)
    expect(await chat()).toMatchObject({ chat: { blocked_at: expect.any(String) } })
  })

  it('answers what was said while nobody listened, and goes on when the line is back', async () => {
    const { telegram, stop, listen, heard, errors } = await bot()
    telegram.say(505, '/start')
    await heard(1)
    // What is answered and not yet said to be read would be told again.
    await expect.poll(telegram.unread).toBe(0)
    telegram.setDown(true)
    await expect.poll(() => errors.length).toBe(1)
    expect(errors).toMatchObject([{ message: 'Telegram не отвечает.' }])
    expect(JSON.stringify(errors)).not.toContain(standInToken)
    await stop()
    telegram.setDown(false)
    telegram.say(505, '/help')
    const stopAgain = listen()
    onTestFinished(stopAgain)
    expect(await heard(2)).toContain('505')
  })

  it('answers refusals as values', async () => {
    const { telegram, heard } = await bot()
    const voice = telegramOf(telegram.settings)
    expect(await voice?.sendMessage(599, 'x')).toMatchObject({ ok: false, why: 'chat_not_found' })
    telegram.say(506, '/start')
    await heard(1)
    telegram.refuseNext('sendMessage', 429, 'Too Many Requests: retry after 7', { retry_after: 7 })
    expect(await voice?.sendMessage(506, 'x')).toMatchObject({ ok: false, why: 'too_many_requests', retryAfter: 7 })
    telegram.refuseNext('sendMessage', 502, 'Bad Gateway')
    expect(await voice?.sendMessage(506, 'x')).toMatchObject({ ok: false, why: 'failed' })
    expect(await voice?.sendMessage(506, '<b>x</b>', [{ text: 'Скачать', url: publicUrl }])).toEqual({ ok: true })
    expect(telegram.messages.at(-1)).toEqual({
      chatId: 506,
      html: '<b>x</b>',
      buttons: [{ text: 'Скачать', url: publicUrl }],
    })
  })
})
