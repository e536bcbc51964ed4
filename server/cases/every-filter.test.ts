import { describe, expect, it } from 'vitest'
import { type FullCase, fullCase } from '#shared/api/full-case.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type FilterParam, filterParamsOf } from '#shared/filters/field.ts'
import { toQuery, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { buildRichCase, fittingValues, keepRichCase } from '../../test/rich-case.ts'

/** Every filter on a real PostgreSQL: finds the case that fits it, leaves out the one that does not. */
const { db, as } = await testApp()
const account = await buildAccount(db, { groups: ['tag_editor'] })
const ask = await as(account)
const rich = await buildRichCase(db)
await keepRichCase(db, account.id, rich)
/** As little as a case can be, and unlike the other in what it has. */
const poor = await buildCase(db, {
  type: 2,
  stage: 2,
  court: { title: 'Выдуманный областной суд', region: 78, city: 'Санкт-Петербург' },
  case_number: '22-1/2019',
  entry_date: undefined,
})

const whole: FullCase = fullCase.parse((await ask(`cases/${rich}/`)).body)
const eventTypes = await db.selectFrom('event_type').select(['id', 'title']).execute()
const day = (min: string) => ({ min, max: min })
const fitting = fittingValues(whole, eventTypes)
const query = (values: AnyValues): string => toQuery(writeValues(caseListFields, values))
const found = async (values: AnyValues): Promise<number[]> => {
  const { status, body, text } = await ask(`cases/?${query(values)}`)
  if (status !== 200) throw new Error(text)
  return (body as { results: { id: number }[] }).results.map(({ id }) => id)
}

describe('each filter of the list (§3) on PostgreSQL', () => {
  it.each(filterParamsOf(caseListFields).map((param): [string, FilterParam] => [param.name, param]))(
    '%s',
    async (name, param) => {
      const value = Object.entries(fitting).find(([key]) => key === param.key)?.[1]
      // A day narrows nothing: both are known by its end.
      const fits = param.field.kind === 'day' ? [rich, poor] : [rich]
      expect(await found({ [name]: value })).toEqual(param.not ? [poor] : fits)
      if (typeof value === 'boolean' && param.field.kind !== 'flag')
        expect(await found({ [name]: !value }), `${name}=${!value}`).toEqual([poor])
    },
  )
  it('all of them at once', async () => expect(await found(fitting)).toEqual([rich]))
})

describe('filters on one child table hold for one of its rows (design §4)', () => {
  it.each<[string, AnyValues, boolean]>([
    [
      'a hearing on the day of the hearing',
      { event_type: fitting.event_type, event_date_range: day('2026-03-20') },
      true,
    ],
    [
      'a hearing on the day of the entry',
      { event_type: fitting.event_type, event_date_range: day('2026-03-02') },
      false,
    ],
    ['an arrest of the fine’s amount', { penalty_type: ['arrest'], penalty_amount: { min: 10_000 } }, false],
    ['a woman of that name', { defendant: 'Ветрогонов', defendant_gender: 'f' }, false],
  ])('%s', async (_, values, finds) => expect((await found(values)).includes(rich)).toBe(finds))
})

it('a UID finds what contains it, in letters of either case, whole or in part, and whatever stands around it (§3)', async () => {
  const uid = '77RS0088-01-2026-000777-01'
  for (const case_uid of [uid, `№ ${uid} (М-1)`, '77RS0088-01-2026-000778-01']) await buildCase(db, { case_uid })
  const asked = [uid, uid.toLowerCase(), '0088-01-2026-000777', '77RS0088', `${uid}x`]
  const counts = asked.map(async case_uid => (await found({ case_uid })).length)
  expect(await Promise.all(counts)).toEqual([2, 2, 2, 3, 0])
})

it('a case is found by any of its numbers, and shows them with what became of each person (§3, domain §1)', async () => {
  const id = await buildCase(db, {
    type: 2,
    stage: 2,
    case_number: '77-2207/2026',
    other_numbers: ['7У-4410/2026', '77-9/2025'],
    defendants: [
      { name: 'Ёлкин Пётр Ильич', result: 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН', result_date: '2026-06-30' },
      { name: 'Соснина Анна Ильинична' },
    ],
  })
  for (const case_number of [
    '77-2207',
    '7у-4410/2026',
    '77-9/2025',
    '7У-4410/2026 [77-2207/2026]',
    '77-2207/2026 (77-9/2025;)',
    '[77-9/2025]',
  ])
    expect(await found({ case_number })).toEqual([id])
  const [seat] = [
    await buildCase(db, { case_number: '5(2)-12/2024' }),
    await buildCase(db, { case_number: '5-77/2024' }),
  ]
  expect(await found({ case_number: '5(2)-12/2024' })).toEqual([seat])
  expect(fullCase.parse((await ask(`cases/${id}/`)).body)).toMatchObject({
    other_numbers: ['7У-4410/2026', '77-9/2025'],
    person_results: [{ name: 'Ёлкин Пётр Ильич', result: 'ОБВИНИТЕЛЬНЫЙ приговор ИЗМЕНЕН', date: '2026-06-30' }],
  })
})
