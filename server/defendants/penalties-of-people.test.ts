import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Defendant, defendant } from '#shared/api/defendants.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { caseRows } from '../cases/case-rows.ts'
import type { CaseRecordInput } from '../ingest/case-record.ts'

/** A penalty is shown of whom it is told, and of nobody else (decision 0068), on a real PostgreSQL. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))
const [his, hers] = ['Багранов Иннокентий Львович', 'Пташникова Тамара Сергеевна'] as const
const two: Partial<CaseRecordInput> = { type: 2, defendants: [{ name: his }, { name: hers }] }
const one: Partial<CaseRecordInput> = { type: 2, defendants: [{ name: his }] }

const personOn = async (case_id: number, name: string): Promise<Defendant> => {
  const row = await db
    .selectFrom('case_defendant')
    .select('defendant_id')
    .where('case_id', '=', case_id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return defendant.parse((await ask(`defendants/${row.defendant_id}/`)).body)
}
/** A court of its own: nobody of another case is meant. */
let courts = 0
const somewhere = () => ({ court: { title: `Вымышленный суд № ${++courts}`, region: 59 } })
const summed = ({ penalties }: Defendant) => penalties.map(({ type, count, value }) => [type, count, value])
const whoseOn = ({ cases }: Defendant) =>
  cases.map(({ penalties }) => penalties.map(({ type, whose }) => [type, whose]))

describe('penalties of a person', () => {
  it('are those told of them, and not of who is accused beside them', async () => {
    const id = await buildCase(db, {
      ...two,
      ...somewhere(),
      penalties: [
        { type: 'imprisonment', value: 36, person: his },
        { type: 'fine', value: 500_000, person: his, additional: true },
        { type: 'works', value: 200, person: hers },
        { type: 'confiscation' },
      ],
    })
    const [man, woman] = [await personOn(id, his), await personOn(id, hers)]
    expect(summed(man)).toEqual([
      ['imprisonment', 1, 36],
      ['fine', 1, 500_000],
    ])
    expect(summed(woman)).toEqual([['works', 1, 200]])
    expect(whoseOn(woman)).toEqual([
      [
        ['imprisonment', 'other'],
        ['fine', 'other'],
        ['works', 'person'],
        ['confiscation', 'unknown'],
      ],
    ])
  })
  it.each<[string, Partial<CaseRecordInput>, unknown[]]>([
    ['of one who alone is accused', { ...one, penalties: [{ type: 'fine', value: 7 }] }, [['fine', 1, 7]]],
    ['but for another name', { ...one, penalties: [{ type: 'fine', value: 7, person: hers }] }, []],
    ['but for two', { ...two, penalties: [{ type: 'fine', value: 7 }] }, []],
    [
      'but for one beside whom somebody may be accused',
      {
        ...one,
        defendants: [
          { name: his, role: 'accused' },
          { name: hers, role: 'unknown', article_state: 'not_told' },
        ],
        penalties: [{ type: 'fine', value: 7 }],
      },
      [],
    ],
    ['but for what was annulled', { ...one, penalties: [{ type: 'fine', value: 7, state: 'annulled' }] }, []],
    ['but for a court fine, which is none', { ...one, penalties: [{ type: 'court_fine', value: 7 }] }, []],
    ['but for what could not be read', { ...one, penalties: [{ type: 'error' }, { type: 'no_data' }] }, []],
    [
      'but for what a review imposed',
      { ...one, stage: 2, case_number: '22-1/2026', penalties: [{ type: 'fine', value: 7, state: 'changed' }] },
      [],
    ],
  ])('are theirs %s', async (_, record, expected) => {
    const id = await buildCase(db, { ...somewhere(), ...record })
    expect(summed(await personOn(id, his))).toEqual(expected)
  })
  it('but for what was only probably read', async () => {
    const id = await buildCase(db, {
      ...one,
      ...somewhere(),
      penalties: [
        { type: 'fine', value: 7, certainty: 0.9 },
        { type: 'works', value: 60, certainty: 0.95 },
      ],
    })
    expect(summed(await personOn(id, his))).toEqual([['works', 1, 60]])
  })
  it('stay theirs when people are found to be one', async () => {
    const [first, second] = [
      await buildCase(db, { ...two, ...somewhere(), penalties: [{ type: 'fine', value: 7, person: his }] }),
      await buildCase(db, {
        ...two,
        ...somewhere(),
        defendants: [{ name: hers }, { name: his }],
        penalties: [{ type: 'fine', value: 11, person: his }],
      }),
    ]
    const [kept, merged] = [await personOn(first, his), await personOn(second, his)]
    expect(kept.id).not.toBe(merged.id)
    await sql`update case_defendant set own_id = defendant_id, defendant_id = ${kept.id} where defendant_id = ${merged.id}`.execute(
      db,
    )
    expect(summed(await personOn(first, his))).toEqual([['fine', 2, 18]])
    expect(summed(await personOn(second, hers))).toEqual([])
  })
})

describe('a decision that a linked review changed says so, and is not summed', () => {
  const everybody = { accountId: null, regions: 'all' } as const
  it.each<
    [
      string,
      Partial<CaseRecordInput> | undefined,
      Partial<CaseRecordInput>,
      typeof everybody.regions | number[],
      boolean,
    ]
  >([
    ['by its result', { result: 'Приговор ИЗМЕНЕН' }, {}, 'all', true],
    [
      'by what it did to a penalty',
      { result: 'Вынесено решение', penalties: [{ type: 'fine', value: 5, state: 'changed' }] },
      {},
      'all',
      true,
    ],
    ['by its own card', undefined, { appeal_result: 'изменено' }, 'all', true],
    ['not by one that upholds', { result: 'Оставлено без изменения' }, {}, 'all', false],
    ['not by one that changes nothing', { result: 'Приговор не изменен' }, {}, 'all', false],
    ['not by one that annuls', { result: 'Приговор отменен' }, {}, 'all', false],
    ['not to who does not see the region of the review', { result: 'Изменено' }, {}, [59], false],
  ])('%s', async (_, review, own, regions, expected) => {
    const id = await buildCase(db, { ...one, ...somewhere(), penalties: [{ type: 'fine', value: 7 }], ...own })
    if (review !== undefined) {
      const court = { title: 'Вымышленный кассационный суд', region: 64 }
      const other_id = await buildCase(db, { type: 2, stage: 2, case_number: '22-9/2026', court, ...review })
      await db.insertInto('case_link').values({ case_id: id, other_id, why: 'same_uid', certainty: 1 }).execute()
    }
    const [row] = await caseRows(db, { ...everybody, regions }, [id], { tags: false })
    expect(row?.changed).toBe(expected)
    if (regions === 'all') expect(summed(await personOn(id, his)).length).toBe(row?.changed || row?.annulled ? 0 : 1)
  })
})
