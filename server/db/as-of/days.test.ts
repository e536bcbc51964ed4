import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { differences } from '../../../test/copy-differences.ts'
import { testDatabase } from '../../../test/database.ts'
import { buildCase } from '../../../test/factories.ts'
import { lawRuns } from '../../../test/law-runs.ts'
import { clearFolder, temporaryFolder } from '../../../test/temporary-folder.ts'
import { generatedFilters, valuesOfCases } from '../../../test/varied-cases.ts'
import { selectCases } from '../../cases/case-query.ts'
import { askCases, type Want } from '../../cases/engine/run.ts'
import { resolvePeople } from '../../defendants/resolve/resolve-people.ts'
import { setClocks } from '../../defendants/risk/set-clocks.ts'
import { type CaseRecordInput, caseRecord } from '../../ingest/case-record.ts'
import { ingest } from '../../ingest/ingest.ts'
import { rereadTexts } from '../../ingest/reread-texts.ts'
import { markGone } from '../../ingest/write-cases.ts'
import { copiesOfDays } from '../../replica/copies-of-days.ts'
import type { DB } from '../schema.ts'
import { asOf } from './as-of.ts'
import { versionedTables } from './versioned-tables.ts'

const folder = temporaryFolder()
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops) await stop()
  clearFolder(folder)
})

/** What the base was at the end of a day is what it would be, had nothing come since (decision 0086). */
const days = ['2026-03-01', '2026-03-02', '2026-03-04'] as const
const everything = { accountId: null, regions: 'all' } as const

const states: fc.Arbitrary<Partial<CaseRecordInput>> = fc.record(
  {
    judge: fc.constantFrom('Судьина А.А.', 'Прозоров Б.Б.'),
    result: fc.constantFrom(
      'Возвращено без рассмотрения',
      'Вынесено постановление о назначении административного наказания',
    ),
    result_date: fc.constantFrom('2026-02-20', '2026-03-01'),
    case_uid: fc.constantFrom('77RS0017-01-2026-000123-45', '77RS0017-01-2026-000124-46'),
    articles: fc.subarray([
      { codex: 'koap' as const, article_number: '20.2', part: '5' },
      { codex: 'koap' as const, article_number: '19.3', part: '1' },
    ]),
    events: fc.subarray(
      ['2026-02-10', '2026-03-02', '2026-03-03'].map(date => ({ type: 'Судебное заседание', date, time: '10:00' })),
    ),
    defendants: fc.subarray([
      { name: 'Багранов Игнат Львович' },
      { name: 'Крутоярова Ольга Петровна' },
      { name: 'Ветрогонов Я.М.' },
    ]),
    participants: fc.subarray([
      { role: 'Защитник', name: 'Зоркий Г. Д.' },
      { role: 'Прокурор', name: 'Пологий Е. Ж.' },
    ]),
    penalties: fc.constantFrom([], [{ type: 'fine' as const, value: 500 }, { type: 'caution' as const }]),
    text: fc.constantFrom(
      'Постановил: назначить административный штраф 10 000 рублей.',
      'Постановил: назначить административный арест на 10 суток.',
    ),
  },
  { requiredKeys: [] },
)
/** A case on each day: as it was read, not read, or not found on its site any more. */
const histories = fc.array(
  fc.record({
    stage: fc.constantFrom(1, 2),
    days: fc.tuple(...days.map(() => fc.oneof({ weight: 4, arbitrary: states }, fc.constantFrom('unread', 'gone')))),
  }),
  { minLength: 30, maxLength: 30 },
)

const words = ['штраф', 'арест', 'передача'].map(text => ({ text, mode: 'plain' }))

const beOn = (db: Kysely<DB>, day: string) =>
  sql`create or replace function moscow_today() returns date language sql stable as ${sql.lit(`select date '${day}'`)}`.execute(
    db,
  )

type History = typeof histories extends fc.Arbitrary<infer H> ? H : never
async function live(db: Kysely<DB>, history: History, day: (typeof days)[number]): Promise<void> {
  await beOn(db, day)
  const [on, gone]: [Parameters<typeof ingest>[1][number][], string[]] = [[], []]
  for (const [at, one] of history.entries()) {
    const state = one.days[days.indexOf(day)]
    if (state === 'gone') gone.push(`days:${at}`)
    else if (state !== 'unread')
      on.push(
        caseRecord.parse({
          ...{
            source_key: `days:${at}`,
            type: 1,
            stage: one.stage,
            case_number: `5-${at}/2026`,
            entry_date: '2026-02-01',
          },
          court: { title: 'Заречный районный суд', region: 77 },
          ...state,
        }),
      )
  }
  await ingest(db, on, { origin: 'test' })
  await db.transaction().execute(async trx => {
    const rows = await trx
      .selectFrom('case_source')
      .select('case_id')
      .where('source_key', 'in', [...gone, ''])
      .execute()
    await markGone(
      trx,
      rows.map(({ case_id }) => case_id),
      'test',
    )
  })
  await resolvePeople(db)
  await setClocks(db, { today: day })
}

