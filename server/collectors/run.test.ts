import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as quiet } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { courtStandIn, type StandInCase, type StandInCourt } from '../../test/court-stand-in.ts'
import { testDatabase } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { answerCaptcha, waitingCaptchas } from './captcha.ts'
import { raiseFlags } from './court-checks.ts'
import type { Crew } from './fetch-politely.ts'
import { type Manners, manners } from './manners.ts'
import { writePageFolder } from './pages/page-folder.ts'
import { replay } from './pages/replay.ts'
import { folderSource, keptSource } from './pages/replay-sources.ts'
import { planWindows } from './plan.ts'
import { refreshCase, refreshState } from './refresh-case.ts'
import { makeCrew, runCollecting } from './run.ts'
import { siteCommand } from './site-command.ts'
import { type Site, siteColumns } from './sites.ts'
import { openWindows, type Wanted, windowsOf } from './windows.ts'

const { db, url } = await testDatabase()
/** A fiftieth of the real ones. */
const rules: Manners = {
  ...manners,
  gap: 30,
  platformGap: 12,
  longestRequest: 1_500,
  silence: 400,
  longestSilence: 800,
  hostDaily: 1e6,
  hostByDay: 1e6,
  platformDaily: 1e6,
  retryPauses: [40, 80, 160],
}

