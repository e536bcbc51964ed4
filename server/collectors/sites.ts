import { type Kysely, type Selectable, sql } from 'kysely'
import { type LayoutName, layoutNames } from '#shared/domain/court-layouts.ts'
import type { DB } from '../db/schema.ts'
import { cachedCourtTitle } from '../ingest/courts.ts'
import type { CourtDirectory, SiteCourt } from './collector.ts'
import { hostOf } from './site-address.ts'

/** Sites that are queried, and their courts. Manual settings survive updates of the court reference. */
export type Site = Pick<Selectable<DB['court_site']>, 'id' | 'court_id' | 'host' | 'url' | 'servers'> &
  Pick<Selectable<DB['court']>, 'title' | 'region' | 'city' | 'vnkod' | 'kind' | 'time_zone'> & { layout: LayoutName }

export const siteColumns = sql<Site>`
  s.id, s.court_id, s.host, s.url, s.layout, s.servers, c.title, c.region, c.city, c.vnkod, c.kind, c.time_zone`

/** Sites of courts by a host, a code (ВНКОД), a directory number, or a title or part of one. */
export async function sitesNamed(db: Kysely<DB>, name: string): Promise<Site[]> {
  const { rows } = await sql<Site>`
    select ${siteColumns} from court_site s join court c on c.id = s.court_id
    where s.host = ${hostNamed(name)} or c.vnkod = ${name.toUpperCase()} or c.id::text = ${name}
      or lower(c.title) like '%' || ${name.toLowerCase().replace(/[\\%_]/g, '\\$&')} || '%'
        -- Thousands of magistrates are not meant by a word of their titles.
        and (c.kind <> 'magistrate' or s.is_watched or lower(c.title) = ${name.toLowerCase()})
    order by c.region, c.title, s.id`.execute(db)
  const exact = rows.filter(
    ({ host, vnkod, court_id, title }) =>
      host === hostNamed(name) ||
      vnkod === name.toUpperCase() ||
      String(court_id) === name ||
      cachedCourtTitle(title) === cachedCourtTitle(name),
  )
  return exact.length > 0 ? exact : rows
}

const hostNamed = (name: string): string =>
  URL.canParse(name) && /^https?:/.test(name) ? hostOf(name) : name.toLowerCase().replace(/^www\./, '')

type SiteChange = { url?: string; layout?: LayoutName; servers?: number[]; is_watched?: boolean }

/** Sets where a court's cases are; a known site is changed, another host becomes an additional site. */
export async function setSite(db: Kysely<DB>, courtId: number, change: SiteChange): Promise<void> {
  const { url, ...values } = change
  if (url === undefined) {
    if (Object.keys(values).length > 0)
      await db.updateTable('court_site').set(values).where('court_id', '=', courtId).execute()
    return
  }
  const host = hostOf(url)
  await db
    .insertInto('court_site')
    .values({ court_id: courtId, host, url, layout: layoutNames[0], ...values })
    .onConflict(conflict => conflict.columns(['court_id', 'host']).doUpdateSet({ url, ...values }))
    .execute()
}

export async function addServers(db: Kysely<DB>, siteId: number, servers: readonly number[]): Promise<void> {
  await sql`
    update court_site set servers = (
      select array_agg(distinct server order by server) from unnest(servers || ${[...servers]}::smallint[]) server
    ) where id = ${siteId}`.execute(db)
}

/**
 * Which court owns which page: all courts at once, since they are few and needed for every page. Plain data, so that
 * threads can share it.
 */
export type CourtTable = { hosts: [host: string, court: SiteCourt][]; codes: [code: string, court: SiteCourt][] }

export async function readCourtTable(db: Kysely<DB>): Promise<CourtTable> {
  const courts = await db.selectFrom('court').select(['id', 'title', 'region', 'city', 'vnkod']).execute()
  const sites = await db.selectFrom('court_site').select(['court_id', 'host']).execute()
  const byId = new Map(
    courts.map(({ id, title, region, city, vnkod }): [number, SiteCourt] => [
      id,
      { title, region, ...(city ? { city } : {}), ...(vnkod ? { vnkod } : {}) },
    ]),
  )
  // A host shared by many courts does not identify one.
  const ofHost = Map.groupBy(sites, ({ host }) => host)
  return {
    hosts: [...ofHost].flatMap(([host, [first, ...others]]) => {
      const court = first && others.length === 0 ? byId.get(first.court_id) : undefined
      return court === undefined ? [] : [[host, court] as [string, SiteCourt]]
    }),
    codes: [...byId.values()].flatMap(court => (court.vnkod ? [[court.vnkod, court] as [string, SiteCourt]] : [])),
  }
}

export function courtDirectory({ hosts, codes }: CourtTable): CourtDirectory {
  const [byHost, byCode] = [new Map(hosts), new Map(codes)]
  // Built on demand: few pages name a court by its title alone, and reading all titles takes longer than the rest.
  let byTitle: Map<string, SiteCourt[]> | undefined
  const readTitles = (): Map<string, SiteCourt[]> => {
    const all = new Map(
      [...hosts, ...codes].map(([, court]) => [`${court.vnkod ?? ''} ${court.region} ${court.title}`, court]),
    )
    return Map.groupBy(all.values(), ({ title }) => cachedCourtTitle(title))
  }
  return {
    ofHost: host => byHost.get(host),
    ofCode: code => byCode.get(code),
    ofTitle: title => {
      byTitle ??= readTitles()
      return onlyOf(byTitle.get(cachedCourtTitle(title)))
    },
  }
}
const onlyOf = (courts: readonly SiteCourt[] = []): SiteCourt | undefined =>
  courts.length === 1 ? courts[0] : undefined
