import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../server/accounts/accounts.ts'
import { resolvePeople } from '../../server/defendants/resolve/resolve-people.ts'
import { createPreset } from '../../server/saved/presets.ts'
import { addGathered } from '../../server/sets/items.ts'
import { createSet } from '../../server/sets/sets.ts'
import { matchChanges } from '../../server/subscriptions/match-changes.ts'
import { WatchList } from '../../server/subscriptions/watch-list.ts'
import { addRows } from '../../server/watching/rows.ts'
import { searchRows } from '../../server/watching/search-rows.ts'
import { keepRichCase } from '../rich-case.ts'
import { addSubscription, feedIsSettled } from '../subscriptions.ts'
import { axeBeside, type Look, lookAround } from './look-over.ts'
import { totalOf } from './steps.ts'
import { openWorld, password, sessionOf } from './world.ts'

/** A picture of digits, as small as one can be. */
const digits = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Every page, and what can be opened on it, as `look-over.ts` looks. */
/** The acts of a list, which a phone keeps under one button. */
async function unfoldActs(page: Page): Promise<void> {
  await totalOf(page)
  const fold = page.getByRole('button', { name: 'Действия', exact: true })
  if (await fold.isVisible()) await fold.click()
}
const { db, open, openToStay, origin } = await openWorld({}, axeBeside)
const sessions = { member: await sessionOf(origin), superuser: await sessionOf(origin, 'главная') }
await createAccount(db, { username: 'тихонова', password, approved: false })
const withText = await db
  .selectFrom('court_case')
  .where('has_text', '=', true)
  .select('id')
  .orderBy('id')
  .executeTakeFirstOrThrow()
const member = await db.selectFrom('account').selectAll().where('username', '=', 'орлова').executeTakeFirstOrThrow()
for (const [title, get_params] of [
  ['Вторая инстанция', { stage: '2' }],
  ['Свежее', { type: '1', entry_date_range_relative: 'last_7_days' }],
] as const)
  await createPreset(db, member, { title, description: 'Для проверки', category: 'Наблюдение', get_params })
const linked = await db.selectFrom('case_link').select('case_id').orderBy('case_id').executeTakeFirstOrThrow()

/** What somebody keeps: one case in a set with a note, one outside sets. */
const [kept = linked, plain = linked] = await db
  .selectFrom('court_case')
  .select('id as case_id')
  .orderBy('id')
  .limit(2)
  .execute()
await keepRichCase(db, member.id, kept.case_id)
await db.insertInto('favourite').values({ account_id: member.id, case_id: plain.case_id }).execute()

await db.insertInto('tag').values({ value: 'пикет' }).execute()

/** A set of three cases that a team is at. */
const ofSet = await db
  .selectFrom('court_case')
  .select('id')
  .where('has_text', '=', true)
  .orderBy('id')
  .limit(3)
  .execute()
const workingSet = await createSet(db, member.id, 'Задержания 3 октября', async (trx, setId) => {
  const ids = ofSet.map(({ id }) => id)
  await addGathered(trx, { scope: { accountId: member.id, regions: 'all' }, setId }, { ids, areFound: false })
})
await db
  .updateTable('case_set_item')
  .set({ status: 'checked', assignee: member.id, note: 'Позвонить защитнику' })
  .where('case_id', '=', ofSet[0]?.id ?? 0)
  .execute()
const emptySet = await createSet(db, member.id, 'Пустая', async () => {})
/** It watches a name that may be meant, a number that is found and a name that nobody bears. */
const named = await db
  .selectFrom('case_defendant')
  .where('name', 'like', '% % %')
  .select('name')
  .orderBy('case_id')
  .executeTakeFirstOrThrow()
const numbered = await db
  .selectFrom('court_case')
  .innerJoin('court', 'court.id', 'court_id')
  .where('court_case.id', '=', ofSet[0]?.id ?? 0)
  .select(['case_number', 'title'])
  .executeTakeFirstOrThrow()
