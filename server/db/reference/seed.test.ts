import { type Kysely, sql } from 'kysely'
import { DateTime } from 'luxon'
import { describe, expect, it } from 'vitest'
import { regionOfCode, regions } from '#shared/domain/regions.ts'
import { testDatabase } from '../../../test/database.ts'
import { resultWordings } from '../../../test/result-wordings.ts'
import { reviewsOfDecisions } from '../../../test/review-wordings.ts'
import { readInstallation, writeInstallation } from '../installation.ts'
import type { DB } from '../schema.ts'
import { seedReference } from './seed.ts'
import {
  referenceAppealResults,
  referenceArticles,
  referenceCourtRows,
  referenceDefenceParams,
  referenceEventResults,
  referenceEventTypes,
  referenceMagistrates,
  referenceResultTypes,
} from './tables.ts'

const distinct = (keys: readonly string[]): number => new Set(keys).size

describe('the reference files', () => {
  it('hold courts of every region, each once, in a zone that exists', () => {
    const all = referenceCourtRows()
    expect(all.length).toBeGreaterThan(2_380)
    expect(distinct(all.map(({ region, title }) => `${region} ${title}`))).toBe(all.length)
    const codes = all.flatMap(({ vnkod }) => vnkod ?? [])
    expect(distinct(codes)).toBe(codes.length)
    expect(distinct(all.map(({ region }) => `${region}`))).toBe(regions.length)
    for (const zone of new Set(all.map(({ time_zone }) => time_zone)))
      expect(() => new Intl.DateTimeFormat('ru', { timeZone: zone })).not.toThrow()
  })
  it('name a court without its region and a city without «г.»', () => {
    expect(
      referenceCourtRows().filter(({ title, city }) =>
        /\(|^г\.|\s{2}|^\s|\s$/.test(title.replace(' (Якутия)', '') + city),
      ),
    ).toEqual([])
  })
  it('keep the clocks of courts that differ from their capital', () => {
    const zoneOf = (title: string) => referenceCourtRows().find(court => court.title === title)?.time_zone
    expect(zoneOf('Якутский городской суд')).toBe('Asia/Yakutsk')
    expect(zoneOf('Верхнеколымский районный суд')).toBe('Asia/Srednekolymsk')
    expect(zoneOf('Оймяконский районный суд')).toBe('Asia/Ust-Nera')
    expect(zoneOf('109 гарнизонный военный суд')).toBe('Asia/Dushanbe')
    const ofMagistrates = new Map(referenceMagistrates().map(({ title, time_zone }) => [title, time_zone]))
    expect(ofMagistrates.get('Якутский судебный участок № 40')).toBe('Asia/Yakutsk')
    expect(ofMagistrates.get('Верхоянский судебный участок № 10')).toBe('Asia/Vladivostok')
    expect(ofMagistrates.get('Оймяконский судебный участок № 24')).toBe('Asia/Ust-Nera')
    expect(ofMagistrates.get('Среднеколымский судебный участок № 27')).toBe('Asia/Srednekolymsk')
    expect(ofMagistrates.get('Верхневилюйский судебный участок № 8')).toBe('Asia/Yakutsk')
    const offsetOf = (zone: string) => DateTime.fromISO('2026-06-01T00:00', { zone }).offset / 60
    const yakut = referenceMagistrates().filter(({ region }) => region === 14)
    expect([10, 11].map(hours => yakut.filter(({ time_zone }) => offsetOf(time_zone) === hours).length)).toEqual([3, 6])
  })
  it('hold a court of second instance for every region but those abroad', () => {
    const higher = new Set(
      referenceCourtRows().flatMap(({ kind, region }) =>
        ['republic', 'krai', 'oblast', 'autonomous_okrug', 'city_of_federal_significance'].includes(kind) ? region : [],
      ),
    )
    expect(regions.map(({ number }) => number).filter(number => !higher.has(number))).toEqual([94])
  })
  it('hold every district of magistrates once, with its site, its code by the region and what became of it', () => {
    const all = referenceMagistrates()
    expect(all).toHaveLength(7_738)
    expect(all.filter(({ vnkod }) => vnkod !== null)).toHaveLength(7_653)
    expect(distinct(all.flatMap(({ vnkod }) => vnkod ?? []))).toBe(7_653)
    expect(distinct([...referenceCourtRows(), ...all].map(({ region, title }) => `${region} ${title}`))).toBe(
      referenceCourtRows().length + all.length,
    )
    // Codes keep numbers that regions have no more.
    const other = new Map(
      all.flatMap(({ vnkod, region }) => {
        const code = Number(vnkod?.slice(0, 2) ?? region)
        return code === region ? [] : [[code, region] as const]
      }),
    )
    expect(other).toEqual(
      new Map([
        [2, 4],
        [3, 2],
        [4, 3],
        [20, 95],
        [91, 82],
      ]),
    )
    expect(Map.groupBy(all, ({ state }) => state).get('gone')).toHaveLength(3)
    expect(Map.groupBy(all, ({ state }) => state).get('renumbered')).toHaveLength(83)
    expect(all.find(({ vnkod }) => vnkod === '59MS0096')).toMatchObject({
      region: 59,
      kind: 'magistrate',
      site_layout: 'msudrf',
      url: expect.stringMatching(/^http:\/\/.*\.msudrf\.ru$/),
    })
  })
  it('put each court under the region that its code tells', () => {
    const coded = [...referenceCourtRows(), ...referenceMagistrates()].filter(({ vnkod }) => vnkod !== null)
    // A military court hears for many regions, and its code tells none.
    const meant = ({ kind, region }: (typeof coded)[number]) => (kind.includes('military') ? undefined : region)
    expect(coded.filter(court => regionOfCode(court.vnkod ?? '') !== meant(court))).toEqual([])
    expect(['', '99RS0001', '00MS0001'].map(regionOfCode)).toEqual([undefined, undefined, undefined])
    const kinds = (kind: string) => referenceCourtRows().filter(court => court.kind === kind).length
    expect([kinds('cassation'), kinds('appeal')]).toEqual([10, 6])
    expect(referenceCourtRows().find(({ url }) => url === 'http://2zovs.msk.sudrf.ru')).toMatchObject({
      region: 77,
      city: 'Москва',
      kind: 'okrug_military',
      instance: 2,
    })
  })
  it('hold articles of both codices, each part once and with its title', () => {
    const all = referenceArticles()
    expect(distinct(all.map(({ codex, article_number, part }) => `${codex} ${article_number} ${part}`))).toBe(
      all.length,
    )
    const parts = (number: string) => all.flatMap(({ article_number, part }) => (article_number === number ? part : []))
    expect(parts('20.2')).toEqual(['', '1', '1.1', '2', '3', '4', '5', '6', '6.1', '7', '8'])
    expect(parts('20.33')).toEqual([''])
    expect(all.filter(({ codex }) => codex === 'uk').length).toBeGreaterThan(1_400)
    for (const number of [
      '5.38',
      '6.21',
      '7.27',
      '13.15',
      '19.3',
      '20.1',
      '20.2.2',
      '20.3.3',
      '20.6.1',
      '20.29',
      '212.1',
    ])
      expect(parts(number)).toContain('')
  })
  it('hold the words of courts, each once', () => {
    for (const titles of [
      referenceEventTypes(),
      referenceEventResults(),
      referenceResultTypes(),
      referenceAppealResults(),
    ])
      expect(distinct(titles.map(({ title }) => title))).toBe(titles.length)
    expect(distinct(referenceDefenceParams().map(({ key, value }) => `${key} ${value}`))).toBe(
      referenceDefenceParams().length,
    )
    expect([...new Set(referenceDefenceParams().map(({ key }) => key))]).toEqual([
      'семейноеПоложение',
      'социальныеОсобенности',
      'сфераДеятельности',
      'социальныеСети',
      'действия',
    ])
  })
  it('count as hearings what happens in the courtroom', () => {
    const hearings = referenceEventTypes().flatMap(({ title, is_hearing }) => (is_hearing ? title : []))
    expect(hearings).toContain('Судебное заседание')
    expect(hearings).toContain('Рассмотрение дела по существу')
    expect(hearings).not.toContain('Назначено судебное заседание')
    expect(hearings).not.toContain('Передача дела судье')
  })
})

const contents = async (db: Kysely<DB>): Promise<unknown> =>
  (
    await sql`
      select (select json_agg(court order by id) from court) referenceCourtRows,
        (select json_agg(article order by id) from article) referenceArticles,
        (select json_agg(event_type order by id) from event_type) event_types,
        (select json_agg(result_type order by id) from result_type) result_types,
        (select json_agg(u order by u.*) from result_type_use u) uses,
        (select json_agg(defence_param order by id) from defence_param) params`.execute(db)
  ).rows[0]
const forget = (db: Kysely<DB>) => db.deleteFrom('installation').where('key', '=', 'reference').execute()

describe('seeding', async () => {
  const { db } = await testDatabase()
  // The template has some magistrates alone.
  await forget(db)
  await seedReference(db)

  it('brings every line in', async () => {
    const counts = await sql<{ courts: number; articles: number; hearings: number; uses: number }>`
      select (select count(*) from court) courts, (select count(*) from article) articles,
        (select count(*) from event_type where is_hearing) hearings, (select count(*) from result_type_use) uses`.execute(
      db,
    )
    expect(counts.rows[0]).toEqual({
      courts: referenceCourtRows().length + referenceMagistrates().length,
      articles: referenceArticles().length,
      hearings: referenceEventTypes().filter(({ is_hearing }) => is_hearing).length,
      uses: referenceResultTypes().flatMap(({ uses }) => uses).length,
    })
  })
  it('has nobody watch magistrates, and knows no site of those that are no more', async () => {
    const { rows } = await sql<{ magistrate: boolean; is_watched: boolean; state: string; sites: number }>`
      select kind = 'magistrate' as magistrate, is_watched, state, count(*) as sites
      from court_site join court on court.id = court_id group by 1, 2, 3 order by 1`.execute(db)
    expect(rows).toEqual([
      {
        magistrate: false,
        is_watched: true,
        state: '',
        sites: referenceCourtRows().filter(({ url }) => /^https?:/.test(url)).length,
      },
      {
        magistrate: true,
        is_watched: false,
        state: '',
        sites: referenceMagistrates().filter(({ site_layout, state }) => site_layout !== '' && state === '').length,
      },
    ])
  })
  it('changes nothing the second time, even when it does not know that it ran', async () => {
    const before = await contents(db)
    await seedReference(db)
    expect(await contents(db)).toEqual(before)
    await forget(db)
    await Promise.all([seedReference(db), seedReference(db)])
    expect(await contents(db)).toEqual(before)
  })
  it('leaves what a later version has brought in (§8)', async () => {
    const code = '16RS0046'
    await db.updateTable('court').set({ time_zone: 'Asia/Omsk' }).where('vnkod', '=', code).execute()
    await writeInstallation(db, 'reference', { digest: 'of a later version' })
    await sql`insert into kysely_migration (name, timestamp) values ('9998-later', '')`.execute(db)
    const zones = async () =>
      (await db.selectFrom('court').where('vnkod', '=', code).select('time_zone').execute()).map(one => one.time_zone)
    await seedReference(db)
    expect(await zones()).toEqual(['Asia/Omsk'])
    expect(await readInstallation(db, 'reference')).toEqual({ digest: 'of a later version' })
    await sql`delete from kysely_migration where name = '9998-later'`.execute(db)
    await seedReference(db)
    expect(await zones()).toEqual(['Europe/Moscow'])
  })
  it('keeps what was learned and corrects what it speaks of', async () => {
    await db.insertInto('result_type').values({ title: 'Узнано из дела' }).execute()
    await db.insertInto('article').values({ codex: 'koap', article_number: '99.9', part: '1' }).execute()
    await db.updateTable('article').set({ title: '' }).where('article_number', '=', '20.33').execute()
    await db.updateTable('court').set({ city: 'не тот', vnkod: null }).where('vnkod', '=', '16RS0046').execute()
    const learned = { title: 'Суд под прежним названием', region: 16, vnkod: '16RS0046', time_zone: 'Europe/Moscow' }
    await db.insertInto('court').values(learned).execute()
    await forget(db)
    await seedReference(db)
    const titles = db.selectFrom('result_type').select('title').where('title', '=', 'Узнано из дела')
    expect(await titles.execute()).toHaveLength(1)
    const named = db.selectFrom('article').where('article_number', 'in', ['20.33', '99.9']).orderBy('article_number')
    expect(await named.select(['article_number', 'is_named']).execute()).toEqual([
      { article_number: '20.33', is_named: true },
      { article_number: '99.9', is_named: false },
    ])
    const wrong = db.selectFrom('court').where('city', '=', 'не тот').select('id')
    expect(await wrong.execute()).toEqual([])
    const holders = db.selectFrom('court').where('vnkod', '=', '16RS0046').select('title')
    expect(await holders.execute()).toEqual([{ title: learned.title }])
  })
})

it('each result of the reference has its kind in test/result-wordings.ts, by each instance it occurs in', () => {
  const told = (table: readonly (readonly [kind: string, titles: readonly string[]])[]) =>
    table.flatMap(([, titles]) => titles)
  const known = {
    1: new Set(told(resultWordings.first)),
    2: new Set([...told(resultWordings.review), ...reviewsOfDecisions.map(([title]) => title)]),
  }
  const untold = referenceResultTypes().flatMap(({ title, uses }) =>
    uses.flatMap(({ stage }) => (known[stage].has(title) ? [] : [`${stage}: ${title}`])),
  )
  expect(untold).toEqual([])
})
