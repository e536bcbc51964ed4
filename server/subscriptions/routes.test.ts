import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type DeliveredMessage, deliveredList } from '#shared/api/messages.ts'
import { rehearsal, type Subscription, subscription, subscriptionList } from '#shared/api/subscriptions.ts'
import { addDays, showDate } from '#shared/domain/dates.ts'
import { maxNewsPerDay, maxSubscriptions, newsKindValues } from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type Ask, patch, post, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { mailServer } from '../../test/mail-server.ts'
import { addSubscription, feedIsSettled } from '../../test/subscriptions.ts'
import { telegramStandIn } from '../../test/telegram-stand-in.ts'
import type { Account } from '../accounts/sessions.ts'
import type { Letter } from '../http/feature.ts'
import { makeMailer } from '../messenger/mailer.ts'
import { type MessageButton, type Telegram, telegramOf } from '../messenger/telegram.ts'
import { answerButton } from './channels/telegram.ts'
import { connectChannels } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import { dispatch } from './outbox.ts'
import { WatchList } from './watch-list.ts'

const ahead = addDays(today(), 30)

const letters: Letter[] = []
const mailer = {
  send: () => undefined,
  deliver: async (letter: Letter) => void letters.push(letter),
  close: async () => undefined,
}
const { db, as, guest } = await testApp({ mailer, hasBot: true, publicUrl: 'https://sudmonitor.example' })
const account = await buildAccount(db, { regions: [77], email: 'lawyer@example.org' })
const ask = await as(account)
const court = { title: 'Выдуманный заречный суд', region: 77, city: 'Москва' }
const recent = { court, entry_date: today(), articles: [{ codex: 'koap' as const, article_number: '20.2', part: '5' }] }
const [here = 0, there = 0] = await buildCases(db, [
  { ...recent, source_key: 'test:here', case_number: '5-11/2026', defendants: [{ name: 'Ветрогонов Пётр Ильич' }] },
  {
    ...recent,
    court: { title: 'Чужой суд', region: 78 },
    case_number: '5-12/2026',
    defendants: [{ name: 'Дальнов Пётр Ильич' }],
  },
])
const { id: court_id } = await db
  .selectFrom('court')
  .where('title', '=', court.title)
  .select('id')
  .executeTakeFirstOrThrow()
const idOfMade = z.object({ id: z.number() })
const make = async (body: unknown, by: Ask = ask): Promise<Subscription> => {
  const { body: made, status, text } = await by('subscriptions/', post(body))
  expect(status, text).toBe(201)
  return subscription.parse(made)
}
const list = new WatchList()
const fail = (error: unknown): void => {
  throw error
}
const news = async (by: Date = new Date()) => {
  await feedIsSettled(db)
  await matchChanges(db, list, { now: by, onError: fail })
}
await news()
const soon = () => new Date(Date.now() + 86_400_000)
const comes = (given: object) =>
  buildCases(db, [{ ...recent, source_key: 'test:here', case_number: '5-11/2026', ...given }])
const deliveries = async (id: number, by: Ask = ask): Promise<DeliveredMessage[]> =>
  deliveredList.parse((await by(`subscriptions/${id}/deliveries/`)).body).results
const clear = () => sql`delete from subscription where account_id = ${account.id}`.execute(db)

