import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { heldOn, inboxList, type Today, todayAnswer, unreadNow } from '#shared/api/today.ts'
import { addDays, addMonths, dayIn } from '#shared/domain/dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { addSubscription, feedIsSettled, storedHits } from '../../test/subscriptions.ts'
import { changeAccount } from '../accounts/accounts.ts'
import type { Account } from '../accounts/sessions.ts'
import { takeSnapshots } from '../subscriptions/case-snapshots.ts'
import { fillInboxes } from '../subscriptions/inbox.ts'
import { matchChanges } from '../subscriptions/match-changes.ts'
import { deleteOldNews } from '../subscriptions/nightly.ts'
import { WatchList } from '../subscriptions/watch-list.ts'
import { withClashes } from './clashes.ts'
import { mostShown, readHearings } from './hearings.ts'
import { markSeen } from './inbox-list.ts'

/** Hearings of one's cases and what is new in them (decision 0096). */
const { db, as } = await testApp()
const list = new WatchList()
const match = async (): Promise<void> => {
  await feedIsSettled(db)
  await matchChanges(db, list, { now: new Date(), onError: () => undefined })
}
const person = async (regions: number[] | null = null) => {
  const account = await buildAccount(db, { regions })
  return { account, ask: await as(account) }
}
const star = (account: Account, case_id: number) =>
  db.insertInto('favourite').values({ account_id: account.id, case_id }).execute()
const hearing = (date: string, time?: string, hall = '') => ({
  type: 'Судебное заседание',
  date,
  ...(time && { time }),
  hall,
})
const courts = {
  moscow: { title: 'Вымышленный районный суд', region: 77, city: 'Москва' },
  khabarovsk: { title: 'Выдуманный краевой суд', region: 27, city: 'Хабаровск' },
  kaliningrad: { title: 'Придуманный областной суд', region: 39, city: 'Калининград' },
}
const soon = (days: number): string => addDays(dayIn('Europe/Moscow', new Date()), days)
let made = 0
const record = (more: object = {}) => ({
  source_key: `test:today-${++made}`,
  case_number: `5-${made}/2026`,
  court: courts.moscow,
  ...more,
})
const todayOf = async (ask: Ask, query = ''): Promise<Today> => todayAnswer.parse((await ask(`today/${query}`)).body)
const inboxOf = async (ask: Ask, query = '') => inboxList.parse((await ask(`today/changes/${query}`)).body)
const unreadOf = async (ask: Ask) => ({ unread: unreadNow.parse((await ask('today/unread/')).body).unread })

