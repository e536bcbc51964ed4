import { type Kysely, sql } from 'kysely'
import { afterAll } from 'vitest'
import type { CollectContext } from '../server/collectors/leased-request.ts'
import { type RateLimits, rateLimits } from '../server/collectors/rate-policy.ts'
import { collectContext, runCollecting } from '../server/collectors/run.ts'
import { type DaysSearch, openWindows, windowsOf } from '../server/collectors/search-windows.ts'
import { type Site, siteColumns } from '../server/collectors/sites.ts'
import type { DB } from '../server/db/schema.ts'
import { courtStandIn, standInSites } from './court-stand-in.ts'
import type { StandInCase, StandInCourt } from './court-stand-in-cases.ts'
import { testDatabase } from './database.ts'

/** A hundredth of the real limits. */
export const quickLimits: RateLimits = {
  ...rateLimits,
  hostGap: 30,
  platformGap: 12,
  lease: 1_500,
  cooldown: 400,
  longestCooldown: 800,
  hostPerDay: 1e6,
  hostByDaylight: 1e6,
  platformPerDay: 1e6,
  backoff: [40, 80, 160],
}

/** A database, a stand-in for court sites, and functions to collect from them. Errors of the product are thrown. */
export async function collectingWorld(given?: { db: Kysely<DB>; url: string }) {
  const { db, url } = given ?? (await testDatabase())
  let serial = 0
  /** An invented court with its site; each test has its own. */
  async function court(given: Partial<StandInCourt> & { cases: StandInCase[] }, servers = [1]) {
    serial += 1
    const layout = given.layout ?? 'sudrf_tabs'
    const host = `vymysel${serial}.${standInSites[layout].platform}`
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
    courts[host] = given
    return { host, court_id, site: await addSite(court_id, host, { url: `http://${host}`, layout, servers }) }
  }
  /** A portal of several courts on one host (Moscow), which the reference of courts knows by their folders. */
  async function portal(given: Partial<StandInCourt> & { cases: StandInCase[] }, folders: readonly string[]) {
    serial += 1
    const host = `vymysel${serial}.mos-gorsud.ru`
    courts[host] = { ...given, layout: 'mos_gorsud' }
    const made: { host: string; court_id: number; site: Site }[] = []
    for (const folder of folders) {
      const { court_id } = await db
        .selectFrom('court_site')
        .where('url', 'like', `%mos-gorsud.ru/rs/${folder}`)
        .select('court_id')
        .executeTakeFirstOrThrow()
      const values = { url: `http://${host}/rs/${folder}`, layout: 'mos_gorsud' as const, servers: [1] }
      made.push({ host, court_id, site: await addSite(court_id, host, values) })
    }
    return made
  }
  async function addSite(court_id: number, host: string, values: Pick<Site, 'url' | 'layout' | 'servers'>) {
    await db
      .insertInto('court_site')
      .values({ court_id, host, is_watched: false, ...values })
      .execute()
    const { rows } = await sql<Site>`
      select ${siteColumns} from court_site s join court c on c.id = s.court_id
      where s.host = ${host} and s.court_id = ${court_id}`.execute(db)
    const [site] = rows
    if (site === undefined) throw new Error('no site')
    return site
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

  const newContext = (more: Partial<RateLimits> = {}): Promise<CollectContext> =>
    collectContext(db, {
      proxy: standIn.url,
      contact: 'mailto:sudy@example.org',
      // Long enough for a busy machine, where a slow worker is not dead.
      limits: { ...quickLimits, lease: 20_000, ...more },
      timeout: 10_000,
    })
  async function collect(
    sites: readonly Site[],
    given: Partial<DaysSearch> & { concurrency?: number; longestWait?: number; context?: CollectContext } = {},
  ) {
    const { concurrency = 2, longestWait = 900, context = await newContext(), ...wanted } = given
    for (const site of sites)
      await openWindows(
        db,
        windowsOf(site, { type: 1, stage: 1, from: '2026-03-01', to: '2026-03-09', ...wanted }, context.searchUrls),
        { why: 'command' },
      )
    await goOn(sites, { concurrency, longestWait, context })
  }
  async function goOn(
    sites: readonly Site[],
    { concurrency = 2, longestWait = 900, context = undefined as CollectContext | undefined } = {},
  ) {
    const onError = (error: unknown) => errors.push(error)
    const only = { sites: sites.map(({ id }) => id) }
    await runCollecting(
      context ?? (await newContext()),
      { only, concurrency, longestWait, onError },
      new AbortController().signal,
    )
    if (errors.length > 0) throw errors[0]
  }
  const stored = (courtId: number) =>
    db
      .selectFrom('court_case')
      .where('court_id', '=', courtId)
      .select(['id', 'case_number', 'case_uid', 'entry_date', 'has_text', 'url', 'gone_at'])
      // The runner decides which card is read first.
      .orderBy('case_number')
      .orderBy('id')
      .execute()
  const numbers = (list: readonly { case_number?: string; number?: string }[]) =>
    list.map(one => one.case_number ?? one.number ?? '').sort()
  const windows = (site: Site) =>
    db.selectFrom('collect_window').where('site_id', '=', site.id).selectAll().orderBy('id').execute()
  const askedOf = (host: string) => standIn.asked.filter(one => one.host === host)

  return { db, url, court, portal, standIn, cases, newContext, collect, goOn, stored, numbers, windows, askedOf }
}
