import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../server/job-handlers.ts'
import { startJobs } from '../../server/jobs/start-jobs.ts'
import { listenToTelegram } from '../../server/messenger/listen-telegram.ts'
import { telegramOf } from '../../server/messenger/telegram.ts'
import { telegramStandIn } from '../telegram-stand-in.ts'
import { corpusSize, openWorld, sessionOf } from './world.ts'

/** «Мои выгрузки» (§2, §3): with jobs done beside, and a bot on the other side. */
const dataDir = mkdtempSync(join(tmpdir(), 'sudmonitor-exports-'))
const { db, url, origin, open } = await openWorld({ hasBot: true, dataDir })
const telegram = await telegramStandIn()
const errors: unknown[] = []
const onError = (error: unknown): void => void errors.push(error)
const bot = telegramOf(telegram.settings)
const context = { db, telegram: bot, mailer: undefined, publicUrl: origin, dataDir, onError, say: () => undefined }
const stops = [
  listenToTelegram(db, { ...telegram.settings, publicUrl: origin, onError }),
  await startJobs(context, { url, handlers: jobHandlers, names: ['write-export', 'send-export'] }),
]
afterAll(async () => {
  telegram.setDown(true)
  await Promise.all(stops.map(stop => stop()))
  telegram.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('«Мои выгрузки»', () => {
  it('link a chat, follow a file to it, give the file here too, and let it go', async () => {
    const { page, troubles } = await open({ storageState: await sessionOf(origin) })
    await page.goto('/exports')
    await page.getByText('Пока ничего нет.').waitFor()
    await expect.poll(async () => (await page.request.get('/api/v1/telegram/')).text()).toContain(telegram.botName)

    await page.getByRole('button', { name: 'Связать с Telegram' }).click()
    const link = page.getByRole('link', { name: 'Открыть бота' })
    const code = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start')
    telegram.say(501, `/start ${code}`)
    await page.getByText('Чат 501 связан').waitFor()

    const data = { selected_columns: ['id', 'case_number'], filters: {}, telegram: '501' }
    expect((await page.request.post('/api/v1/exports/', { data, headers: { origin } })).status()).toBe(201)
    await page.reload()
    await page.getByText('Отправлена в Telegram').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Скачать: Все дела' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^Дела .*\.csv$/)
    const file = readFileSync(await download.path())
    expect(file.toString().trimEnd().split('\r\n')).toHaveLength(corpusSize + 1)
    expect(telegram.documents).toMatchObject([{ chatId: 501, body: file }])

    await page.getByRole('button', { name: 'Удалить: Все дела' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await page.getByText('Пока ничего нет.').waitFor()
    await page.getByRole('button', { name: 'Отвязать' }).click()
    await page.getByText('Чат отвязан.').waitFor()
    expect(troubles).toEqual([])
    expect(errors).toEqual([])
  })
})
