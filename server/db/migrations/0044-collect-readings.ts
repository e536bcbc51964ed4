import { type Kysely, sql } from 'kysely'

/**
 * What of each site was read to its end, and when: days of entry by codex and instance. Windows go after 90 days; this stays, so
 * that coverage can be told of any period. And what became of a court: districts of magistrates come and go.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table court add column state text not null default ''`,

  // One search that a site is asked: all of a court's searches of a codex and an instance together read it.
  `create table collect_series (
    id integer primary key generated always as identity,
    site_id integer not null references court_site on delete cascade,
    layout text not null,
    type smallint not null,
    stage smallint not null,
    server smallint not null,
    catalogue smallint not null,
    -- As of when its cases are known: its last reading, or the end of the days that were read.
    read_at timestamptz,
    unique (site_id, layout, type, stage, server, catalogue)
  )`,
  // Days of one series, both ends included; they never overlap.
  `create table collect_reading (
    series_id integer not null references collect_series on delete cascade,
    from_day date not null,
    to_day date not null check (to_day >= from_day),
    read_at timestamptz not null,
    primary key (series_id, from_day)
  )`,
  `create index collect_reading_days on collect_reading (to_day, from_day)`,

  // From the windows that are still there.
  `insert into collect_series (site_id, layout, type, stage, server, catalogue, read_at)
    select site_id, layout, type, stage, server, catalogue, max(
      least(ended_at, (to_day + time '23:59:59') at time zone 'Europe/Moscow')) filter (where state = 'done')
    from collect_window join court_site on court_site.id = site_id
    where article = '' group by site_id, layout, type, stage, server, catalogue`,
  `insert into collect_reading (series_id, from_day, to_day, read_at)
    select series_id, min(day), max(day), min(read_at) from (
      select series_id, day, read_at,
        day - (row_number() over (partition by series_id, date_trunc('week', read_at) order by day))::integer as island
      from (
        select series.id as series_id, day::date as day, max(ended_at) as read_at
        from collect_window w join collect_series series using (site_id, type, stage, server, catalogue)
        cross join generate_series(w.from_day, w.to_day, interval '1 day') day
        where w.state = 'done' and w.article = '' group by series.id, day
      ) days
    ) islands group by series_id, island, date_trunc('week', read_at)`,
]
