import { performance } from 'node:perf_hooks'
import { type Kysely, sql, type Transaction } from 'kysely'
import { maxWatchRows } from '#shared/domain/set-watch.ts'
import type { DB } from '../server/db/schema.ts'
import { watchChanged } from '../server/watching/match-rows.ts'
import { keysOfRow } from '../server/watching/name-keys.ts'
import { cpuOf } from './measured.ts'

/**
 * How long changed cases take to meet all watch lists and what they find to be written (decision 0105), in a database of the bench's own.
 * Names are those of the corpus: whoever changes is watched, and so is everybody who is called alike.
 */
const rounds = 5
const owners = 200
const namesAtOnce = 20_000

/** `times`, and `worked` of the processor: in milliseconds. `found`: what changed cases were found for, at most in one round. */
export async function measureWatching(db: Kysely<DB>, { names, changes }: { names: number; changes: number }) {
  try {
    const rows = await watchNames(db, names)
    const times: number[] = []
    const worked: number[] = []
    let found = 0
    for (let round = 0; round < rounds; round++) {
      const { rows: changed } = await sql<{ id: number }>`
        select id from court_case order by hashtext(id::text || ${`watched ${round}`}) limit ${changes}`.execute(db)
      const before = await cpuOf(db)
      const began = performance.now()
      found = Math.max(
        found,
        await watchChanged(
          db,
          changed.map(({ id }) => id),
        ),
      )
      times.push(performance.now() - began)
      worked.push((await cpuOf(db)) - before)
    }
    return { rows, changes, found, times, worked }
  } finally {
    await sql`delete from account where username like 'bench-%'`.execute(db)
    await sql`truncate case_set cascade`.execute(db)
  }
}

/** A third of them with their court, a third with their region. */
async function watchNames(db: Kysely<DB>, names: number): Promise<number> {
  await sql`
    with owner as (
      insert into account (username, password_hash, approved_at, regions)
      select 'bench-' || n, '', now(), case when n % 3 = 0 then array[77, 78, 50, 16]::smallint[] end
      from generate_series(1, ${owners}) n returning id
    ), made as (
      insert into case_set (title) select 'bench ' || n from generate_series(1, ${Math.ceil(names / maxWatchRows)}) n returning id
    ), kept as (
      insert into case_set_watching (set_id) select id from made
    )
    insert into case_set_member (set_id, account_id, role)
    select made.id, ids[1 + made.id % ${owners}], 'owner' from made, (select array_agg(id) as ids from owner) all_owners`.execute(
    db,
  )
  await sql`
    insert into case_set_watch (set_id, kind, text, court, courts, region, searched_at)
    select sets.ids[1 + nth / ${maxWatchRows}], 'name', name, case when nth % 3 = 0 then court.title else '' end,
      case when nth % 3 = 0 then array[court_id] else '{}' end, case when nth % 3 < 2 then named.region end, now()
    from (
      select name, court_id, region, row_number() over (order by time, hashtext(case_id::text || name)) - 1 as nth
      from case_defendant join court_case on court_case.id = case_id cross join generate_series(1, 2) time where not hidden and name ~ '^\\S+ \\S'
      order by nth limit ${names}
    ) named
    join court on court.id = court_id, (select array_agg(id) as ids from case_set) sets`.execute(db)
  // Each spelling is read once.
  await sql`create unlogged table bench_key (text text, key bigint)`.execute(db)
  try {
    const { rows } = await sql<{ text: string }>`select distinct text from case_set_watch`.execute(db)
    for (let at = 0; at < rows.length; at += namesAtOnce) {
      const keys = rows
        .slice(at, at + namesAtOnce)
        .flatMap(({ text }) => keysOfRow('name', text).map(key => ({ text, key })))
      await sql`
        insert into bench_key select text, hashtextextended(key, 0)
        from unnest(${keys.map(({ text }) => text)}::text[], ${keys.map(({ key }) => key)}::text[]) as r(text, key)`.execute(
        db,
      )
    }
    await db.transaction().execute(fillKeys)
  } finally {
    await sql`drop table bench_key`.execute(db)
  }
  await sql`vacuum analyze case_set, case_set_member, case_set_watch, case_set_watch_key, case_set_watching`.execute(db)
  const {
    rows: [made],
  } = await sql<{ count: number }>`select count(*) as count from case_set_watch`.execute(db)
  return made?.count ?? 0
}

/** Millions of keys, one by one into indexes, would take a quarter of an hour. */
async function fillKeys(trx: Transaction<DB>): Promise<void> {
  for (const statement of [
    'drop index case_set_watch_key_watch',
    'alter table case_set_watch_key drop constraint case_set_watch_key_pkey, drop constraint case_set_watch_key_watch_id_fkey',
    `insert into case_set_watch_key (key, watch_id)
      select key, id from (select distinct text, key from bench_key) read join case_set_watch using (text)`,
    'alter table case_set_watch_key add primary key (key, watch_id)',
    'create index case_set_watch_key_watch on case_set_watch_key (watch_id)',
    'alter table case_set_watch_key add foreign key (watch_id) references case_set_watch on delete cascade',
  ])
    await sql.raw(statement).execute(trx)
}
