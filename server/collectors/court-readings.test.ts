import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'

it('what was read before there was a record is taken from the windows that ended well', async () => {
  const { db, url } = await testDatabase()
  await sql`drop schema public cascade; create schema public; drop schema pgboss cascade`.execute(db)
  const then = connect(url, { max: 2 })
  await migrate(then, '0040-odd-uids')
  await sql`insert into court (title, region, time_zone) values ('Вымышленный суд', 59, 'Europe/Moscow')`.execute(then)
  await sql`
    insert into court_site (court_id, host, url, layout)
    select id, 'vymysel.prm.sudrf.ru', '', 'sudrf_tabs' from court`.execute(then)
  await sql`
    insert into collect_window (site_id, why, type, stage, server, article, from_day, to_day, state, ended_at)
    select court_site.id, 'schedule', w.* from court_site, (values
      (1, 1, 1, '', date '2026-03-01', date '2026-03-14', 'done', timestamptz '2026-03-14T20:00Z'),
      (1, 1, 1, '', '2026-03-08', '2026-03-21', 'done', '2026-03-21T20:00Z'),
      -- Not whole, of one article, not ended: none of them has read anything.
      (1, 1, 1, '', '2026-03-22', '2026-03-22', 'short', '2026-03-23T20:00Z'),
      (1, 1, 1, '20.2', '2026-01-01', '2026-02-28', 'done', '2026-03-23T20:00Z'),
      (1, 1, 2, '', '2026-03-01', '2026-03-14', 'open', null)
    ) w`.execute(then)
  await migrate(then)
  const { rows } = await sql`
    select server, series.read_at as known_at, from_day, to_day, reading.read_at
    from collect_series series left join collect_reading reading on series_id = id order by server, from_day`.execute(
    then,
  )
  const known_at = new Date('2026-03-21T20:00:00Z')
  expect(rows).toEqual([
    { server: 1, known_at, from_day: '2026-03-01', to_day: '2026-03-07', read_at: new Date('2026-03-14T20:00:00Z') },
    { server: 1, known_at, from_day: '2026-03-08', to_day: '2026-03-21', read_at: known_at },
    { server: 2, known_at: null, from_day: null, to_day: null, read_at: null },
  ])
  await then.destroy()
})
