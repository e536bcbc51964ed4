import { type Kysely, sql } from 'kysely'
import { plainCourtTitle } from '#shared/domain/court-kinds.ts'
import { regionTimeZone } from '#shared/domain/region-places.ts'
import { mistakenRegions } from '#shared/domain/regions.ts'
import { readInstallation, writeInstallation } from '../installation.ts'
import { isOfLaterVersion } from '../migrate.ts'
import type { DB } from '../schema.ts'
import { courtTimeZone, regionsOfSeveralZones, zoneRules } from './court-zone.ts'
import { hearingRules, isHearingWording } from './hearing-wording.ts'
import { moveCourt } from './move-court.ts'
import {
  referenceArticles,
  referenceCourtRows,
  referenceDefenceParams,
  referenceDigest,
  referenceEventTypes,
  referenceFiles,
  referenceMagistrates,
  referenceResultTypes,
} from './tables.ts'

/**
 * Updates rows listed in the files and keeps those added from cases. Skipped when the same files, or those of a later version, were loaded.
 * `magistratesOf`: only these regions, for tests, since three of four courts are magistrates.
 */
export async function seedReference(
  db: Kysely<DB>,
  { magistratesOf }: { magistratesOf?: readonly number[] } = {},
): Promise<void> {
  const digest = referenceDigest(referenceFiles, `${hearingRules}\n${zoneRules}`)
  if (await isDone(db, digest)) return
  await db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(trx)
    if (await isDone(trx, digest)) return
    for (const seed of [
      adoptCourts,
      (trx: Kysely<DB>) => seedCourts(trx, magistratesOf),
      seedZones,
      seedSites,
      seedArticles,
      seedEventTypes,
      seedResultTypes,
      seedDefenceParams,
    ])
      await seed(trx)
    await writeInstallation(trx, seededKey, { digest })
  })
}

const seededKey = 'reference'
const seedLock = 7_301_001

const isDone = async (db: Kysely<DB>, digest: string): Promise<boolean> =>
  (await isSeeded(db, digest)) || (await isOfLaterVersion(db))

const isSeeded = async (db: Kysely<DB>, digest: string): Promise<boolean> => {
  const seeded = await readInstallation(db, seededKey)
  return typeof seeded === 'object' && seeded !== null && 'digest' in seeded && seeded.digest === digest
}

const seedCourts = (db: Kysely<DB>, magistratesOf?: readonly number[]) =>
  sql`
    insert into court (title, region, city, url, kind, instance, site_layout, vnkod, has_captcha, time_zone, state)
    select title, region, city, url, kind, instance, site_layout,
      -- A court that was learned under another title may hold the code already: the code stays where it is.
      case when not exists (
        select from court held
        where held.vnkod = told.vnkod and (held.region, held.title) <> (told.region, told.title)
      ) then vnkod end,
      has_captcha, time_zone, state
    from json_to_recordset(${JSON.stringify([
      ...referenceCourtRows().map(court => ({ ...court, state: '' })),
      ...referenceMagistrates().filter(({ region }) => magistratesOf?.includes(region) ?? true),
    ])}) as told (
      title text, region smallint, city text, url text, kind text, instance smallint, site_layout text, vnkod text,
      has_captcha boolean, time_zone text, state text)
    on conflict (region, title) do update set
      city = excluded.city, url = excluded.url, kind = excluded.kind, instance = excluded.instance,
      site_layout = excluded.site_layout, vnkod = coalesce(excluded.vnkod, court.vnkod),
      has_captcha = coalesce(excluded.has_captcha, court.has_captcha), time_zone = excluded.time_zone,
      state = excluded.state
    where (court.city, court.url, court.kind, court.instance, court.site_layout, court.vnkod, court.has_captcha, court.time_zone,
        court.state)
      is distinct from (excluded.city, excluded.url, excluded.kind, excluded.instance, excluded.site_layout,
        coalesce(excluded.vnkod, court.vnkod), coalesce(excluded.has_captcha, court.has_captcha), excluded.time_zone,
        excluded.state)
  `.execute(db)

/** Of courts added from cases. The hours of their hearings follow in the background (reread-hearings.ts). */
const seedZones = async (db: Kysely<DB>): Promise<void> => {
  const courts = await db
    .selectFrom('court')
    .select(['id', 'region', 'title', 'time_zone'])
    .where('region', 'in', regionsOfSeveralZones)
    .execute()
  for (const { id, region, title, time_zone } of courts) {
    const zone = courtTimeZone(region, title)
    if (time_zone === regionTimeZone(region) && zone !== time_zone)
      await db.updateTable('court').set({ time_zone: zone }).where('id', '=', id).execute()
  }
}

