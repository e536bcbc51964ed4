import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { coverageFields, coverageQuery } from '#shared/api/collecting.ts'
import type { CourtKind } from '#shared/domain/court-kinds.ts'
import { regions } from '#shared/domain/regions.ts'
import { readValues } from '#shared/filters/wire.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import type { Scope } from '../cases/predicates.ts'
import { recordReadDays, recordSeries } from '../collectors/court-readings.ts'
import { coverageGaps } from './courts-read.ts'
import { coverageOf } from './coverage.ts'
import { regionsOfMap } from './map-regions.ts'

/** Coverage: which courts a question is about, and when each was last read for it (§3 «0 дел»). */
const { db } = await testDatabase()
await sql`delete from court`.execute(db)

const everywhere: Scope = { accountId: null, regions: 'all' }
const on = '2026-11-22'
const at = (day: string, hour = 3): Date => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
const daysBefore = (count: number): string => new Date(Date.parse(on) - count * 86_400_000).toISOString().slice(0, 10)

let serial = 0
/** A court with its site; `null`: without one. */
async function court(kind: CourtKind | '', site: { watched?: boolean; servers?: number[] } | null = {}, region = 59) {
  serial += 1
  const { id } = await db
    .insertInto('court')
    .values({
      title: `Вымышленный суд № ${serial}`,
      region,
      kind,
      instance: 1,
      time_zone: 'Europe/Moscow',
      vnkod: null,
      has_captcha: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (site === null) return { id, site: 0 }
  const made = await db
    .insertInto('court_site')
    .values({
      court_id: id,
      host: `vymysel${serial}.prm.sudrf.ru`,
      url: '',
      layout: 'sudrf_tabs',
      is_watched: site.watched ?? true,
      servers: site.servers ?? [1],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, site: made.id }
}
type Search = { type?: 1 | 2; stage?: 1 | 2; server?: number; catalogue?: number }
const seriesOf = (site: number, { type = 1, stage = 1, server = 1, catalogue = 0 }: Search = {}) => ({
  site_id: site,
  type,
  stage,
  server,
  catalogue,
})
/** All codices and instances at once, unless one is named. */
async function read(
  { site }: { site: number },
  {
    from = daysBefore(14),
    to = on,
    when = at(on),
    ...search
  }: Search & { from?: string; to?: string; when?: Date } = {},
) {
  for (const type of [1, 2] as const)
    for (const stage of [1, 2] as const)
      if ((search.type ?? type) === type && (search.stage ?? stage) === stage)
        await recordReadDays(db, seriesOf(site, { ...search, type, stage }), { from_day: from, to_day: to }, when)
}
const asked = (query: Record<string, string | string[]>) => readValues(coverageFields, coverageQuery.parse(query))
const told = async (query: Record<string, string | string[]> = {}, scope = everywhere, day = on) => {
  const { courts, checked, stale, unread, unwatched, oldest_check_at } = await coverageOf(db, scope, asked(query), day)
  return { courts, checked, stale, unread, unwatched, oldest: oldest_check_at?.slice(0, 10) ?? null }
}
const nothing = { checked: 0, stale: 0, unread: 0, unwatched: 0, oldest: null }

beforeEach(async () => {
  await sql`delete from court`.execute(db)
})

describe('the oldest check of what a list is about', () => {
  it('stands beside how many were read long ago: one court read today does not speak for 37 read a year ago', async () => {
    await read(await court('district'))
    for (let count = 0; count < 37; count++)
      await read(await court('district'), { from: '2025-11-08', to: '2025-11-22', when: at('2025-11-22') })
    expect(await told()).toEqual({ ...nothing, courts: 38, checked: 38, stale: 37, oldest: '2025-11-22' })
  })

  it.each([
    [6, 0],
    [7, 0],
    [8, 1],
  ])('is called old after a week: %i days ago, %i', async (days, stale) => {
    await read(await court('district'), {
      to: daysBefore(days),
      from: daysBefore(days + 14),
      when: at(daysBefore(days)),
    })
    expect(await told()).toMatchObject({ checked: 1, stale, oldest: daysBefore(days) })
  })

  it('is no younger than the days that were read: a March read today tells of March', async () => {
    await read(await court('district'), { from: '2026-03-01', to: '2026-03-09' })
    expect(await told()).toMatchObject({ checked: 1, stale: 1, oldest: '2026-03-09' })
  })
})

describe('a court is read', () => {
  it.each<[string, Record<string, string>, number]>([
    ['for the codex that was read', { type: '1' }, 1],
    ['not for the other codex', { type: '2' }, 0],
    ['not for both', {}, 0],
    ['not for the instance that was not', { type: '1', stage: '2' }, 0],
    ['where the other codex is excluded', { type_not: '2', stage: '1' }, 1],
  ])('%s', async (_, query, checked) => {
    await read(await court('district'), { type: 1, stage: 1 })
    expect((await told({ stage: '1', ...query })).checked).toBe(checked)
  })

  it('when all of its servers and catalogues are', async () => {
    const one = await court('magistrate', { servers: [1, 2] })
    await recordSeries(db, [
      seriesOf(one.site),
      seriesOf(one.site, { server: 2 }),
      seriesOf(one.site, { server: 2, catalogue: 1 }),
    ])
    const koap = { type: '1', stage: '1' }
    await read(one, { type: 1, stage: 1 })
    expect(await told(koap)).toMatchObject({ checked: 0, unread: 1 })
    await read(one, { type: 1, stage: 1, server: 2, when: at(daysBefore(3)), to: daysBefore(3) })
    expect(await told(koap)).toMatchObject({ checked: 0 })
    await read(one, { type: 1, stage: 1, server: 2, catalogue: 1 })
    expect(await told(koap)).toMatchObject({ checked: 1, oldest: daysBefore(3) })
    // A server that the site has no more is asked no more.
    await sql`update court_site set servers = '{1}'`.execute(db)
    expect(await told(koap)).toMatchObject({ checked: 1, oldest: on })
  })

  it('anew when its site is built otherwise', async () => {
    await read(await court('district'))
    await sql`update court_site set layout = 'sudrf_lawcase'`.execute(db)
    expect(await told()).toMatchObject({ checked: 0, unread: 1 })
  })
})

describe('of a period', () => {
  const days = (min: string, max: string) => ({ entry_date_range_min: min, entry_date_range_max: max })
  it.each([
    ['the very days', '2026-03-01', '2026-03-09', 1],
    ['days within', '2026-03-02', '2026-03-08', 1],
    ['a day before', '2026-02-28', '2026-03-09', 0],
    ['a day after', '2026-03-01', '2026-03-10', 0],
    ['other days', '2026-03-10', '2026-03-11', 0],
  ])('every day is to be read: %s', async (_, min, max, checked) => {
    await read(await court('district'), { from: '2026-03-01', to: '2026-03-05', when: at('2026-03-06') })
    await read(await court('district'), { from: '2026-03-01', to: '2026-03-09', when: at('2026-03-10') })
    // Two searches of one court that meet are as good as one.
    await read(await court('district'), { from: '2026-03-01', to: '2026-03-05', when: at('2026-03-06') })
    const [last] = await db.selectFrom('court_site').select('id').orderBy('id', 'desc').limit(1).execute()
    await read({ site: last?.id ?? 0 }, { from: '2026-03-05', to: '2026-03-09', when: at('2026-03-11') })
    const few = max <= '2026-03-05' ? 3 : 2
    expect((await told(days(min, max))).checked).toBe(checked * few)
  })

  it('the moment is that of its days, not of others', async () => {
    const one = await court('district')
    await read(one, { from: '2026-03-01', to: '2026-03-31', when: at('2026-04-01') })
    await read(one, { from: '2026-03-20', to: '2026-03-25', when: at('2026-05-01') })
    expect(await told(days('2026-03-21', '2026-03-24'))).toMatchObject({ oldest: '2026-05-01' })
    expect(await told(days('2026-03-19', '2026-03-24'))).toMatchObject({ oldest: '2026-04-01' })
    expect(await told(days('2026-03-24', '2026-03-26'))).toMatchObject({ checked: 1, oldest: '2026-04-01' })
  })

  it('the day that is not over is read tonight, and asked for only where it is all that is asked', async () => {
    await read(await court('district'), { to: daysBefore(1) })
    expect((await told(days(daysBefore(5), on))).checked).toBe(1)
    expect((await told({ entry_date_range_relative: 'last_7_days' })).checked).toBe(1)
    expect((await told(days(on, on))).checked).toBe(0)
    expect((await told(days(on, on), everywhere, daysBefore(1))).checked).toBe(0)
    expect((await coverageOf(db, everywhere, asked(days(daysBefore(5), on)), on)).days).toEqual({
      min: daysBefore(5),
      max: daysBefore(1),
    })
  })

  it('nights after each other are kept in few rows', async () => {
    const one = await court('district')
    for (let night = 60; night >= 0; night--)
      await read(one, {
        type: 1,
        stage: 1,
        from: daysBefore(night + 14),
        to: daysBefore(night),
        when: at(daysBefore(night), 20),
      })
    const { rows } = await sql<{ count: number; days: number }>`
      select count(*) as count, sum(to_day - from_day + 1) as days from collect_reading`.execute(db)
    expect(rows[0]?.days).toBe(75)
    expect(rows[0]?.count).toBeLessThan(12)
    expect(await told({ type: '1', stage: '1', ...days(daysBefore(74), on) })).toMatchObject({ checked: 1, stale: 1 })
  })
})

describe('a region of the map without cases', () => {
  const days = (min: string, max: string) => ({ entry_date_range_min: min, entry_date_range_max: max })
  const empty = async (query: Record<string, string | string[]> = {}, known: readonly number[] = []) => {
    const { unread, asked: chosen } = await regionsOfMap(db, everywhere, asked(query), { on, known })
    return { isUnread: [59, 60].filter(region => unread.includes(region)), asked: chosen }
  }
  it('has none where a court was read for the asked days, else it is not known', async () => {
    const { id } = await court('district', {}, 59).then(async one => {
      await read(one)
      return one
    })
    await court('district', {}, 60)
    expect((await empty()).isUnread).toEqual([60])
    expect((await empty(days(daysBefore(14), on))).isUnread).toEqual([60])
    expect((await empty(days(daysBefore(15), on))).isUnread).toEqual([59, 60])
    expect((await empty({ court: String(id) })).asked).toEqual([59])
  })
  it.each(['result_date_range', 'event_date_range', 'last_scheduled_hearing_date_range'])(
    'is asked by %s whether it was read over the same days, and for days ahead until yesterday',
    async field => {
      await read(await court('district', {}, 59), { to: daysBefore(1) })
      const of = (min: number, max: number) =>
        empty({ [`${field}_min`]: daysBefore(min), [`${field}_max`]: daysBefore(max) }).then(found => found.isUnread)
      expect(await of(14, 0)).toEqual([60])
      expect(await of(15, 0)).toEqual([59, 60])
      expect(await of(-1, -5)).toEqual([60])
      // A day of entry is what was read: it alone counts when both are named.
      const both = { ...days(daysBefore(3), daysBefore(2)), [`${field}_min`]: '2020-01-01', [`${field}_max`]: on }
      expect((await empty(both)).isUnread).toEqual([60])
    },
  )
  it('of decided cases is known where imported cases were under way on one of the days', async () => {
    const one = { court: { title: 'Вымышленный суд', region: 60 }, entry_date: daysBefore(20) }
    await buildCases(db, [{ ...one, result_date: daysBefore(10) }], 'file')
    const of = (min: number, max: number) =>
      empty({ result_date_range_min: daysBefore(min), result_date_range_max: daysBefore(max) }).then(
        found => found.isUnread,
      )
    expect(await of(12, 10)).toEqual([59])
    expect(await of(9, 8)).toEqual([59, 60])
    expect(await of(22, 21)).toEqual([59, 60])
    await sql`delete from court_case`.execute(db)
  })
  it('is known where cases of these days were imported, and not by what the collector happened to find', async () => {
    const one = { court: { title: 'Вымышленный суд', region: 60 }, entry_date: daysBefore(3) }
    await buildCases(db, [one], 'collector')
    expect((await empty()).isUnread).toEqual([59, 60])
    await buildCases(db, [{ ...one, case_number: '5-901/2026' }], 'file')
    expect((await empty()).isUnread).toEqual([59])
    expect((await empty(days(daysBefore(3), daysBefore(3)))).isUnread).toEqual([59])
    expect((await empty(days(daysBefore(5), daysBefore(4)))).isUnread).toEqual([59, 60])
    await sql`delete from court_case`.execute(db)
  })
  it('is asked about only where it has no cases', async () => {
    await court('district', {}, 60)
    expect((await empty({}, [60])).isUnread).toEqual([59])
    expect(await empty({ regions: ['60', '59'] }, [60])).toEqual({ isUnread: [59], asked: [59, 60] })
    const all = regions.map(({ number }) => number)
    expect(await regionsOfMap(db, everywhere, {}, { on, known: all })).toEqual({ unread: [], asked: null })
  })
  it('is not asked about where the filters leave it out', async () => {
    expect((await empty()).asked).toBeNull()
    expect((await empty({ regions: ['60', '59'] })).asked).toEqual([59, 60])
  })
})

describe('a question is about the courts', () => {
  it.each<[string, Record<string, string>, (CourtKind | '')[]]>([
    ['КоАП, first instance', { type: '1', stage: '1' }, ['magistrate', 'district', 'garrison_military', '']],
    [
      'УК, first instance',
      { type: '2', stage: '1' },
      ['magistrate', 'district', 'oblast', 'garrison_military', 'okrug_military', ''],
    ],
    [
      'КоАП, second instance',
      { type: '1', stage: '2' },
      ['district', 'oblast', 'cassation', 'garrison_military', 'okrug_military', ''],
    ],
    [
      'УК, second instance',
      { type: '2', stage: '2' },
      ['district', 'oblast', 'appeal', 'cassation', 'okrug_military', ''],
    ],
  ])('that hear such cases: %s', async (_, query, kinds) => {
    const all = [
      'magistrate',
      'district',
      'oblast',
      'appeal',
      'cassation',
      'garrison_military',
      'okrug_military',
      '',
    ] as const
    const ids = new Map<number, string>()
    for (const kind of all) ids.set((await court(kind)).id, kind)
    expect((await told(query)).courts).toBe(kinds.length)
    const { rows } = await coverageGaps(db, everywhere, asked(query), { kind: 'unread', page: 1, size: 100 }, on)
    expect(new Set(rows.map(({ court: { id } }) => ids.get(id)))).toEqual(new Set(kinds))
  })

  it('of the account’s regions only: what others are like is told by no number', async () => {
    await read(await court('district', {}, 77), { when: at('2025-11-22'), to: '2025-11-22', from: '2025-11-08' })
    await read(await court('district', {}, 59))
    await court('district', { watched: false }, 77)
    const own: Scope = { accountId: 1, regions: [59] }
    expect(await told({}, own)).toEqual({ ...nothing, courts: 1, checked: 1, oldest: on })
    expect(await told({ regions: ['77'] }, own)).toEqual({ ...nothing, courts: 0 })
    expect(await coverageGaps(db, own, {}, { kind: 'unwatched', page: 1, size: 10 }, on)).toEqual({
      count: 0,
      rows: [],
    })
    expect(await told({}, { accountId: 1, regions: [] })).toEqual({ ...nothing, courts: 0 })
  })

  it('that nobody watches, by name', async () => {
    const bare = await court('magistrate', null)
    const left = await court('magistrate', { watched: false })
    await court('magistrate')
    const former = await court('magistrate', { watched: false })
    await read(former, { from: '2025-01-01', to: '2025-01-15', when: at('2025-01-16') })
    const koap = { type: '1', stage: '1' }
    expect(await told(koap)).toEqual({ courts: 4, checked: 1, stale: 1, unread: 1, unwatched: 2, oldest: '2025-01-15' })
    const gaps = async (kind: 'unwatched' | 'stale', page: number) => {
      const { count, rows } = await coverageGaps(db, everywhere, asked(koap), { kind, page, size: 1 }, on)
      return [count, rows.map(one => one.court.id)]
    }
    expect(await gaps('unwatched', 1)).toEqual([2, [bare.id]])
    expect(await gaps('unwatched', 2)).toEqual([2, [left.id]])
    expect(await gaps('unwatched', 3)).toEqual([2, []])
    expect(await gaps('stale', 1)).toEqual([1, [former.id]])
  })
})

describe('sources of cases', () => {
  const sources = async (scope = everywhere) =>
    (await coverageOf(db, scope, {}, on)).sources.map(({ source, cases }) => [source, cases])
  it('are told each with its count, of the account’s regions', async () => {
    expect(await sources()).toEqual([])
    const invented = Array.from({ length: 7 }, () => ({ court: { title: 'Вымышленный районный суд', region: 77 } }))
    await buildCases(db, invented, 'demo')
    expect(await sources()).toEqual([['demo', 7]])
    await buildCases(db, [{ court: { title: 'Вымышленный районный суд', region: 59 } }], 'registry.csv')
    expect(await sources()).toEqual([
      ['files', 1],
      ['demo', 7],
    ])
    expect(await sources({ accountId: 1, regions: [59] })).toEqual([['files', 1]])
    expect(await sources({ accountId: 1, regions: [16] })).toEqual([])
    await sql`delete from court_case`.execute(db)
    expect(await sources()).toEqual([])
    await sql`delete from judge`.execute(db)
  })
})
