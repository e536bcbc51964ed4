import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { caseCounts } from '#shared/api/case-counts.ts'
import { caseFacets } from '#shared/api/facets.ts'
import { calendarMade } from '#shared/api/other-programs.ts'
import { newInvitation, workingSet } from '#shared/api/sets.ts'
import { countTree } from '#shared/api/statistics.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type ItemStatus, itemStatusNames } from '#shared/domain/sets.ts'
import { toQuery } from '#shared/filters/wire.ts'
import { type Ask, testApp } from '../../test/app.ts'
import { bothEngines } from '../../test/both-engines.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { addSubscription, feedIsSettled, storedHits } from '../../test/subscriptions.ts'
import { matchChanges } from '../subscriptions/match-changes.ts'
import { WatchList } from '../subscriptions/watch-list.ts'

/** Every view of the product works within a set (decision 0102): `set` is a filter like any other, within the reader's regions. */
const tested = await testApp()
const { db } = tested
const places = [
  { title: 'Заречный районный суд', region: 77, city: 'Москва' },
  { title: 'Подгорный районный суд', region: 78, city: 'Подгорск' },
]
const records = Array.from({ length: 24 }, (_, n) => ({
  court: places[n % 2] ?? { title: '', region: 77, city: '' },
  type: n % 3 === 0 ? (2 as const) : (1 as const),
  entry_date: `2026-0${1 + (n % 4)}-1${n % 9}`,
  defendants: [{ name: `Ветрогонов ${'АБВГДЕ'[n % 6]}ндрей Ильич` }],
}))
/** So that a case comes in again as the same. */
const keys = records.map((_, n) => ({ source_key: `test:within:${n}`, case_number: `5-7${n}/2026` }))
const ids = await buildCases(
  db,
  records.map((record, n) => ({ ...record, ...keys[n] })),
)
const regionOf = new Map(ids.map((id, n) => [id, records[n]?.court.region]))
const typeOf = new Map(ids.map((id, n) => [id, String(records[n]?.type)]))

const [owner, limited, stranger, removed] = await Promise.all([
  buildAccount(db),
  buildAccount(db, { regions: [77] }),
  buildAccount(db),
  buildAccount(db),
])
const people = { owner, limited, stranger, removed }
const own = await tested.as(owner)
const post = (ask: Ask, path: string, body: unknown) => ask(path, { method: 'POST', body })
const idOf = (body: unknown) => workingSet.parse(body).id
const inSet = ids.slice(0, 15)
const set = idOf((await post(own, 'sets/', { title: 'Первая', cases: inSet })).body)
const other = idOf((await post(own, 'sets/', { title: 'Вторая', cases: ids.slice(10, 20) })).body)
for (const who of [limited, removed]) {
  const { token } = newInvitation.parse((await post(own, `sets/${set}/invitations/`, { role: 'reader' })).body)
  await post(await tested.as(who), 'sets/invitations/accept/', { token })
}
await own(`sets/${set}/members/${removed.id}/`, { method: 'DELETE' })
const statusOf = new Map(ids.map((id, n): [number, ItemStatus] => [id, itemStatusNames[n % 4] ?? 'unseen']))
await own(`sets/${set}/items/`, {
  method: 'PATCH',
  body: {
    items: inSet.map((case_id, n) => ({
      case_id,
      status: statusOf.get(case_id),
      ...(n % 5 === 0 && { assignee: limited.id }),
    })),
  },
})

