import { describe, expect, it } from 'vitest'
import { caseDeadlines, upcomingDeadlines } from '#shared/api/deadlines.ts'
import { addDays, addMonths, dayIn, daysBetween, showDate } from '#shared/domain/dates.ts'
import { complaintEnd } from '#shared/domain/deadlines/complaint-end.ts'
import { today as todayNow } from '#shared/domain/relative-dates.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { addSubscription } from '../../test/subscriptions.ts'
import { insertOwnDays } from './write-own-days.ts'

/** Deadlines of cases, days that people enter for themselves, and what is coming of the cases they watch. */
const { db, as } = await testApp()
const person = async (regions: number[] | null = null) => {
  const account = await buildAccount(db, { regions })
  return { account, ask: await as(account) }
}
const today = todayNow()
const punished = 'Вынесено постановление о назначении административного наказания'
const article = { codex: 'koap', article_number: '19.3', part: '1' } as const
const fined = (decided = addDays(today, -5)) => ({
  entry_date: addDays(decided, -1),
  result_date: decided,
  result: punished,
  articles: [article],
  defendants: [{ name: 'Ветрогонов Пётр Ильич', articles: [article] }],
  penalties: [{ type: 'fine', value: 1_000, text: 'штраф 1 000 рублей' } as const],
})
/** The latest day of service after which the last day to complain is not behind `day`. */
const servedFor = (day: string): string => {
  let of = addDays(day, -30)
  while (complaintEnd(addDays(of, 1)).end <= day) of = addDays(of, 1)
  return of
}
const own = (...days: readonly object[]) => ({ method: 'PUT', body: { own: days } }) as const
const served = (day: string, of: number | null = null) => ({ kind: 'served', person: of, day, severity: null })
const deadlinesIn = async (ask: Ask, id: number) => caseDeadlines.parse((await ask(`cases/${id}/deadlines/`)).body)
const complaintsIn = async (ask: Ask, id: number) =>
  (await deadlinesIn(ask, id)).deadlines.filter(({ kind }) => kind === 'complaint')