describe('hearings of one’s cases', () => {
  it.each([
    ['Москва', courts.moscow, '2027-03-10T20:59:00Z', 'Europe/Moscow'],
    ['Хабаровск', courts.khabarovsk, '2027-03-10T13:59:00Z', 'Asia/Vladivostok'],
    ['Калининград', courts.kaliningrad, '2027-03-10T21:59:00Z', 'Europe/Kaliningrad'],
  ])('of a day end with it by the clock of the court: %s', async (_, court, beforeMidnight, zone) => {
    const { account } = await person()
    const one = record({ court, events: [9, 10, 11, 12].map(day => hearing(`2027-03-${day < 10 ? '09' : day}`)) })
    await star(account, await buildCase(db, one))
    expect(dayIn(zone, new Date(beforeMidnight))).toBe('2027-03-10')
    const days = async (now: Date) =>
      (await readHearings(db, account, { days: 1, now })).hearings.map(({ date }) => date)
    expect(await days(new Date(beforeMidnight))).toEqual(['2027-03-10', '2027-03-11'])
    expect(await days(new Date(Date.parse(beforeMidnight) + 60_000))).toEqual(['2027-03-11', '2027-03-12'])
  })
  it('of a year that is mistyped are none, nowhere (decision 0136)', async () => {
    const { account, ask } = await person()
    const events = [
      hearing(addDays(addMonths(soon(0), 12), 2), '10:00'),
      hearing('2062-03-10', '10:00'),
      { ...hearing('2062-03-11', '10:00'), type: 'Непонятное слово сайта' },
    ]
    const id = await buildCase(db, record({ events: [...events, hearing(soon(30), '10:00')] }))
    const never = await buildCase(db, record({ events }))
    for (const one of [id, never]) await star(account, one)
    const { hearings, later } = await todayOf(ask)
    expect([hearings, later]).toEqual([[], { count: 1, next: soon(30) }])
    const told = async (of: number) => (await ask(`cases/${of}/`)).body
    expect(await told(id)).toMatchObject({ state: 'is_planned', last_scheduled_hearing_date: soon(30) })
    expect(await told(never)).toMatchObject({
      ...{ state: 'no_info', last_scheduled_hearing_date: null, possible_hearing: null },
      events: events.map(({ type, date }) => ({ type, date, is_hearing: false, is_possible_hearing: false })),
    })
    const snapshots = await takeSnapshots(db, [id, never])
    expect([id, never].map(one => snapshots.get(one)?.hearing?.date)).toEqual([soon(30), undefined])
    const { text } = await ask(`hearings.ics?case=${id}`)
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  })
  it('are told with what their own line says of them: that they were put off, or taken off', async () => {
    const { account, ask } = await person()
    const told = (days: number, result: string) => ({ ...hearing(soon(days), '10:00'), result })
    const events = [
      told(1, 'Заседание отложено'),
      told(2, 'СНЯТО с рассмотрения'),
      told(3, ''),
      told(4, 'Объявлен перерыв'),
    ]
    await star(account, await buildCase(db, record({ events })))
    const titles = (await todayOf(ask)).hearings.map(({ title }) => title)
    const mine = (await ask('cases/?in_favorites=true')).body
    expect(mine).toMatchObject({ results: [{ state: 'is_planned', hearing_said: 'Объявлен перерыв' }] })
    expect(titles.map(title => /\(.*\)$/.exec(title)?.[0])).toEqual([
      '(в карточке: «Заседание отложено»)',
      '(в карточке: «СНЯТО с рассмотрения»)',
      undefined,
      '(в карточке: «Объявлен перерыв»)',
    ])
  })
  it('are those of favourites in sets or not, of a watched case and of a watched person, each once', async () => {
    const { account, ask } = await person()
    const at = (n: number) =>
      record({ events: [hearing(soon(1), `1${n}:00`, '4')], defendants: [{ name: `Ветрогонов Пётр Ильич ${made}` }] })
    const ids = [
      await buildCase(db, at(0)),
      await buildCase(db, at(2)),
      await buildCase(db, at(4)),
      await buildCase(db, at(6)),
    ]
    const [inSets = 0, plain = 0, watched = 0, ofPerson = 0] = ids
    for (const title of ['Тюмень', 'апелляции'])
      await ask('sets/', { method: 'POST', body: { title, cases: [inSets] } })
    const other = await person()
    await other.ask('sets/', { method: 'POST', body: { title: 'Чужая', cases: [inSets, plain] } })
    await star(account, inSets)
    await star(account, plain)
    await addSubscription(db, account.id, { caseId: watched })
    await addSubscription(db, account.id, { caseId: plain })
    const { defendant_id, name } = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', ofPerson)
      .select(['defendant_id', 'name'])
      .executeTakeFirstOrThrow()
    await addSubscription(db, account.id, { personId: defendant_id ?? 0 })
    const { hearings } = await todayOf(ask)
    expect(hearings.map(one => [one.case.id, one.time, one.hall, one.case.sets, one.case.client])).toEqual([
      [inSets, '10:00', '4', ['апелляции', 'Тюмень'], null],
      [plain, '12:00', '4', [], null],
      [watched, '14:00', '4', [], null],
      [ofPerson, '16:00', '4', [], name],
    ])
  })
  it('are nobody else’s, and vanish with the region', async () => {
    const { account, ask } = await person([77])
    const other = await person()
    const id = await buildCase(db, record({ events: [hearing(soon(1), '10:00')] }))
    await star(account, id)
    const off = record({ events: [hearing(soon(1), '12:00')] })
    await star(account, await buildCase(db, off))
    await buildCase(db, { ...off, events: [] })
    expect((await todayOf(ask)).hearings).toHaveLength(2)
    expect(await todayOf(other.ask)).toMatchObject({ watches: false, hearings: [], unread: 0 })
    await changeAccount(db, { username: account.username }, { regions: [78] })
    expect(await todayOf(await as(account))).toMatchObject({ watches: true, hearings: [] })
  })
  it('that words of the site only perhaps tell of are ahead until their hour', async () => {
    const { account } = await person()
    const event = { type: 'Непонятное слово сайта', date: soon(1), time: '10:00' }
    await star(account, await buildCase(db, record({ events: [event] })))
    const at = async (now: string) => (await readHearings(db, account, { days: 7, now: new Date(now) })).hearings
    expect(await at(`${soon(1)}T06:59:00Z`)).toMatchObject([{ time: '10:00', is_possible: true }])
    expect(await at(`${soon(1)}T07:01:00Z`)).toEqual([])
  })
  it('beyond the asked days are counted, with the next day', async () => {
    const { account, ask } = await person()
    await star(
      account,
      await buildCase(db, record({ events: [hearing(soon(9), '10:00'), hearing(soon(12), '10:00')] })),
    )
    expect(await todayOf(ask)).toMatchObject({ hearings: [], later: { count: 2, next: soon(9) } })
    expect((await todayOf(ask, '?days=9')).hearings).toHaveLength(1)
    expect(await todayOf(ask, '?days=12')).toMatchObject({ later: { count: 0, next: null } })
    expect(await ask('today/?days=101')).toMatchObject({ status: 400, body: { days: ['Не больше 100 дней.'] } })
  })
  it('that were moved say from when, and stand struck at their former time', async () => {
    const { account, ask } = await person()
    const one = record({ events: [hearing(soon(2), '10:00', '4')] })
    const id = await buildCase(db, one)
    await star(account, id)
    await buildCase(db, { ...one, events: [hearing(soon(4), '12:30', '7')] })
    const { hearings } = await todayOf(ask)
    expect(hearings).toMatchObject([
      { date: soon(2), time: '10:00', off: { moved_to: { date: soon(4), time: '12:30' } }, moved_from: null },
      { date: soon(4), time: '12:30', hall: '7', off: null, moved_from: { date: soon(2), time: '10:00' } },
    ])
  })
  it('that were moved twice say where they are now, and of two hearings each its own', async () => {
    const { account, ask } = await person()
    const one = record({ events: [hearing(soon(2), '10:00')] })
    const two = record({ events: [hearing(soon(2), '10:00')] })
    for (const each of [one, two]) await star(account, await buildCase(db, each))
    for (const day of [4, 40]) await buildCase(db, { ...one, events: [hearing(soon(day), '12:30')] })
    await buildCase(db, { ...two, events: [hearing(soon(5), '12:30')] })
    await buildCase(db, { ...two, events: [] })
    const offs = async () => (await todayOf(ask)).hearings.map(({ date, off }) => [date, off?.moved_to?.date ?? null])
    expect(await offs()).toEqual([
      [soon(2), soon(40)],
      [soon(2), null],
      [soon(4), soon(40)],
      [soon(5), null],
    ])
    // It comes back to where it was moved first.
    await buildCase(db, { ...one, events: [hearing(soon(4), '12:30')] })
    expect((await offs())[0]).toEqual([soon(2), soon(4)])
  })
  it('that are too many to show are counted', async () => {
    const { account, ask } = await person()
    const at = (n: number) =>
      hearing(soon(1 + (n % 5)), `1${Math.floor(n / 60) % 10}:${String(n % 60).padStart(2, '0')}`)
    const events = Array.from({ length: mostShown / 2 + 1 }, (_, n) => at(n))
    for (const one of [record({ events }), record({ events })]) await star(account, await buildCase(db, one))
    const { hearings, cut } = await todayOf(ask)
    expect([hearings.length, cut]).toEqual([mostShown, 2])
    expect((await todayOf((await person()).ask)).cut).toBe(0)
  })
  it.each([
    ['in Khabarovsk it is tomorrow already', 'T16:00:00Z', courts.khabarovsk, soon(1)],
    ['in Kaliningrad it is yesterday still', 'T21:30:00Z', courts.kaliningrad, soon(1)],
  ])('of today are as many above a list as on the page, where %s', async (_, clock, court, date) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${soon(0)}${clock}`) })
    try {
      const { account, ask } = await person()
      const day = dayIn('Europe/Moscow', new Date())
      for (const one of [
        record({ events: [hearing(day, '23:59')] }),
        record({ court, events: [hearing(date, '23:00')] }),
      ])
        await star(account, await buildCase(db, one))
      const onPage = heldOn((await todayOf(ask)).hearings, day).length
      expect(onPage).toBe(date === day ? 2 : 1)
      expect((await ask('today/summary/')).body).toMatchObject({ hearings: onPage })
    } finally {
      vi.useRealTimers()
    }
  })
  it('that were taken off stand struck, until they are set for that very time again', async () => {
    const { account, ask } = await person()
    const one = record({ events: [hearing(soon(2), '10:00')] })
    await star(account, await buildCase(db, one))
    await buildCase(db, { ...one, events: [] })
    expect((await todayOf(ask)).hearings).toMatchObject([{ date: soon(2), time: '10:00', off: { moved_to: null } }])
    await buildCase(db, one)
    expect((await todayOf(ask)).hearings).toMatchObject([{ date: soon(2), time: '10:00', off: null }])
    await buildCase(db, { ...one, events: [] })
    expect((await todayOf(ask)).hearings).toMatchObject([{ date: soon(2), time: '10:00', off: { moved_to: null } }])
  })
  it.each([
    [-1, 0],
    [0, 1],
    [7, 1],
    [8, 0],
  ])(
    'that were taken off stand struck from today to the last day asked for: in %i days, of seven',
    async (days, shown) => {
      const { account } = await person()
      const one = record({ events: [hearing(soon(10), '10:00')] })
      await star(account, await buildCase(db, one))
      await buildCase(db, { ...one, events: [] })
      const now = new Date(`${soon(10 - days)}T09:00:00Z`)
      expect((await readHearings(db, account, { days: 7, now })).hearings).toHaveLength(shown)
    },
  )
  it.each([
    [59, 59],
    [60, 60],
    [61, null],
  ])('%d minutes apart clash: %s', async (minutes, clash) => {
    const { account, ask } = await person()
    const at = (time: string, court = courts.moscow) => record({ court, events: [hearing(soon(1), time)] })
    const second = `${10 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
    for (const one of [at('10:00'), at(second, courts.kaliningrad)]) await star(account, await buildCase(db, one))
    // Kaliningrad is an hour behind Moscow: by the clock of the walls they would be together.
    expect((await todayOf(ask)).hearings.map(one => one.clash)).toEqual([null, null])
    const same = await person()
    for (const one of [at('10:00'), at(second)]) await star(same.account, await buildCase(db, one))
    expect((await todayOf(same.ask)).hearings.map(one => one.clash?.minutes ?? null)).toEqual([clash, clash])
  })
  it('of two zones that clash name each other’s hour by their own clock', async () => {
    const { account, ask } = await person()
    const vladivostok = { title: 'Придуманный районный суд', region: 25, city: 'Владивосток' }
    const at = (court: typeof vladivostok, time: string) => record({ court, events: [hearing(soon(2), time)] })
    // Seven hours apart: 15:10 there is 08:10 in Moscow.
    for (const one of [at(courts.moscow, '09:10'), at(vladivostok, '15:10')])
      await star(account, await buildCase(db, one))
    const { hearings } = await todayOf(ask)
    expect(hearings.map(({ time, clash }) => [time, clash?.time, clash?.here, clash?.minutes])).toEqual([
      ['09:10', '15:10', { date: soon(2), time: '08:10' }, 60],
      ['15:10', '09:10', { date: soon(2), time: '16:10' }, 60],
    ])
  })
  it('of one case, and those that are off, clash with nothing', () => {
    const of = (id: number, minute: number, more: object = {}) => {
      const happens_at = `2027-03-10T10:${String(minute).padStart(2, '0')}:00.000Z`
      const plain = { time: '13:00', title: '', hall: '', is_possible: false, moved_from: null, off: null, clash: null }
      return {
        ...plain,
        case: { id, court: { title: 'Суд' } },
        date: '2027-03-10',
        happens_at,
        ...more,
      } as Today['hearings'][number]
    }
    const clashes = withClashes([of(1, 0), of(1, 30), of(2, 40, { off: { moved_to: null } }), of(3, 45)])
    expect(clashes.map(({ clash }) => clash && [clash.case_id, clash.minutes])).toEqual([
      [3, 45],
      [3, 15],
      null,
      [1, 15],
    ])
  })
})

