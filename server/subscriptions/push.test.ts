import { expect, it } from 'vitest'
import { type CaseSnapshot, deliveredList } from '#shared/api/messages.ts'
import { pushState } from '#shared/api/push.ts'
import { channelStates } from '#shared/api/subscriptions.ts'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { instantIn } from '#shared/domain/message-times.ts'
import { put, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { readingBrowser, signedBy } from '../../test/push-browser.ts'
import { addSubscription, feedIsSettled } from '../../test/subscriptions.ts'
import { changeAccount } from '../accounts/accounts.ts'
import { pushChannel } from './channels/push.ts'
import { connectChannels } from './channels.ts'
import { matchChanges } from './match-changes.ts'
import type { Message } from './message.ts'
import { dispatch } from './outbox.ts'
import type { Post } from './post-outside.ts'
import { WatchList } from './watch-list.ts'

/** Notifications of browsers (Web Push): who is told, what is said, and when it ends (§7). */
const { db, as } = await testApp()
const browser = (name: string) => readingBrowser(name).taken

type Call = Parameters<Post>
const calls: Call[] = []
let answers: Record<string, number> = {}
const post: Post = async (...call) => {
  calls.push(call)
  return { status: answers[new URL(call[0]).pathname.slice(1)] ?? 201, ms: 1 }
}
const list = new WatchList()
const onError = (error: unknown) => expect.fail(String(error))
const follow = async (now = new Date()) => {
  await feedIsSettled(db)
  await matchChanges(db, list, { now, onError })
}
/** When what has gathered is due. */
const send = (now = new Date(Date.now() + 600_000)) =>
  dispatch(db, {
    now,
    channels: connectChannels({ telegram: undefined, mailer: undefined, post }),
    publicUrl: 'https://sudmonitor.example',
    onError,
  })
const comes = (n: number) =>
  buildCases(db, [
    {
      ...{ source_key: `test:${n}`, case_number: `5-${n}/2026`, entry_date: '2026-11-20' },
      court: { title: 'Заречный районный суд', region: 77 },
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    },
  ])

it('is on in the browser of a session, until it is switched off there or one signs out', async () => {
  const account = await buildAccount(db, { regions: [77] })
  const [ask, other] = [await as(account), await as(account)]
  const isOn = async (of = ask) => pushState.parse((await of('push/')).body).is_on
  const lacks = async () =>
    channelStates.parse((await ask('subscriptions/channels/')).body).results.find(({ channel }) => channel === 'push')
  expect([await isOn(), await lacks()]).toMatchObject([
    false,
    { ready: false, note: expect.stringContaining('Разрешите') },
  ])
  expect((await ask('push/', put(browser('first')))).status).toBe(200)
  expect([await isOn(), await isOn(other), await lacks()]).toMatchObject([
    true,
    false,
    { ready: true, to: '1\u00a0браузер' },
  ])
  await ask('push/', { method: 'DELETE' })
  expect([await isOn(), (await ask('push/', { method: 'DELETE' })).status]).toEqual([false, 404])
  await ask('push/', put(browser('first')))
  await ask('users/logout/')
  expect(await db.selectFrom('push_browser').select('id').execute()).toEqual([])
  expect((await other('push/')).body).toHaveProperty('public_key', expect.stringMatching(/^B[\w-]{86}$/))
})

it('is of whoever is signed in there last', async () => {
  const [one, another] = [await buildAccount(db, {}), await buildAccount(db, {})]
  const [ask, next] = [await as(one), await as(another)]
  await ask('push/', put(browser('shared')))
  await next('push/', put(browser('shared')))
  expect([await ask('push/'), await next('push/')].map(({ body }) => pushState.parse(body).is_on)).toEqual([
    false,
    true,
  ])
})

it.each([
  ['no address', { endpoint: 'push.example', keys: browser('x').keys }],
  ['an address without https', { ...browser('x'), endpoint: 'http://push.example/x' }],
  ['no keys', { endpoint: 'https://push.example/x' }],
  ['wrong keys', { ...browser('x'), keys: { p256dh: 'А', auth: '' } }],
])('refuses %s in a sentence', async (_, body) => {
  const ask = await as(await buildAccount(db, {}))
  const answer = await ask('push/', put(body))
  expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/дал браузер/)])
})

