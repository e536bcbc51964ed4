import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { testDatabase } from '../../../test/database.ts'
import { buildCase } from '../../../test/factories.ts'
import type { CaseRecordInput } from '../../ingest/case-record.ts'
import { queueNewDay, setClocks } from './set-clocks.ts'

/** Whose clocks are set again because a day has passed, and whose are not (domain §5). */
const { db } = await testDatabase()
const day = '2026-06-30'
const protest = { codex: 'koap', article_number: '20.2', part: '5' } as const
let last = 0
/** A person with one case. */
async function person(given: Partial<CaseRecordInput>): Promise<{ id: number; caseId: number }> {
  const name = `Полынцев ${'АБВГДЕЖЗИК'[last++]}ван Ильич`
  const defendants = [{ name, articles: given.articles ?? [protest] }]
  const caseId = await buildCase(db, {
    result: 'Вынесено постановление о назначении административного наказания',
    articles: [protest],
    defendants,
    ...given,
  })
  const row = await db
    .selectFrom('case_defendant')
    .where('case_id', '=', caseId)
    .select('defendant_id')
    .executeTakeFirstOrThrow()
  return { id: row.defendant_id ?? 0, caseId }
}
const decided = (on: string, inForce = on) => ({ entry_date: on, result_date: on, result_valid_date: inForce })
const queued = async (): Promise<number[]> =>
  (await db.selectFrom('risk_due').select('defendant_id').orderBy('defendant_id').execute()).map(
    row => row.defendant_id,
  )
const clocks = async (id: number) =>
  (await db.selectFrom('defendant_risk').where('defendant_id', '=', id).select(['rule', 'until']).execute()).map(
    ({ until }) => until,
  )

/** УК 212.1 counts 180 days; a decision is looked at for 60 days, in which it may come into force. */
const [long, recentDays] = [180, 60]
const ends = { today: await person(decided(addDays(day, -long))), later: await person(decided(addDays(day, 1 - long))) }
const recent = await Promise.all(
  [-1, 0, 1].map(days =>
    person({ ...decided(addDays(day, days - recentDays)), articles: [protest], result: 'Прекращено' }),
  ),
)
const recentInForce = await Promise.all(
  [0, 1].map(days =>
    person({ ...decided('2025-01-01', addDays(day, days - recentDays)), articles: [protest], result: 'Прекращено' }),
  ),
)
const old = await person({ ...decided('2025-01-01'), result: 'Прекращено' })
const coming = await person({ entry_date: '2025-05-01', result: undefined })

beforeAll(async () => {
  await setClocks(db, { today: day })
})

describe('a day later', () => {
  it('nobody is left in the queue of the day itself, and asking again queues nobody', async () => {
    await queueNewDay(db, day)
    expect(await queued()).toEqual([])
    expect(await clocks(ends.today.id)).toEqual([day])
    expect(await clocks(ends.later.id)).toEqual([addDays(day, 1)])
  })

  it('those are queued whose clock has run out, and who was decided about within the days in which a decision comes into force', async () => {
    await queueNewDay(db, addDays(day, 1))
    const [, , within] = recent
    const [, inForceWithin] = recentInForce
    const expected = [ends.today, within, inForceWithin].map(one => one?.id ?? 0)
    expect(await queued()).toEqual(expected.toSorted((a, b) => a - b))
    expect(await queued()).not.toContain(old.id)
    expect(await queued()).not.toContain(coming.id)
  })

  it('a clock is gone on the day after its last, and no earlier', async () => {
    await setClocks(db, { today: addDays(day, 1) })
    expect([await clocks(ends.today.id), await clocks(ends.later.id)]).toEqual([[], [addDays(day, 1)]])
    await setClocks(db, { today: addDays(day, 2) })
    expect(await clocks(ends.later.id)).toEqual([])
  })

  it('after days without a server, who was decided about before the day that was noted last is not forgotten', async () => {
    const before = await person({ ...decided(addDays(day, 2 - recentDays + 1)), result: 'Прекращено' })
    const earlier = await person({ ...decided(addDays(day, 2 - recentDays)), result: 'Прекращено' })
    await sql`delete from risk_due`.execute(db)
    await queueNewDay(db, addDays(day, 32))
    expect(await queued()).toContain(before.id)
    expect(await queued()).not.toContain(earlier.id)
  })

  it('a clock with a case that is coming, and one of a rule that is no law any more, are looked at each day', async () => {
    const waiting = await person(decided(addDays(day, -70)))
    const former = await person(decided(addDays(day, -71)))
    const on = addDays(day, 33)
    await setClocks(db, { today: on })
    expect([(await clocks(waiting.id)).length, (await clocks(former.id)).length]).toEqual([1, 1])
    await sql`update defendant_risk set coming = array[${waiting.caseId}]::integer[] where defendant_id = ${waiting.id}`.execute(
      db,
    )
    await sql`update defendant_risk set rule = 'uk-0' where defendant_id = ${former.id}`.execute(db)
    await queueNewDay(db, addDays(on, 1))
    expect(await queued()).toEqual(expect.arrayContaining([waiting.id, former.id]))
    expect(await queued()).not.toContain(old.id)
  })

  it('a person who is gone is not set again, and neither is one whose name has been hidden since', async () => {
    const hateful = { codex: 'koap', article_number: '20.3.1', part: '' } as const
    const dates = decided(addDays(day, -10))
    const [gone, hidden] = [
      await person({ ...dates, articles: [hateful] }),
      await person({ ...dates, articles: [hateful] }),
    ]
    const on = addDays(day, 40)
    await setClocks(db, { today: on })
    expect([(await clocks(gone.id)).length, (await clocks(hidden.id)).length]).toEqual([1, 1])
    await sql`delete from case_defendant where case_id = ${gone.caseId}`.execute(db)
    await sql`delete from defendant where id = ${gone.id}`.execute(db)
    await sql`update case_defendant set defendant_id = null where case_id = ${hidden.caseId}`.execute(db)
    await sql`insert into risk_due (defendant_id) values (${hidden.id})`.execute(db)
    await setClocks(db, { today: on })
    expect(await clocks(hidden.id)).toEqual([])
    await queueNewDay(db, addDays(day, 41))
    for (const { id } of [gone, hidden]) expect(await queued()).not.toContain(id)
  })
})