describe('cases that a subscription to a name has found', () => {
  const letters = 'Птицеваров Н'
  const named = (name: string, more: object = {}) =>
    record({ defendants: [{ name }], events: [hearing(soon(3), '10:00')], ...more })
  const mine = async (ask: Ask) =>
    (await todayOf(ask)).hearings.map(one => [one.case.defendants[0], one.case.watched_name])

  it('are one’s own by the whole name and by initials, not by letters inside another name; nobody else’s', async () => {
    const { account, ask } = await person()
    const other = await person()
    await addSubscription(db, account.id, { values: { defendant: letters } })
    for (const name of ['Птицеваров Николай Борисович', 'Птицеваров Н.Б.', 'Заптицеваров Никита Львович'])
      await buildCase(db, named(name))
    expect(await mine(ask)).toEqual([])
    await match()
    expect(await mine(ask)).toEqual([
      ['Птицеваров Николай Борисович', letters],
      ['Птицеваров Н.Б.', letters],
    ])
    expect(await mine(other.ask)).toEqual([])
  })
  it('vanish with the region, with the name on the card, when muted, and with the subscription', async () => {
    const { account, ask } = await person([77])
    const id = await addSubscription(db, account.id, { values: { defendant: 'Хвощов Л' } })
    const records = ['Хвощов Лев Ильич', 'Хвощов Л.И.', 'Хвощов Леонид Ильич'].map(name => named(name))
    const [, , muted = 0] = await Promise.all(records.map(one => buildCase(db, one)))
    await match()
    expect(await mine(ask)).toHaveLength(3)
    await db.insertInto('subscription_mute').values({ subscription_id: id, case_id: muted }).execute()
    expect(await mine(ask)).toHaveLength(2)
    await buildCase(db, { ...records[0], defendants: [{ name: 'Осокин Лев Ильич' }] })
    expect(await mine(ask)).toEqual([['Хвощов Л.И.', 'Хвощов Л']])
    await changeAccount(db, { username: account.username }, { regions: [78] })
    expect(await mine(await as(account))).toEqual([])
    await changeAccount(db, { username: account.username }, { regions: null })
    await db.updateTable('subscription').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await mine(await as(account))).toEqual([])
  })
  it('are found in any spelling of the letters', async () => {
    const { account, ask } = await person()
    const letters = 'Тер Клестов Р. Л'
    await addSubscription(db, account.id, { values: { defendant: letters } })
    for (const name of ['Тер-Клёстов Р. Л.', 'Тер-Клёстов Раиф Львович']) await buildCase(db, named(name))
    await match()
    expect(await mine(ask)).toEqual([['Тер-Клёстов Р.Л.', letters]])
  })
  it('stay when the news that told of them are cleaned away, a year later', async () => {
    const { account, ask } = await person()
    const wide = await person()
    const id = await addSubscription(db, account.id, { values: { defendant: 'Клёстова Р' } })
    const ofWide = await addSubscription(db, wide.account.id, { values: { defendant: 'Клестова' } })
    await buildCase(db, named('Клестова Раиса Львовна'))
    await match()
    await deleteOldNews(db, new Date(Date.now() + 400 * 86_400_000))
    expect(await storedHits(db, id)).toEqual([])
    expect(await mine(ask)).toEqual([['Клестова Раиса Львовна', 'Клёстова Р']])
    const { rows } = await sql`select from subscription_found where subscription_id = ${ofWide}`.execute(db)
    expect(rows).toEqual([])
  })
  it('are one’s own once the letters become a whole name', async () => {
    const { account, ask } = await person()
    const id = await addSubscription(db, account.id, { values: { defendant: 'Зимородкова' } })
    for (const name of ['Зимородкова Вера Ильинична', 'Зимородкова Зоя Львовна']) await buildCase(db, named(name))
    await match()
    expect(await mine(ask)).toEqual([])
    const body = { get_params: { defendant: 'Зимородкова В' } }
    expect(await ask(`subscriptions/${id}/`, { method: 'PATCH', body })).toMatchObject({ status: 200 })
    expect(await mine(ask)).toEqual([['Зимородкова Вера Ильинична', 'Зимородкова В']])
  })
  it('of a surname alone are not: half a town bears it', async () => {
    const { account, ask } = await person()
    await addSubscription(db, account.id, { values: { defendant: 'Осокорев' } })
    await buildCase(db, named('Осокорев Пётр Ильич'))
    await match()
    expect(await mine(ask)).toEqual([])
    expect((await unreadOf(ask)).unread).toBe(1)
  })
})

