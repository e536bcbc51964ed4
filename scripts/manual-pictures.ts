import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { createAccount } from '../server/accounts/accounts.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { buildApp } from '../server/app.ts'
import { demoCases } from '../server/demo/generate.ts'
import { sessionCookie } from '../server/http/auth.ts'
import { caseRecord } from '../server/ingest/case-record.ts'
import { ingest } from '../server/ingest/ingest.ts'
import { createPreset } from '../server/saved/presets.ts'
import { uploadTags } from '../server/tags/upload.ts'
import { launchBrowser } from '../test/browser.ts'
import { addSubscription } from '../test/subscriptions.ts'
import { inOwnDatabase } from './own-database.ts'
import { applyButton, openFilters } from './running-product.ts'

/**
 * The pictures of the manual, taken again from the running product with invented data:
 *   npm run build && node scripts/manual-pictures.ts
 * on the server that DATABASE_URL names (in a database of its own, dropped at the end) or on an embedded one.
 */
const root = join(import.meta.dirname, '..')
const webRoot = process.env.WEB_ROOT ?? join(root, 'dist/web')
const folder = join(root, 'web/manual/pictures')
const today = '2026-11-21'

type Shot = { name: string; path: string; ready: (page: Page) => Promise<unknown> }
const total = (page: Page) =>
  page
    .getByText(/^Всего\s/)
    .first()
    .waitFor()
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

if (!existsSync(join(webRoot, 'index.html'))) throw new Error('Build the web first: npm run build')
await inOwnDatabase(async (db, dataDir) => {
  const records = [...demoCases(600, { seed: 1, today })].map(record => caseRecord.parse(record))
  const cases = (await ingest(db, records, { origin: 'manual' })).map(({ case_id }) => case_id)
  await sql`analyze`.execute(db)
  const account = await createAccount(db, {
    username: 'орлова',
    password: randomBytes(12).toString('hex'),
    isSuperuser: true,
  })
  const shown = await db
    .selectFrom('case_link')
    .innerJoin('court_case', 'court_case.id', 'case_id')
    .where('has_text', '=', true)
    .select('case_id')
    .orderBy('case_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('favourite')
    .values(cases.slice(20, 26).map(case_id => ({ account_id: account.id, case_id })))
    .execute()
  for (const [title, get_params] of [
    ['Вторая инстанция', { stage: '2' }],
    ['Новое за неделю', { type: '1', entry_date_range_relative: 'last_7_days' }],
  ] as const)
    await createPreset(db, account, { title, description: 'Смотреть каждое утро', category: 'Наблюдение', get_params })
  await createAccount(db, { username: 'воронин', password: randomBytes(12).toString('hex'), regions: [36, 48] })
  const watched = { values: { type: '1' }, title: 'Одиночные пикеты', channels: ['email'], cadence: 'daily' } as const
  await addSubscription(db, account.id, watched)
  const rows = cases
    .slice(0, 8)
    .map((id, n) => ({ case: String(id), court: '', tag: n % 3 === 0 ? 'митинг' : 'одиночный пикет' }))
  await uploadTags(
    db,
    { accountId: account.id, regions: 'all' },
    { rows: rows.slice(0, 4), action: 'add', dry_run: false, file_name: '' },
  )
  const table = Buffer.from(
    `Дело;Метки\n${[...rows, { case: '999999', tag: 'митинг' }].map(row => `${row.case};${row.tag}`).join('\n')}\n`,
  )
  await db
    .insertInto('export_request')
    .values({
      account_id: account.id,
      filters: '{"type":"1"}',
      ordering: '-entry_date',
      origin: 'http://localhost',
      expires_at: new Date(Date.now() + 6 * 86_400_000),
      selected_columns: ['id', 'court'],
      status: 'writing',
      count: 600,
      written: 380,
    })
    .execute()

  const shots: readonly Shot[] = [
    { name: 'list', path: '/', ready: total },
    {
      name: 'panel',
      path: '/?type=1&ordering=-entry_date',
      ready: async page => {
        await total(page)
        await openFilters(page)
        await applyButton(page).waitFor()
      },
    },
    { name: 'case', path: `/cases/${shown.case_id}`, ready: heading },
    {
      name: 'words',
      path: `/?ordering=-entry_date&result_text_search=${encodeURIComponent('плакат')}`,
      ready: page => page.locator('[data-case] mark').first().waitFor(),
    },
    { name: 'text', path: `/cases/text/${shown.case_id}`, ready: heading },
    { name: 'favourites', path: '/favorites', ready: total },
    { name: 'people', path: '/defendants', ready: total },
    { name: 'presets', path: '/presets', ready: page => page.getByText('Вторая инстанция', { exact: true }).waitFor() },
    { name: 'exports', path: '/exports', ready: page => page.getByText(/^Готовится/).waitFor() },
    {
      name: 'subscriptions',
      path: '/subscriptions',
      ready: page => page.getByText('Одиночные пикеты').first().waitFor(),
    },
    {
      name: 'data',
      path: '/data?rows=regions&columns=entry_year&metrics=cases&metrics=penalty_share&metrics=fine_median&type=1',
      ready: page => page.getByRole('table').waitFor(),
    },
    {
      name: 'citation',
      path: '/data?rows=article&columns=none&metrics=cases&metrics=fine_sum&metrics=days_median&stage=1',
      ready: async page => {
        await page.getByRole('button', { name: 'Сослаться на эти цифры' }).click()
        await page.getByText('Контрольная сумма файла CSV').waitFor()
      },
    },
    { name: 'account', path: '/sessions', ready: page => page.getByText('Этот сеанс').waitFor() },
    { name: 'admin', path: '/approve', ready: heading },
    {
      name: 'keys',
      path: '/',
      ready: async page => {
        await total(page)
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Клавиши' }).waitFor()
      },
    },
    { name: 'stats', path: '/stats', ready: page => page.getByRole('figure').first().waitFor() },
    {
      name: 'tags',
      path: '/loadtags',
      ready: async page => {
        const file = { name: 'метки.csv', mimeType: 'text/csv', buffer: table }
        await page.getByLabel('Файл с метками').setInputFiles(file)
        const preview = page.getByRole('region', { name: 'Что изменится' })
        await preview.getByRole('radio', { name: /^Изменится/ }).check({ force: true })
      },
    },
  ]

  const app = await buildApp({ db, webRoot, dataDir })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchBrowser()
  try {
    mkdirSync(folder, { recursive: true })
    const context = await browser.newContext({
      baseURL: origin,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    })
    await context.addCookies([{ name: sessionCookie, value: await openSession(db, account.id), url: origin }])
    const page = await context.newPage()
    // An open stream would keep the page from becoming idle.
    await page.route('**/today/stream/', route => route.abort())
    const session = await context.newCDPSession(page)
    for (const shot of shots) {
      await page.goto(shot.path)
      await shot.ready(page)
      await page.waitForLoadState('networkidle')
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      const file = Buffer.from(data, 'base64')
      writeFileSync(join(folder, `${shot.name}.webp`), file)
      console.log(`${shot.name}.webp: ${Math.round(file.length / 1024)} КБ`)
    }
  } finally {
    await browser.close()
    await app.close()
  }
})