const beside = { court: '', region: null, article: '', day: '' }
await addRows(db, { scope: { accountId: member.id, regions: 'all' }, setId: workingSet.id }, [
  { ...beside, text: named.name },
  { ...beside, text: numbered.case_number, court: numbered.title },
  { ...beside, text: 'Луноходов Кай Ильич', region: 77, article: '20.2 ч. 5', day: '2026-03-12' },
])
await searchRows(db, { setId: workingSet.id })

// The page of a case has something new to tell.
await db
  .insertInto('case_visit')
  .values({ case_id: linked.case_id, account_id: member.id, seen_at: new Date(Date.now() - 5 * 86_400_000) })
  .execute()
const changes = JSON.stringify([{ field: 'judge', before: 'Рощина Е. Г.', after: 'Гранильщиков Ю. Ф.' }])
await db
  .insertInto('case_journal')
  .values({ case_id: linked.case_id, number: 901, origin: 'collector', told: changes })
  .execute()

await db
  .insertInto('captcha')
  .values({
    host: 'sud.example',
    url: '',
    layout: 'sudrf_tabs',
    picture: digits,
    media_type: 'image/png',
    hidden_fields: '{}',
  })
  .execute()

const asked = {
  account_id: member.id,
  filters: '{"type":"1"}',
  ordering: '-entry_date',
  origin,
  expires_at: new Date(Date.now() + 86_400_000),
} as const
await db
  .insertInto('export_request')
  .values([
    { ...asked, selected_columns: ['id', 'court'], status: 'writing', count: 600, written: 200 },
    {
      ...asked,
      selected_columns: ['id'],
      status: 'ready',
      count: 600,
      bytes: 48_000,
      telegram: '501',
      error: 'Бот не настроен.',
    },
  ])
  .execute()

// Two subscriptions: one was told of a hearing and is asked about, the other is paused.
const told = await addSubscription(db, member.id, { caseId: linked.case_id, title: 'Дело с новостью', channels: [] })
await addSubscription(db, member.id, { values: { stage: '2' }, title: 'Жалобы', quiet: { from: '22:00', to: '08:00' } })
await sql`update subscription set asked_at = now() where id = ${told}`.execute(db)
await sql`update subscription set paused_at = now() where id <> ${told}`.execute(db)
await sql`insert into case_change (case_id, kinds, details) values (
  ${linked.case_id}, '{hearing_moved}', '[{"kind":"hearing_moved","before":"12 марта 2026, 10:00","after":"20 марта 2026, 11:30"}]'
)`.execute(db)
await feedIsSettled(db)
await matchChanges(db, new WatchList(), {
  now: new Date(),
  onError: error => {
    throw error
  },
})

const known = await db
  .selectFrom('case_defendant')
  .innerJoin('case_link', 'case_link.case_id', 'case_defendant.case_id')
  .where('defendant_id', 'is not', null)
  .select('defendant_id')
  .orderBy('case_link.case_id')
  .executeTakeFirstOrThrow()
const heading2 = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 2, name }).waitFor()
const peopleOf = (page: Page) =>
  page
    .locator('main')
    .getByText(/^Всего\s+[\d\s]+\s+лиц/)
    .waitFor()
// Some are one person under several names; about two a superuser is asked.
await resolvePeople(db)
const busiest = await db
  .selectFrom('case_defendant')
  .where('defendant_id', 'is not', null)
  .select('defendant_id')
  .groupBy('defendant_id')
  .orderBy(({ fn }) => fn.count('case_id'), 'desc')
  .limit(1)
  .executeTakeFirstOrThrow()
