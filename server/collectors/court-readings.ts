import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Which days of entry were read completely, and when. Old days read in the same week are stored as one row. */
type SearchSeries = { site_id: number; type: number; stage: number; server: number; catalogue: number }

/** Records that a court's reading includes these searches, whether or not they ever complete. */
export const recordSeries = async (db: Kysely<DB>, series: readonly SearchSeries[]): Promise<void> =>
  void (await sql`
    insert into collect_series (site_id, layout, type, stage, server, catalogue)
    select distinct site_id, layout, type, stage, server, catalogue
    from json_to_recordset(${JSON.stringify(series)}::json) as asked (
      site_id integer, type smallint, stage smallint, server smallint, catalogue smallint)
    join court_site on court_site.id = site_id
    order by site_id, layout, type, stage, server, catalogue
    on conflict do nothing`.execute(db))

export async function recordReadDays(
  db: Kysely<DB>,
  series: SearchSeries,
  { from_day, to_day }: { from_day: string; to_day: string },
  at: Date = new Date(),
): Promise<void> {
  await recordSeries(db, [series])
  const moment = sql<Date>`${at.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: number }>`
    update collect_series series set read_at = greatest(series.read_at, least(${moment},
      (${to_day}::date + time '23:59:59') at time zone 'Europe/Moscow'))
    from court_site s
    where s.id = series.site_id and s.layout = series.layout and series.site_id = ${series.site_id} and type = ${series.type}
      and stage = ${series.stage} and server = ${series.server} and catalogue = ${series.catalogue}
    returning series.id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) return
  const { rows: former } = await sql<{ from_day: string; to_day: string; read_at: Date }>`
    delete from collect_reading where series_id = ${id} and from_day <= ${to_day} and to_day >= ${from_day}
    returning from_day, to_day, read_at`.execute(db)
  for (const one of former) {
    const rest = sql`${one.read_at.toISOString()}::timestamptz`
    if (one.from_day < from_day)
      await sql`
        with neighbour as (
          delete from collect_reading where series_id = ${id} and to_day = ${one.from_day}::date - 1
            and date_trunc('week', read_at) = date_trunc('week', ${rest}) returning from_day, read_at
        )
        insert into collect_reading (series_id, from_day, to_day, read_at)
        values (${id}, coalesce((select from_day from neighbour), ${one.from_day}), ${from_day}::date - 1,
          least((select read_at from neighbour), ${rest}))`.execute(db)
    if (one.to_day > to_day)
      await sql`
        insert into collect_reading (series_id, from_day, to_day, read_at)
        values (${id}, ${to_day}::date + 1, ${one.to_day}, ${rest})`.execute(db)
  }
  await sql`
    insert into collect_reading (series_id, from_day, to_day, read_at)
    values (${id}, ${from_day}, ${to_day}, ${moment})`.execute(db)
}