type Who = keyof typeof people
type Query = Record<string, string | string[]>
/** The cases of the first set that the person may see, by what the test has added. */
const expected: Record<Who, number[]> = {
  owner: inSet,
  limited: inSet.filter(id => regionOf.get(id) === 77),
  stranger: [],
  removed: [],
}
const sorted = (all: readonly number[]): number[] => all.toSorted((one, two) => one - two)
const list = z.object({ count: z.number(), results: z.array(z.object({ id: z.number() })) })
const asked = fc.record(
  {
    set_status: fc.subarray([...itemStatusNames], { minLength: 1 }),
    type: fc.constantFrom('1', '2'),
    regions: fc.subarray(['77', '78'], { minLength: 1 }),
  },
  { requiredKeys: [] },
)
const fits = (
  id: number,
  { set_status, type, regions }: { set_status?: ItemStatus[]; type?: string; regions?: string[] },
) =>
  (set_status === undefined || set_status.includes(statusOf.get(id) ?? 'unseen')) &&
  (type === undefined || typeOf.get(id) === type) &&
  (regions === undefined || regions.includes(String(regionOf.get(id))))

const orders: Readonly<Record<string, string>> = {
  entry_date: 'entry_date, id',
  '-entry_date': 'entry_date desc, id desc',
  case_number: 'number_order(case_number), id',
  '-region': 'region desc, id desc',
}

describe.each(await bothEngines(tested))('within a set, of %s', (_, as) => {
  const asks = new Map<Who, Ask>()
  const askOf = async (who: Who): Promise<Ask> => {
    const ask = asks.get(who) ?? (await as(people[who]))
    asks.set(who, ask)
    return ask
  }
  const body = async (ask: Ask, path: string, query: Query): Promise<unknown> => {
    const { status, body, text } = await ask(`${path}?${toQuery(query)}`)
    if (status !== 200) throw new Error(`${path} ${text}`)
    return body ?? text
  }

  it('the list, its count, facets, files, people and figures are of the same cases, those that the reader may see', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom<Who>('owner', 'limited', 'stranger', 'removed'), asked, async (who, more) => {
        const ask = await askOf(who)
        const query: Query = { ...more, set: [String(set)] }
        const wanted = sorted(expected[who].filter(id => fits(id, more)))
        const found = list.parse(await body(ask, 'cases/', { ...query, size: '100' }))
        expect([found.count, sorted(found.results.map(({ id }) => id))]).toEqual([wanted.length, wanted])
        const { type: _, ...untyped } = query
        const facets = caseFacets.parse(await body(ask, 'cases/facets/', { ...untyped, facets: ['type'] })).facets.type
        const untypedMore = { ...more }
        delete untypedMore.type
        const all = expected[who].filter(id => fits(id, untypedMore))
        expect(Object.fromEntries((facets ?? []).map(({ value, count }) => [value, count]))).toEqual(
          Object.fromEntries(
            [...Map.groupBy(all, id => typeOf.get(id) ?? '')].map(([type, some]) => [type, some.length]),
          ),
        )
        const lines = z.string().parse(await body(ask, 'data/casescsv/export.ndjson', { ...query, fields: 'id' }))
        const filed = lines
          .split('\n')
          .flatMap(line => (line === '' ? [] : [z.object({ id: z.number() }).parse(JSON.parse(line)).id]))
        expect(sorted(filed)).toEqual(wanted)
        const { type: __, ...figured } = query
        const of = toQuery(query)
        const { counts } = caseCounts.parse(await body(ask, 'search/counts/', { of }))
        expect(counts).toEqual([wanted.length])
        const tree = countTree.parse(await body(ask, 'frontcountcases/', figured))
        expect(tree.reduce((sum, { count }) => sum + count, 0)).toBe(all.length)
        const named = list.parse(await body(ask, 'defendants/', { ...figured, size: '100' }))
        expect(named.count > 0).toBe(all.length > 0)
      }),
      lawRuns(25),
    )
  })

  it.each(['entry_date', '-entry_date', 'case_number', '-region'])(
    'pages and files are in the order by %s',
    async ordering => {
      const ask = await askOf('owner')
      const query = { set: [String(set)], ordering }
      const pages = await Promise.all(
        ['1', '2', '3'].map(async page => list.parse(await body(ask, 'cases/', { ...query, page, size: '6' })).results),
      )
      const listed = pages.flat().map(({ id }) => id)
      const { rows } = await sql<{ id: number }>`
      select id from court_case where id = any(${inSet}::integer[])
      order by ${sql.raw(orders[ordering] ?? '')}`.execute(db)
      expect(listed).toEqual(rows.map(({ id }) => id))
      const lines = z.string().parse(await body(ask, 'data/casescsv/export.ndjson', { ...query, fields: 'id' }))
      expect([...lines.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(listed)
    },
  )

  it('a set beside another, turned round, and one that is not one’s own', async () => {
    const count = async (who: Who, query: Query) => list.parse(await body(await askOf(who), 'cases/', query)).count
    expect(await count('owner', { set: [String(set), String(other)] })).toBe(20)
    expect(await count('owner', { set_not: [String(set)] })).toBe(9)
    expect(await count('stranger', { set_not: [String(set)] })).toBe(24)
    expect(await count('limited', { set: [String(other)] })).toBe(0)
    // In one row: checked in this set, whatever its status in another.
    const both = inSet.filter(id => ids.indexOf(id) >= 10 && statusOf.get(id) !== 'unseen').length
    expect(await count('owner', { set: [String(other)], set_status: ['unseen'] })).toBe(10)
    expect(both).toBeGreaterThan(0)
    expect(await count('limited', { set_mine: 'true' })).toBe(
      inSet.filter((id, n) => n % 5 === 0 && regionOf.get(id) === 77).length,
    )
    expect(await count('owner', { set_mine: 'true' })).toBe(0)
  })

  it('a deleted set has no cases until it is brought back', async () => {
    const count = async () =>
      list.parse(await body(await askOf('owner'), 'cases/', { set: [String(other)], size: '1' })).count
    await own(`sets/${other}/`, { method: 'DELETE' })
    expect(await count()).toBe(0)
    await post(own, `sets/${other}/restore/`, {})
    expect(await count()).toBe(10)
  })
})