describe('deadlines of a case', () => {
  it('are told with what they rest on, the edition, its source and its certainty', async () => {
    const { ask } = await person()
    const decided = addDays(today, -5)
    const id = await buildCase(db, fined())
    const found = await deadlinesIn(ask, id)
    expect(found).toMatchObject({ today, note: null, own: [], own_lost: 0, is_decided: true })
    expect(found.deadlines.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['complaint', 'force', 'payment', 'repetition', 'execution']),
    )
    expect(found.deadlines.find(({ kind }) => kind === 'complaint')).toMatchObject({
      date: complaintEnd(decided).end,
      certainty: 'not_before',
      missing: 'served',
      edition: { article: 'КоАП, ст. 30.3 ч. 1', since: '2024-10-29', confidence: 'high', source: { url: /^https/ } },
    })
  })
  it('name the day of service of the movement of the case as a possibility alone', async () => {
    const { ask } = await person()
    const decided = addDays(today, -8)
    const type = 'Вручение копии постановления (определения) в соотв. с ч. 2 ст. 29.11 КоАП РФ'
    const id = await buildCase(db, {
      ...fined(decided),
      events: [
        { type, date: addDays(decided, 4) },
        { type, date: addDays(decided, 2) },
      ],
    })
    expect(await complaintsIn(ask, id)).toMatchObject([
      { date: complaintEnd(decided).end, certainty: 'not_before', missing: 'served' },
    ])
    // One served on the first of these days: another was served on the last.
    await ask(`cases/${id}/deadlines/own-days/`, own(served(addDays(decided, 2))))
    const found = (await deadlinesIn(ask, id)).deadlines
    const certainties = ['complaint', 'force'].map(kind => found.find(one => one.kind === kind)?.certainty)
    expect(certainties).toEqual(['reckoned', 'not_before'])
  })
  it('name the day of service also where the day of force on the card is before the decision', async () => {
    const { ask } = await person()
    const decided = addDays(today, -8)
    const type = 'Вручение копии постановления (определения) в соотв. с ч. 2 ст. 29.11 КоАП РФ'
    const events = [{ type, date: addDays(decided, 2) }]
    const id = await buildCase(db, { ...fined(decided), result_valid_date: addDays(decided, -100), events })
    const [complaint] = await complaintsIn(ask, id)
    expect(complaint?.assumption).toContain(showDate(addDays(decided, 2)))
  })
  it('come from the linked review, and end with an annulment', async () => {
    const { ask } = await person()
    const first = await buildCase(db, {
      ...fined('2026-03-02'),
      case_number: '5-700/2026',
      case_uid: '77RS0001-01-2026-000700-11',
    })
    const review = (result: string) => ({
      source_key: 'test:review-700',
      stage: 2 as const,
      case_number: '12-700/2026',
      case_uid: '77RS0001-01-2026-000700-11',
      articles: [article],
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
      result_date: '2026-04-20',
      result,
    })
    const reviewed = await buildCase(db, review('Оставлено без изменения'))
    const { deadlines } = await deadlinesIn(ask, first)
    expect(deadlines.find(({ kind }) => kind === 'force')).toMatchObject({
      date: '2026-04-20',
      certainty: 'not_before',
    })
    expect(deadlines.find(({ kind }) => kind === 'complaint')).toBeUndefined()
    // The review tells the same of itself; «Сегодня» tells it once.
    expect(await deadlinesIn(ask, reviewed)).toMatchObject({
      note: null,
      deadlines: [{ kind: 'force', date: '2026-04-20', certainty: 'not_before' }],
    })
    await buildCase(db, review('Отменено с прекращением производства'))
    expect(await deadlinesIn(ask, first)).toMatchObject({ deadlines: [], note: expect.stringMatching(/отменено/) })
  })
  it('are those of regions one may see', async () => {
    const { ask } = await person([78])
    const id = await buildCase(db, fined())
    expect((await ask(`cases/${id}/deadlines/`)).status).toBe(404)
    expect((await ask(`cases/${id}/deadlines/own-days/`, own())).status).toBe(404)
  })
})

