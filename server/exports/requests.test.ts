import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askedExport } from '#shared/api/export-requests.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { telegramStandIn } from '../../test/telegram-stand-in.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { lockForgetting } from '../db/people-locks.ts'
import { jobHandlers } from '../job-handlers.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { listenToTelegram } from '../messenger/listen-telegram.ts'
import { telegramOf } from '../messenger/telegram.ts'
import { forgetExports, writeExport } from './request-jobs.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sudmonitor-exports-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const publicUrl = 'https://sudmonitor.example'
const telegram = await telegramStandIn()
const bot = telegramOf(telegram.settings)
const { db, url, as } = await testApp({ hasBot: true, reachChat: bot?.reach, dataDir, publicUrl })
await buildCases(
  db,
  Array.from({ length: 300 }, (_, index) => ({
    court: { title: 'Тверской районный суд', region: index < 250 ? 77 : 78 },
    case_number: `5-${index + 1}/2026`,
  })),
)
const errors: unknown[] = []
const onError = (error: unknown): void => void errors.push(error)
const context = { db, telegram: bot, mailer: undefined, publicUrl, dataDir, onError, say: () => undefined }
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  stops.push(listenToTelegram(db, { ...telegram.settings, publicUrl, onError }))
  stops.push(await startJobs(context, { url, handlers: jobHandlers, names: ['write-export', 'send-export'] }))
})
afterAll(async () => {
  telegram.setDown(true)
  await Promise.all(stops.map(stop => stop()))
  telegram.close()
})

const anna = await buildAccount(db, {})
const annaAsks = await as(anna)
type Ask = typeof annaAsks
const wanted = { selected_columns: ['id', 'case_number'], filters: {}, telegram: null as string | null }
const order = async (ask: Ask, change: object = {}) => {
  const { status, body } = await ask('exports/', { method: 'POST', body: { ...wanted, ...change } })
  expect(status).toBe(201)
  return askedExport.parse(body)
}
const list = async (ask: Ask) => z.object({ results: z.array(askedExport) }).parse((await ask('exports/')).body).results
/** When nothing more comes of itself. */
const settled = async (ask: Ask, id: number) => {
  const find = async () => (await list(ask)).find(item => item.id === id)
  await expect.poll(find, { interval: 20 }).toMatchObject({ status: expect.stringMatching(/^(ready|sent|failed)$/) })
  return find()
}
const linesOf = (csv: string): string[] => csv.trimEnd().split('\r\n')

