import { type Kysely, sql } from 'kysely'
import type { DB } from '../schema.ts'
import { courtTimeZone } from './court-zone.ts'

/**
 * Merges two rows of one court and sets its region. Data copied from the court are updated: the region of cases, their hours by the court's clock,
 * and people, whose full name is unique within a court.
 */
type CourtMove = { kept: number; gone: number | undefined; title: string; region: number }

export async function moveCourt(db: Kysely<DB>, { kept, gone, title, region }: CourtMove): Promise<void> {
  const { rows: moved } = await sql<{ id: number; court_id: number }>`
    select id, court_id from court_case
    where court_id = any(${[kept, gone ?? kept]}::int[]) and (region <> ${region} or court_id = ${gone ?? null})
    order by id for update`.execute(db)
  if (gone !== undefined) {
    await mergeCourts(db, kept, gone)
    const ofGone = moved.flatMap(({ id, court_id }) => (court_id === gone ? [id] : []))
    await movePeople(db, ofGone, { gone, kept })
  }
  const { rows: zones } = await sql<{ former: string }>`
    select time_zone as former from court where id = ${kept} for update`.execute(db)
  const zone = courtTimeZone(region, title)
  await sql`
    update court set title = ${title}, region = ${region},
      time_zone = case when region = ${region} then time_zone else ${zone} end
    where id = ${kept}`.execute(db)
  if (moved.length === 0) return
  const ids = moved.map(({ id }) => id)
  await sql`
    update court_case set region = ${region}, changed_at = now(), changed_xid = pg_current_xact_id(),
      hearing_until = (hearing_until at time zone ${zones[0]?.former ?? zone}) at time zone ${zone},
      possible_hearing_at = (possible_hearing_at at time zone ${zones[0]?.former ?? zone}) at time zone ${zone}
    where id = any(${ids}::int[]) and region <> ${region}`.execute(db)
  await sql`
    insert into risk_due (defendant_id)
    select distinct defendant_id from case_defendant where case_id = any(${ids}::int[]) and defendant_id is not null
    order by 1 on conflict do nothing`.execute(db)
  await sql`
    insert into people_due (case_id) select unnest(${ids}::int[])
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(db)
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

/** A person known by full name in the remaining court is merged, unless somebody has decided about them. */
async function movePeople(
  db: Kysely<DB>,
  cases: readonly number[],
  { gone, kept }: { gone: number; kept: number },
): Promise<void> {
  const { rows } = await sql<{
    id: number
    key: string
    target: number | null
    root: number | null
    is_shared: boolean
  }>`
    with own as (
      select distinct person.id, left(person.match_key, -length(${`|${gone}`})) || ${`|${kept}`} as key
      from case_defendant c join defendant person on person.id = coalesce(c.own_id, c.defendant_id)
      where c.case_id = any(${cases}::int[]) and person.match_key like ${`%|${gone}`}
    )
    select own.id, own.key, target.id as target, coalesce(target.merged_into, target.id) as root,
      exists (select from defendant namesake where namesake.parted_from in (own.id, target.id))
        or exists (select from person_pair where verdict = 'apart' and own.id in (left_id, right_id) and target.id in (left_id, right_id))
        or exists (select from person_merge where undone_at is null and why = 'desk' and own.id in (left_id, right_id)) as is_shared
    from own left join defendant target on target.match_key = own.key order by own.id`.execute(db)
  for (const { id, key, target, root, is_shared } of rows)
    if (target === null) await sql`update defendant set match_key = ${key} where id = ${id}`.execute(db)
    else if (!is_shared)
      await sql`
        update case_defendant set defendant_id = ${root}, own_id = nullif(${target}::int, ${root}::int)
        where case_id = any(${cases}::int[]) and coalesce(own_id, defendant_id) = ${id}`.execute(db)
  await sql`
    delete from defendant where id = any(${rows.map(({ id }) => id)}::int[])
      and not exists (select from case_defendant where defendant_id = defendant.id or own_id = defendant.id)
      and not exists (select from person_merge where left_id = defendant.id or right_id = defendant.id)
      and not exists (select from defendant other where other.merged_into = defendant.id or other.parted_from = defendant.id)`.execute(
    db,
  )
}