describe('a day of service', () => {
  it('makes deadlines exact, is changed and taken away, and is nobody else’s', async () => {
    const [{ ask: mine }, { ask: theirs }] = [await person(), await person()]
    const id = await buildCase(db, fined())
    for (const day of [addDays(today, -1), addDays(today, -3)]) {
      const { status, body } = await mine(`cases/${id}/deadlines/own-days/`, own(served(day)))
      expect({ status, body }).toEqual({ status: 200, body: { own: [served(day)] } })
      expect(await deadlinesIn(mine, id)).toMatchObject({ own: [served(day)] })
      expect(await complaintsIn(mine, id)).toMatchObject([
        { date: complaintEnd(day).end, certainty: 'reckoned', missing: null },
      ])
    }
    expect(await deadlinesIn(theirs, id)).toMatchObject({ own: [] })
    expect(await complaintsIn(theirs, id)).toMatchObject([{ certainty: 'not_before' }])
    await theirs(`cases/${id}/deadlines/own-days/`, own())
    expect((await deadlinesIn(mine, id)).own).toHaveLength(1)
    await mine(`cases/${id}/deadlines/own-days/`, own())
    expect(await complaintsIn(mine, id)).toMatchObject([{ certainty: 'not_before' }])
  })
  it('is of one of several accused, also of one name, and stays theirs when the card lists somebody before them', async () => {
    const { ask } = await person()
    const hidden = { name: 'Информация скрыта', role: 'accused' } as const
    const record = { ...fined(), source_key: 'test:two', defendants: [hidden, hidden], penalties: [] }
    const id = await buildCase(db, record)
    const day = addDays(today, -2)
    await ask(`cases/${id}/deadlines/own-days/`, own(served(day, 1)))
    const told = async () => (await complaintsIn(ask, id)).map(one => [one.person, one.certainty])
    expect((await told()).toSorted()).toEqual([
      [0, 'not_before'],
      [1, 'reckoned'],
    ])
    await buildCase(db, { ...record, defendants: [{ name: 'Полынцев Лука Савич', role: 'accused' }, hidden, hidden] })
    expect((await deadlinesIn(ask, id)).own).toEqual([served(day, 2)])
    // Whom the card no longer lists, they count for nothing, and that is told.
    await buildCase(db, { ...record, defendants: [{ name: 'Полынцев Лука Савич', role: 'accused' }] })
    expect(await deadlinesIn(ask, id)).toMatchObject({ own: [], own_lost: 1 })
    // An edit of what is shown does not take away what is not.
    await ask(`cases/${id}/deadlines/own-days/`, own(served(day, 0)))
    await ask(`cases/${id}/deadlines/own-days/`, own())
    expect(await deadlinesIn(ask, id)).toMatchObject({ own: [], own_lost: 1 })
    expect(await complaintsIn(ask, id)).toMatchObject([{ certainty: 'not_before' }])
  })
  it('of somebody who has just left the card is refused, not stored as a day of the case', async () => {
    const { account } = await person()
    const id = await buildCase(db, fined())
    const writing = db
      .transaction()
      .execute(trx => insertOwnDays(trx, account.id, id, [{ kind: 'served', person: 1, day: today, severity: null }]))
    await expect(writing).rejects.toMatchObject({ status: 400 })
    expect(await db.selectFrom('case_own_day').where('case_id', '=', id).selectAll().execute()).toEqual([])
  })
  it('is of nobody once the card lists two, until it is told of whom', async () => {
    const { ask } = await person()
    const record = { ...fined(), source_key: 'test:grown', penalties: [] }
    const id = await buildCase(db, record)
    const day = addDays(today, -2)
    await ask(`cases/${id}/deadlines/own-days/`, own(served(day)))
    expect(await complaintsIn(ask, id)).toMatchObject([{ certainty: 'reckoned' }])
    const accused = ['Ветрогонов Пётр Ильич', 'Полынцев Лука Савич'].map(name => ({ name, role: 'accused' as const }))
    await buildCase(db, { ...record, defendants: accused })
    expect((await deadlinesIn(ask, id)).own).toEqual([served(day)])
    expect(await complaintsIn(ask, id)).toMatchObject([{ person: null, certainty: 'not_before' }])
  })
  it('keeps no name, and ends with the case and with the account', async () => {
    const { ask, account } = await person()
    const id = await buildCase(db, fined())
    await ask(`cases/${id}/deadlines/own-days/`, own(served(addDays(today, -2), 0)))
    const rows = () => db.selectFrom('case_own_day').where('case_id', '=', id).selectAll().execute()
    const [row] = await rows()
    expect(row).toMatchObject({ account_id: account.id, kind: 'served' })
    expect(row?.person).toHaveLength(32)
    await db.deleteFrom('court_case').where('id', '=', id).execute()
    expect(await rows()).toEqual([])
  })
  it('is refused in a sentence where it cannot be', async () => {
    const { ask } = await person()
    const id = await buildCase(db, fined())
    const open = await buildCase(db, { ...fined(), result_date: undefined, result: undefined, penalties: [] })
    const decided = addDays(today, -5)
    const refused = async (of: number, ...days: readonly object[]) =>
      (await ask(`cases/${of}/deadlines/own-days/`, own(...days))).body
    expect(await refused(id, served(addDays(decided, -1)))).toMatchObject({
      own: [expect.stringMatching(/раньше решения/)],
    })
    expect(await refused(id, served(addDays(today, 2)))).toMatchObject({
      own: [expect.stringMatching(/ещё не.наступило/)],
    })
    expect(await refused(id, served(decided, 7))).toMatchObject({ own: ['Такого лица в\u00a0деле нет.'] })
    expect(await refused(id, served(decided), served(today))).toMatchObject({
      own: [expect.stringMatching(/один день/)],
    })
    expect(await refused(open, served(today))).toMatchObject({ own: [expect.stringMatching(/ещё нет/)] })
    const act = (day: string) => ({ kind: 'act', person: null, day })
    expect(await refused(open, act(today))).toMatchObject({ own: [expect.stringMatching(/позже поступления/)] })
    for (const wrong of ['2026-02-30', '1989-12-31', 'вчера', 5])
      expect(
        await ask(`cases/${id}/deadlines/own-days/`, own({ kind: 'served', person: null, day: wrong })),
      ).toMatchObject({ status: 400, body: { own: [expect.stringMatching(/^День: нужна дата/)] } })
    expect((await ask(`cases/${id}/deadlines/own-days/`, own({ kind: 'born', day: today }))).status).toBe(400)
    expect((await ask(`cases/${id}/deadlines/own-days/`, { method: 'PUT', body: [] })).status).toBe(400)
    // On the day of the decision and today it can be.
    for (const day of [decided, today])
      expect((await ask(`cases/${id}/deadlines/own-days/`, own(served(day)))).status).toBe(200)
    expect((await ask(`cases/${open}/deadlines/own-days/`, own(act(addDays(decided, -1))))).status).toBe(200)
  })
})