const watching = new WatchList()
const follow = async () => {
  await feedIsSettled(db)
  await matchChanges(db, watching, {
    now: new Date(),
    onError: error => {
      throw error
    },
  })
}
const told = async (id: number | undefined) => sorted((await storedHits(db, id ?? 0)).map(({ case_id }) => case_id))
describe('a subscription to a set', () => {
  it('tells each member of the cases of their own regions, and nothing once the membership has ended', async () => {
    const leaver = await buildAccount(db)
    const { token } = newInvitation.parse((await post(own, `sets/${set}/invitations/`, { role: 'reader' })).body)
    await post(await tested.as(leaver), 'sets/invitations/accept/', { token })
    const to = (account: { id: number }) => addSubscription(db, account.id, { values: { set: [set] } })
    const [ofOwner, ofLimited, ofStranger, ofLeaver] = await Promise.all([owner, limited, stranger, leaver].map(to))
    const judged = async (judge: string) => {
      await buildCases(
        db,
        [ids[0], ids[1], ids[20]].map(id => ({
          ...records[ids.indexOf(id ?? 0)],
          ...keys[ids.indexOf(id ?? 0)],
          judge,
        })),
      )
      await follow()
    }
    await judged('Белоозёрова Нина Викторовна')
    const both = sorted([ids[0] ?? 0, ids[1] ?? 0])
    expect(await Promise.all([ofOwner, ofLimited, ofStranger, ofLeaver].map(told))).toEqual([both, [ids[0]], [], both])
    await own(`sets/${set}/members/${leaver.id}/`, { method: 'DELETE' })
    await judged('Тихонова Вера Глебовна')
    expect(await told(ofLeaver)).toEqual(both)
    expect(await told(ofOwner)).toHaveLength(4)
  })

  it('that watches names tells what it has just found as one, by news and in one calendar, until the address is revoked or the membership ends', async () => {
    const names = ['Звездоходов Лев Ильич', 'Лунносадов Ян Ильич']
    const watched = idOf((await post(own, 'sets/', { title: 'Имена' })).body)
    await post(own, `sets/${watched}/watch/`, { rows: names.map(text => ({ text, region: 77 })) })
    const member = await buildAccount(db)
    const asMember = await tested.as(member)
    const { token } = newInvitation.parse((await post(own, `sets/${watched}/invitations/`, { role: 'reader' })).body)
    await post(asMember, 'sets/invitations/accept/', { token })
    const [news, mine, theirs] = await Promise.all([
      addSubscription(db, member.id, { values: { set: [watched] }, cadence: 'daily' }),
      ...[own, asMember].map(async ask =>
        calendarMade.parse((await post(ask, 'calendars/', { get_params: { set: [String(watched)] } })).body),
      ),
    ])
    await follow()
    const date = addDays(today(), 5)
    const found = await buildCases(
      db,
      names.map((name, n) => ({
        ...{
          source_key: `test:watched:${n}`,
          case_number: `5-80${n}/2026`,
          court: { title: 'Заречный районный суд', region: 77 },
        },
        ...{ defendants: [{ name }], events: [{ type: 'Рассмотрение дела по существу', date, time: '10:00' }] },
      })),
    )
    await follow()
    expect(await told(news)).toEqual(sorted(found))
    const read = async (calendar: string | undefined) => {
      const { status, text } = await tested.guest(new URL(calendar ?? '').pathname)
      return [status, ...text.matchAll(/SUMMARY:(5-80\d\/2026)/g).map(([, number]) => number)]
    }
    const both = [200, '5-800/2026', '5-801/2026']
    expect([await read(mine?.calendar), await read(theirs?.calendar)]).toEqual([both, both])
    await own(`sets/${watched}/members/${member.id}/`, { method: 'DELETE' })
    await own(`subscriptions/${mine?.subscription}/feed/`, { method: 'DELETE' })
    expect((await read(theirs?.calendar)).slice(1)).toEqual([])
    expect((await read(mine?.calendar))[0]).toBe(404)
  })
})

