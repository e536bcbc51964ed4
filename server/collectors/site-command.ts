import { type Kysely, type Selectable, sql } from 'kysely'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import { regionTimeZone } from '#shared/domain/region-places.ts'
import { Refusal } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { instanceOfTitle } from '../ingest/courts.ts'
import { type Flag, flags } from './court-checks.ts'
import { setSite, sitesNamed } from './sites.ts'

/** `sudmonitor site`: shows or sets where a court's cases are, and shows how well it is watched. */
export type SiteOptions = {
  court: string
  url?: string
  layout?: LayoutName
  servers?: number[]
  watch?: boolean
  region?: number
}

export async function siteCommand(
  db: Kysely<DB>,
  { court, url, layout, servers, watch, region }: SiteOptions,
  say: (line: string) => void = line => console.log(line),
): Promise<void> {
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(layout === undefined ? {} : { layout }),
    ...(servers === undefined ? {} : { servers }),
    ...(watch === undefined ? {} : { is_watched: watch }),
  }
  if (Object.keys(change).length > 0) await setSite(db, await courtNamed(db, court, region), change)
  const sites = await sitesNamed(db, court)
  if (sites.length === 0) throw new Refusal(`Суда «${court}» с известным сайтом нет.`)
  for (const site of sites) say(`${site.title} — ${site.url}: ${await stateOf(db, site.id)}`)
}

async function courtNamed(db: Kysely<DB>, name: string, region: number | undefined): Promise<number> {
  const known = new Map((await sitesNamed(db, name)).map(({ court_id, title }) => [court_id, title]))
  const titled = await db
    .selectFrom('court')
    .where(({ or, eb }) => or([eb('title', '=', name), eb('vnkod', '=', name.toUpperCase())]))
    .select(['id', 'title', 'region'])
    .execute()
  for (const one of titled) if (region === undefined || one.region === region) known.set(one.id, one.title)
  if (known.size > 1) throw new Refusal(`Судов «${name}» несколько: назовите адрес сайта, код (ВНКОД) или --region.`)
  const [id] = known.keys()
  if (id !== undefined) return id
  if (region === undefined) throw new Refusal(`Суда «${name}» нет. Чтобы добавить его, назовите и регион: --region 59.`)
  const added = await db
    .insertInto('court')
    .values({
      title: name,
      region,
      instance: instanceOfTitle(name),
      time_zone: regionTimeZone(region),
      vnkod: null,
      has_captcha: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

type Watched = Pick<Selectable<DB['court_site']>, 'layout' | 'servers' | 'is_watched'>
async function stateOf(db: Kysely<DB>, siteId: number): Promise<string> {
  const { rows } = await sql<Watched & { good: string | null; flag: Flag | null; why: string | null }>`
    select s.layout, s.servers, s.is_watched, to_char(k.last_good_at at time zone c.time_zone, 'DD.MM.YYYY HH24:MI') as good,
      k.flag, k.flag_why as why
    from court_site s join court c on c.id = s.court_id left join court_check k on k.court_id = s.court_id
    where s.id = ${siteId}`.execute(db)
  const [row] = rows
  if (row === undefined) return ''
  return [
    row.layout,
    `серверы ${row.servers.join(', ')}`,
    row.is_watched ? 'по расписанию' : 'не по расписанию',
    row.good === null ? 'ещё не проверен' : `проверен ${row.good}`,
    ...(row.flag === null ? [] : [`${flags[row.flag]}${row.why ? ` (${row.why})` : ''}`]),
  ].join('; ')
}