describe('upcoming deadlines', () => {
  const upcoming = async (ask: Ask, query = '') =>
    upcomingDeadlines.parse((await ask(`deadlines/upcoming/?${query}`)).body)
  const watch = async (ask: Ask, id: number) =>
    ask('users/me/', { method: 'PATCH', body: { favorite_cases: { add: [id] } } })
  it('are of favourites and of cases and people one has subscribed to, earliest first, from today to the last day asked for', async () => {
    const { ask, account } = await person()
    const [soon, later, other] = [
      await buildCase(db, fined(addDays(today, -9))),
      await buildCase(db, fined(addDays(today, -3))),
      await buildCase(db, fined(addDays(today, -3))),
    ]
    const client = { name: 'Ключарёв Ефим Наумович', articles: [article] }
    const ofPerson = await buildCase(db, { ...fined(addDays(today, -3)), defendants: [client] })
    const { defendant_id } = await db
      .selectFrom('case_defendant')
      .where('case_id', '=', ofPerson)
      .select('defendant_id')
      .executeTakeFirstOrThrow()
    await addSubscription(db, account.id, { personId: defendant_id ?? 0 })
    await watch(ask, soon)
    const made = await ask('subscriptions/', { method: 'POST', body: { case: later, kinds: ['result'], channels: [] } })
    expect(made.status).toBe(201)
    const found = await upcoming(ask, 'days=20')
    const dates = found.results.map(({ deadline }) => deadline.date)
    expect(dates).toEqual(dates.toSorted())
    expect(new Set(found.results.map(one => one.case.id))).toEqual(new Set([soon, later, ofPerson]))
    expect(other).toBeGreaterThan(0)
    expect(found.results[0]).toMatchObject({
      case: { id: soon, people: [{ name: 'Ветрогонов Пётр Ильич', hidden: false }] },
      deadline: { kind: 'complaint', date: complaintEnd(addDays(today, -9)).end },
    })
    const left = found.results[0]?.days_left ?? 0
    expect((await upcoming(ask, `days=${left}`)).count).toBe(1)
    if (left > 0) expect((await upcoming(ask, `days=${left - 1}`)).count).toBe(0)
    expect(await upcoming(ask, 'days=20&size=1')).toMatchObject({ count: found.count, results: { length: 1 } })
    expect((await ask('deadlines/upcoming/?days=367')).status).toBe(400)
    expect(await ask('deadlines/upcoming/?day=3')).toMatchObject({
      status: 400,
      body: { day: [expect.stringMatching(/^День: /)] },
    })
  })
  it.each([-1, 0, 1])('begin with the reader’s own day, %d days from Moscow’s', async days => {
    const { ask } = await person()
    const day = addDays(dayIn('UTC', new Date()), days)
    const id = await buildCase(db, fined(addDays(day, -45)))
    await watch(ask, id)
    // Handed over so that the last day to complain is the asked one, or the day before it.
    const last = { is: servedFor(day), was: servedFor(addDays(day, -1)) }
    for (const [which, served_on] of Object.entries(last)) {
      await ask(`cases/${id}/deadlines/own-days/`, own(served(served_on)))
      const end = complaintEnd(served_on).end
      const told = (await upcoming(ask, `day=${day}&days=20`)).results.filter(one => one.deadline.kind === 'complaint')
      expect([which, ...told.map(one => [one.deadline.date, one.days_left])]).toEqual(
        end >= day ? [which, [end, daysBetween(day, end)]] : [which],
      )
      const body = caseDeadlines.parse((await ask(`cases/${id}/deadlines/?day=${day}`)).body)
      expect(body).toMatchObject({ today: day })
      expect(body.deadlines.find(({ kind }) => kind === 'complaint')).toMatchObject({ is_past: end < day })
    }
  })
  it('keep what is not before a day that has passed for a year, after what is ahead', async () => {
    const { ask } = await person()
    const [open, soon] = [
      await buildCase(db, fined(addDays(today, -380))),
      await buildCase(db, fined(addDays(today, -9))),
    ]
    await watch(ask, open)
    await watch(ask, soon)
    const { results } = await upcoming(ask, 'days=10')
    expect(results.map(one => one.days_left < 0)).toEqual(
      results.map(one => one.days_left < 0).toSorted((one, other) => Number(one) - Number(other)),
    )
    expect(results.filter(one => one.days_left < 0)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          case: expect.objectContaining({ id: open }),
          deadline: expect.objectContaining({ kind: 'repetition', certainty: 'not_before', is_past: false }),
        }),
      ]),
    )
    expect(results[0]?.case.id).toBe(soon)
  })
  it('are of a case long in force what is left: to the day, by the day that its reader tells, and by the result of one of two', async () => {
    const { ask } = await person()
    const old = (decided: string) => ({ ...fined(decided), result_valid_date: decided })
    // A year of repetition that may still run is told for a year; execution ends two years after the day of force.
    const repeated = addMonths(today, -24)
    const [left, gone] = [await buildCase(db, old(repeated)), await buildCase(db, old(addDays(repeated, -1)))]
    const told = await buildCase(db, old(addMonths(today, -60)))
    const late = { name: 'Полынцев Лука Савич', role: 'accused', result: punished } as const
    const apart = await buildCase(db, {
      ...old(addMonths(today, -60)),
      defendants: [
        { name: 'Ветрогонов Пётр Ильич', role: 'accused' },
        { ...late, result_date: addDays(today, -340) },
      ],
      penalties: [{ type: 'fine', value: 1_000, text: 'штраф 1 000 рублей', person: late.name }],
    })
    for (const id of [left, gone, told, apart]) await watch(ask, id)
    const kinds = async () => (await upcoming(ask, 'days=30')).results.map(one => [one.case.id, one.deadline.kind])
    expect((await kinds()).filter(([, kind]) => kind === 'repetition')).toEqual([
      [apart, 'repetition'],
      [left, 'repetition'],
    ])
    await ask(`cases/${told}/deadlines/own-days/`, own(served(today)))
    expect(await kinds()).toContainEqual([told, 'complaint'])
    // Told to be in force before it was made: nobody knows since when.
    const decided = addDays(addMonths(today, -25), -3)
    const earlier = await buildCase(db, { ...fined(decided), result_valid_date: addDays(decided, -100) })
    await watch(ask, earlier)
    expect(await kinds()).toContainEqual([earlier, 'execution'])
  })
  it('are of an undecided case only where its reader has told the day of the act', async () => {
    const { ask } = await person()
    const id = await buildCase(db, { ...fined(), result_date: undefined, result: undefined, penalties: [] })
    await watch(ask, id)
    expect((await upcoming(ask, 'days=100')).count).toBe(0)
    await ask(`cases/${id}/deadlines/own-days/`, own({ kind: 'act', person: null, day: addDays(today, -10) }))
    expect((await upcoming(ask, 'days=100')).results).toMatchObject([
      { deadline: { kind: 'limitation', date: addDays(today, 79), certainty: 'reckoned' } },
    ])
  })
  it('tell a review only where its case of first instance is not watched', async () => {
    const { ask } = await person()
    const [decided, ruled] = [addDays(today, -30), addDays(today, -5)]
    const uid = {
      case_uid: '77RS0001-01-2026-000701-11',
      defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
      type: 2 as const,
    }
    const verdict = { ...uid, entry_date: decided, result_date: decided, result: 'Вынесен ПРИГОВОР' }
    const first = await buildCase(db, { ...verdict, case_number: '1-701/2026' })
    const ruling = { ...verdict, source_key: 'test:review-701', stage: 2, case_number: '22-701/2026' } as const
    const review = await buildCase(db, { ...ruling, result_date: ruled, result: 'Оставлено без изменения' })
    await watch(ask, review)
    const days = 'days=366'
    const told = async () => (await upcoming(ask, days)).results.map(one => [one.case.id, one.deadline.kind])
    expect(await told()).toContainEqual([review, 'cassation'])
    await watch(ask, first)
    expect(await told()).toContainEqual([first, 'cassation'])
    expect((await told()).some(([id]) => id === review)).toBe(false)
  })
  it('calculate the limitation of a crime by its day and severity, which only its reader tells', async () => {
    const [{ ask }, { ask: other }] = [await person(), await person()]
    const id = await buildCase(db, {
      type: 2,
      case_number: '1-702/2026',
      entry_date: addDays(today, -5),
      articles: [{ codex: 'uk', article_number: '318', part: '1' }],
    })
    const act = { kind: 'act', person: null, day: addDays(today, -20) }
    const path = `cases/${id}/deadlines/own-days/`
    const crime = async (of: Ask) => (await deadlinesIn(of, id)).deadlines.find(({ kind }) => kind === 'crime')
    await ask(path, own(act))
    expect(await crime(ask)).toMatchObject({ date: null, missing: 'severity' })
    const written = await ask(path, own({ ...act, severity: 'small' }))
    expect(written).toMatchObject({ status: 200, body: { own: [{ ...act, severity: 'small' }] } })
    expect(await crime(ask)).toMatchObject({ date: addDays(addMonths(act.day, 24), -1), certainty: 'not_before' })
    expect(await crime(other)).toMatchObject({ date: null, missing: 'act' })
    for (const wrong of [own({ ...act, severity: 'worst' }), own({ ...served(today), severity: 'small' })])
      expect(await ask(path, wrong)).toMatchObject({ status: 400, body: { own: [expect.stringMatching(/^Тяжесть/)] } })
    const koap = await buildCase(db, { ...fined(), result_date: undefined, result: undefined, penalties: [] })
    expect((await ask(`cases/${koap}/deadlines/own-days/`, own({ ...act, severity: 'small' }))).status).toBe(400)
  })
  it('follow the regions of the account and its own days', async () => {
    const { ask, account } = await person([77])
    const id = await buildCase(db, fined(addDays(today, -9)))
    await watch(ask, id)
    await ask(`cases/${id}/deadlines/own-days/`, own(served(today)))
    const [first] = (await upcoming(ask)).results
    expect(first).toMatchObject({ deadline: { date: complaintEnd(today).end, certainty: 'reckoned' } })
    await db
      .updateTable('account')
      .set({ regions: [78] })
      .where('id', '=', account.id)
      .execute()
    expect((await upcoming(await as(account))).count).toBe(0)
  })
})
