import { expect, it } from 'vitest'
import { z } from 'zod'
import { fullSet, newInvitation, setItemList, workingSet } from '#shared/api/sets.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { byTexts } from './set-order.ts'

/** Cases of a working set stand by what is noted of them (decision 0116). */
const rows = (texts: readonly string[]) => texts.map((text, n) => ({ n, text }))
// biome-ignore format: a table reads best as one
it.each([
  [['б', 'А', '', 'в'], ['А', 'б', 'в', '']],
  [['10', '9 000', '2,5', ' ', '−3'], ['−3', '2,5', '10', '9 000', ' ']],
  [['03.10.2026', '2026-09-30', '', '15.01.2027'], ['2026-09-30', '03.10.2026', '15.01.2027', '']],
  // A dash says nothing, and makes no words of days and numbers.
  [['—', '15.01.2027', 'н/д', '03.10.2026', 'Нет'], ['03.10.2026', '15.01.2027', '—', 'н/д', 'Нет']],
  [['10', '-', '9'], ['9', '10', '-']],
  // Days without a year are of months; amounts are not.
  [['25.01', '03.10', '10.02'], ['25.01', '10.02', '03.10']],
  [['25.01', '03.13', '10.02'], ['03.13', '10.02', '25.01']],
  // One that is no number makes words of all; numbers within words still stand as numbers.
  [['папка 10', 'папка 9', '7'], ['7', 'папка 9', 'папка 10']],
])('texts %j stand as %j, and the other way round but for those that are not there', (given, up) => {
  const texts = (direction: 1 | -1) => byTexts(rows(given), direction).map(({ text }) => text)
  expect(texts(1)).toEqual(up)
  const isUnsaid = (text: string) => ['', '-', '—', 'н/д', 'Нет'].includes(text.trim())
  const [said, unsaid] = [up.filter(text => !isUnsaid(text)), up.filter(isUnsaid)]
  expect(texts(-1)).toEqual([...said.toReversed(), ...unsaid])
})
it('equal texts stand in the order of the set in either direction', () => {
  for (const direction of [1, -1] as const)
    expect(byTexts(rows(['а', 'а', 'а']), direction).map(({ n }) => n)).toEqual([0, 1, 2])
})

const { db, as } = await testApp()
const court = (region: number) => ({ title: `Суд ${region}`, region, city: 'Москва' })
const ids = await buildCases(
  db,
  [77, 78, 77, 78, 77].map((region, n) => ({ court: court(region), entry_date: `2026-03-0${5 - n}` })),
)
const [owner, limited, stranger] = await Promise.all([
  buildAccount(db),
  buildAccount(db, { regions: [77] }),
  buildAccount(db),
])
const [own, theirs, foreign] = await Promise.all([as(owner), as(limited), as(stranger)])
const post = (ask: Ask, path: string, body: unknown) => ask(path, { method: 'POST', body })
const idOf = (body: unknown) => workingSet.parse(body).id
const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids
const set = idOf((await post(own, 'sets/', { title: 'Залоги', cases: [e, a, d, b, c] })).body)
const other = idOf((await post(own, 'sets/', { title: 'Другая', cases: [a] })).body)
const { columns } = fullSet.parse(
  (await own(`sets/${set}/`, { method: 'PATCH', body: { columns: [{ title: 'Залог' }, { title: 'Лишний' }] } })).body,
)
const [key = '', spare = ''] = columns.map(column => column.key)
const { results: items } = setItemList.parse((await own(`sets/${set}/items/`)).body)
const noted = new Map([
  [a, { status: 'checked', columns: { [key]: '1 000' } }],
  [b, { status: 'working', columns: { [key]: '200' } }],
  [c, { status: 'checked', columns: { [key]: '30' } }],
  [d, { status: 'disputed' }],
])
const change = items.map(({ case_id, version }) => ({ case_id, version, ...noted.get(case_id) }))
expect((await own(`sets/${set}/items/`, { method: 'PATCH', body: { items: change } })).status).toBe(200)
const { token } = newInvitation.parse((await post(own, `sets/${set}/invitations/`, { role: 'reader' })).body)
await post(theirs, 'sets/invitations/accept/', { token })

const list = z.object({ count: z.number(), results: z.array(z.object({ id: z.number() })) })
const listed = async (ask: Ask, ordering: string, more = '') => {
  const { status, body, text } = await ask(`cases/?set=${set}&ordering=${ordering}${more}`)
  expect(status, text).toBe(200)
  return list.parse(body).results.map(({ id }) => id)
}

it.each([
  [`set_${key}`, [c, b, a, e, d]],
  [`-set_${key}`, [a, b, c, e, d]],
  ['set_status', [e, b, a, c, d]],
  ['-set_status', [d, a, c, b, e]],
  ['set_position', [e, a, d, b, c]],
  ['-set_position', [c, b, d, a, e]],
])('by %s on each page, of the regions of whoever asks, within other filters', async (ordering, all) => {
  expect(await listed(own, ordering)).toEqual(all)
  const pages = await Promise.all([1, 2, 3].map(page => listed(own, ordering, `&size=2&page=${page}`)))
  expect(pages.flat()).toEqual(all)
  const seen = all.filter(id => [a, c, e].includes(id))
  expect(await listed(theirs, ordering)).toEqual(seen)
  expect(await listed(own, ordering, '&regions=77')).toEqual(seen)
  expect(await listed(foreign, ordering)).toEqual([])
})

it('only of one set, by a column that it has: anything else is refused with why', async () => {
  const why = async (query: string) => {
    const { status, text } = await own(`cases/?${query}`)
    return [status, text]
  }
  const one = [400, expect.stringContaining('упорядочивают дела одной подборки')]
  expect(await why('ordering=set_position')).toEqual(one)
  expect(await why(`ordering=set_position&set=${set}&set=${other}`)).toEqual(one)
  const gone = [400, expect.stringContaining('Такого столбца в подборке нет')]
  expect(await why(`ordering=set_c99&set=${set}`)).toEqual(gone)
  expect(await listed(own, `set_${spare}`)).toHaveLength(5)
  await own(`sets/${set}/`, { method: 'PATCH', body: { dropped_columns: [spare] } })
  expect(await why(`ordering=set_${spare}&set=${set}`)).toEqual(gone)
  for (const ordering of ['set_note', 'set_c', 'set_cx'])
    expect(await why(`ordering=${ordering}&set=${set}`)).toEqual([400, expect.stringContaining('Возможный порядок')])
})

it('all that are found are picked whatever the order', async () => {
  const { status, body } = await own(`cases/ids/?set=${set}&ordering=set_${key}`)
  expect(status).toBe(200)
  expect(z.object({ ids: z.array(z.number()) }).parse(body).ids).toHaveLength(5)
})