/** All that is told of rows but when they were written. */
const rowsOf = async (db: Kysely<DB>, table: string): Promise<unknown[]> => {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db)
  const untold = ['known_from', 'known_until', ...(versionedTables[table]?.untracked ?? []), ...moments]
  return rows
    .map(({ row }) => Object.fromEntries(Object.entries(row).filter(([name]) => !untold.includes(name))))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}
const moments = ['created_at', 'changed_at', 'gone_at', 'gone_on', 'read_at']

describe('the base on a day', () => {
  it('is what a base is that was fed until then: every row, and every filter', async () => {
    const { db: all, url } = await testDatabase()
    const copies = copiesOfDays({ url, folder, memoryShare: 80, edition: async () => 0 })
    stops.push(copies.stop)
    const fed = await Promise.all(days.map(async () => (await testDatabase()).db))
    const [history = []] = fc.sample(histories, { numRuns: 1, seed: 20_260_301 })
    for (const [at, day] of days.entries()) for (const db of [all, ...fed.slice(at)]) await live(db, history, day)
    await beOn(all, '2026-03-05')
    for (const [at, day] of days.entries()) {
      const [then, then2] = [asOf(all, day), fed[at] ?? all]
      for (const table of Object.keys(versionedTables))
        expect({ day, table, rows: await rowsOf(then, table) }).toEqual({
          day,
          table,
          rows: await rowsOf(then2, table),
        })
      const ids = (await all.selectFrom('court_case').select('id').execute()).map(({ id }) => id)
      const known = new Map(await valuesOfCases(all, caseFields, ids)).set('result_text_search', words)
      expect(copies.on(day, 0)).toBeUndefined()
      await copies.settled()
      const copy = copies.on(day, 0)
      expect(copy && (await differences(then, copy.db))).toEqual([])
      const engines = { db: then, copy: () => copy, day }
      await fc.assert(
        fc.asyncProperty(generatedFilters(caseFields, known), async drawn => {
          const values = { ...drawn, as_of: day }
          const of = (db: Kysely<DB>) =>
            selectCases(db, everything, values).select('court_case.id').orderBy('id').execute()
          const expected = await of(asOf(then2, day))
          expect(await of(then)).toEqual(expected)
          const asked = { scope: everything, values }
          const want: Want<AnyValues, unknown> = (engine, question) =>
            engine.cases(question).select('court_case.id').orderBy('id').execute()
          expect(await askCases(engines, asked, want)).toEqual(expected)
        }),
        lawRuns(25),
      )
    }
    // The day before the first, nothing was known.
    expect(await rowsOf(asOf(all, '2026-02-28'), 'court_case')).toEqual([])
  })

  it('has a row once on each day, though who began before midnight writes after who began past it', async () => {
    const { db } = await testDatabase()
    const id = await buildCase(db, { judge: 'Судьина А.А.' })
    await sql`update court_case set known_from = '2026-03-01'`.execute(db)
    for (const [day, url] of [
      ['2026-03-03', 'https://sud.example/after'],
      ['2026-03-02', 'https://sud.example/before'],
    ] as const) {
      await beOn(db, day)
      await sql`update court_case set url = ${url} where id = ${id}`.execute(db)
    }
    await beOn(db, '2026-03-05')
    const counts = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'].map(
      async day => (await rowsOf(asOf(db, day), 'court_case')).length,
    )
    expect(await Promise.all(counts)).toEqual([1, 1, 1, 1])
  })
  it('keeps nothing of a text that another reader has read to say the same', async () => {
    const { db } = await testDatabase()
    const fine = 'Постановил: признать виновным и назначить административный штраф 10 000 рублей.'
    await buildCase(db, { text: fine, defendants: [{ name: 'Багранов Игнат Львович' }] })
    for (const table of ['case_decision', 'case_told_penalty', 'case_participant', 'case_defence_param'])
      await sql`update ${sql.table(table)} set known_from = '2026-03-01'`.execute(db)
    await sql`update case_decision set reader = 0`.execute(db)
    expect(await rereadTexts(db)).toEqual({ read: 1, changed: 0 })
    for (const table of ['past_case_decision', 'past_case_told_penalty'])
      expect({ table, rows: await rowsOf(db, table) }).toEqual({ table, rows: [] })
    expect(await rereadTexts(db)).toEqual({ read: 0, changed: 0 })
  })
})
