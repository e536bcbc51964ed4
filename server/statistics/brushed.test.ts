import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { pivot } from '#shared/api/pivot.ts'
import { type ChartKey, chartKeys, charts, partsOfBars } from '#shared/api/statistics.ts'
import { dimensionNames, dimensions } from '#shared/domain/pivot.ts'
import { brushed } from '#shared/filters/brushed.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { figureFilters, partOfStack } from '#shared/filters/list-behind.ts'
import { toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { analyzeCases, buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { wereOn } from '../../test/past-days.ts'
import { demoCases } from '../demo/generate.ts'
import { ingest } from '../ingest/ingest.ts'

/** Bars chosen on a chart (§2 /stats, /data) become filters: the list under them has as many cases as the bars say. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db, { regions: [77, 78, 76] }))
await ingest(db, [...demoCases(250, { today: '2026-11-21' })], { origin: 'test' })
await analyzeCases(db)
const penal = { entry_date: '2026-04-22', result_date: '2026-05-04' }
await buildCases(db, [
  // Of two bins and of two kinds: once in each, and once in both together.
  {
    ...penal,
    penalties: [
      { type: 'fine', value: 10_500 },
      { type: 'fine', value: 90_000 },
      { type: 'arrest', value: 5 },
    ],
  },
  {
    ...penal,
    type: 2,
    penalties: [
      { type: 'imprisonment', value: 36 },
      { type: 'fine', value: 500_000, additional: true },
    ],
  },
  { ...penal, stage: 2, result_date: undefined },
])
await wereOn(db, '2026-11-19')

const answer = async <T extends z.ZodType>(shape: T, path: string): Promise<z.output<T>> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return shape.parse(body)
}
const counted = z.object({ count: z.number() })
const listed = async (filters: WireRecord): Promise<number> =>
  (await answer(counted, `cases/?size=1&${toQuery(filters)}`)).count
/** Nothing is written while they are asked for: a selection is counted once, not for every bar that is tried. */
const known = new Map<string, Promise<z.output<typeof charts>>>()
const chartsUnder = (values: AnyValues): Promise<z.output<typeof charts>> => {
  const query = toQuery(writeValues(caseListFields, values))
  const found = known.get(query) ?? answer(charts, `frontcountcases/charts/?${query}`)
  known.set(query, found)
  return found
}
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** A case may have several penalties, and stand at each. */
const overlapping: readonly ChartKey[] = ['penalties', 'penalties_uk', 'fines', 'arrests', 'imprisonments', 'fines_uk']
const selections: readonly AnyValues[] = [
  {},
  { type: '1', stage: '1', regions: [77, 78] },
  { entry_date_range: { min: '2026-02-10', max: '2026-09-05' }, penalty_amount: { min: 1_500, max: 12_000 } },
  { result_date_range: { relative: 'last_365_days' }, days_to_result: { min: 2, max: 40 } },
  { penalty_type: ['fine', 'imprisonment'], penalty_amount: { min: 5 } },
  { has_result: true, has_result_text: false, as_of: '2026-11-20' },
]
const spans = fc.tuple(fc.nat(59), fc.nat(6))
const asked = fc.constantFrom(...selections)

it.each(selections)('there are cases under %j', async values => {
  expect(await listed(writeValues(caseListFields, values))).toBeGreaterThan(0)
})

it.each(chartKeys)('bars of «%s», one or several, select as many cases as they say', async key => {
  let tried = 0
  await fc.assert(
    fc.asyncProperty(asked, spans, async (values, [from, beyond]) => {
      const { marks, places } = (await chartsUnder(values)).charts[key]
      const bars = places.length > 0 ? places.map(({ value }) => value) : [...new Set(marks.map(({ value }) => value))]
      const start = bars.length === 0 ? 0 : from % bars.length
      const chosen = bars.slice(start, start + 1 + beyond)
      const under = marks.filter(({ value }) => chosen.includes(value))
      const filters = brushed(
        values,
        under.map(mark => mark.filters),
        partsOfBars[key],
      )
      const said = `${key} ${chosen.join()} under ${JSON.stringify(values)}`
      const counts = under.map(({ count }) => count)
      if (filters === undefined) {
        expect(under.length === 0 || isInexpressible(key, chosen), said).toBe(true)
        return
      }
      tried++
      const total = await listed(filters)
      if (overlapping.includes(key) && chosen.length > 1) {
        expect(total, said).toBeLessThanOrEqual(sum(counts))
        expect(total, said).toBeGreaterThanOrEqual(Math.max(...counts))
      } else expect(total, said).toBe(sum(counts))
    }),
    {
      ...lawRuns(7),
      examples: [
        [{}, [0, 0]],
        [{}, [0, 5]],
      ],
    },
  )
  expect(tried).toBeGreaterThan(0)
})
/** No result beside results, hidden names beside hidden amounts: nothing says «either». */
const isInexpressible = (key: ChartKey, chosen: readonly string[]): boolean =>
  chosen.length > 1 && ((key.startsWith('reviews') && chosen.includes('none')) || key === 'hidden')

it('bars of a table, one or several, select as many cases as they say', () =>
  fc.assert(
    fc.asyncProperty(
      asked,
      fc.constantFrom(...dimensionNames),
      fc.constantFrom('none' as const, ...dimensionNames),
      spans,
      fc.constantFrom('cases', 'penalty', 'second'),
      async (values, rows, columns, [from, beyond], metric) => {
        fc.pre(columns === 'none' || dimensions[rows].family !== dimensions[columns].family)
        const query = toQuery({ ...writeValues(caseListFields, values), rows, columns, metrics: metric })
        const table = await answer(pivot, `data/pivot/?${query}`)
        const places = table.rows.map((_, row) => ({ side: 0, row, column: columns === 'none' ? 0 : 1, metric: 0 }))
        const known = places.slice(1).flatMap(place => {
          const [count = 0] = table.sides[0]?.cells[place.row]?.[place.column]?.[0] ?? []
          const own = figureFilters(table, place)
          return own && count !== null && count > 0 ? [{ count, own }] : []
        })
        const start = known.length === 0 ? 0 : from % known.length
        const chosen = known.slice(start, start + 1 + beyond)
        const filters = brushed(
          values,
          chosen.map(({ own }) => own),
        )
        const said = `${query} ${start} ${chosen.length}`
        const isSingle = rows === 'type' || rows === 'stage'
        if (filters === undefined) {
          expect(chosen.length === 0 || (isSingle && chosen.length > 1), said).toBe(true)
          return
        }
        const counts = chosen.map(({ count }) => count)
        const total = await listed(filters)
        if ((rows === 'article' || rows === 'part') && chosen.length > 1) {
          expect(total, said).toBeLessThanOrEqual(sum(counts))
          expect(total, said).toBeGreaterThanOrEqual(Math.max(...counts))
        } else expect(total, said).toBe(sum(counts))
      },
    ),
    lawRuns(20),
  ))

it.each([
  ['type', 'cases'],
  ['stage', 'cases'],
  ['stage', 'second'],
  ['type', 'penalty'],
])('a bar stacked of both values of «%s» selects the %s of both', async (columns, metric) => {
  const table = await answer(pivot, `data/pivot/?rows=regions&columns=${columns}&metrics=${metric}`)
  for (const row of table.rows.keys().drop(1)) {
    const parts = [1, 2].flatMap(column => {
      const [[count] = [0]] = table.sides[0]?.cells[row]?.[column] ?? []
      const own = figureFilters(table, { side: 0, row, column, metric: 0 })
      return count && own ? [{ count, own }] : []
    })
    const filters = brushed(
      {},
      parts.map(({ own }) => own),
      partOfStack(table, 0),
    )
    if (parts.length > 0) expect(filters && (await listed(filters))).toBe(sum(parts.map(({ count }) => count)))
  }
})

it('a range replaces the one that was set, in days and in amounts', () => {
  const set = { entry_date_range: { relative: 'last_365_days' as const }, penalty_amount: { min: 5 } }
  const month = (of: string) => ({ entry_date_range_min: `2026-0${of}-01`, entry_date_range_max: `2026-0${of}-28` })
  expect(brushed(set, [month('3'), month('4'), month('5')])).toEqual({
    entry_date_range_min: '2026-03-01',
    entry_date_range_max: '2026-05-28',
    penalty_from: '5',
  })
  const fine = { penalty_type: 'fine', type: '1' }
  expect(
    brushed({}, [
      { ...fine, penalty_from: '0', penalty_to: '999.99' },
      { ...fine, penalty_from: '1000' },
    ]),
  ).toEqual({ type: '1', penalty_type: ['fine'], penalty_from: '0' })
  expect(brushed(set, [])).toBeUndefined()
})
