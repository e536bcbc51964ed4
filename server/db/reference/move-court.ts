import { type Kysely, sql } from 'kysely'
import { regionTimeZone } from '#shared/domain/regions.ts'
import type { DB } from '../schema.ts'

/**
 * Makes two rows of one court one, and gives a court the region it lies in. What is copied from the court goes with it: the region
 * of its cases, their hours by the clock of the court, and who their people are, for a full name is one person within a region.
 */
export type CourtMove = { kept: number; gone: number | undefined; title: string; region: number }

export async function moveCourt(db: Kysely<DB>, { kept, gone, title, region }: CourtMove): Promise<void> {
  const { rows: moved } = await sql<{ id: number; region: number }>`
    select court_case.id, court_case.region from court_case
    where court_id = any(${[kept, gone ?? kept]}::int[]) and court_case.region <> ${region} for update`.execute(db)
  if (gone !== undefined) await mergeCourts(db, kept, gone)
  const { rows: zones } = await sql<{ former: string }>`
    select time_zone as former from court where id = ${kept} for update`.execute(db)
  const zone = regionTimeZone(region)
  await sql`
    update court set title = ${title}, region = ${region},
      time_zone = case when region = ${region} then time_zone else ${zone} end
    where id = ${kept}`.execute(db)
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await sql`
    update court_case set region = ${region}, changed_at = now(), changed_xid = pg_current_xact_id(),
      hearing_until = (hearing_until at time zone ${zones[0]?.former ?? zone}) at time zone ${zone}
    where id = any(${ids}::int[])`.execute(db)
  for (const former of new Set(moved.map(one => one.region))) await movePeople(db, ids, former, region)
}

async function mergeCourts(db: Kysely<DB>, kept: number, gone: number): Promise<void> {
  await sql`
    update court_case set judge_id = mine.id from judge theirs join judge mine using (name)
    where theirs.court_id = ${gone} and mine.court_id = ${kept} and court_case.judge_id = theirs.id`.execute(db)
  await sql`
    delete from judge theirs using judge mine
    where theirs.court_id = ${gone} and mine.court_id = ${kept} and mine.name = theirs.name`.execute(db)
  await sql`update judge set court_id = ${kept} where court_id = ${gone}`.execute(db)
  await sql`
    update court_case set court_id = ${kept}, city = court.city, changed_at = now(), changed_xid = pg_current_xact_id()
    from court where court.id = ${kept} and court_id = ${gone}`.execute(db)
  await sql`
    update court_site theirs set court_id = ${kept}
    where court_id = ${gone} and not exists (
      select from court_site mine where mine.court_id = ${kept} and mine.host = theirs.host)`.execute(db)
  await sql`
    update court_check set court_id = ${kept}
    where court_id = ${gone} and not exists (select from court_check where court_id = ${kept})`.execute(db)
  const { rows } = await sql<{ vnkod: string | null }>`delete from court where id = ${gone} returning vnkod`.execute(db)
  await sql`update court set vnkod = coalesce(vnkod, ${rows[0]?.vnkod ?? null}) where id = ${kept}`.execute(db)
}

/**
 * People known by their full names follow their cases into the region; who stands on cases of the former one too is another
 * person there. Of whom somebody has said that several bear the name, nothing is decided here.
 */
async function movePeople(db: Kysely<DB>, cases: readonly number[], former: number, region: number): Promise<void> {
  const { rows } = await sql<{ id: number; target: number }>`
    with own as (
      select distinct person.id, person.name, person.name_normal, person.gender,
        ${String(region)} || substr(person.match_key, ${String(former).length + 1}) as match_key
      from case_defendant c join defendant person on person.id = coalesce(c.own_id, c.defendant_id)
      where c.case_id = any(${cases}::int[]) and starts_with(person.match_key, ${`${former} `})
        and not exists (select from defendant namesake where namesake.parted_from = person.id)
    ),
    added as (
      insert into defendant (name, name_normal, gender, match_key)
      select name, name_normal, gender, match_key from own order by match_key
      on conflict do nothing returning id, match_key
    )
    select own.id, target.id as target from own join (
      select id, match_key from added union select id, match_key from defendant
    ) target using (match_key)`.execute(db)
  for (const { id, target } of rows) {
    await sql`
      insert into risk_due (defendant_id)
      select unnest(array[id, target]) from (values (${id}::int, ${target}::int)) both_of (id, target)
      union select defendant_id from case_defendant
      where case_id = any(${cases}::int[]) and coalesce(own_id, defendant_id) = ${id} and defendant_id is not null
      order by 1 on conflict do nothing`.execute(db)
    await sql`
      update case_defendant set defendant_id = ${target}, own_id = null
      where case_id = any(${cases}::int[]) and coalesce(own_id, defendant_id) = ${id}`.execute(db)
  }
  await sql`
    insert into people_due (case_id) select unnest(${[...cases].sort((a, b) => a - b)}::int[])
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(db)
  // Whom nothing speaks of any more.
  await sql`
    delete from defendant where id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from case_defendant where defendant_id = defendant.id or own_id = defendant.id)
      and not exists (select from person_merge where left_id = defendant.id or right_id = defendant.id)
      and not exists (select from defendant other where other.merged_into = defendant.id)`.execute(db)
}