describe('the bot’s day (§2, §3, §8)', () => {
  it('start, a code, an export of 300 cases', async () => {
    const { body } = await annaAsks('telegram/code/', { method: 'POST' })
    telegram.say(501, `/start ${z.object({ code: z.string() }).parse(body).code}`)
    await expect.poll(() => telegram.messages.at(-1)?.html).toContain(anna.username)
    const asked = await order(annaAsks, { telegram: '501' })
    expect(asked).toMatchObject({ status: 'waiting', telegram: '501', file_url: null })
    expect(await settled(annaAsks, asked.id)).toMatchObject({ status: 'sent', count: 300, written: 300, error: null })
    const [sent] = telegram.documents
    expect(sent).toMatchObject({ chatId: 501, name: expect.stringMatching(/^Дела .*\.csv$/) })
    expect(sent?.caption).toMatch(/^<b>300\u00a0дел<\/b>\nСобрано: /)
    const page = await annaAsks(`/api/v1/exports/${asked.id}/file/`)
    expect(page.text).toBe(sent?.body.toString())
    const direct = await annaAsks('data/casescsv/export.csv?fields=id,case_number')
    expect(page.text).toBe(direct.text)
    expect(linesOf(page.text)).toHaveLength(301)
  })

  it('of picked cases has these alone, each counted once, and says so', async () => {
    const all = linesOf((await annaAsks('data/casescsv/export.csv?fields=id&limit=20')).text).slice(1)
    const picked = all.slice(5, 12)
    const asked = await order(annaAsks, { cases: [...picked, picked[0]].map(Number), selected_columns: ['id'] })
    expect(asked.readable).toEqual([['Отбор', expect.stringMatching(/^Выбрано 7\sдел$/)]])
    expect(await settled(annaAsks, asked.id)).toMatchObject({ status: 'ready', count: 7 })
    expect(linesOf((await annaAsks(`exports/${asked.id}/file/`)).text).slice(1)).toEqual(picked)
    await annaAsks(`exports/${asked.id}/`, { method: 'DELETE' })
  })

  it('refuses whoever said /stop, before anything is made', async () => {
    telegram.say(502, '/stop')
    await expect.poll(() => telegram.messages.at(-1)?.chatId).toBe(502)
    const { status, body } = await annaAsks('exports/', { method: 'POST', body: { ...wanted, telegram: '502' } })
    expect([status, body]).toEqual([
      400,
      { telegram: ['В этом чате боту сказали /stop. Напишите ему /start и попробуйте ещё раз.'] },
    ])
  })

  it('refuses a chat that cannot be reached, before «Спасибо, скоро пришлем!» is said', async () => {
    const before = await list(annaAsks)
    const refused = (number: string | number) =>
      annaAsks('exports/', { method: 'POST', body: { ...wanted, telegram: number } })
    expect(await refused(999)).toMatchObject({
      status: 400,
      body: { telegram: ['Бот не знает такого чата: сначала напишите ему /start.'] },
    })
    telegram.block(501, { tells: false })
    expect(await refused('501')).toMatchObject({
      status: 400,
      body: { telegram: ['Бот заблокирован в этом чате. Разблокируйте его и попробуйте ещё раз.'] },
    })
    expect((await annaAsks('telegram/')).body).toMatchObject({ chat: { id: 501, blocked_at: expect.any(String) } })
    telegram.block(501, { isBlocked: false })
    await expect.poll(async () => (await annaAsks('telegram/')).body).toMatchObject({ chat: { blocked_at: null } })
    expect(await list(annaAsks)).toEqual(before)
  })

  it('takes the order when Telegram cannot say: the file is kept, and sent when it can be', async () => {
    telegram.refuseNext('sendChatAction', 500, 'Internal Server Error')
    const asked = await order(annaAsks, { telegram: '501' })
    expect(await settled(annaAsks, asked.id)).toMatchObject({ status: 'sent' })
  })

  it('says why the chat did not get it after all, and keeps the file', async () => {
    telegram.refuseNext('sendDocument', 400, 'Bad Request: chat not found')
    const gone = await order(annaAsks, { telegram: 501 })
    expect(await settled(annaAsks, gone.id)).toMatchObject({
      status: 'ready',
      error: 'Бот не знает такого чата: сначала напишите ему /start. Файл можно скачать здесь.',
      file_url: `/api/v1/exports/${gone.id}/file/`,
    })
    telegram.refuseNext('sendDocument', 403, 'Forbidden: bot was blocked by the user')
    const blocked = await order(annaAsks, { telegram: '501' })
    expect(await settled(annaAsks, blocked.id)).toMatchObject({
      status: 'ready',
      error: expect.stringContaining('Бот заблокирован'),
    })
    expect((await annaAsks('telegram/')).body).toMatchObject({ chat: { id: 501, blocked_at: expect.any(String) } })
    telegram.block(501, { isBlocked: false })
    await expect.poll(async () => (await annaAsks('telegram/')).body).toMatchObject({ chat: { blocked_at: null } })
  })

  it('waits as long as Telegram says', async () => {
    telegram.refuseNext('sendDocument', 429, 'Too Many Requests: retry after 1', { retry_after: 1 })
    const asked = await order(annaAsks, { telegram: '501' })
    // The job comes back when its time is there; here the time is moved.
    await expect
      .poll(async () => {
        const moved = await sql`update pgboss.job set start_after = now()
          where name = 'send-export' and state = 'created' and start_after > now()`.execute(db)
        return Number(moved.numAffectedRows)
      })
      .toBe(1)
    stops.push(await startJobs(context, { url, handlers: jobHandlers, names: ['send-export'] }))
    expect(await settled(annaAsks, asked.id)).toMatchObject({ status: 'sent' })
    expect(errors).toEqual([])
  })
})