it('tells every browser of the account, forgets one that takes nothing any more, and names nobody', async () => {
  const account = await buildAccount(db, { regions: [77] })
  const [ask, second] = [await as(account), await as(account)]
  await follow()
  await ask('push/', put(browser('alive')))
  await second('push/', put(browser('gone')))
  const id = await addSubscription(db, account.id, { values: { regions: [77] }, channels: ['push'] })
  answers = { gone: 410 }
  await comes(1)
  await follow()
  expect(await send()).toMatchObject({ delivered: 1 })
  expect(calls.map(([address]) => address)).toEqual(['https://push.example/alive', 'https://push.example/gone'])
  const [, { headers, body } = { headers: {}, body: '' }] = calls[0] ?? []
  const { public_key } = pushState.parse((await ask('push/')).body)
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Urgency: 'high' })
  expect(headers.Authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${public_key}$`))
  expect(Buffer.from(body).includes('5-1/2026')).toBe(false)
  expect(pushState.parse((await second('push/')).body).is_on).toBe(false)

  answers = { alive: 503 }
  await comes(2)
  await follow()
  expect(await send()).toMatchObject({ delivered: 0 })
  const { results } = deliveredList.parse((await ask(`subscriptions/${id}/deliveries/`)).body)
  expect(results[0]?.deliveries[0]).toMatchObject({
    channel: 'push',
    dead: false,
    error: 'Служба уведомлений ответила 503.',
  })
  await changeAccount(db, { username: account.username }, { blocked: true })
  calls.length = 0
  await send()
  expect(calls).toEqual([])
})

it('is read by the browser that it is for, and by no other, and signed for its service', async () => {
  const account = await buildAccount(db, { regions: [77] })
  const ask = await as(account)
  const [mine, other] = [readingBrowser('mine'), readingBrowser('other')]
  await follow()
  await ask('push/', put(mine.taken))
  await addSubscription(db, account.id, { values: { regions: [77] }, channels: ['push'] })
  answers = {}
  calls.length = 0
  const [id] = await comes(3)
  await follow()
  await send()
  const [address = '', { headers, body } = { headers: {}, body: '' }] =
    calls.find(([to]) => to === mine.taken.endpoint) ?? []
  expect(mine.read(Buffer.from(body))).toMatchObject({
    title: '5-3/2026, Заречный районный суд',
    path: `/cases/${id}`,
    tag: expect.stringMatching(/./),
  })
  expect(() => other.read(Buffer.from(body))).toThrow()
  const { isRight, claims } = signedBy(headers.Authorization)
  expect([isRight, claims]).toEqual([
    true,
    { aud: new URL(address).origin, exp: expect.any(Number), sub: 'https://sudmonitor.example' },
  ])
})

it('names nobody on a locked screen: neither in the title of the subscription nor in what a card says', () => {
  const name = 'Ветрогонов Пётр Ильич'
  const snapshot: CaseSnapshot = {
    ...{ id: 1, type: 1, stage: 1, case_number: '5-1/2026', case_uid: null, judge: name, articles: ['20.2 ч. 5'] },
    ...{ court: { id: 1, title: 'Заречный суд', city: '', region: 77 }, defendants: [name], entry_date: null },
    ...{ result_date: null, result: null, hearing: null, has_text: false, url: null },
  }
  const message: Message = {
    ...{ kind: 'news', key: 'key', subscriptionId: 7, accountId: 1, title: name, email: null, username: 'lawyer' },
    ...{ digest: undefined, secret: '', askedDays: 90, origin: undefined },
    timing: { cadence: 'at_once', at: '09:00', weekday: 1, zone: 'Europe/Moscow', quiet: null },
    cases: [
      {
        snapshot,
        kinds: ['hearing_moved', 'changed'],
        details: [
          {
            kind: 'hearing_moved',
            before: '1 декабря 2026, 10:00',
            after: '5 декабря 2026, 11:00 — Слушание (в карточке: «Отложено по просьбе Ветрогонова»), зал 3',
          },
          { kind: 'changed', before: `Судья: ${name}`, after: `Судья: ${name}` },
        ],
      },
    ],
  }
  const digest = {
    ...{ days: { from: '2026-11-01', to: '2026-11-02' }, page: '/', counts: { appeared: 0, changed: 1, gone: 0 } },
    cases: [
      {
        snapshot,
        kind: 'changed' as const,
        isNew: false,
        changes: [{ field: 'defendants', before: name, after: name }],
      },
    ],
  }
  expect(pushChannel.render(message)).toEqual({
    title: '5-1/2026, Заречный суд',
    body: '5-1/2026, Заречный суд\nДругие изменения карточки\nЗаседание перенесено: 1 декабря 2026, 10:00 → 5 декабря 2026, 11:00 — Слушание (в карточке есть отметка), зал 3',
    path: '/cases/1',
    tag: 'key',
  })
  for (const kind of ['news', 'changes', 'test', 'question', 'webhook_off'] as const) {
    const rendered = pushChannel.render({ ...message, kind, ...(kind === 'changes' && { digest, cases: [] }) })
    expect(JSON.stringify(rendered)).not.toContain('Ветрогонов')
  }
})

it('is held in quiet hours, also what an outage has brought into them, and comes in the minute when they end', async () => {
  const account = await buildAccount(db, { regions: [78] })
  const ask = await as(account)
  await follow()
  const quiet = { from: '22:00', to: '08:00' }
  await addSubscription(db, account.id, { values: { regions: [78] }, channels: ['push'], quiet })
  await ask('push/', put(browser('asleep')))
  answers = {}
  const arrives = async (n: number, came: Date): Promise<void> => {
    await buildCases(db, [
      {
        ...{ source_key: `test:night ${n}`, case_number: `5-9${n}/2026`, entry_date: '2026-11-20' },
        court: { title: 'Выборгский районный суд', region: 78 },
      },
    ])
    calls.length = 0
    await follow(came)
  }
  const told = async (moment: Date): Promise<number> => {
    await send(moment)
    return calls.filter(([to]) => to === browser('asleep').endpoint).length
  }
  // Later than whatever else this database holds is due.
  const day = addDays(dayIn('Europe/Moscow', new Date()), 3)
  const at = (ahead: number, clock: string) => instantIn('Europe/Moscow', addDays(day, ahead), clock)
  await arrives(1, at(0, '21:54'))
  expect([await told(at(0, '21:58')), await told(at(0, '21:59'))]).toEqual([0, 1])
  await arrives(2, at(0, '21:55'))
  for (const moment of [at(0, '22:00'), at(0, '23:59'), at(1, '00:00'), at(1, '07:59')])
    expect(await told(moment)).toBe(0)
  expect(await told(at(1, '08:00'))).toBe(1)
  // Due in the evening, but nothing was sent until midnight.
  await arrives(3, at(1, '21:50'))
  expect([await told(at(2, '00:00')), await told(at(2, '07:59')), await told(at(2, '08:00'))]).toEqual([0, 0, 1])
})

it('is allowed in two windows at once', async () => {
  const ask = await as(await buildAccount(db, {}))
  const made = await Promise.all([browser('window'), browser('window')].map(one => ask('push/', put(one))))
  expect(made.map(({ status }) => status)).toEqual([200, 200])
})
