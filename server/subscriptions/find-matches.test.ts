import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { testDatabase } from '../../test/database.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { addSubscription } from '../../test/subscriptions.ts'
import { buildVariedCases, valuesOfCases } from '../../test/varied-cases.ts'
import { selectCases } from '../cases/case-query.ts'
import { readTraits } from './case-traits.ts'
import { findMatches } from './find-matches.ts'
import { maskOf, WatchList } from './watch-list.ts'

/** The matcher rule by rule, on few cases; that it finds what the list of cases finds is the law of matching.test.ts. */
const { db } = await testDatabase()
const account = await buildAccount(db)
const stranger = await buildAccount(db)
const cases = await buildVariedCases(db, [account, stranger])
const [first = 0, second = 0, third = 0, fourth = 0] = cases

const told = (ids: readonly number[], kinds: readonly string[] = ['new']) =>
  ids.map(caseId => ({ caseId, kinds: maskOf(kinds) }))
const fail = (error: unknown): void => {
  throw error
}
const listOf = async (...wanted: Parameters<typeof addSubscription>[2][]) => {
  await db.deleteFrom('subscription').execute()
  const ids: number[] = []
  for (const one of wanted) ids.push(await addSubscription(db, account.id, one))
  const list = new WatchList()
  await list.refresh(db)
  return { list, ids }
}
type Options = Partial<Parameters<typeof findMatches>[3]> & { changed?: Parameters<typeof findMatches>[2] }
/** The cases that each of these subscriptions is told of, with what is said to have matched. */
const matching = async (
  wanted: Parameters<typeof addSubscription>[2][],
  { changed = told(cases), onError = fail, ...options }: Options = {},
) => {
  const { list, ids } = await listOf(...wanted)
  const matches = await findMatches(db, list, changed, { onError, ...options })
  return ids.map(id =>
    matches
      .filter(({ group }) => group.watchers.has(id))
      .map(({ caseId, matched }) => ({ caseId, matched: JSON.parse(matched) }))
      .toSorted((one, other) => one.caseId - other.caseId),
  )
}
const casesBy = async (values: AnyValues, options?: Options): Promise<number[]> => {
  const [found = []] = await matching([{ values }], options)
  return found.map(({ caseId }) => caseId)
}
const matchedBy = async (values: AnyValues, options?: Options): Promise<unknown[]> => {
  const [found = []] = await matching([{ values }], options)
  return found.map(({ matched }) => matched)
}
describe('what a subscription is told of', () => {
  it('is one of its kinds, whichever of several changes of a case it came with', async () => {
    const wanted = [
      { kinds: ['new'], values: { regions: [77], stage: '1' } },
      { kinds: ['result'], values: { regions: [77], type: '1' } },
      { kinds: ['text'], values: { regions: [77] } },
    ]
    const changed = [...told([first], ['new']), ...told([second, first], ['result']), ...told([third], ['text'])]
    expect((await matching(wanted, { changed })).map(found => found.map(({ caseId }) => caseId))).toEqual([
      [first],
      [first],
      [],
    ])
  })
  it('is once a case that changed twice', async () => {
    expect(await casesBy({ regions: [77] }, { changed: told([first, first]) })).toEqual([first])
    expect(
      await casesBy({ result_text_search: { text: 'штраф', mode: 'plain' } }, { changed: told([first, first]) }),
    ).toEqual([first])
  })
  it('is a case or a person by their numbers, with no filters to name', async () => {
    const { defendant_id } = await db
      .selectFrom('case_defendant')
      .select('defendant_id')
      .where('case_id', '=', first)
      .where('ordinal', '=', 1)
      .executeTakeFirstOrThrow()
    expect(await matching([{ caseId: second }, { personId: defendant_id ?? 0 }])).toEqual([
      [{ caseId: second, matched: {} }],
      [{ caseId: first, matched: {} }],
    ])
    expect(await matching([{ caseId: second, kinds: ['text'] }])).toEqual([[]])
  })
  it('is nothing where nothing has changed', async () => {
    expect(await casesBy({ regions: [77] }, { changed: [] })).toEqual([])
    expect(await casesBy({ regions: [77] }, { changed: told([999_999]) })).toEqual([])
  })
  it('leaves others their turn after each fifty cases', async () => {
    const { list } = await listOf()
    const ids = await buildCases(
      db,
      Array.from({ length: 101 }, () => ({})),
    )
    let turn = 0
    let timer = setImmediate(function next() {
      turn++
      timer = setImmediate(next)
    })
    const turns: number[] = []
    vi.spyOn(list, 'candidates').mockImplementation(() => void turns.push(turn))
    await findMatches(db, list, told(ids), { onError: fail })
    clearImmediate(timer)
    expect([...Map.groupBy(turns, at => at).values()].map(({ length }) => length)).toEqual([50, 50, 1])
    await sql`delete from court_case where id = any(${ids}::int[])`.execute(db)
  })
  it('needs every filter', async () => {
    expect(await casesBy({ regions: [77], stage: '2' })).toEqual([fourth])
    expect(await casesBy({ regions: [77], type: '2' })).toEqual([])
  })
  it.each<[string, AnyValues, number[]]>([
    ['a part of a number, in any letter case', { case_number: '7у-90' }, [fourth]],
    ['another of the numbers', { case_number: '22-82' }, [fourth]],
    ['letters that no case has', { case_number: '9001/2027' }, []],
    ['letters of which each three stand somewhere, and all nowhere', { advocate: 'Прозоров А. Б.Г.' }, []],
    ['letters fewer than three', { case_number: '7у' }, [fourth]],
    ['exactly three letters', { case_number: '7у-' }, [fourth]],
    ['the name of somebody of two', { defendant: 'суховеева' }, [first]],
    ['the name in two cases', { defendant: 'ветрогонов' }, [first, second, third]],
    ['letters and a region', { defendant: 'ветрогонов', regions: [78] }, [second, third]],
    ['letters and a kind', { defendant: 'ветрогонов', type: '2' }, [third]],
  ])('is found by %s: %j', async (_, values, found) => {
    expect(await casesBy(values)).toEqual(found)
  })
  it('is found once by letters that two columns of a case have', async () => {
    expect(await casesBy({ case_number: '/20' }, { changed: told([fourth]) })).toEqual([fourth])
  })
  it.each<[string, AnyValues, number[]]>([
    ['a word of its decision', { result_text_search: { text: 'плакат', mode: 'plain' } }, [first, second]],
    ['two words', { result_text_search: { text: 'плакат штраф', mode: 'plain' } }, [first]],
    ['a phrase', { result_text_search: { text: 'плакат вернуть', mode: 'phrase' } }, [second]],
    ['a word and a region', { result_text_search: { text: 'плакат', mode: 'plain' }, regions: [78] }, [second]],
    [
      'a word that stands nowhere and a region',
      { result_text_search: { text: 'листовка', mode: 'plain' }, regions: [78] },
      [],
    ],
    [
      'a word and another filter',
      { result_text_search: { text: 'плакат', mode: 'plain' }, has_result: true },
      [second],
    ],
  ])('is found by %s: %j', async (_, values, found) => {
    expect(await casesBy(values)).toEqual(found)
  })
  it('is found by words only among news of its kinds', async () => {
    const values = { result_text_search: { text: 'плакат', mode: 'plain' } } as const
    const changed = [...told([first], ['text']), ...told([second], ['result'])]
    const wanted = [
      { values, kinds: ['result'] },
      { values: { ...values, type: '1' }, kinds: ['new'] },
    ]
    expect((await matching(wanted, { changed })).map(found => found.map(({ caseId }) => caseId))).toEqual([
      [second],
      [],
    ])
  })
  it('is asked of the database where rows of a case must fit together, for all cases and the account that asks', async () => {
    expect(await casesBy({ penalty_type: ['arrest'], penalty_hidden: true })).toEqual([first])
    expect(await casesBy({ penalty_type: ['fine', 'arrest'], penalty_hidden: true })).toEqual([first, second])
    expect(await casesBy({ penalty_type: ['imprisonment'], penalty_amount: { min: 30 } })).toEqual([third])
    expect(await casesBy({ has_note: true })).toEqual([first, second])
  })
  it('is not what the passing of time or the person brings, where that is no news', async () => {
    const wanted = [{ in_favorites: true }, { state: 'is_planned' }, { regions: [77] }].map(values => ({ values }))
    const ofEach = (found: Awaited<ReturnType<typeof matching>>) => found.map(one => one.map(({ caseId }) => caseId))
    const changed = told([first, second, fourth])
    expect(ofEach(await matching(wanted, { changed }))).toEqual([[first, second], [second], [first, fourth]])
    expect(ofEach(await matching(wanted, { changed, ignoreMoving: true }))).toEqual([[], [], [first, fourth]])
  })
})