describe('the reader’s own day', () => {
  it.each([-1, 0, 1])('is the day whose hearings the summary counts: %d days from that of UTC', async days => {
    const { account, ask } = await person()
    const day = addDays(dayIn('UTC', new Date()), days)
    // Beyond midnight in every court of the country, or not yet over in one.
    await star(account, await buildCase(db, record({ events: [hearing(day, '23:50')] })))
    const { hearings } = await todayOf(ask)
    const { body } = await ask(`today/summary/?day=${day}`)
    expect(body).toMatchObject({ hearings: heldOn(hearings, day).length })
    if (days === 1) expect(body).toMatchObject({ hearings: 1 })
  })
  it.each([-2, 2, 'завтра', '2026-02-30'])('is a day that it is somewhere: not %s', async given => {
    const { ask } = await person()
    const day = typeof given === 'number' ? addDays(dayIn('UTC', new Date()), given) : encodeURIComponent(given)
    expect(await ask(`today/summary/?day=${day}`)).toMatchObject({
      status: 400,
      body: { day: ['День: нужен сегодняшний, вида ГГГГ-ММ-ДД.'] },
    })
  })
})

describe('what is new in one’s cases', () => {
  const changed = async (account: Account, court = courts.moscow) => {
    const one = record({ court, judge: 'Рощина Е. Г.', events: [hearing(soon(2), '10:00')] })
    const id = await buildCase(db, one)
    await star(account, id)
    await buildCase(db, { ...one, judge: 'Гранильщиков Ю. Ф.', events: [hearing(soon(4), '12:30')] })
    await buildCase(db, {
      ...one,
      judge: 'Гранильщиков Ю. Ф.',
      events: [hearing(soon(4), '12:30')],
      result: 'Прекращено',
      result_date: soon(0),
    })
    return id
  }
  it('needs no subscription: a favourite tells what was and what is, by case, from when it was kept', async () => {
    const { account, ask } = await person()
    const id = await changed(account)
    await match()
    const { results, changes } = await inboxOf(ask)
    expect(changes).toBe(2)
    expect(results).toMatchObject([{ case: { id }, count: 2, is_new: false }])
    expect(results[0]?.changes).toEqual(
      expect.arrayContaining([
        { label: 'Судья', before: 'Рощина Е. Г.', after: 'Гранильщиков Ю. Ф.' },
        {
          label: 'Заседание перенесено',
          before: expect.stringContaining('10:00'),
          after: expect.stringContaining('12:30'),
        },
        { label: 'Результат', before: null, after: 'Прекращено' },
      ]),
    )
  })
  it('of the card and a review that was linked since are both told', async () => {
    const { account, ask } = await person()
    const one = record({ case_uid: '77RS0027-01-2026-004567-89', judge: 'Рощина Е. Г.' })
    await star(account, await buildCase(db, one))
    await buildCase(db, { ...one, judge: 'Гранильщиков Ю. Ф.' })
    const review = { stage: 2 as const, case_number: '12-4567/2026', case_uid: '77RS0027-01-2026-004567-89' }
    await buildCase(db, record({ ...review, court: courts.kaliningrad }))
    await match()
    const { results, changes } = await inboxOf(ask)
    expect(changes).toBe(2)
    expect(results[0]?.changes.map(({ before, after }) => [before, after])).toEqual(
      expect.arrayContaining([
        ['Рощина Е. Г.', 'Гранильщиков Ю. Ф.'],
        [null, `12-4567/2026, ${courts.kaliningrad.title}`],
      ]),
    )
  })
  it('is told once, whichever of favourites and subscriptions told it', async () => {
    const { account, ask } = await person()
    const id = await buildCase(db)
    await addSubscription(db, account.id, { values: { regions: [77] }, channels: [] })
    await addSubscription(db, account.id, { caseId: id, channels: [] })
    const one = record({ entry_date: soon(0) })
    await buildCase(db, one)
    await match()
    const { results, changes } = await inboxOf(ask)
    expect([results.length, changes]).toEqual([1, 1])
    expect(results[0]).toMatchObject({ is_new: true })
    await match()
    expect(await unreadOf(ask)).toEqual({ unread: 1 })
  })
  it('is seen case by case or all at once, but for what came since; and stays to be read again', async () => {
    const { account, ask } = await person()
    const [first, second] = [await changed(account), await changed(account)]
    await match()
    const before = await inboxOf(ask)
    expect(before).toMatchObject({ count: 2, changes: 4 })
    const post = (body: unknown) => ask('today/seen/', { method: 'POST', body })
    expect((await post({ cases: [first] })).body).toEqual({ unread: 2 })
    expect((await inboxOf(ask, '?seen=true')).results.map(one => one.case.id)).toEqual([first])
    expect((await post({ cases: [first], seen: false })).body).toEqual({ unread: 4 })
    const third = await changed(account)
    await match()
    expect((await post({ until: before.last })).body).toEqual({ unread: 2 })
    expect((await inboxOf(ask)).results.map(one => one.case.id)).toEqual([third])
    expect((await inboxOf(ask, '?seen=true')).results.map(one => one.case.id)).toEqual([second, first])
    expect((await post({})).status).toBe(400)
    expect((await post({ until: 'x' })).status).toBe(400)
  })
  it('is seen by opening its case', async () => {
    const [mine, theirs] = [await person(), await person()]
    const [opened, other] = [await changed(mine.account), await changed(mine.account)]
    await match()
    await theirs.ask(`cases/${opened}/visit/`, { method: 'PUT', body: {} })
    expect(await unreadOf(mine.ask)).toEqual({ unread: 4 })
    await mine.ask(`cases/${opened}/visit/`, { method: 'PUT', body: {} })
    expect((await inboxOf(mine.ask)).results.map(one => one.case.id)).toEqual([other])
  })
  it('is nobody else’s to read or to mark', async () => {
    const [mine, theirs] = [await person(), await person()]
    const id = await changed(mine.account)
    await match()
    expect(await theirs.ask('today/seen/', { method: 'POST', body: { cases: [id] } })).toMatchObject({ status: 200 })
    expect(await inboxOf(theirs.ask)).toMatchObject({ count: 0, results: [] })
    expect(await unreadOf(mine.ask)).toEqual({ unread: 2 })
  })
  it('vanishes with the region from the list and from every number, is not marked meanwhile, and comes back', async () => {
    const { account, ask } = await person([77, 27])
    await changed(account)
    await changed(account, courts.khabarovsk)
    await match()
    expect(await unreadOf(ask)).toEqual({ unread: 4 })
    await changeAccount(db, { username: account.username }, { regions: [77] })
    const limited = await as(account)
    expect(await inboxOf(limited)).toMatchObject({ count: 1, changes: 2 })
    expect(await unreadOf(limited)).toEqual({ unread: 2 })
    expect((await limited('today/summary/')).body).toEqual({ watches: true, hearings: 0, unread: 2 })
    await limited('today/seen/', { method: 'POST', body: { until: '999999999999999' } })
    await changeAccount(db, { username: account.username }, { regions: [77, 27] })
    expect(await unreadOf(await as(account))).toEqual({ unread: 2 })
  })
  it('goes with a case to another region, from one account to the other, and comes back with it', async () => {
    const [of77, of27, everywhere] = [await person([77]), await person([27]), await person()]
    const [moved, second, stays] = [
      await changed(of77.account),
      await changed(of77.account),
      await changed(of77.account),
    ]
    for (const { account } of [of27, everywhere])
      await db
        .insertInto('favourite')
        .values([moved, second, stays].map(case_id => ({ account_id: account.id, case_id })))
        .execute()
    await sql`update favourite set added_at = '-infinity' where account_id in (${of27.account.id}, ${everywhere.account.id})`.execute(
      db,
    )
    await match()
    const told = async () =>
      Promise.all(
        [of77, of27, everywhere].map(async ({ ask }) => {
          const { changes, count } = await inboxOf(ask)
          expect(await unreadOf(ask)).toEqual({ unread: changes })
          return count
        }),
      )
    const move = (region: number) =>
      db.updateTable('court_case').set({ region }).where('id', 'in', [moved, second]).execute()
    expect(await told()).toEqual([3, 0, 3])
    await move(27)
    expect(await told()).toEqual([1, 2, 3])
    await of27.ask('today/seen/', { method: 'POST', body: { until: '999999999999999' } })
    await move(77)
    expect(await told()).toEqual([3, 0, 3])
  })
  it('of a case that is moved while inboxes are being filled is of its new region', async () => {
    const [of77, of27] = [await person([77]), await person([27])]
    const id = await buildCase(db, record())
    for (const { account } of [of77, of27]) await star(account, id)
    const filling = await db.startTransaction().execute()
    await fillInboxes(filling, [{ id: 900_001, case_id: id, at: new Date(Date.now() + 60_000) }], [])
    const moving = db.updateTable('court_case').set({ region: 27 }).where('id', '=', id).execute()
    const waiting = async () =>
      (
        await sql`
          select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted`.execute(db)
      ).rows.length
    await expect.poll(waiting).toBe(1)
    await filling.commit().execute()
    await moving
    expect([await unreadOf(of77.ask), await unreadOf(of27.ask)]).toEqual([{ unread: 0 }, { unread: 1 }])
  })
  it('is as many as the pages list, whatever was seen (a law)', async () => {
    const { account, ask } = await person()
    const ids = [await changed(account), await changed(account), await changed(account), await changed(account)]
    await match()
    for (let seen = 0; seen < 2 ** ids.length; seen++) {
      await markSeen(db, { ...account, groups: [] }, { cases: ids, seen: false })
      await markSeen(db, { ...account, groups: [] }, { cases: ids.filter((_, n) => seen & (1 << n)) })
      const pages = [await inboxOf(ask, '?size=3'), await inboxOf(ask, '?size=3&page=2')]
      const listed = pages.flatMap(({ results }) => results).reduce((sum, { count }) => sum + count, 0)
      expect({ unread: listed }).toEqual(await unreadOf(ask))
    }
  })
  it('is not told of before the case was kept, nor of a case let go', async () => {
    const { account, ask } = await person()
    const one = record({ judge: 'Рощина Е. Г.' })
    const id = await buildCase(db, one)
    await buildCase(db, { ...one, judge: 'Гранильщиков Ю. Ф.' })
    await star(account, id)
    await match()
    expect(await unreadOf(ask)).toEqual({ unread: 0 })
    await db.deleteFrom('favourite').where('account_id', '=', account.id).execute()
    await buildCase(db, { ...one, judge: 'Рощина Е. Г.' })
    await match()
    expect(await unreadOf(ask)).toEqual({ unread: 0 })
  })
  it('is closed to a blocked account', async () => {
    const { account, ask } = await person()
    await changed(account)
    await changeAccount(db, { username: account.username }, { blocked: true })
    for (const path of ['today/', 'today/changes/', 'today/unread/', 'today/summary/', 'today/stream/'])
      expect((await ask(path)).status).toBe(401)
  })
})

describe('a list of cases to begin with', () => {
  it('is found by UID, link or number with its court, within the regions; a number alone names none', async () => {
    const { ask } = await person([77])
    const uid = '77RS0027-01-2026-001234-56'
    const id = await buildCase(db, record({ case_uid: uid }))
    const { case_number } = await db
      .selectFrom('court_case')
      .where('id', '=', id)
      .select('case_number')
      .executeTakeFirstOrThrow()
    const theirs = await buildCase(db, record({ court: courts.khabarovsk }))
    const rows = [
      { case: uid },
      { case: `https://sudmonitor.example/cases/${id}` },
      { case: case_number, court: 'вымышленный районный суд' },
      { case: case_number },
      { case: `https://sudmonitor.example/cases/${theirs}` },
    ]
    const { body } = await ask('today/list/', { method: 'POST', body: { rows } })
    expect(body).toMatchObject({
      results: [
        { case: { id }, why: null },
        { case: { id } },
        { case: { id } },
        { case: null, why: expect.stringContaining('укажите суд') },
        { case: null },
      ],
    })
    for (const refused of [[], [{ case: '5-1/2026\0' }]])
      expect((await ask('today/list/', { method: 'POST', body: { rows: refused } })).status).toBe(400)
  })
})