describe('a set is named', () => {
  it('to its members alone', async () => {
    const names = async (who: Who) => (await (await tested.as(people[who]))(`names/?sets=${set}`)).body
    expect(await names('limited')).toMatchObject({ sets: { [set]: 'Первая' } })
    expect(await names('stranger')).toMatchObject({ sets: {} })
    expect(await names('removed')).toMatchObject({ sets: {} })
  })
  it('in a saved filter and in a file about itself', async () => {
    const query = { get_params: { set: [set], set_status: ['unseen'] } }
    expect((await post(own, 'presets/', { title: 'Не смотрели', ...query })).body).toMatchObject({
      human_readable: { set: 'Первая', set_status: 'Не смотрели' },
    })
    expect((await own(`data/casescsv/about.csv?set=${set}`)).text).toContain('Первая')
    expect((await (await tested.as(stranger))(`data/casescsv/about.csv?set=${set}`)).text).not.toContain('Первая')
  })
  it('on each of its cases in a list', async () => {
    const { body } = await own(`cases/?set=${set}&size=100&set_status=checked`)
    const rows = z.object({ results: z.array(z.object({ id: z.number(), sets: z.array(z.unknown()) })) }).parse(body)
    const first = rows.results.find(({ id }) => id === ids[2])
    expect(first?.sets).toEqual([{ id: set, title: 'Первая', status: 'checked' }])
  })
  it('in the search box', async () => {
    const { body } = await own('search/?q=перва&groups=set')
    expect(body).toMatchObject({
      groups: [
        { kind: 'set', items: [{ id: set, title: 'Первая', filters: { set: [String(set)] }, cases_count: 15 }] },
      ],
    })
    const theirs = await (await tested.as(stranger))('search/?q=перва&groups=set')
    expect(theirs.body).toMatchObject({ groups: [{ items: [] }] })
  })
})