it('whatever one filter says is told of the cases that the list of cases finds by it', async () => {
  const known = await valuesOfCases(db, caseListFields, cases)
  const filters = filterParamsOf(caseListFields).flatMap(({ name, key }) =>
    (known.get(key) ?? []).map((value): AnyValues => ({ [name]: value })),
  )
  const queries = filters.map((values, n) =>
    selectCases(db, { accountId: account.id, regions: 'all' }, values)
      .where(sql<boolean>`court_case.id = any(${cases}::int[])`)
      .select([sql<number>`${sql.lit(n)}::integer`.as('n'), 'court_case.id']),
  )
  const { rows } = await sql<{ n: number; id: number }>`${sql.join(queries, sql` union all `)}`.execute(db)
  const found = await matching(filters.map(values => ({ values })))
  for (const [n, values] of filters.entries()) {
    const listed = rows.flatMap(row => (row.n === n ? [row.id] : [])).toSorted((one, other) => one - other)
    expect(
      found[n]?.map(({ caseId }) => caseId),
      JSON.stringify(values),
    ).toEqual(listed)
  }
})

describe('the database', () => {
  const together: AnyValues = { penalty_type: ['fine', 'arrest'], penalty_hidden: true }
  it('decides more filters than one query takes', async () => {
    const wanted = Array.from({ length: 125 }, (_, n) => ({
      values: { ...together, entry_date_range: { min: '2026-03-01', max: addDays('2026-03-02', n) } },
    }))
    const found = await matching(wanted)
    expect(found.map(one => one.map(({ caseId }) => caseId))).toEqual(wanted.map(() => [first, second]))
  })
  it('decides the others when it cannot decide one, which finds nothing and is told of', async () => {
    const { list, ids } = await listOf(
      { values: together },
      { values: { ...together, stage: '1' } },
      { values: { ...together, type: '1' } },
    )
    const changed = told(cases)
    for (const { group } of await findMatches(db, list, changed, { onError: fail }))
      if (group.watchers.has(ids[1] ?? 0) && group.filters) group.filters.values = { ...together, stage: 'first' }
    const errors: unknown[] = []
    const matches = await findMatches(db, list, changed, { onError: error => errors.push(error) })
    expect(ids.map(id => matches.filter(({ group }) => group.watchers.has(id)).length)).toEqual([2, 0, 2])
    expect(errors).toHaveLength(1)
  })
})