describe('an asked-for export', () => {
  it('holds what its owner may see, and is theirs alone', async () => {
    const boris = await buildAccount(db, { regions: [78] })
    const borisAsks = await as(boris)
    const asked = await order(borisAsks, { filters: { type: '1', page: '3' }, format: 'ndjson' })
    expect(asked.readable).toEqual([['Кодекс', 'КоАП']])
    expect(await settled(borisAsks, asked.id)).toMatchObject({
      status: 'ready',
      count: 50,
      file_name: expect.stringMatching(/^Дела КоАП \d{4}-\d\d-\d\d\.ndjson$/),
    })
    const path = `/api/v1/exports/${asked.id}/file/`
    expect(linesOf((await borisAsks(path)).text.replaceAll('\n', '\r\n'))).toHaveLength(50)
    expect((await annaAsks(path)).status).toBe(404)
    expect((await annaAsks(`exports/${asked.id}/`, { method: 'DELETE' })).status).toBe(404)
    expect((await list(annaAsks)).some(({ id }) => id === asked.id)).toBe(false)
    await changeAccount(db, { username: boris.username }, { regions: [77] })
    expect(await borisAsks(path)).toMatchObject({
      status: 403,
      body: { detail: 'Ваши права с тех пор изменились: закажите выгрузку заново.' },
    })
    // Nor is it told how much there was.
    expect(await list(borisAsks)).toMatchObject([
      {
        ...{ status: 'failed', count: null, written: 0, bytes: null, file_url: null },
        error: 'Ваши права с тех пор изменились: закажите выгрузку заново.',
      },
    ])
  })

  it('is not given to who may not use the filters any more that chose its rows', async () => {
    const [tag = { id: 0 }] = await db.insertInto('tag').values({ value: 'пикет' }).returning('id').execute()
    const editor = await buildAccount(db, { groups: ['tag_editor'] })
    const editorAsks = await as(editor)
    const asked = await order(editorAsks, { filters: { tags: [tag.id] } })
    expect(asked.readable).toEqual([['Метки', 'пикет']])
    await settled(editorAsks, asked.id)
    const path = `/api/v1/exports/${asked.id}/file/`
    expect((await editorAsks(path)).status).toBe(200)
    await changeAccount(db, { username: editor.username }, { groups: [] })
    expect((await editorAsks(path)).status).toBe(403)
    expect(await list(editorAsks)).toMatchObject([{ readable: [], status: 'failed', file_url: null }])
  })

  it.each([
    [
      { telegram: '' },
      { telegram: expect.arrayContaining(['Что-то пошло не так. Обновите страницу и попробуйте еще раз']) },
    ],
    [{ telegram: '-' }, { telegram: ['Что-то пошло не так. Обновите страницу и попробуйте еще раз'] }],
    [{ telegram: '12-3' }, { telegram: ['Номер в Telegram: только цифры, у группы — дефис впереди.'] }],
    [
      { selected_columns: ['id', 'case_nomber'] },
      { selected_columns: [expect.stringMatching(/^Столбца «case_nomber» нет\. Столбцы: id, /)] },
    ],
    [{ selected_columns: ['id', 7] }, { selected_columns: [expect.stringMatching(/^Столбца «7» нет\./)] }],
    [{ selected_columns: ['id', { name: 'court' }] }, { selected_columns: ['Нужны имена столбцов.'] }],
    [{ selected_columns: ['case_number'] }, { selected_columns: ['Среди столбцов нужен id.'] }],
    [
      { filters: { entry_date_range_min: '2026-02-01' } },
      {
        filters: [
          'Параметр «entry_date_range_max»: нужны оба конца срока: entry_date_range_min и entry_date_range_max.',
        ],
      },
    ],
    [{ filters: { nonsense: '1' } }, { filters: ['Неизвестный параметр «nonsense».'] }],
  ])('is refused in a sentence: %j', async (change, body) =>
    expect(await annaAsks('exports/', { method: 'POST', body: { ...wanted, ...change } })).toMatchObject({
      status: 400,
      body,
    }),
  )

  it('is refused where somebody’s rights do not reach', async () => {
    const { status } = await annaAsks('exports/', {
      method: 'POST',
      body: { ...wanted, selected_columns: ['id', 'tags'] },
    })
    expect(status).toBe(403)
  })

  const filesOf = (id: number) => db.selectFrom('export_file').where('export_id', '=', id).selectAll().execute()

  it('goes with its file when it is deleted, and when its time has come', async () => {
    const [deleted, expired] = [await order(annaAsks), await order(annaAsks)]
    await settled(annaAsks, deleted.id)
    await settled(annaAsks, expired.id)
    expect((await annaAsks(`exports/${deleted.id}/`, { method: 'DELETE' })).status).toBe(200)
    expect(await filesOf(deleted.id)).toEqual([])
    await db
      .updateTable('export_request')
      .where('id', '=', expired.id)
      .set({ expires_at: new Date(0) })
      .execute()
    expect(await filesOf(expired.id)).toHaveLength(1)
    await forgetExports(context, {}, new AbortController().signal, { isLast: true })
    expect(await filesOf(expired.id)).toEqual([])
    expect((await annaAsks(`exports/${expired.id}/file/`)).status).toBe(404)
  })

  it('is not begun while a decision to forget somebody is being carried out', async () => {
    const [asked = { id: 0 }] = await keepWaiting(anna, 1)
    const deciding = await db.startTransaction().execute()
    await lockForgetting(deciding, 'decide')
    const written = writeExport(context, asked, new AbortController().signal, { isLast: true })
    const waits = async () => {
      const { rows } = await sql`select from pg_locks
        where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        db,
      )
      return rows.length
    }
    await expect.poll(waits).toBe(1)
    expect((await list(annaAsks)).find(({ id }) => id === asked.id)).toMatchObject({ status: 'waiting' })
    await deciding.rollback().execute()
    await written
    expect((await list(annaAsks)).find(({ id }) => id === asked.id)).toMatchObject({ status: 'ready' })
  })

  it('is written once and whole, though two processes be at it', async () => {
    const asked = await order(annaAsks)
    await settled(annaAsks, asked.id)
    await db.updateTable('export_request').where('id', '=', asked.id).set({ status: 'waiting', bytes: null }).execute()
    const write = () => writeExport(context, { id: asked.id }, new AbortController().signal, { isLast: true })
    await Promise.all([write(), write()])
    expect(await settled(annaAsks, asked.id)).toMatchObject({ status: 'ready', written: 300 })
    expect(linesOf((await annaAsks(`/api/v1/exports/${asked.id}/file/`)).text)).toHaveLength(301)
    expect(await filesOf(asked.id)).toMatchObject([{ is_whole: true }])
    expect(readdirSync(dataDir)).toEqual([])
  })

  /** As they stand before their jobs begin. */
  const keepWaiting = (owner: { id: number }, count: number) =>
    db
      .insertInto('export_request')
      .values(
        Array.from({ length: count }, () => ({
          account_id: owner.id,
          selected_columns: ['id'],
          filters: '{}',
          ordering: '-entry_date' as const,
          origin: publicUrl,
          telegram: null,
        })),
      )
      .returning('id')
      .execute()

  it('is not written for an account that has been blocked since', async () => {
    const gleb = await buildAccount(db, {})
    const [asked = { id: 0 }] = await keepWaiting(gleb, 1)
    await changeAccount(db, { username: gleb.username }, { blocked: true })
    await writeExport(context, asked, new AbortController().signal, { isLast: true })
    const kept = db.selectFrom('export_request').where('id', '=', asked.id).select(['status', 'error', 'bytes'])
    expect(await kept.execute()).toEqual([{ status: 'failed', error: 'Учётная запись закрыта.', bytes: null }])
    expect(await filesOf(asked.id)).toEqual([])
  })

  it('is one of a few at once', async () => {
    const vera = await buildAccount(db, {})
    await keepWaiting(vera, 5)
    const { status, body } = await (await as(vera))('exports/', { method: 'POST', body: wanted })
    expect([status, body]).toEqual([
      400,
      { non_field_errors: ['Уже готовится 5\u00a0выгрузок. Дождитесь их или удалите лишние.'] },
    ])
  })
})