let serial = 0
/** A made-up court with its site; each test has its own. */
async function court(given: Partial<StandInCourt> & { cases: StandInCase[] }, servers = [1]) {
  serial += 1
  const host = `vymysel${serial}.prm.sudrf.ru`
  const { id: court_id } = await db
    .insertInto('court')
    .values({
      title: `Вымышленный ${serial}-й районный суд`,
      region: 59,
      instance: 1,
      time_zone: 'Asia/Yekaterinburg',
      vnkod: null,
      has_captcha: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('court_site')
    .values({ court_id, host, url: `http://${host}`, layout: 'sudrf_tabs', servers, is_watched: false })
    .execute()
  const { rows } = await sql<Site>`
    select ${siteColumns} from court_site s join court c on c.id = s.court_id where s.host = ${host}`.execute(db)
  const [site] = rows
  if (site === undefined) throw new Error('no site')
  courts[host] = given
  return { host, site, court_id }
}
const courts: Record<string, StandInCourt> = {}
const standIn = await courtStandIn(courts)
afterAll(() => standIn.close())
const errors: unknown[] = []

const people = ['Вымыслов Пётр Ильич', 'Небывалова Анна Олеговна', 'Придуманный Олег Игоревич']
const cases = (count: number, given: (at: number) => Partial<StandInCase> = () => ({})): StandInCase[] =>
  Array.from({ length: count }, (_, at) => ({
    number: `5-${at + 1}/2026`,
    person: people[at % people.length] ?? '',
    article: 'ст.20.2 ч.5 КоАП РФ',
    entry: `2026-03-${String((at % 9) + 1).padStart(2, '0')}`,
    guid: `${serial + 1}f${at}`,
    uid: `59RS0001-01-2026-${String(at + 1).padStart(6, '0')}-11`,
    ...given(at),
  }))

const newCrew = (more: Partial<Manners> = {}): Promise<Crew> =>
  makeCrew(db, { proxy: standIn.url, contact: 'mailto:sudy@example.org', rules: { ...rules, ...more }, timeout: 700 })
async function collect(sites: readonly Site[], given: Partial<Wanted> & { lanes?: number; patience?: number } = {}) {
  const { lanes = 2, patience = 900, ...wanted } = given
  const crew = await newCrew()
  for (const site of sites)
    await openWindows(
      db,
      windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09', ...wanted }, crew.searchUrls),
      { why: 'command' },
    )
  await goOn(sites, { lanes, patience })
}
async function goOn(sites: readonly Site[], { lanes = 2, patience = 900, crew = undefined as Crew | undefined } = {}) {
  const onError = (error: unknown) => errors.push(error)
  const only = { sites: sites.map(({ id }) => id) }
  await runCollecting(crew ?? (await newCrew()), { only, lanes, patience, onError }, new AbortController().signal)
  expect(errors).toEqual([])
}
const stored = (courtId: number) =>
  db
    .selectFrom('court_case')
    .where('court_id', '=', courtId)
    .select(['id', 'case_number', 'case_uid', 'entry_date', 'has_text', 'url', 'gone_at'])
    .orderBy('id')
    .execute()
const numbers = (list: readonly { case_number?: string; number?: string }[]) =>
  list.map(one => one.case_number ?? one.number ?? '').sort()
const windows = (site: Site) =>
  db.selectFrom('collect_window').where('site_id', '=', site.id).selectAll().orderBy('id').execute()
const askedOf = (host: string) => standIn.asked.filter(one => one.host === host)

describe.concurrent('collecting from a court site (domain §6)', () => {
  it('brings every case of every page with its text, once, and keeps each page it has seen', async () => {
    const all = cases(12, at => (at === 3 ? { text: { html: '<p>п о с т а н о в и л:<br>прекратить.</p>' } } : {}))
    const { site, host, court_id } = await court({ cases: all })
    await collect([site])
    const found = await stored(court_id)
    expect(numbers(found)).toEqual(numbers(all))
    expect(found.filter(one => one.has_text)).toHaveLength(1)
    expect(await windows(site)).toMatchObject([{ state: 'done', promised: 12 }])
    // Three pages of the list, twelve cards, nothing twice.
    expect(askedOf(host)).toHaveLength(3 + 12)
    const { rows } = await sql<{ kept: number }>`
      select count(*) as kept from court_request r join page p on p.hash = r.page_hash where r.host = ${host}`.execute(
      db,
    )
    expect(rows[0]?.kept).toBe(15)

    await collect([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    // What says the same is not read again: only the list was asked.
    expect(askedOf(host)).toHaveLength(15 + 3)
  })

  it('reads a card again when its row changes, and the change history names the page', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.result = 'Вынесено постановление о назначении административного наказания'
    await collect([site])
    const { rows } = await sql<{ case_number: string; url: string }>`
      select case_number, page.url from case_revision r join court_case on court_case.id = r.case_id
      join page on page.hash = r.page_hash where court_id = ${court_id}`.execute(db)
    expect(rows).toMatchObject([{ case_number: first?.number }])
    expect(rows[0]?.url).toContain('name_op=case')
  })

  it('fetches a text that lies apart, and enters the case with it', async () => {
    const { site, host, court_id } = await court({
      cases: cases(1, () => ({ text: { html: '<p>постановил: назначить штраф 5000 рублей.</p>', apart: true } })),
    })
    await collect([site])
    const [one] = await stored(court_id)
    expect(one).toMatchObject({ has_text: true })
    expect(
      await db
        .selectFrom('case_revision')
        .where('case_id', '=', one?.id ?? 0)
        .selectAll()
        .execute(),
    ).toEqual([])
    await refreshCase(db, one?.id ?? 0)
    await sql`update listed_case set urgency = 0, due_at = now() where case_id = ${one?.id}`.execute(db)
    await goOn([site])
    // The card anew, the text from what was kept.
    expect(askedOf(host).filter(({ url }) => url.searchParams.get('name_op') === 'doc')).toHaveLength(1)
    expect(await stored(court_id)).toMatchObject([{ has_text: true }])
  })

  it('asks every server of a court', async () => {
    const all = cases(8, at => ({ server: 1 + (at % 2) }))
    const { site, court_id } = await court({ cases: all, servers: 2 }, [1, 2])
    await collect([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })

  it('asks for less when a list shows less than it promises, and says what still lacks', async () => {
    const all = cases(7)
    const { site, court_id } = await court({ cases: all, hides: 2 })
    await collect([site], { from: '2026-03-04', to: '2026-03-07' })
    expect(await stored(court_id)).toHaveLength(4)
    const states = (await windows(site)).map(({ state }) => state)
    expect(states.filter(state => state === 'split').length).toBeGreaterThan(0)
    expect(new Set(states)).toEqual(new Set(['split', 'done']))
    expect(await db.selectFrom('court_check').where('court_id', '=', court_id).selectAll().execute()).toMatchObject([
      { promised: 4, held: 4, errors: 0, flag: null },
    ])
  })

  it('finds a card that has moved to another server, and keeps one case', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all, servers: 2 }, [1, 2])
    await collect([site])
    const [first] = all
    if (first === undefined) throw new Error('no case')
    first.server = 2
    first.result = 'Вынесено постановление о назначении административного наказания'
    const [before] = await stored(court_id)
    await refresh(before?.id)
    await goOn([site])
    const found = await stored(court_id)
    expect(found).toHaveLength(3)
    expect(found.find(one => one.case_number === first.number)?.url).toContain('srv_num=2')
    const listed = await db
      .selectFrom('listed_case')
      .where('case_id', '=', before?.id ?? 0)
      .select(['former_urls'])
      .execute()
    expect(listed).toMatchObject([{ former_urls: [expect.stringContaining('srv_num=1')] }])
  })

  it('knows a case that got another address by its number, day and person', async () => {
    const all = cases(4)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.guid = 'feed0'
    await collect([site])
    expect(await stored(court_id)).toHaveLength(4)
  })

  it('takes up a case that came by another way, and keeps its number', async () => {
    const { site, court_id } = await court({ cases: cases(2) })
    const id = await buildCase(db, {
      court: { title: site.title, region: 59 },
      case_number: '5-1/2026',
      entry_date: '2026-03-01',
      case_uid: '59RS0001-01-2026-000001-11',
    })
    await collect([site])
    const found = await stored(court_id)
    expect(found).toHaveLength(2)
    expect(found.find(one => one.case_number === '5-1/2026')?.id).toBe(id)
  })

  it('marks as gone what is nowhere to be found, and deletes nothing', async () => {
    const all = cases(3)
    const { site, court_id } = await court({ cases: all })
    await collect([site])
    const [first] = all
    if (first) first.gone = true
    await collect([site])
    const found = await stored(court_id)
    expect(found.map(one => [one.case_number, one.gone_at !== null])).toEqual([
      ['5-1/2026', true],
      ['5-2/2026', false],
      ['5-3/2026', false],
    ])
  })

  const refresh = async (id: number | undefined) => {
    // As if the minute were over.
    await sql`update listed_case set card_at = now() - interval '2 minutes' where case_id = ${id}`.execute(db)
    await sql`update court_request set url = '' where url = (select url from listed_case where case_id = ${id})`.execute(
      db,
    )
    return refreshCase(db, id ?? 0)
  }

  it('reads one case now when it is asked to, once a minute (§7 refresh)', async () => {
    const { site, host, court_id } = await court({ cases: cases(2) })
    await collect([site])
    const [one] = await stored(court_id)
    expect(await refreshCase(db, one?.id ?? 0)).toMatchObject({ kind: 'too_soon' })
    const before = askedOf(host).length
    expect(await refresh(one?.id)).toEqual({ kind: 'asked' })
    expect(await refreshState(db, one?.id ?? 0)).toMatchObject({ waiting: true, error: null })
    await goOn([site])
    expect(askedOf(host)).toHaveLength(before + 1)
    expect(await refreshState(db, one?.id ?? 0)).toMatchObject({ waiting: false, error: null })
    expect(await refreshCase(db, 0)).toEqual({ kind: 'no_address' })
  })
})

describe.concurrent('a site that lets one down', () => {
  it('loses and doubles nothing: 429, 500, a cut connection, a delay, excuses, a notice of PHP', async () => {
    const all = cases(8)
    const { site, host, court_id } = await court({ cases: all })
    const isCard = (url: URL) => url.searchParams.get('name_op') === 'case'
    for (const fault of [500, 'cut', 'slow', 'unavailable', 'php', 429] as const) {
      standIn.fail(host, fault, isCard)
      standIn.fail(host, fault, url => !isCard(url))
    }
    await collect([site], { patience: 2_500 })
    expect(standIn.faultsLeft()).toBe(0)
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    expect((await windows(site)).map(({ state }) => state)).toEqual(['done'])
    const requests = await db.selectFrom('court_request').where('host', '=', host).select(['error', 'kind']).execute()
    expect(requests.flatMap(({ error }) => error?.split(':')[0] ?? []).sort()).toEqual(
      ['cut', 'cut', 'php_notice', 'php_notice', 'php_notice', 'php_notice', 'unavailable', 'unavailable'].sort(),
    )
  })

  it('gets the code of its picture from a person, and is searched on', async () => {
    const all = cases(7)
    const { site, host, court_id } = await court({ cases: all, captcha: { answer: '48121', serves: 1 } })
    await collect([site])
    expect(await windows(site)).toMatchObject([{ state: 'captcha' }])
    const answer = async (digits: string) => {
      const [waiting, ...others] = (await waitingCaptchas(db)).filter(one => one.host === host)
      expect(others).toEqual([])
      expect(waiting).toMatchObject({ media_type: 'image/png', waiting: 1 })
      expect(waiting?.picture.subarray(1, 4).toString()).toBe('PNG')
      expect(await answerCaptcha(db, waiting?.id ?? 0, digits, null)).toBe(true)
      expect(await answerCaptcha(db, waiting?.id ?? 0, digits, null)).toBe(false)
      await goOn([site])
    }
    await answer('00000')
    expect(await windows(site)).toMatchObject([{ state: 'captcha', page: 1 }])
    await answer('48121')
    // It serves one search here: the second page wants another.
    expect(await windows(site)).toMatchObject([{ state: 'captcha', page: 2 }])
    await answer('48121')
    expect(await windows(site)).toMatchObject([{ state: 'done', promised: 7 }])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })

  it('is passed through its gate once, and knows us by its cookie afterwards', async () => {
    const all = cases(6)
    const { site, host, court_id } = await court({ cases: all, gate: { answer: '7215' } })
    await collect([site])
    expect(await windows(site)).toMatchObject([{ state: 'captcha' }])
    const [waiting] = (await waitingCaptchas(db)).filter(one => one.host === host)
    expect(waiting).toMatchObject({ media_type: 'image/png', picture: Buffer.from('89504e47', 'hex') })
    await answerCaptcha(db, waiting?.id ?? 0, '7215', null)
    await goOn([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    // The form, its picture, two pages of the list, six cards.
    expect(askedOf(host)).toHaveLength(2 + 2 + 6)
  })

  it('cannot send us elsewhere: a card at another host, or a redirect to one, is not fetched', async () => {
    const [luring, other] = [await court({ cases: cases(1) }), await court({ cases: [] })]
    await collect([luring.site])
    await sql`update listed_case set url = ${`http://${other.host}/inside`}, due_at = now() where site_id = ${luring.site.id}`.execute(
      db,
    )
    await goOn([luring.site], { patience: 10 })
    standIn.fail(luring.host, { to: `http://${other.host}/inside` })
    await collect([luring.site], { patience: 10 })
    expect(askedOf(other.host)).toEqual([])
  })

  it('that is no longer understood, or keeps rows back, raises a flag', async () => {
    const changed = await court({ cases: cases(1, () => ({ entry: '2026-03-04' })) })
    standIn.fail(changed.host, 'strange')
    await collect([changed.site])
    const keeping = await court({ cases: cases(2, () => ({ entry: '2026-03-02' })) })
    await collect([keeping.site], { from: '2026-03-02', to: '2026-03-02' })
    await sql`update collect_window set state = 'short', promised = 3 where site_id = ${keeping.site.id}`.execute(db)
    await raiseFlags(db)
    const flags = await db
      .selectFrom('court_check')
      .where('court_id', 'in', [changed.court_id, keeping.court_id])
      .select(['court_id', 'flag', 'flag_why'])
      .orderBy('court_id')
      .execute()
    expect(flags).toMatchObject([{ flag: 'not_understood' }, { flag: 'short' }])
  })

  it('that falls silent raises a flag within days of its usual rate, and takes it down by itself', async () => {
    const { site, court_id } = await court({ cases: [] })
    await sql`
      insert into listed_case (site_id, source_key, place, url, type, stage, case_number, entry_date, due_at)
      select ${site.id}, 'k' || n, 'k' || n, '', 1, 1, n, date '2026-02-01' + n % 28, null from generate_series(1, 40) n`.execute(
      db,
    )
    await sql`insert into court_check (court_id, last_good_at) values (${court_id}, now())`.execute(db)
    const flagOn = async (day: string) => {
      await raiseFlags(db, new Date(`${day}T12:00:00Z`))
      const row = await db.selectFrom('court_check').where('court_id', '=', court_id).select('flag').executeTakeFirst()
      return row?.flag
    }
    // A case every working day: one quiet day says nothing, eight do.
    expect(await flagOn('2026-03-03')).toBeNull()
    expect(await flagOn('2026-03-13')).toBe('silent')
    expect(await flagOn('2026-03-03')).toBeNull()
  })
})

describe('manners', () => {
  it('hold for all workers together: one request a host at a time, gaps after it, gaps of the platform', async () => {
    const made = [await court({ cases: cases(6) }), await court({ cases: cases(6) }), await court({ cases: cases(6) })]
    const since = standIn.asked.length
    const sites = made.map(({ site }) => site)
    await Promise.all([collect(sites, { lanes: 3 }), goOn(sites, { lanes: 3 }), goOn(sites, { lanes: 3 })])
    const asked = standIn.asked.slice(since)
    for (const { host } of made) {
      const own = asked.filter(one => one.host === host)
      expect(own).toHaveLength(2 + 6)
      for (const [at, one] of own.entries())
        expect(one.at - (own[at - 1]?.ended ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(rules.gap - 3)
    }
    const { rows } = await sql<{ gap: number | null }>`
      select extract(epoch from asked_at - lag(asked_at) over (order by asked_at)) * 1000 as gap
      from court_request where platform = 'sudrf.ru'`.execute(db)
    for (const { gap } of rows.slice(1)) expect(gap).toBeGreaterThanOrEqual(rules.platformGap)
    expect(asked.at(-1)?.agent).toContain('mailto:sudy@example.org')
  })

  it('leave a host alone after a 429, while other hosts are asked', async () => {
    const [refusing, other] = [await court({ cases: cases(3) }), await court({ cases: cases(6) })]
    standIn.fail(refusing.host, 429)
    await collect([refusing.site, other.site])
    const [first, second] = askedOf(refusing.host)
    expect((second?.at ?? 0) - (first?.ended ?? 0)).toBeGreaterThanOrEqual(rules.silence - 5)
    expect(askedOf(other.host)[1]?.at).toBeLessThan(second?.at ?? 0)
    expect(await stored(refusing.court_id)).toHaveLength(3)
  })

  it('outlive kill -9: the host is free when the time of its request is over, another worker completes the rest', async () => {
    const all = cases(8)
    const { site, host, court_id } = await court({ cases: all })
    const crew = await newCrew()
    await openWindows(
      db,
      windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09' }, crew.searchUrls),
      { why: 'command' },
    )
    const told = JSON.stringify({ url, proxy: standIn.url, site: site.id, rules })
    const child = fork(new URL('../../test/collecting-child.ts', import.meta.url), [told])
    await expect.poll(() => askedOf(host).length, { timeout: 15_000, interval: 10 }).toBeGreaterThanOrEqual(4)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const before = askedOf(host).length
    await goOn([site], { patience: rules.longestRequest + 900 })
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
    // Two pages of the list and eight cards; what was on its way, or just being entered, is asked for again.
    expect(askedOf(host).length).toBeLessThanOrEqual(2 + 8 + 2)
    expect(askedOf(host).length).toBeGreaterThan(before)
  })

  it('stop at once when told to, and go on later', async () => {
    const all = cases(9)
    const { site, court_id } = await court({ cases: all })
    const stopping = new AbortController()
    const crew = await newCrew()
    await openWindows(
      db,
      windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09' }, crew.searchUrls),
      { why: 'command' },
    )
    const running = runCollecting(
      crew,
      { only: { sites: [site.id] }, patience: 900, onError: error => errors.push(error) },
      stopping.signal,
    )
    await quiet(350)
    const told = performance.now()
    stopping.abort()
    await running
    expect(performance.now() - told).toBeLessThan(1_000)
    await goOn([site])
    expect(numbers(await stored(court_id))).toEqual(numbers(all))
  })
})

const newFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => clearFolder(folder))
  return folder
}

describe('pages that were kept', () => {
  it('give the same cases without the network, from the database and from a folder', async () => {
    const all = cases(6, at => (at < 2 ? { text: { html: '<p>постановил: прекратить.</p>', apart: at === 0 } } : {}))
    const { site, host, court_id } = await court({ cases: all })
    await collect([site])
    const records = async () =>
      (
        await sql`select source_key, digest from case_source s join court_case k on k.id = s.case_id
          where court_id = ${court_id} order by source_key`.execute(db)
      ).rows
    const [before, requests] = [await records(), standIn.asked.length]
    const folder = newFolder()
    expect(await writePageFolder(db, folder, [host])).toBe(2 + 6 + 1)
    const [crew, width] = [await newCrew(), 2]
    const again = await replay(db, keptSource(db), { ...crew, width })
    expect(again.outcomes).toMatchObject({ new: 0, changed: 0, refused: 0 })

    await db.deleteFrom('court_case').where('court_id', '=', court_id).execute()
    const { outcomes, kinds } = await replay(db, await folderSource(folder), { ...crew, width })
    expect(outcomes).toEqual({ new: 6, changed: 0, same: 0, refused: 0 })
    expect(kinds).toEqual(
      new Map([
        ['list', 2],
        ['card', 6],
        ['text', 1],
      ]),
    )
    expect(await records()).toEqual(before)
    expect(standIn.asked).toHaveLength(requests)
  })

  it('say where they came from by their index, or by what a browser has noted', async () => {
    const folder = newFolder()
    await writeFile(`${folder}/a.html`, '<!-- saved from url=(0030)http://vymysel.prm.sudrf.ru/a -->\n<html></html>')
    await writeFile(`${folder}/b.html`, '<html></html>')
    const list = async () => {
      const found: string[] = []
      for await (const { page } of (await folderSource(folder)).pages()) found.push(page.url)
      return found
    }
    expect(await list()).toEqual(['http://vymysel.prm.sudrf.ru/a', ''])
    await writeFile(`${folder}/pages.ndjson`, '{"file":"b.html","url":"http://vymysel.prm.sudrf.ru/b"}\n')
    expect(await list()).toEqual(['http://vymysel.prm.sudrf.ru/b'])
    await writeFile(`${folder}/pages.ndjson`, '{"file":"../b.html"}\n')
    await expect(list()).rejects.toThrow('не из этой папки')
    await expect(folderSource(`${folder}/none`)).rejects.toThrow('нет')
  })
})

describe('the schedule', () => {
  it('asks watched courts for the days since they were last seen whole, with an overlap, and nothing twice', async () => {
    const { site } = await court({ cases: [] })
    await db.updateTable('court_site').set({ is_watched: false }).execute()
    await db.updateTable('court_site').set({ is_watched: true }).where('id', '=', site.id).execute()
    const crew = await newCrew()
    const at = new Date('2026-03-11T20:00:00Z')
    await planWindows(db, crew.searchUrls, at)
    await planWindows(db, crew.searchUrls, at)
    const planned = await windows(site)
    expect(planned.map(({ type, stage }) => `${type} ${stage}`)).toEqual(['1 1', '1 2', '2 1', '2 2'])
    expect(planned[0]).toMatchObject({ from_day: '2026-02-25', to_day: '2026-03-11', state: 'open' })
    await sql`update collect_window set state = 'done', to_day = '2026-02-20', from_day = '2026-02-01'
      where site_id = ${site.id}`.execute(db)
    await planWindows(db, crew.searchUrls, at)
    expect((await windows(site)).at(-1)).toMatchObject({ from_day: '2026-02-06', to_day: '2026-03-11' })
  })
})

describe('a site of a court', () => {
  const lines = async (options: Parameters<typeof siteCommand>[1]) => {
    const said: string[] = []
    await siteCommand(db, options, line => said.push(line))
    return said
  }
  it('is set by the operator, that of a court nobody knows as well', async () => {
    const court = 'Судебный участок № 95 Вымышленского района'
    const url = 'http://95.vym.msudrf.ru/'
    await expect(lines({ court, url })).rejects.toThrow('назовите и регион')
    await lines({ court, url, region: 50, layout: 'msudrf', servers: [1, 2], watch: false })
    expect(await lines({ court: '95.vym.msudrf.ru' })).toEqual([
      `${court} — ${url}: msudrf; серверы 1, 2; не по расписанию; ещё не проверен`,
    ])
    expect(await lines({ court, watch: true })).toEqual([expect.stringContaining('; по расписанию;')])
    await expect(lines({ court: 'Ленинский районный суд', watch: true })).rejects.toThrow('несколько')
    await expect(lines({ court: 'нет такого' })).rejects.toThrow('нет')
  })
})
