import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { testApp } from '../../../test/app.ts'
import { buildAccount, buildCase, buildCases } from '../../../test/factories.ts'
import { personOn } from '../../../test/forgotten-person.ts'
import { setClocks } from './set-clocks.ts'

const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const name = 'Ветрогонов Пётр Ильич'
/** The last day on which three decisions count (УК 212.1: 180 days). */
const lastDay = '2026-06-30'
const article = { codex: 'koap', article_number: '20.2', part: '5' } as const
const violation = (daysBefore: number) => ({
  source_key: `test:clock-${daysBefore}`,
  entry_date: addDays(lastDay, -daysBefore),
  result_date: addDays(lastDay, -daysBefore),
  result_valid_date: addDays(lastDay, -daysBefore),
  result: 'Вынесено постановление о назначении административного наказания',
  articles: [article],
  defendants: [{ name, articles: [article] }],
})
/** What happens on that day, and the nightly job after it has begun. */
async function on(day: string, work: () => Promise<unknown> = async () => undefined): Promise<void> {
  await sql`create or replace function moscow_today() returns date language sql stable as ${sql.lit(`select date '${day}'`)}`.execute(
    db,
  )
  await work()
  await setClocks(db, { today: day })
}
const days = [-1, 0, 1].map(after => addDays(lastDay, after))

it('clocks and the risk group on a past day are those of that day (decision 0086, domain §5)', async () => {
  let ids: number[] = []
  await on(addDays(lastDay, -40), async () => {
    ids = await buildCases(db, [violation(180), violation(100), violation(50)])
  })
  for (const day of days) await on(day)
  // Quashed since: of that nothing was known.
  await on(addDays(lastDay, 9), () =>
    buildCase(db, { ...violation(50), appeal_result: 'Отменено с прекращением производства' }),
  )
  const person = await personOn(db, ids[0] ?? 0)
  const asked = async (query: string) => [
    (await ask(`defendants/${person}/risk/${query}`)).body,
    (await ask(`cases/${query}${query === '' ? '?' : '&'}defendant_risk_group=true`)).body,
    (await ask(`defendants/${query}${query === '' ? '?' : '&'}defendant_risk_group=true`)).body,
  ]
  const told = (atLine: boolean, daysLeft: number) => [
    { clocks: [{ at_line: atLine, counted: { length: atLine ? 3 : 2 }, end: { days_left: daysLeft } }] },
    { count: atLine ? 3 : 0 },
    { count: atLine ? 1 : 0 },
  ]
  expect(await asked(`?as_of=${days[0]}`)).toMatchObject(told(true, 1))
  expect(await asked(`?as_of=${days[1]}`)).toMatchObject(told(true, 0))
  expect(await asked(`?as_of=${days[2]}`)).toMatchObject(told(false, 79))
  expect(await asked('')).toMatchObject([{ clocks: [] }, { count: 0 }, { count: 0 }])
  // Before the base knew of the cases there was nobody.
  expect((await ask(`defendants/${person}/risk/?as_of=${addDays(lastDay, -41)}`)).status).toBe(404)
  expect((await ask(`defendants/${person}/risk/?as_of=2999-01-01`)).status).toBe(400)
})