const [left = 0, right = 0] = (
  await db
    .selectFrom('case_defendant')
    .select('defendant_id')
    .distinct()
    .where('defendant_id', 'is not', null)
    .orderBy('defendant_id')
    .limit(2)
    .execute()
).map(({ defendant_id }) => defendant_id ?? 0)
const reasons = { score: 5, name_relation: 'full', evidence: ['same_article', 'rare_name', 'other_region'] }
await db
  .insertInto('person_pair')
  .values({ left_id: left, right_id: right, ...reasons })
  .execute()

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const pages: readonly Look[] = [
  { name: 'login', path: '/login', who: 'guest', ready: page => page.getByRole('button', { name: 'Войти' }).waitFor() },
  { name: 'signup', path: '/signup', who: 'guest', ready: heading('Регистрация') },
  {
    name: 'signup-errors',
    path: '/signup',
    who: 'guest',
    ready: async page => {
      await page.getByRole('button', { name: 'Отправить заявку' }).click()
      await page.locator('[aria-invalid]').first().waitFor()
    },
  },
  { name: 'change-password', path: '/changepassword', ready: heading('Смена пароля') },
  {
    name: 'second-factor',
    path: '/second-factor',
    ready: page => page.getByRole('button', { name: 'Включить вход с кодом' }).waitFor(),
  },
  {
    name: 'second-factor-qr',
    path: '/second-factor',
    ready: async page => {
      await page.getByLabel('Пароль', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Включить вход с кодом' }).click()
      await page.getByRole('img', { name: /^QR-код/ }).waitFor()
    },
  },
  { name: 'sessions', path: '/sessions', ready: page => page.getByText('Этот сеанс').waitFor() },
  {
    name: 'approve',
    path: '/approve',
    who: 'superuser',
    ready: async page => {
      await page.getByRole('button', { name: 'Одобрить: тихонова' }).waitFor()
      await page.getByRole('radio', { name: 'Выбранные' }).check()
      await page.getByRole('button', { name: 'Одобрить: тихонова' }).click()
      await page.getByRole('alert').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'account',
    path: '/approve',
    who: 'superuser',
    ready: async page => {
      await page.getByRole('button', { name: 'Изменить: воронеж' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'deadline-rules', path: '/deadlines/rules', ready: heading('Правила сроков') },
  { name: 'today', path: '/today', ready: heading2('Что изменилось') },
  { name: 'today-empty', path: '/today', who: 'superuser', ready: heading2('Следить за клиентом') },
  { name: 'audit', path: '/audit', who: 'superuser', ready: heading('Журнал') },
  { name: 'forgetting', path: '/forgetting', who: 'superuser', ready: heading('Удаление имён') },
  { name: 'debug', path: '/debug', who: 'superuser', ready: heading2('Хранение и версии') },
  { name: 'captcha', path: '/captcha', who: 'superuser', ready: heading2('sud.example') },
  {
    name: 'people-desk',
    path: '/people',
    who: 'superuser',
    ready: page => page.getByRole('button', { name: /^Да, одно лицо/ }).waitFor(),
  },
  {
    name: 'people-merges',
    path: '/people',
    who: 'superuser',
    ready: async page => {
      await page.getByRole('tab', { name: /^Объединения/ }).click()
      await page
        .getByRole('button', { name: /^Разъединить/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'people-namesake',
    path: `/defendants/${busiest.defendant_id}`,
    who: 'superuser',
    ready: async page => {
      await page.getByRole('button', { name: 'Отделить однофамильца' }).click()
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  {
    name: 'menu',
    path: '/changepassword',
    who: 'superuser',
    ready: async page => {
      await page.getByRole('button', { name: /главная/ }).click()
      await page.getByRole('button', { name: 'Выйти' }).waitFor()
    },
  },
  {
    name: 'list-words',
    path: '/?ordering=-entry_date&result_text_search=%D0%BF%D0%BB%D0%B0%D0%BA%D0%B0%D1%82',
    ready: page => page.locator('[data-case] mark').first().waitFor(),
  },
  { name: 'list', path: '/?type=1&ordering=-entry_date', ready: totalOf },
  { name: 'empty', path: '/?case_number=нет-такого', ready: totalOf },
  {
    name: 'tags',
    path: '/?type=1&stage=2&court_city_not=Пермь&has_advocate=true&penalty_type=fine&entry_date_range_min=2026-01-01&entry_date_range_max=2026-11-21',
    ready: async page => {
      await totalOf(page)
      await page.getByRole('button', { name: 'Закрепить фильтры' }).click()
      await page.getByText(/^Фильтры закреплены:/).waitFor()
    },
  },
  {
    name: 'recent-searches',
    path: '/?type=2&stage=1',
    ready: async page => {
      await totalOf(page)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('recentSearches') !== null)).toBe(true)
      await page.getByRole('searchbox', { name: /^Слова/ }).focus()
      await page.getByRole('region', { name: 'Недавние поиски' }).waitFor()
    },
  },
  {
    name: 'shown-link',
    path: '/?type=2',
    ready: async page => {
      await totalOf(page)
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await page.getByRole('button', { name: 'Скопировать ссылку' }).click()
      await page.getByRole('dialog', { name: 'Ссылка на фильтры' }).waitFor()
    },
  },
  {
    name: 'panel',
    path: '/?type=1&court_not=1&penalty_type=fine&entry_date_range_min=2026-01-01&entry_date_range_max=2026-11-21',
    ready: async page => {
      await totalOf(page)
      await page.getByRole('button', { name: /^Фильтры/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Фильтровать/ })
        .waitFor()
    },
  },
  {
    name: 'panel-saved',
    path: '/?stage=2',
    ready: async page => {
      await totalOf(page)
      await page.getByRole('button', { name: /^Фильтры/ }).click()
      await page.getByRole('tab', { name: /^Сохраненные фильтры/ }).click()
      await page.getByRole('article').getByText(/\sдел/).first().waitFor()
    },
  },
  {
    name: 'ready-presets',
    path: '/?stage=2',
    ready: async page => {
      await unfoldActs(page)
      await page.getByRole('button', { name: 'Наборы фильтров' }).click()
      await page.getByText('Свежее').waitFor()
    },
  },
  {
    name: 'save-preset',
    path: '/?type=2',
    ready: async page => {
      await unfoldActs(page)
      await page.getByRole('button', { name: 'Сохранить набор' }).click()
      await page.getByLabel('Категория').fill('набл')
      await page.getByRole('option', { name: /^Наблюдение/ }).waitFor()
    },
  },
  {
    name: 'export-form',
    path: '/?type=1',
    ready: async page => {
      await unfoldActs(page)
      await page.getByRole('button', { name: 'CSV' }).click()
      await page.getByRole('button', { name: 'Собрать файл' }).waitFor()
    },
  },
  { name: 'case', path: `/cases/${linked.case_id}`, ready: page => page.getByRole('heading', { level: 1 }).waitFor() },
  {
    name: 'keys',
    path: `/cases/${linked.case_id}`,
    ready: async page => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Справка и клавиши' }).waitFor()
    },
  },
  {
    name: 'case-state',
    path: `/cases/${withText.id}/state?number=0`,
    ready: page => page.getByText(/Так дело записано/).waitFor(),
  },
  {
    name: 'text',
    path: `/cases/text/${withText.id}`,
    ready: page => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'text-words',
    path: `/cases/text/${withText.id}?result_text_search=%D1%81%D1%83%D0%B4%D1%8C%D1%8F`,
    ready: page => page.locator('article mark').first().waitFor(),
  },
  { name: 'sets', path: '/sets', ready: page => page.getByRole('link', { name: 'Задержания 3 октября' }).waitFor() },
  { name: 'set', path: `/sets/${workingSet.id}`, ready: page => page.getByText('Позвонить защитнику').waitFor() },
  {
    name: 'set-empty',
    path: `/sets/${emptySet.id}`,
    ready: page => page.getByText('В подборке пока нет дел').waitFor(),
  },
  {
    name: 'set-record',
    path: `/sets/${workingSet.id}`,
    ready: async page => {
      await page
        .getByRole('button', { name: /^Изменить запись/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: /^Запись о деле/ }).waitFor()
    },
  },
  {
    name: 'set-team',
    path: `/sets/${workingSet.id}`,
    ready: async page => {
      await page.getByRole('button', { name: 'Пригласить' }).click()
      await page.getByRole('button', { name: 'Создать ссылку' }).click()
      await page.getByRole('list', { name: 'Действующие ссылки' }).waitFor()
    },
  },
  {
    name: 'set-people',
    path: `/sets/${workingSet.id}?tab=people`,
    ready: page => page.locator('[data-person]').first().waitFor(),
  },
  {
    name: 'set-watched',
    path: `/sets/${workingSet.id}?tab=watched`,
    ready: async page => {
      await page.getByLabel('Имена, номера, УИД: каждое с новой строки').fill('5-1/2026\nООО «Луна»')
      await page.getByRole('button', { name: 'Наблюдать' }).click()
      await page.getByRole('list', { name: 'Не добавленные строки' }).waitFor()
      await page
        .getByRole('button', { name: /^Подтвердить/ })
        .first()
        .waitFor()
    },
  },
  { name: 'set-absent', path: '/sets/999999', ready: page => page.getByText('Такой подборки нет').waitFor() },
  { name: 'set-join', path: '/sets/join#nothing', ready: page => page.getByText('По этой ссылке не войти').waitFor() },
  {
    name: 'set-reading',
    path: `/cases/text/${ofSet[0]?.id}?set=${workingSet.id}`,
    ready: page => page.getByRole('region', { name: 'Очередь чтения' }).waitFor(),
  },
  { name: 'favourites', path: '/favorites', ready: page => page.getByText('Позвонить защитнику').waitFor() },
  {
    name: 'favourites-picked',
    path: '/favorites',
    ready: async page => {
      await page.getByText('Позвонить защитнику').waitFor()
      await unfoldActs(page)
      const pick = page.getByRole('button', { name: 'Выбрать дела' })
      if (await pick.isVisible()) await pick.click()
      await page
        .getByRole('checkbox', { name: /^Выбрать: / })
        .first()
        .check()
      await page.getByRole('button', { name: 'В подборку' }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Пикеты/ })
        .waitFor()
    },
  },
  {
    name: 'favourites-of-set',
    path: '/favorites',
    ready: async page => {
      await page.getByRole('button', { name: /^Пикеты/ }).click()
      await page.getByRole('link', { name: 'Открыть подборку' }).waitFor()
    },
  },
  {
    name: 'case-note',
    path: `/cases/${kept.case_id}`,
    ready: page => page.getByRole('textbox', { name: 'Моя заметка' }).waitFor(),
  },
  { name: 'people', path: '/defendants?defendant_gender=f', ready: peopleOf },
  { name: 'people-empty', path: '/defendants?defendants=нет-такого', ready: heading2('Таких лиц нет') },
  {
    name: 'people-panel',
    path: '/defendants?defendant_gender=f&regions_not=77',
    ready: async page => {
      await peopleOf(page)
      await page.getByRole('button', { name: /^Фильтры/ }).click()
      await page
        .getByRole('dialog', { name: 'Фильтры лиц' })
        .getByRole('button', { name: /^Фильтровать.*лиц/ })
        .waitFor()
    },
  },
  { name: 'person', path: `/defendants/${known.defendant_id}`, ready: heading2(/^Дела/) },
  { name: 'people-expiring', path: '/defendants/expiring?days=366', ready: heading('Истекает срок повторности') },
  { name: 'person-absent', path: '/defendants/999999', ready: heading('Такого лица здесь нет') },
  {
    name: 'stats',
    path: '/stats',
    ready: async page => {
      await page.getByRole('button', { name: /^20\.2\s*Собрания/ }).click()
      // On a phone charts are folded to their titles.
      const regions = page.getByRole('heading', { name: 'Дела по регионам' })
      await regions.waitFor()
      if (await regions.locator('xpath=ancestor::summary').count()) await regions.click()
      await page.getByRole('figure').filter({ hasText: 'Дела по регионам' }).getByText('Таблица').click()
      // What stays at the top covers what is scrolled under it.
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  {
    name: 'stats-empty',
    path: '/stats?case_number=%D0%BD%D0%B5%D1%82-%D1%82%D0%B0%D0%BA%D0%BE%D0%B3%D0%BE',
    ready: page => page.getByRole('heading', { name: 'Считать нечего' }).waitFor(),
  },
  {
    name: 'data',
    path: '/data?rows=article&metrics=cases&metrics=fine_median&type=1&compare=stage%3D2',
    ready: async page => {
      await page.getByRole('table').waitFor()
      await page.getByText('Что значат показатели').click()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  {
    name: 'data-chart',
    path: '/data?rows=regions&columns=entry_year&type=1',
    ready: async page => {
      // Its address changes once its code has come: `check` would not wait for that.
      await page.getByRole('radio', { name: 'Графиком' }).click()
      await page.getByRole('listbox', { name: /^Отобрать на графике «Дела: регионы × годы поступления»/ }).waitFor()
    },
  },
  {
    name: 'data-cited',
    path: '/data?columns=none&type=2',
    ready: async page => {
      await page.getByRole('button', { name: 'Сослаться на эти цифры' }).click()
      await page.getByRole('radio', { name: 'Было и сейчас' }).check({ force: true })
      await page.getByRole('columnheader', { name: 'разница' }).waitFor()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  { name: 'presets', path: '/presets', ready: page => page.getByText('Вторая инстанция', { exact: true }).waitFor() },
  { name: 'exports', path: '/exports', ready: page => page.getByText('Готовится: 200 из 600').waitFor() },
  {
    name: 'exports-empty',
    path: '/exports',
    who: 'superuser',
    ready: page => page.getByText('Пока ничего нет.').waitFor(),
  },
  {
    name: 'subscriptions',
    path: '/subscriptions',
    ready: async page => {
      await page.getByRole('button', { name: 'Последние сообщения' }).last().click()
      await page.getByText('Почему: Дело:').waitFor()
      await page.getByRole('button', { name: 'Вебхук' }).first().click()
      await page.getByLabel('Адрес программы').waitFor()
    },
  },
  {
    name: 'subscribe',
    path: '/?type=2&stage=1',
    ready: async page => {
      await totalOf(page)
      await page.getByRole('button', { name: 'Подписаться' }).click()
      await page.getByRole('dialog').getByText('Чаще всего').waitFor()
    },
  },
  {
    name: 'subscriptions-empty',
    path: '/subscriptions',
    who: 'superuser',
    ready: page => page.getByText('Подписок пока нет').waitFor(),
  },
  {
    name: 'preset-acts',
    path: '/presets',
    ready: page => page.getByRole('button', { name: 'Действия: Вторая инстанция' }).click(),
  },
  {
    name: 'preset-form',
    path: '/presets',
    ready: async page => {
      await page.getByRole('button', { name: 'Действия: Вторая инстанция' }).click()
      await page.getByRole('button', { name: 'Изменить', exact: true }).click()
      await page.getByRole('dialog', { name: 'Изменить набор' }).waitFor()
    },
  },
  {
    name: 'presets-empty',
    path: '/presets',
    who: 'superuser',
    ready: page => page.getByText('Наборов фильтров пока нет').waitFor(),
  },
  { name: 'manual', path: '/manual/tags', ready: heading('Метки') },
  {
    name: 'manual-search',
    path: '/manual',
    ready: async page => {
      await page.getByRole('searchbox', { name: 'Найти в справке' }).fill('подборкам')
      await page.getByRole('link', { name: 'Избранное: По подборкам' }).waitFor()
    },
  },
  {
    name: 'set-import',
    path: '/sets/import',
    ready: async page => {
      await page.getByLabel('Или вставьте строки').fill('№ дела\tСуд\tФИО\n5-1/2026\tТверской р/с\tРадугодуб В.О.')
      await page.getByRole('button', { name: 'Прочитать' }).click()
      await page.getByRole('combobox', { name: 'Прочитать столбец «Суд» как' }).waitFor()
    },
  },
  {
    name: 'load-tags',
    path: '/loadtags',
    who: 'superuser',
    ready: async page => {
      const buffer = Buffer.from(`Дело;Метки\n${kept.case_id};новая метка\n999999;пикет\n`)
      await page.getByLabel('Файл с метками').setInputFiles({ name: 'метки.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('region', { name: 'Что изменится' }).waitFor()
    },
  },
  {
    name: 'tag-directory',
    path: '/loadtags',
    who: 'superuser',
    ready: async page => {
      await page.getByRole('tab', { name: 'Справочник' }).click()
      await page.getByText('пикет', { exact: true }).waitFor()
    },
  },
  {
    name: 'not-found',
    path: '/no-such-page',
    who: 'guest',
    ready: page => page.getByText('This page could not be found').waitFor(),
  },
]
const lookOver = lookAround({ openToStay }, sessions)

describe.concurrent('every page, wide and light, narrow and dark', () => {
  it.each(pages)('$name is accessible and fits the window (design §9)', lookOver)
})

/** Those that no journey opens by their address: above, all but a visitor's first page come by a link. */
const byAddress = /^(?:change-password|second-factor|deadline-rules|forgetting|debug|people-desk|case-state|manual)$/

it('pages that are mostly reached by links open by their address, without errors and within a narrow window (design §9)', async () => {
  const { page, troubles } = await open({ storageState: sessions.superuser, viewport: { width: 390, height: 844 } })
  const opened = pages.filter(({ name }) => byAddress.test(name))
  expect(opened).toHaveLength(8)
  for (const { path, ready } of opened) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await ready(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
  }
  // What empties a section of the panel is not taken for a part of the field under it.
  await page.goto('/?type=1')
  await page.getByRole('button', { name: /^Фильтры/ }).click()
  const panel = page.getByRole('dialog')
  const clear = await panel.getByRole('button', { name: 'Все дела' }).boundingBox()
  const field = await panel.getByText('Кодекс', { exact: true }).first().boundingBox()
  expect((field?.y ?? 0) - (clear?.y ?? 0) - (clear?.height ?? 0)).toBeGreaterThan(8)
  // Pictures are of the light theme.
  await page.goto('/manual/stats')
  const filters = () =>
    page
      .getByRole('img')
      .first()
      .evaluate(img => getComputedStyle(img).filter)
  expect(await filters()).toBe('none')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(filters).toContain('invert')
  // The progress line under the table's choice does not run through what is chosen.
  await page.goto('/data?compare=stage%3D2')
  const [chosen, below] = [page.getByRole('list', { name: 'Фильтры Б' }), page.getByRole('heading', { name: ' × ' })]
  const [under, over] = [await chosen.boundingBox(), await below.boundingBox()]
  expect((over?.y ?? 0) - (under?.y ?? 0) - (under?.height ?? 0)).toBeGreaterThan(16)
  expect(troubles).toEqual([])
})

it('no style sheet draws a page otherwise for how a device is turned (WCAG 1.3.4)', () => {
  const sheets = globSync('dist/web/**/*.css')
  expect(sheets.length).toBeGreaterThan(10)
  expect(sheets.filter(sheet => /\(\s*orientation/.test(readFileSync(sheet, 'utf8')))).toEqual([])
})