describe('what is not needed is not asked', () => {
  /** Queries and what they are joined of, but for those that begin and end a transaction. */
  const asked = async (wanted: Parameters<typeof listOf>, changed = told(cases)): Promise<number> => {
    const { list } = await listOf(...wanted)
    let count = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        count++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await findMatches(counted, list, changed, { onError: fail })
    return count
  }
  const [traits, texts, decided] = [1, 2, 3]
  const words = (text: string, values: AnyValues = {}): AnyValues => ({
    ...values,
    result_text_search: { text, mode: 'plain' },
  })
  it('of a filter that memory can tell', async () => {
    expect(await asked([{ values: { regions: [77] } }])).toBe(traits)
    expect(await asked([{ values: { regions: [77] } }], [])).toBe(0)
  })
  it('of texts, but for filters by words whose kinds of news there are', async () => {
    expect(await asked([{ values: words('плакат'), kinds: ['text'] }])).toBe(traits)
    expect(await asked([{ values: words('плакат') }])).toBe(traits + texts + decided)
    expect(await asked([{ values: words('плакат', { regions: [78] }) }])).toBe(traits + texts + decided)
    const both = [{ values: words('плакат', { regions: [78] }) }, { values: words('плакат') }]
    expect(await asked(both)).toBe(traits + texts + decided + 1)
  })
  it('of words that none of the cases has', async () => {
    expect(await asked([{ values: words('листовка') }])).toBe(traits + texts)
    expect(await asked([{ values: words('листовка', { regions: [78] }) }])).toBe(traits + texts)
  })
})

