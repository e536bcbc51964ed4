import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pivot } from '#shared/api/pivot.ts'
import { chartKeys, charts, countTree } from '#shared/api/statistics.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { figureAddress, listBehind } from '#shared/filters/list-behind.ts'
import { readLenient, toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount } from '../../test/factories.ts'
import { beOn } from '../../test/past-days.ts'
import { demoCases } from '../demo/generate.ts'
import { caseRecord } from '../ingest/case-record.ts'
import { ingest } from '../ingest/ingest.ts'

/** List, charts, tree and table of a past day are views of one selection: what was known then, all of it and nothing else. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const all = [...demoCases(160, { seed: 3, today: '2026-11-21' })].map(record => caseRecord.parse(record))
const undecided = (record: (typeof all)[number]) =>
  caseRecord.parse({ ...record, result: undefined, result_date: undefined, penalties: undefined, text: undefined })
// A third is not known yet, of the others half are not decided yet.
const late = all.filter((_, at) => at % 3 === 0)
const early = all.filter((_, at) => at % 3 !== 0)
await beOn(db, '2026-11-22')
await ingest(
  db,
  early.map((record, at) => (at % 2 === 0 ? undecided(record) : record)),
  { origin: 'demo' },
)
await beOn(db, '2026-11-24')
await ingest(db, [...early, ...late], { origin: 'demo' })
const then = '2026-11-23'

const answer = async <T extends z.ZodType>(shape: T, path: string): Promise<z.output<T>> => {
  const { status, body, text } = await ask(path)
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return shape.parse(body)
}
const listed = async (filters: WireRecord): Promise<number> =>
  (await answer(z.object({ count: z.number() }), `cases/?size=1&${toQuery(filters)}`)).count
const selections: readonly WireRecord[] = [{}, { has_result: 'true', entry_date_range_relative: 'last_365_days' }]

describe.each(selections)('as of a day, under %j', own => {
  const values = { ...own, as_of: then }
  const query = toQuery(values)
  it('views have one total, other than that of now', async () => {
    const total = await listed(values)
    const drawn = await answer(charts, `frontcountcases/charts/?${query}`)
    const table = await answer(pivot, `data/pivot/?${query}&rows=regions&columns=none&metrics=cases`)
    expect([drawn.charts.regions.of, table.sides[0]?.cells[0]?.[0]?.[0]?.[0]]).toEqual([total, total])
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(await listed(own))
    expect(drawn.today).toBe(then)
  })
  it('figures open lists of as many cases', async () => {
    const drawn = await answer(charts, `frontcountcases/charts/?${query}`)
    const given = readLenient(caseListFields, values)
    const wrong: unknown[] = []
    let tried = 0
    const check = async (what: string, filters: WireRecord, count: number) => {
      tried++
      const found = await listed(filters)
      if (found !== count) wrong.push([what, filters, count, found])
    }
    for (const key of chartKeys)
      for (const { value, count, filters } of drawn.charts[key].marks.slice(0, 3))
        await check(`${key} ${value}`, listBehind(given, filters), count)
    for (const rows of ['article', 'judge', 'result_year'] as const) {
      const table = await answer(pivot, `data/pivot/?${query}&rows=${rows}&columns=none&metrics=cases`)
      for (const row of table.rows.keys().take(4)) {
        const filters = figureAddress(table, { side: 0, row, column: 0, metric: 0 })
        const [count] = table.sides[0]?.cells[row]?.[0]?.[0] ?? []
        if (filters && count !== undefined && count !== null) await check(`${rows} ${row}`, filters, count)
      }
    }
    for (const codex of await answer(countTree, `frontcountcases/?${query}`))
      for (const line of [codex, ...codex.children.slice(0, 3)])
        await check(`tree ${line.key}`, listBehind(given, line.filters), line.count)
    expect(tried).toBeGreaterThan(40)
    expect(wrong).toEqual([])
  })
})
