import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { seedReference } from '../db/reference/seed.ts'
import { rereadHearings, takeHearingsComeNear } from './reread-hearings.ts'

/** Databases that are there already learn which wordings are hearings, beside the running server (domain §6). */
const { db } = await testDatabase()
const court = { title: 'Выдуманный суд', region: 25 }
const cards = [
  [
    { type: 'Рассмотрение дела', date: '2026-03-05', time: '10:00' },
    { type: 'Рассмотрение дела', date: '2026-03-10', time: '14:30' },
    { type: 'Рассмотрение дела', date: '2062-04-10', time: '14:30' },
  ],
  [
    { type: 'Рассмотрение жалобы', date: '2026-03-10' },
    { type: 'Передача дела судье', date: '2026-04-10', time: '09:00' },
  ],
  [
    { type: 'Явка сторон', date: '2026-05-10', time: '11:00' },
    { type: 'Явка сторон', date: '2026-05-12' },
    { type: 'Явка сторон', date: '2062-05-12', time: '10:00' },
  ],
  [{ type: 'Регистрация протеста', date: '2026-05-10', time: '11:00' }],
  [
    { type: 'Рассмотрение материала', date: '2026-03-05', time: '10:00' },
    { type: 'Рассмотрение материала', date: '2026-03-05', time: '12:00' },
  ],
  [],
]
const ids = await buildCases(
  db,
  cards.map(events => ({ court, events })),
)

const hearings = async () =>
  (
    await sql`
      select first_scheduled_hearing_date, last_scheduled_hearing_date, last_scheduled_hearing_time, hearing_until, possible_hearing_at
      from court_case order by id`.execute(db)
  ).rows
/** As an earlier version left it: of these wordings it had not heard, and nothing was perhaps a hearing. */
const forget = async () => {
  await sql`delete from installation where key in ('reference', 'case_hearings')`.execute(db)
  await sql`update event_type set is_hearing = false where title not like 'Рассмотрение дела по существу'`.execute(db)
  await sql`
    update court_case set first_scheduled_hearing_date = null, last_scheduled_hearing_date = null, last_scheduled_hearing_time = null,
      hearing_until = null, possible_hearing_at = null`.execute(db)
  await sql`delete from case_change`.execute(db)
}

describe('hearings of what is stored', () => {
  it('are those that a card read today would have, however often they are read', async () => {
    const today = await hearings()
    expect(today).toMatchObject([
      {
        first_scheduled_hearing_date: '2026-03-05',
        last_scheduled_hearing_time: '14:30:00',
        hearing_until: new Date('2026-03-10T04:30:00Z'),
      },
      { hearing_until: new Date('2026-03-10T14:00:00Z'), last_scheduled_hearing_time: null },
      { hearing_until: null, possible_hearing_at: new Date('2026-05-10T01:00:00Z') },
      { hearing_until: null, possible_hearing_at: null },
      { last_scheduled_hearing_time: '12:00:00' },
      { hearing_until: null, possible_hearing_at: null },
    ])
    await forget()
    await seedReference(db)
    expect(await rereadHearings(db, () => true)).toEqual({ read: 0, changed: 0 })
    expect(await rereadHearings(db)).toEqual({ read: 6, changed: 4 })
    expect(await hearings()).toEqual(today)
    expect(await rereadHearings(db)).toEqual({ read: 0, changed: 0 })
  })

  it('are noted for the copies, of what is perhaps one as well', async () => {
    await forget()
    await seedReference(db)
    await sql`delete from case_write`.execute(db)
    await rereadHearings(db)
    const { rows } = await sql<{ id: number }>`
      select distinct unnest(case_ids) as id from case_write where case_ids is not null order by 1`.execute(db)
    expect(rows.map(({ id }) => id)).toEqual([ids[0], ids[1], ids[2], ids[4]])
  })

  it('are a revision that is no news, where another hearing is the last', async () => {
    await forget()
    const changed = () => sql`select id, changed_at from court_case order by id`.execute(db)
    const before = (await changed()).rows
    await seedReference(db)
    await rereadHearings(db)
    expect((await changed()).rows).toEqual(before)
    const told = await db
      .selectFrom('case_change')
      .select(['case_id', 'kinds', 'details', 'revision'])
      .orderBy('case_id')
      .execute()
    expect(told.map(({ case_id }) => case_id)).toEqual([ids[0], ids[1], ids[2], ids[4]])
    expect(told.every(({ kinds, details }) => kinds.length === 0 && details === null)).toBe(true)
    expect(told[2]?.revision).toBeNull()
    expect((await revisionsIn(db, ids[0] ?? 0)).at(-1)?.changes).toMatchObject([
      { field: 'reading' },
      { field: 'last_hearing', before: null, after: '2026-03-10 14:30' },
    ])
  })

  it('have no hour where the site wrote midnight', async () => {
    await forget()
    await sql`
      update case_event set event_time = '00:00', happens_at = (event_date + time '00:00') at time zone 'Asia/Vladivostok'
      where case_id = ${ids[2]} or (case_id = ${ids[0]} and event_date = '2026-03-10')`.execute(db)
    await seedReference(db)
    await rereadHearings(db)
    const [first, , third] = await hearings()
    expect(first).toMatchObject({ last_scheduled_hearing_time: null, hearing_until: new Date('2026-03-10T14:00:00Z') })
    expect(third).toMatchObject({ possible_hearing_at: null })
    const { rows } = await sql`select happens_at from case_event where case_id = ${ids[2]}`.execute(db)
    expect(rows).toMatchObject([{ happens_at: null }, { happens_at: null }, { happens_at: null }])
  })

  it('of a wording that cases taught go by its rules from the first', async () => {
    const { rows } = await sql`
      select title, is_hearing from event_type where title in ('Явка сторон', 'Регистрация протеста', 'Рассмотрение жалобы') order by title`.execute(
      db,
    )
    expect(rows).toEqual([
      { title: 'Рассмотрение жалобы', is_hearing: true },
      { title: 'Регистрация протеста', is_hearing: false },
      { title: 'Явка сторон', is_hearing: null },
    ])
  })
})