describe('subscriptions (§7)', () => {
  it('are made for filters, one case or one person, listed, changed and deleted', async () => {
    const ofFilters = await make({
      get_params: { court: [court_id], type: 1, page: 3, ordering: 'entry_date' },
      channels: ['email'],
    })
    expect(ofFilters).toMatchObject({
      about: 'filters',
      title: 'Дела КоАП: Выдуманный заречный суд',
      get_params: { type: '1', court: [String(court_id)] },
      channels: ['email'],
      cadence: 'at_once',
      paused_at: null,
      note: null,
    })
    expect(ofFilters.kinds).not.toContain('changed')
    const ofCase = await make({
      case: here,
      title: 'Моё дело',
      cadence: 'daily',
      at: '08:30',
      quiet: { from: '22:00', to: '07:00' },
    })
    expect(ofCase).toMatchObject({
      about: 'case',
      title: 'Моё дело',
      case: { id: here, case_number: '5-11/2026' },
      at: '08:30',
    })
    expect(ofCase.kinds).toEqual(newsKindValues.filter(kind => kind !== 'new'))
    const { defendant_id } = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', here)
      .select('defendant_id')
      .executeTakeFirstOrThrow()
    const ofPerson = await make({ person: defendant_id })
    expect(ofPerson).toMatchObject({ about: 'person', person: { id: defendant_id, name: 'Ветрогонов Пётр Ильич' } })
    const all = subscriptionList.parse((await ask('subscriptions/')).body)
    expect(all.results.map(({ id }) => id)).toEqual([ofPerson.id, ofCase.id, ofFilters.id])

    const changed = await ask(
      `subscriptions/${ofCase.id}/`,
      patch({ title: 'Иначе', paused: true, kinds: ['result'], cadence: 'weekly', weekday: 3 }),
    )
    expect(changed.body).toMatchObject({
      title: 'Иначе',
      kinds: ['result'],
      cadence: 'weekly',
      weekday: 3,
      at: '08:30',
      paused_at: expect.any(String),
    })
    expect((await ask(`subscriptions/${ofCase.id}/`, patch({ paused: false, mute: [here] }))).body).toMatchObject({
      paused_at: null,
      muted: [{ id: here }],
    })
    expect((await ask(`subscriptions/${ofCase.id}/`, patch({ unmute: [here] }))).body).toMatchObject({ muted: [] })
    expect((await ask(`subscriptions/${ofFilters.id}/`, { method: 'DELETE' })).body).toEqual({
      detail: 'Подписка удалена.',
    })
    expect((await ask('subscriptions/')).body).toMatchObject({ count: 2 })
    await clear()
  })
  it('are called after what they watch until a person calls them otherwise, and again when the name is taken away', async () => {
    const { id, title, own_title } = await make({ get_params: { court: [court_id] } })
    expect([title, own_title]).toEqual(['Дела: Выдуманный заречный суд', ''])
    const renamed = async (given: string) => {
      const { status, body, text } = await ask(`subscriptions/${id}/`, patch({ title: given }))
      expect(status, text).toBe(200)
      return body
    }
    // A program that sends back what it was told names nothing.
    expect(await renamed(title)).toMatchObject({ title, own_title: '' })
    expect(await renamed('Мой суд')).toMatchObject({ title: 'Мой суд', own_title: 'Мой суд' })
    await db.updateTable('court').set({ title: 'Новый заречный суд' }).where('id', '=', court_id).execute()
    expect(await renamed('')).toMatchObject({ title: 'Дела: Новый заречный суд', own_title: '' })
    expect((await ask('subscriptions/', post({ get_params: { court: [court_id] } }))).body).toEqual({
      get_params: ['Такая подписка уже есть: «Дела: Новый заречный суд».'],
    })
    await db.updateTable('court').set({ title: court.title }).where('id', '=', court_id).execute()
    await clear()
    await clear()
  })
  it('to favourites are called so, with how many there are now for this account, and to a set by its name', async () => {
    const lawyer = await buildAccount(db, { regions: [77] })
    const by = await as(lawyer)
    const set = idOfMade.parse((await by('sets/', post({ title: 'Клиент' }))).body).id
    await make({ get_params: { in_favorites: true } }, by)
    await make({ get_params: { in_favorites: true, in_set: false } }, by)
    await make({ get_params: { set: [set] } }, by)
    await make({ get_params: { in_favorites: true, court: [court_id] } }, by)
    await make({ get_params: { in_favorites: true }, sends: 'changes', cadence: 'daily' }, by)
    const titles = async () =>
      subscriptionList.parse((await by('subscriptions/')).body).results.map(({ title }) => title)
    const called = (all: number) => [
      `Сводка изменений. Избранные дела: ${all}`,
      'Избранные дела; Суд: Выдуманный заречный суд',
      'Дела: подборка «Клиент»',
      'Избранные дела вне подборок',
      `Избранные дела: ${all}`,
    ]
    expect(await titles()).toEqual(called(0))
    // One of them of a region that is closed to it.
    await db
      .insertInto('favourite')
      .values([here, there].map(case_id => ({ account_id: lawyer.id, case_id })))
      .execute()
    expect(await titles()).toEqual(called(1))
    await sql`delete from subscription where account_id = ${lawyer.id}`.execute(db)
  })

  // biome-ignore format: a table reads best as one
  it.each<[what: string, body: object, answer: object]>([
    ['nothing to watch', {}, { non_field_errors: ['Нужно одно из трёх: get_params, case или person.'] }],
    ['two things at once', { case: here, get_params: { type: 1 } }, { non_field_errors: ['Нужно одно из трёх: get_params, case или person.'] }],
    ['a case of another region', { case: there }, { case: ['Такого дела нет.'] }],
    ['a person of another region', { person: 2 }, { person: ['Такого лица нет.'] }],
    ['a filter that is none', { get_params: { nonsense: '1' } }, { get_params: ['Неизвестный параметр «nonsense».'] }],
    ['an expression that cannot be read', { get_params: { result_text_search: '(', text_search_type: 'regexp' } }, { result_text_search: ['Регулярное выражение составлено неверно: скобки ( ) не закрыты.'] }],
    ['no kind of news', { case: here, kinds: [] }, { kinds: ['Выберите хотя бы один вид новостей.'] }],
    ['a zone that is none', { case: here, zone: 'Луна/Кратер' }, { zone: ['Часовой пояс: нужно имя вида Europe/Moscow.'] }],
    ['an hour that is none', { case: here, at: '25:00' }, { at: ['Нужно время ЧЧ:ММ.'] }],
    ['half of quiet hours', { case: here, quiet: { from: '22:00' } }, { quiet: ['Нужно время ЧЧ:ММ.'] }],
    ['an eighth day', { case: here, weekday: 8 }, { weekday: ['День недели: от 1 (понедельник) до 7.'] }],
    ['a chat that is not linked', { case: here, channels: ['telegram'] }, { channels: ['Сначала свяжите чат с ботом.'] }],
    ['no filter at all', { get_params: {} }, { get_params: [expect.stringMatching(/^Фильтров нет: подписка сообщала бы обо всех делах \(новостей за 100 дней — \d/)] }],
  ])('refuse %s', async (_, body, answer) => {
    expect(await ask('subscriptions/', post(body))).toMatchObject({ status: 400, body: answer })
  })

  it('refuse the same twice, a filter by tags without the right, and too many', async () => {
    await make({ case: here })
    expect(await ask('subscriptions/', post({ case: here }))).toMatchObject({
      status: 400,
      body: { case: ['Такая подписка уже есть: «Дело 5-11/2026».'] },
    })
    expect(await ask('subscriptions/', post({ get_params: { tags: ['1'] } }))).toMatchObject({ status: 403 })
    for (let n = 0; n < maxSubscriptions; n++)
      await addSubscription(db, account.id, { values: { case_number: `${n}` } })
    expect(await ask('subscriptions/', post({ get_params: { court: [court_id] } }))).toMatchObject({
      status: 400,
      body: { non_field_errors: [`Подписок не больше ${maxSubscriptions}: удалите ненужные.`] },
    })
    await clear()
  })

  it('belong to one person: nobody else sees, changes, tests or deletes them', async () => {
    const { id } = await make({ case: here })
    const other = await as(await buildAccount(db))
    for (const call of [patch({ title: 'Чужая' }), { method: 'DELETE' }] as const)
      expect(await other(`subscriptions/${id}/`, call)).toMatchObject({
        status: 404,
        body: { detail: 'Такой подписки нет.' },
      })
    expect((await other(`subscriptions/${id}/test/`, post(undefined))).status).toBe(404)
    expect((await other(`subscriptions/${id}/deliveries/`)).status).toBe(404)
    expect((await other('subscriptions/')).body).toMatchObject({ count: 0 })
    await clear()
  })
})

describe('a rehearsal', () => {
  const days = (ago: number) =>
    new Date(Date.parse(`${today()}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10)
  it('says what the last hundred days would have brought, its commonest causes and what would leave less', async () => {
    await buildCases(db, [
      ...Array.from({ length: 6 }, (_, n) => ({
        ...recent,
        court: { title: 'Пробный суд', region: 77 },
        entry_date: days(n),
        articles: [{ codex: 'koap' as const, article_number: '6.9', part: n % 3 === 0 ? '1' : '' }],
        events: [
          { type: 'Рассмотрение дела по существу', date: days(n) },
          { type: 'Передача дела судье', date: days(n) },
        ],
      })),
      { ...recent, court: { title: 'Пробный суд', region: 77 }, entry_date: '2020-01-01' },
      { ...recent, court: { title: 'Пробный суд в другом регионе', region: 78 }, case_number: '5-6/2026' },
    ])
    const { id } = await db
      .selectFrom('court')
      .where('title', '=', 'Пробный суд')
      .select('id')
      .executeTakeFirstOrThrow()
    const { body, status, text } = await ask('subscriptions/rehearsal/', post({ get_params: { court: [id] } }))
    expect(status, text).toBe(200)
    const found = rehearsal.parse(body)
    expect(found.days).toHaveLength(100)
    expect(found.days.slice(-7).map(({ count }) => count)).toEqual([0, 3, 3, 3, 3, 3, 3])
    expect(found).toMatchObject({ total: 18, cases: 6, per_day: 0.2, refusal: null })
    expect(found.causes).toEqual(
      expect.arrayContaining([
        { kind: 'new', what: '', count: 6 },
        { kind: 'hearing_set', what: 'Рассмотрение дела по существу', count: 6 },
        { kind: 'event', what: 'Передача дела судье', count: 6 },
      ]),
    )
    expect(found.less).toContainEqual({
      label: 'Не сообщать о движении дела',
      removes: 6,
      change: { kinds: expect.not.arrayContaining(['event']) },
    })
    const article = found.less.find(({ label }) => label.startsWith('Кроме статьи'))
    expect(article).toMatchObject({
      removes: 12,
      change: { get_params: { court: [String(id)], codex_articles_not: [expect.any(String)] } },
    })
    // What is offered leaves out exactly what it says.
    const less = rehearsal.parse((await ask('subscriptions/rehearsal/', post(article?.change))).body)
    expect(less.total).toBe(found.total - (article?.removes ?? 0))
    expect(await db.selectFrom('subscription').select('id').execute()).toEqual([])
  })

  it('lists the next five hearings of cases that have them ahead, of cases that may be seen, by day and hour', async () => {
    const held = (n: number, ...set: [ahead: number, time?: string, type?: string][]) => ({
      ...recent,
      court: { title: 'Близкий суд', region: 77 },
      case_number: `5-70${n}/2026`,
      events: set.map(([ahead, time, type = 'Рассмотрение дела по существу']) => ({
        type,
        date: days(-ahead),
        ...(time !== undefined && { time }),
      })),
    })
    await buildCases(db, [
      // The last of its hearings is the farthest of all, and the next one the nearest.
      held(1, [-1, '10:00'], [1, '15:00'], [40, '10:00']),
      held(2, [1, '09:30']),
      held(3, [0]),
      held(4, [2], [3, '12:00', 'Передача дела судье']),
      held(5, [-3, '10:00']),
      { ...held(6, [1, '08:00']), court: { title: 'Близкий суд в другом регионе', region: 78 } },
      held(7, [50, '10:00']),
    ])
    const court = await db.selectFrom('court').where('title', '=', 'Близкий суд').select('id').executeTakeFirstOrThrow()
    const { body } = await ask('subscriptions/rehearsal/', post({ get_params: { court: [court.id] } }))
    const { ahead, hearings } = rehearsal.parse(body)
    expect(ahead).toBe(5)
    expect(hearings.map(({ case: of, date, time }) => [of.case_number, of.court, date, time])).toEqual([
      ['5-703/2026', 'Близкий суд', days(0), null],
      ['5-702/2026', 'Близкий суд', days(-1), '09:30'],
      ['5-701/2026', 'Близкий суд', days(-1), '15:00'],
      ['5-704/2026', 'Близкий суд', days(-2), null],
      ['5-701/2026', 'Близкий суд', days(-40), '10:00'],
    ])
  })

  it('refuses what nobody would read, with numbers', async () => {
    await buildCases(
      db,
      Array.from({ length: 200 }, (_, n) => ({
        ...recent,
        court: { title: 'Бурный суд', region: 77 },
        case_number: `5-${5000 + n}/2026`,
        events: Array.from({ length: 160 }, (_, k) => ({ type: `Событие ${k % 7}`, date: days(k % 90) })),
      })),
    )
    const { id } = await db.selectFrom('court').where('title', '=', 'Бурный суд').select('id').executeTakeFirstOrThrow()
    const { body } = await ask('subscriptions/rehearsal/', post({ get_params: { court: [id] } }))
    const { refusal, per_day } = rehearsal.parse(body)
    expect(per_day).toBeGreaterThan(maxNewsPerDay)
    expect(refusal).toMatch(
      /^Слишком широко: новостей за 100 дней — 32\s200, в день — 322, а читать можно не больше 300 в день/,
    )
    expect((await ask('subscriptions/', post({ get_params: { court: [id] } }))).body).toEqual({ get_params: [refusal] })
    expect((await ask('subscriptions/', post({ get_params: { court: [id] }, kinds: ['result'] }))).status).toBe(201)
    await clear()
  })
})

describe('messages', () => {
  const sent: { chat: number; html: string; buttons: readonly MessageButton[] }[] = []
  const telegram: Telegram = {
    sendMessage: async (chat, html, buttons = []) => {
      sent.push({ chat, html, buttons })
      return { ok: true }
    },
    reach: async () => ({ ok: true }),
    sendDocument: async () => ({ ok: true }),
  }
  const post200 = async () => ({ status: 200, ms: 1 })
  const send = (now: Date = soon(), by: Partial<Telegram> = {}) =>
    sendBy({ telegram: { ...telegram, ...by }, mailer }, now)
  const sendBy = (services: Pick<Parameters<typeof connectChannels>[0], 'telegram' | 'mailer'>, now: Date) =>
    dispatch(db, {
      now,
      channels: connectChannels({ ...services, post: post200 }),
      publicUrl: 'https://sudmonitor.example',
      onError: fail,
    })
  const link = (to: Account) =>
    db
      .insertInto('telegram_chat')
      .values({ account_id: to.id, chat_id: 100 + to.id, linked_at: new Date(), blocked_at: null })
      .execute()

  it.each(['email', 'telegram'] as const)(
    'by %s wait for the new secret of the channel, and come once (docs/operations.md, Changing secrets)',
    async channel => {
      const server = await mailServer({ password: 'new-secret' })
      const bot = await telegramStandIn()
      const services = (secret: string) => ({
        mailer: makeMailer({
          smtpUrl: server.url.replace('//', `//post:${secret}@`),
          from: 'sudmonitor@example.org',
          onError: fail,
        }),
        telegram: telegramOf(secret === 'new-secret' ? bot.settings : { ...bot.settings, token: `1:${secret}` }),
      })
      const other = await buildAccount(db, { regions: [77], email: `${channel}@example.org` })
      await link(other)
      bot.say(100 + other.id, '/start')
      const its = await as(other)
      const { id } = await make(
        { get_params: { court: [court_id] }, channels: [channel], kinds: [...newsKindValues] },
        its,
      )
      await comes({ judge: `Сменова ${channel === 'email' ? 'П' : 'Т'}. С.` })
      await news()
      const [old, now] = [services('old-secret'), services('new-secret')]
      expect(await sendBy(old, soon())).toMatchObject({ delivered: 0, failed: 1, dead: 0 })
      const [message] = await deliveries(id, its)
      expect(message?.deliveries).toMatchObject([{ channel, dead: false, error: expect.any(String) }])
      expect(JSON.stringify(message)).not.toContain('old-secret')
      const later = new Date(soon().getTime() + 600_000)
      expect(await sendBy(now, later)).toMatchObject({ delivered: 1, failed: 0, dead: 0 })
      expect(await sendBy(now, later)).toMatchObject({ delivered: 0 })
      expect(channel === 'email' ? server.letters : bot.messages).toHaveLength(1)
      await db.deleteFrom('account').where('id', '=', other.id).execute()
      for (const { mailer: one } of [old, now]) await one.close()
      server.close()
      bot.close()
    },
  )

  it('say what happened to which case, and each says why it was found', async () => {
    await link(account)
    const { id } = await make({
      get_params: { court: [court_id, 999_999] },
      channels: ['telegram', 'email'],
      title: 'Суд <мой>',
      kinds: [...newsKindValues],
    })
    await comes({
      judge: 'Белоозёрова Н. В.',
      events: [{ type: 'Рассмотрение дела по существу', date: ahead, time: '12:40', hall: '3' }],
    })
    await news()
    expect(await send(new Date())).toMatchObject({ sealed: 0, delivered: 0 })
    expect((await ask('subscriptions/')).body).toMatchObject({
      results: [{ id, recent_hits: 1, next_at: expect.any(String) }],
    })
    expect(await send()).toMatchObject({ sealed: 1, delivered: 2, failed: 0, dead: 0 })
    expect(await send()).toMatchObject({ sealed: 0, delivered: 0 })
    const { html, buttons, chat } = sent.at(-1) ?? {}
    expect(chat).toBe(100 + account.id)
    expect(html).toContain('<b>Суд &lt;мой&gt;: 5-11/2026</b>')
    expect(html).toContain(
      `<a href="https://sudmonitor.example/cases/${here}"><b>5-11/2026, Выдуманный заречный суд</b></a>`,
    )
    expect(html).toContain(`• Заседание назначено: ${showDate(ahead)}, 12:40 — Рассмотрение дела по существу, зал 3`)
    expect(buttons).toEqual([
      { text: 'Открыть дело', url: `https://sudmonitor.example/cases/${here}` },
      { text: 'В избранное', says: `favourite ${id} ${here}` },
      { text: 'Заглушить дело', says: `mute ${id} ${here}` },
      { text: 'Подписки', url: `https://sudmonitor.example/subscriptions#${id}` },
    ])
    const letter = letters.at(-1)
    expect(letter).toMatchObject({
      to: 'lawyer@example.org',
      subject: 'Судмонитор: Суд <мой>: 5-11/2026',
      messageId: expect.stringMatching(/^<[\w-]+@sudmonitor>$/),
      headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    })
    expect(letter?.html).toContain('Суд &lt;мой&gt;')
    const [message] = await deliveries(id)
    expect(message).toMatchObject({
      kind: 'news',
      count: 1,
      hits: [
        {
          case: { id: here, judge: 'Белоозёрова Н.В.', hearing: { date: ahead, time: '12:40', hall: '3' } },
          kinds: ['hearing_set', 'changed'],
          why: [{ label: 'Суд', text: 'Выдуманный заречный суд' }],
          missed: false,
        },
      ],
      deliveries: [
        { channel: 'email', delivered_at: expect.any(String), attempts: 1 },
        { channel: 'telegram', dead: false },
      ],
    })
  })

  it('have buttons in Telegram that keep and mute a case, for whose chat it is', async () => {
    const [{ id } = { id: 0 }] = subscriptionList.parse((await ask('subscriptions/')).body).results
    const chat = 100 + account.id
    expect(await answerButton(db, chat, `favourite ${id} ${here}`)).toBe('Дело в избранном.')
    expect((await ask(`cases/${here}/`)).body).toMatchObject({ in_favorites: true })
    expect(await answerButton(db, chat, `mute ${id} ${here}`)).toBe('Об этом деле подписка больше не сообщит.')
    expect((await ask('subscriptions/')).body).toMatchObject({ results: [{ muted: [{ id: here }] }] })
    expect(await answerButton(db, chat, `favourite ${id} ${there}`)).toBe('Этого дела вам не видно.')
    expect(await answerButton(db, chat + 1, `favourite ${id} ${here}`)).toBe(
      'Этой подписки больше нет, или чат с ней не связан.',
    )
    expect(await answerButton(db, chat, 'nonsense')).toBe('Эта кнопка больше не действует.')
    expect((await ask(`subscriptions/${id}/`, patch({ unmute: [here] }))).status).toBe(200)
  })

  it('are unsubscribed from by the letter itself, without signing in, and by nobody who merely looks at it', async () => {
    const off = /<(https:[^>]+)>/.exec(letters.at(-1)?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const path = new URL(off).pathname
    expect(await guest(path)).toMatchObject({
      status: 303,
      headers: { location: 'https://sudmonitor.example/subscriptions' },
    })
    expect((await ask('subscriptions/')).body).toMatchObject({ results: [{ channels: ['telegram', 'email'] }] })
    const form = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
      method: 'POST',
    } as const
    expect(await guest(path, form)).toMatchObject({
      status: 200,
      body: { detail: 'Писем по этой подписке больше не будет.' },
    })
    expect((await ask('subscriptions/')).body).toMatchObject({ results: [{ channels: ['telegram'] }] })
    expect((await guest(`unsubscribe/${'a'.repeat(32)}/`, form)).status).toBe(404)
  })

  it('are tried again after growing pauses, and lie dead in sight at the end', async () => {
    const [{ id } = { id: 0 }] = subscriptionList.parse((await ask('subscriptions/')).body).results
    await comes({ judge: 'Прозорова А. Б.' })
    await news()
    const down = { sendMessage: async () => ({ ok: false, why: 'failed', said: 'Telegram не отвечает.' }) as const }
    let now = soon()
    const pauses: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      await send(now, down)
      const [waiting] = (await deliveries(id))[0]?.deliveries ?? []
      expect(waiting).toMatchObject({
        attempts: attempt + 1,
        error: 'Telegram не принял сообщение: Telegram не отвечает.',
      })
      if (waiting?.next_at === null || waiting === undefined) break
      pauses.push((Date.parse(waiting.next_at) - now.getTime()) / 60_000)
      expect(await send(new Date(Date.parse(waiting.next_at) - 1000), down)).toMatchObject({ failed: 0, dead: 0 })
      now = new Date(waiting.next_at)
    }
    expect(pauses).toEqual([1, 5, 20, 60, 180, 480, 960, 1_200])
    expect((await deliveries(id))[0]?.deliveries).toMatchObject([{ dead: true, next_at: null }])
    expect((await ask('subscriptions/')).body).toMatchObject({
      results: [{ undelivered: 1, last_error: 'Telegram не принял сообщение: Telegram не отвечает.' }],
    })
  })

  it('wait as long as Telegram asks, and stop where the bot is blocked', async () => {
    const [{ id } = { id: 0 }] = subscriptionList.parse((await ask('subscriptions/')).body).results
    await comes({ judge: 'Тихонова В. Г.' })
    await news()
    const now = soon()
    await send(now, {
      sendMessage: async () => ({ ok: false, why: 'too_many_requests', said: 'later', retryAfter: 600 }),
    })
    const next = (await deliveries(id))[0]?.deliveries[0]?.next_at ?? ''
    expect(Date.parse(next) - now.getTime()).toBe(600_000)
    await send(new Date(next), { sendMessage: async () => ({ ok: false, why: 'blocked', said: 'Forbidden' }) })
    expect((await deliveries(id))[0]?.deliveries).toMatchObject([
      { dead: true, error: 'Бот заблокирован в этом чате.' },
    ])
    expect((await ask('subscriptions/channels/')).body).toMatchObject({
      results: expect.arrayContaining(
        [
          { channel: 'telegram', ready: false, note: 'Бот заблокирован в вашем чате: напишите ему /start.' },
          { channel: 'email', ready: true, to: 'lawyer@example.org' },
          { channel: 'push', ready: false, to: null },
          { channel: 'webhook', ready: false, to: null },
        ].map(one => expect.objectContaining(one)),
      ),
    })
  })

  it('leave out cases that their owner may not see any more', async () => {
    await clear()
    const { id } = await make({ get_params: { court: [court_id] }, channels: ['email'], kinds: [...newsKindValues] })
    await comes({ judge: 'Белоозёрова Н. В.' })
    await news()
    await sql`update account set regions = '{78}' where id = ${account.id}`.execute(db)
    const before = letters.length
    expect(await send()).toMatchObject({ sealed: 1, delivered: 0, dead: 1 })
    expect(letters.length).toBe(before)
    expect(await deliveries(id)).toMatchObject([{ count: 0, hits: [] }])
    await sql`update account set regions = '{77}' where id = ${account.id}`.execute(db)
  })

  it('are tested by a button, at once, by every channel', async () => {
    const [{ id } = { id: 0 }] = subscriptionList.parse((await ask('subscriptions/')).body).results
    expect((await ask(`subscriptions/${id}/test/`, post(undefined))).body).toEqual({
      detail: 'Проверочное сообщение отправляется.',
    })
    expect(await send()).toMatchObject({ delivered: 1 })
    expect(letters.at(-1)).toMatchObject({
      subject: expect.stringMatching(/^Судмонитор: Проверка подписки «/),
      text: expect.stringContaining('в делах ничего не случилось'),
    })
  })

  it.each([
    ['DATA', '554 no such letters', true],
    ['RCPT', '550 5.1.1 no such user', true],
    ['RCPT', '554 5.7.1 Relay access denied', false],
    ['RCPT', '530 5.7.0 Authentication required', false],
    ['RCPT', '452 mailbox full', false],
    ['DATA', '451 not now', false],
    ['MAIL', '550 unknown sender', false],
    ['MAIL', '421 too busy', false],
  ] as const)('by post are refused for good only by their recipient: %s %s', async (command, line, isFinal) => {
    const server = await mailServer()
    const real = makeMailer({ smtpUrl: server.url, from: 'sudmonitor@example.org', onError: fail })
    server.refuseNext(command, line)
    await clear()
    const { id } = await make({ get_params: { court: [court_id] }, channels: ['email'] })
    await ask(`subscriptions/${id}/test/`, post())
    expect(await sendBy({ telegram, mailer: real }, soon())).toMatchObject({
      dead: isFinal ? 1 : 0,
      failed: isFinal ? 0 : 1,
    })
    await real.close()
    server.close()
  })

  it('arrive as letters in two forms', async () => {
    const server = await mailServer()
    const real = makeMailer({ smtpUrl: server.url, from: 'Судмонитор <bot@example.org>', onError: fail })
    await real.deliver({
      to: 'a@example.org',
      subject: 'Новости',
      text: 'текст',
      html: '<p>текст</p>',
      messageId: '<1@sudmonitor>',
      headers: { 'List-Unsubscribe': '<https://x.example/1>' },
    })
    expect(server.letters).toHaveLength(1)
    server.refuseNext()
    await expect(real.deliver({ to: 'a@example.org', subject: 'Новости', text: 'текст' })).rejects.toThrow()
    await real.close()
    server.close()
  })
})
