import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { type DeliveredMessage, deliveredList } from '#shared/api/messages.ts'
import { webhookMessage } from '#shared/api/other-programs.ts'
import { type Subscription, subscription } from '#shared/api/subscriptions.ts'
import { addDays, dayIn, showDate } from '#shared/domain/dates.ts'
import { patch, post, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { wereOn } from '../../test/past-days.ts'
import { feedIsSettled, storedHits } from '../../test/subscriptions.ts'
import type { Letter } from '../http/feature.ts'
import { webhookChannel } from './channels/webhook.ts'
import { connectChannels } from './channels.ts'
import { composeMessage } from './compose-message.ts'
import { matchChanges } from './match-changes.ts'
import { dispatch } from './outbox.ts'
import { WatchList } from './watch-list.ts'

/** Digests of a subscription: what appeared, changed and went since the last one (decision 0089, §7). */
const letters: Letter[] = []
const mailer = {
  send: () => undefined,
  deliver: async (one: Letter) => void letters.push(one),
  close: async () => undefined,
}
const { db, as } = await testApp({ mailer, publicUrl: 'https://sudmonitor.example' })
const account = await buildAccount(db, { regions: [77], email: 'lawyer@example.org' })
const ask = await as(account)

const article = { codex: 'koap' as const, article_number: '20.2', part: '5' }
const give = async (n: number, given: object = {}): Promise<number> => {
  const [id = 0] = await buildCases(db, [
    {
      ...{ source_key: `test:${n}`, case_number: `5-${n}/2026`, entry_date: '2026-02-01', articles: [article] },
      court: { title: 'Заречный районный суд', region: 77 },
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
      ...given,
    },
  ])
  return id
}
const elsewhere = { court: { title: 'Чужой суд', region: 78 } }
const [, , muted] = [await give(1, { judge: 'Судьина А.А.' }), await give(2), await give(3), await give(4, elsewhere)]
await wereOn(db, addDays(dayIn('Europe/Moscow', new Date()), -10))

const undecided = { has_result: 'false' }
const daily = { get_params: undecided, sends: 'changes', cadence: 'daily', channels: ['email'] }
const make = async (given: object = {}): Promise<Subscription> => {
  const { status, text, body } = await ask('subscriptions/', post({ ...daily, ...given }))
  expect(status, text).toBe(201)
  return subscription.parse(body)
}
const batches = (id: number) =>
  db
    .selectFrom('subscription_batch')
    .where('subscription_id', '=', id)
    .select(['id', 'kind', 'due_at', 'from_day', 'to_day', 'sealed_at'])
    .orderBy('id')
    .execute()
const send = (now: Date) =>
  dispatch(db, {
    now,
    channels: connectChannels({ telegram: undefined, mailer, post: async () => ({ status: 200, ms: 1 }) }),
    publicUrl: 'https://sudmonitor.example',
    onError: error => {
      throw error
    },
  })
/** At nine in the morning of Moscow, when digests are due, of the first day that has one whole day before it. */
const due = new Date(`${addDays(dayIn('Europe/Moscow', new Date()), 1)}T09:00:00+03:00`)
const sendDue = () => send(due)
const told = async (id: number): Promise<DeliveredMessage[]> =>
  deliveredList.parse((await ask(`subscriptions/${id}/deliveries/`)).body).results

beforeEach(async () => {
  await sql`delete from subscription`.execute(db)
  letters.length = 0
})

it('tells what appeared, changed and went, each with what it was and is, and where all of it is', async () => {
  const { id, title, next_at } = await make()
  expect({ title, next_at }).toEqual({ title: 'Сводка изменений: дела без решения', next_at: expect.any(String) })
  await give(1, { judge: 'Прозоров Б.Б.' })
  await give(2, { result: 'Прекращено', result_date: '2026-03-02' })
  await give(4, { ...elsewhere, judge: 'Дальнов В.В.' })
  const coming = await give(Date.now() % 100_000)
  expect(await told(id)).toEqual([])
  const { sealed, delivered } = await sendDue()
  expect({ sealed, delivered }).toEqual({ sealed: 1, delivered: 1 })
  const [batch, next] = await batches(id)
  expect(next).toMatchObject({ kind: 'changes', from_day: batch?.to_day, to_day: null, sealed_at: null })
  expect(next?.due_at.getTime()).toBeGreaterThan(due.getTime())
  const [{ subject, text } = { subject: '', text: '' }] = letters
  expect(subject).toContain(showDate(batch?.to_day ?? ''))
  expect(text).toContain('Появилось: 1 · Изменилось: 1 · Ушло: 1')
  expect(text).toContain('— Изменилось\n— Судья: Судьина А.А. → Прозоров Б.Б.')
  expect(text).toContain(`— Новое дело\nhttps://sudmonitor.example/cases/${coming}`)
  expect(text).toMatch(/— Ушло\n(— .*\n)*— Результат: — → Прекращено/)
  expect(text).not.toContain('5-4/2026')
  const page = `from=${batch?.from_day}&to=${batch?.to_day}`
  expect(text).toContain(`Все изменения: https://sudmonitor.example/cases/changes?has_result=false&${page}`)
  const messages = await told(id)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({
    kind: 'changes',
    days: { from: batch?.from_day, to: batch?.to_day },
    deliveries: [{ channel: 'email', dead: false }],
  })
  const { results } = (await ask(`cases/changes/?has_result=false&${page}`)).body as { results: unknown[] }
  expect(results).toHaveLength(3)
})

it('is told to programs with its days, counts and cases', async () => {
  const { id } = await make()
  await give(1, { judge: 'Третьяков В.В.' })
  await sendDue()
  const [batch] = await batches(id)
  const message = await composeMessage(
    db,
    { batch_id: Number(batch?.id), key: crypto.randomUUID(), subscription_id: id },
    'https://a.example',
  )
  const body = webhookMessage.parse(message && JSON.parse(String(webhookChannel.render(message))))
  expect(body).toMatchObject({
    type: 'changes',
    digest: { days: { from: batch?.from_day, to: batch?.to_day }, refusal: null },
    cases_left: 0,
  })
  expect(body.cases).toContainEqual(
    expect.objectContaining({
      kinds: ['changed'],
      details: [{ kind: 'judge', before: 'Судьина А.А.', after: 'Третьяков В.В.' }],
    }),
  )
})

it('comes also when nothing has changed, and says so', async () => {
  await make({ get_params: { case_number: 'нет такого' } })
  expect(await sendDue()).toMatchObject({ sealed: 1, delivered: 1 })
  expect(letters[0]?.text).toContain('ничего нового не стало известно')
})

it('leaves out what its owner muted', async () => {
  const { id } = await make()
  await ask(`subscriptions/${id}/`, patch({ mute: [muted] }))
  await give(3, { judge: 'Четвергов Г.Г.' })
  await sendDue()
  expect(letters[0]?.text).not.toContain('5-3/2026')
})

it('tells each day once: the next begins where the last one ended, and without a whole day between none is sent', async () => {
  const { id } = await make()
  await sendDue()
  const [, second] = await batches(id)
  await sql`update subscription_batch set due_at = ${due.toISOString()} where id = ${second?.id}`.execute(db)
  expect(await sendDue()).toMatchObject({ sealed: 1, delivered: 0 })
  expect(letters).toHaveLength(1)
  const [sent, again, ...others] = await batches(id)
  expect(others).toEqual([])
  expect(again).toMatchObject({ from_day: sent?.to_day, sealed_at: null })
  expect(again?.due_at.getTime()).toBeGreaterThan(due.getTime())
})

it('is sent by day or week, of filters alone, once for the same ones, beside their news', async () => {
  const refused = async (given: object) => (await ask('subscriptions/', post({ ...daily, ...given }))).body
  expect(await refused({ cadence: 'at_once' })).toEqual({
    cadence: ['Сводка изменений приходит раз в день или раз в неделю.'],
  })
  expect(await refused({ get_params: undefined, case: muted })).toEqual({
    sends: ['Сводка изменений бывает только у подписки на фильтры.'],
  })
  expect(await refused({ sends: 'letters' })).toEqual({ sends: ['Что присылать: news или changes.'] })
  await make()
  expect(await refused({})).toEqual({ get_params: ['Такая подписка уже есть: «Сводка изменений: дела без решения».'] })
  await make({ sends: 'news' })
})

it('has no news, until it is made to send news instead', async () => {
  const { id } = await make({ kinds: ['changed'] })
  const list = new WatchList()
  const news = async (judge: string) => {
    await give(3, { judge })
    await feedIsSettled(db)
    await matchChanges(db, list, { now: new Date(), onError: error => expect.fail(String(error)) })
    return (await storedHits(db, id)).length
  }
  expect(await news('Пятницын Д.Д.')).toBe(0)
  expect((await ask(`subscriptions/${id}/`, patch({ sends: 'news' }))).body).toMatchObject({
    sends: 'news',
    next_at: null,
  })
  expect(await news('Субботин Е.Е.')).toBe(1)
  const before = (await ask(`subscriptions/${id}/`, patch({ sends: 'changes' }))).body
  expect(before).toMatchObject({ sends: 'changes', next_at: expect.any(String) })
})

it('is silent while it is paused, and goes on from there', async () => {
  const { id } = await make()
  await ask(`subscriptions/${id}/`, patch({ paused: true }))
  expect(await sendDue()).toMatchObject({ sealed: 1, delivered: 0 })
  await ask(`subscriptions/${id}/`, patch({ paused: false, cadence: 'weekly', weekday: 3, at: '10:30' }))
  const next = (await batches(id)).at(-1)?.due_at ?? new Date(0)
  expect([next.toLocaleTimeString('ru', { timeZone: 'Europe/Moscow' }), next.getUTCDay()]).toEqual(['10:30:00', 3])
})

it('is asked for as any news are, when it is made to send news', async () => {
  const all = await make({ get_params: {} })
  expect((await ask(`subscriptions/${all.id}/`, patch({ sends: 'news' }))).body).toEqual({
    get_params: [expect.stringContaining('Фильтров нет')],
  })
  await make({ sends: 'news' })
  const { id } = await make()
  expect((await ask(`subscriptions/${id}/`, patch({ sends: 'news' }))).body).toEqual({
    get_params: ['Такая подписка уже есть: «Дела без решения».'],
  })
})

it('is not sent once news are sent instead, whoever opened it meanwhile', async () => {
  const { id } = await make()
  await sql`update subscription set sends = 'news' where id = ${id}`.execute(db)
  expect(await sendDue()).toMatchObject({ sealed: 1, delivered: 0 })
})