it('hours of a court outside the zone of its capital are set right for what is stored, too', async () => {
  const [id = 0] = await buildCases(db, [
    {
      court: { title: 'Момский районный суд', region: 14 },
      events: [{ type: 'Судебное заседание', date: '2026-06-10', time: '10:00' }],
    },
  ])
  const hours = async () => {
    const { rows } = await sql<{ happens_at: Date; until: Date }>`
      select happens_at, hearing_until as until from case_event join court_case on court_case.id = case_id
      where case_id = ${id}`.execute(db)
    return rows.map(({ happens_at, until }) => [happens_at.toISOString(), until.toISOString()])
  }
  const told = ['2026-06-09T23:00:00.000Z', '2026-06-09T23:00:00.000Z']
  expect(await hours()).toEqual([told])
  await sql`update court set time_zone = 'Asia/Yakutsk' where title = 'Момский районный суд'`.execute(db)
  await sql`update case_event set happens_at = happens_at + interval '2 hours' where case_id = ${id}`.execute(db)
  await sql`update court_case set hearing_until = hearing_until + interval '2 hours' where id = ${id}`.execute(db)
  await sql`delete from installation where key in ('reference', 'case_hearings')`.execute(db)
  await seedReference(db)
  await rereadHearings(db)
  expect(await hours()).toEqual([told])
})

it('a day that was too far for a hearing is one when it has come within a year (decision 0136)', async () => {
  const [near, far] = [addMonths(today(), 12), addDays(addMonths(today(), 12), 2)]
  const cases = await buildCases(db, [
    { court, events: [{ type: 'Рассмотрение дела', date: far, time: '10:00' }] },
    { court, events: [{ type: 'Явка сторон', date: far, time: '10:00' }] },
    { court, events: [{ type: 'Рассмотрение дела', date: '2062-04-10', time: '10:00' }] },
  ])
  const told = async () =>
    (
      await sql`
        select last_scheduled_hearing_date as last, hearing_until is null as none, possible_hearing_at is null as nothing
        from court_case where id = any(${cases}::int[]) order by id`.execute(db)
    ).rows
  const none = { last: null, none: true, nothing: true }
  expect([await takeHearingsComeNear(db), await told()]).toEqual([0, [none, none, none]])
  // Two days pass: what was read then lies two days nearer.
  await sql`update case_event set event_date = ${near}, happens_at = happens_at - interval '2 days'
    where case_id = any(${cases}::int[]) and event_date = ${far}`.execute(db)
  expect(await takeHearingsComeNear(db)).toBe(2)
  expect(await told()).toEqual([{ ...none, last: near, none: false }, { ...none, nothing: false }, none])
  expect(await takeHearingsComeNear(db)).toBe(0)
})