describe('what is said to have matched', () => {
  it('is spelt out once a group, of the last hundred ways', async () => {
    const { list } = await listOf({ values: { regions: [77, 78] } })
    const find = (ids: readonly number[]) => findMatches(db, list, told(ids), { onError: fail })
    const [match] = await find([first, fourth])
    const spelt = match?.group.filters?.narrowed
    if (spelt === undefined) throw new Error('A filter is kept')
    expect([...spelt.values()]).toEqual([match?.matched])
    const [key = ''] = spelt.keys()
    spelt.set(key, 'as it was')
    expect((await find([first])).map(({ matched }) => matched)).toEqual(['as it was'])
    for (let n = spelt.size; n < 99; n++) spelt.set(`${n}`, '')
    await find([second])
    expect(spelt.size).toBe(100)
    spelt.delete(key)
    spelt.set('another', '')
    await find([first])
    expect(spelt.size).toBe(1)
  })
  it('is not spelt out anew where a case has all values, or there is one', async () => {
    const { list } = await listOf({ values: { penalty_type: ['fine', 'arrest'] } }, { values: { regions: [77] } })
    const matches = await findMatches(db, list, told([first]), { onError: fail })
    expect(matches.map(({ group }) => group.filters?.narrowed.size)).toEqual([0, 0])
  })
  it('is the filters, with those of their values that the case has', async () => {
    expect(await matchedBy({ regions: [77, 78] }, { changed: told([first, second]) })).toEqual([
      { regions: ['77'] },
      { regions: ['78'] },
    ])
    expect(await matchedBy({ regions: [78, 16], stage: '1' }, { changed: told([second]) })).toEqual([
      { regions: ['78'], stage: '1' },
    ])
    expect(await matchedBy({ regions: [77], stage: '1' })).toEqual([{ regions: ['77'], stage: '1' }])
    expect(await matchedBy({ stage: '2' })).toEqual([{ stage: '2' }])
  })
  it('is all values where a case has all', async () => {
    const { rows } = await sql<{ ids: number[] }>`
      select array_agg(article_id order by article_id) as ids from case_article where case_id = ${first}`.execute(db)
    const ids = rows[0]?.ids ?? []
    expect(await matchedBy({ codex_articles: ids }, { changed: told([first]) })).toEqual([
      { codex_articles: ids.map(String) },
    ])
  })
  it('is told for each case by itself, and by whom the database has decided as well', async () => {
    expect(await matchedBy({ regions: [77, 78], defendant_gender: 'm', defendant: 'ветрогонов' })).toEqual([
      { regions: ['77'], defendant_gender: 'm', defendant: 'ветрогонов' },
      { regions: ['78'], defendant_gender: 'm', defendant: 'ветрогонов' },
    ])
  })
  it('takes ё and е for one letter', async () => {
    expect(await matchedBy({ court_city: ['Ёлкино', 'Нигде'] }, { changed: told([second]) })).toEqual([
      { court_city: ['Ёлкино'] },
    ])
  })
})

describe('what is known of a case in memory', () => {
  it('is every row below it, folded, and whom it names under all their numbers', async () => {
    const { rows } = await sql<{ id: number }>`
      select defendant_id as id from case_defendant where case_id = ${first} order by ordinal`.execute(db)
    const [one = 0, two = 0] = rows.map(({ id }) => id)
    const { id: former } = await db
      .insertInto('defendant')
      .values({ name: 'Ветрогонов П. И.', name_normal: 'Ветрогонов П.И.', merged_into: one, match_key: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [traits, none, ...others] = (await readTraits(db, [first, fourth, 999_999])).toSorted((a, b) => a.id - b.id)
    expect(others).toEqual([])
    expect(traits).toMatchObject({ id: first, region: 77 })
    expect(traits?.people.toSorted()).toEqual([one, two, former].toSorted())
    const valuesOf = (column: string) => traits?.values.get(column)?.toSorted()
    expect(valuesOf('case_defendant.name')).toEqual(['Ветрогонов Петр Ильич', 'Суховеева Анна Ильинична'])
    expect(valuesOf('case_penalty.type')).toEqual(['arrest', 'fine'])
    expect(valuesOf('court_case.city')).toEqual(['Заречинск'])
    expect(valuesOf('court_case.result_type_id')).toEqual([])
    expect(traits?.small.get('case_advocate.name')?.toSorted()).toEqual(['зоркий г.д.', 'прозоров а.б.'])
    expect(traits?.small.get('court_case.case_number')).toHaveLength(1)
    expect(none?.small.get('case_advocate.name')).toEqual([])
    expect(traits?.present.has('case_defendant')).toBe(true)
    expect(traits?.present.has('court_case')).toBe(true)
    expect(none).toMatchObject({ id: fourth, people: [] })
    expect(none?.present.has('case_defendant')).toBe(false)
    expect(none?.values.get('case_defendant.name')).toBeUndefined()
    expect(none?.small.get('court_case.case_number')?.toSorted()).toEqual(['77-81/2025; 22-82/2025', '7у-9001/2026'])
    expect(none?.small.get('court_case.case_uid')).toEqual([])
    await db.deleteFrom('defendant').where('id', '=', former).execute()
  })
  it('is nothing of no cases, and their region alone where they have no more', async () => {
    expect(await readTraits(db, [])).toEqual([])
  })
})