const seedSites = (db: Kysely<DB>) =>
  sql`
    insert into court_site (court_id, host, url, layout, is_watched)
    select id, regexp_replace(lower(url), '^https?://(www\\.)?([^/]+).*$', '\\2'), url,
      site_layout, kind <> 'magistrate'
    from court where url ~ '^https?://' and site_layout <> '' and state = ''
    on conflict (court_id, host) do nothing
  `.execute(db)

const seedArticles = (db: Kysely<DB>) =>
  sql`
    insert into article (codex, article_number, part, title)
    select codex, article_number, part, title
    from json_to_recordset(${JSON.stringify(referenceArticles())})
      as told (codex text, article_number text, part text, title text)
    on conflict (codex, article_number, part) do update set title = excluded.title
    where article.title is distinct from excluded.title
  `.execute(db)

/** Also event types added from cases: their wording may be known now. Cases are updated in the background (reread-hearings.ts). */
const seedEventTypes = async (db: Kysely<DB>): Promise<void> => {
  const told = referenceEventTypes().map(({ title, is_hearing }) => ({ title, is_hearing }))
  const listed = new Set(told.map(({ title }) => title))
  const met = await db.selectFrom('event_type').select('title').execute()
  const learned = met.flatMap(({ title }) =>
    listed.has(title) ? [] : [{ title, is_hearing: isHearingWording(title) }],
  )
  await sql`
    insert into event_type (title, is_hearing)
    select title, is_hearing
    from json_to_recordset(${JSON.stringify([...told, ...learned])}) as told (title text, is_hearing boolean)
    on conflict (title) do update set is_hearing = excluded.is_hearing
    where event_type.is_hearing is distinct from excluded.is_hearing
  `.execute(db)
}

const seedResultTypes = async (db: Kysely<DB>): Promise<void> => {
  const told = referenceResultTypes()
  await sql`
    insert into result_type (title)
    select title from json_to_recordset(${JSON.stringify(told)}) as told (title text)
    on conflict (title) do nothing
  `.execute(db)
  const uses = told.flatMap(({ title, uses }) => uses.map(use => ({ title, ...use })))
  await sql`
    insert into result_type_use (result_type_id, type, stage)
    select result_type.id, told.type, told.stage
    from json_to_recordset(${JSON.stringify(uses)}) as told (title text, type smallint, stage smallint)
    join result_type using (title)
    on conflict do nothing
  `.execute(db)
}

const seedDefenceParams = (db: Kysely<DB>) =>
  sql`
    insert into defence_param (key, value)
    select key, value from json_to_recordset(${JSON.stringify(referenceDefenceParams())}) as told (key text, value text)
    on conflict (key, value) do nothing
  `.execute(db)

/** Courts learned from cases are merged with rows of the reference, so that none is listed twice. */
type Known = { id: number; title: string; region: number; vnkod: string | null; has_cases: boolean }
type Told = { title: string; region: number; vnkod: string | null }

async function adoptCourts(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<Known>`
    select id, title, region, vnkod, exists (select from court_case where court_id = court.id) as has_cases
    from court order by id`.execute(db)
  if (rows.length === 0) return
  const all: Told[] = [...referenceCourtRows(), ...referenceMagistrates()]
  const toldOf = reference(all)
  const known = new Map(rows.map(row => [exactKey(row), row]))
  const named = new Set(all.map(exactKey))
  for (const learned of rows) {
    const told = named.has(exactKey(learned)) ? undefined : toldOf(learned)
    if (told === undefined) continue
    const there = known.get(exactKey(told))
    const [kept, gone] = there?.has_cases ? [there, learned] : [learned, there]
    await moveCourt(db, { kept: kept.id, gone: gone?.id, title: told.title, region: told.region })
    known.set(exactKey(told), { ...kept, has_cases: learned.has_cases || (there?.has_cases ?? false) })
  }
}

const exactKey = ({ region, title }: Told): string => `${region} ${title}`
const plainKey = (region: number, title: string): string => `${region} ${plainCourtTitle(title)}`

function reference(all: readonly Told[]): (learned: Told) => Told | undefined {
  const byTitle = Map.groupBy(all, ({ region, title }) => plainKey(region, title))
  const byCode = new Map(all.flatMap(told => (told.vnkod === null ? [] : [[told.vnkod, told] as const])))
  const within = (region: number | undefined, { title, vnkod }: Told): Told | undefined => {
    const alike = region === undefined ? [] : (byTitle.get(plainKey(region, title)) ?? [])
    const [told] = alike
    if (told === undefined || alike.length > 1) return undefined
    return vnkod === null || told.vnkod === null || vnkod === told.vnkod ? told : undefined
  }
  return learned => {
    const coded = learned.vnkod === null ? undefined : byCode.get(learned.vnkod)
    if (coded !== undefined) return plainCourtTitle(coded.title) === plainCourtTitle(learned.title) ? coded : undefined
    return within(learned.region, learned) ?? within(mistakenRegions.get(learned.region), learned)
  }
}
