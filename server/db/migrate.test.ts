import { globSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCases } from '../../test/factories.ts'
import { readJournal, stateAt } from '../journal/read-entries.ts'
import { connect } from './connect.ts'
import { latestMigration, migrate } from './migrate.ts'
import type { DB } from './schema.ts'

/** What all of these have run, once: each begins with a database of its own that has. */
const earliest = await testDatabase('template0')
const early = connect(earliest.url, { max: 2 })
await migrate(early, '0040-odd-uids')
await early.destroy()
async function formerDatabase(target: string): Promise<Kysely<DB>> {
  const { db } = await testDatabase(new URL(earliest.url).pathname.slice(1))
  await migrate(db, target)
  return db
}

it('runs what landed after a later number of it was run', async () => {
  const then = await formerDatabase('0040-odd-uids')
  await sql`insert into kysely_migration (name, timestamp) values (${latestMigration}, now()::text)`.execute(then)
  expect((await migrate(then)).at(0)).toBe('0041-roles')
  expect(await migrate(then)).toEqual([])
})

it('keeps nobody waiting while a long read goes on that it waits for itself (§8)', async () => {
  const { db, url } = await testDatabase()
  await buildCases(db, [{ case_number: '5-1/2026' }])
  // As before both migrations: one index in place of another, a column of a table that a backup reads.
  await sql`delete from kysely_migration where name ~ '^010[67]-'`.execute(db)
  await sql`drop index court_case_number_region`.execute(db)
  await sql`create index court_case_number_court on court_case (case_number collate "C", court_id)`.execute(db)
  await sql`alter table case_set_member drop column watch_seen_at`.execute(db)
  const long = await db.startTransaction().execute()
  await sql`declare cases cursor for select id from court_case`.execute(long)
  // Between two statements a transaction has its locks, and no snapshot.
  const backup = await db.startTransaction().execute()
  await sql`select from case_set_member`.execute(backup)

  const [one, other] = [connect(url, { max: 2 }), connect(url, { max: 2 })]
  let isOver = false
  const both = Promise.all([migrate(one), migrate(other)]).finally(() => {
    isOver = true
  })
  let asked = 0
  const useFor = async (milliseconds: number): Promise<void> => {
    for (const until = Date.now() + milliseconds; Date.now() < until; await pause(20))
      await db.transaction().execute(async trx => {
        // A migration that waits for a table gives way within a second.
        await sql`set local statement_timeout = '3s'`.execute(trx)
        await sql`select from court_case`.execute(trx)
        await sql`select from case_set_member`.execute(trx)
        await sql`update court_case set case_number = ${`5-${++asked}/2026`}`.execute(trx)
      })
  }
  await useFor(3_000)
  await long.commit().execute()
  await useFor(5_000)
  expect(isOver).toBe(false)
  await backup.commit().execute()
  expect((await both).flat().toSorted()).toEqual(['0106-numbers-by-region', '0107-when-a-watch-list-was-seen'])
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = 'court_case'::regclass and indisvalid`.execute(
    db,
  )
  const indexes = rows.map(({ name }) => name)
  expect(indexes).toContain('court_case_number_region')
  expect(indexes).not.toContain('court_case_number_court')
  for (const each of [one, other]) await each.destroy()
})

it('builds an index anew whose building beside readers was broken off', async () => {
  const { db } = await testDatabase()
  await sql`delete from kysely_migration where name = '0106-numbers-by-region'`.execute(db)
  await sql`update pg_index set indisvalid = false where indexrelid = 'court_case_number_region'::regclass`.execute(db)
  expect(await migrate(db)).toEqual(['0106-numbers-by-region'])
  const { rows } = await sql`
    select indisvalid as valid from pg_index where indexrelid = 'court_case_number_region'::regclass`.execute(db)
  expect(rows).toEqual([{ valid: true }])
})

it('leaves a database alone that a later version has added to, and refuses one that it has taken from (§8)', async () => {
  const { db } = await testDatabase()
  const land = (name: string) => sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
  await land('9998-later-columns')
  expect(await migrate(db)).toEqual([])
  await land('9999-drop-later-columns')
  await expect(migrate(db)).rejects.toThrow(
    'База данных новее этой версии программы (9999-drop-later-columns). Обновите программу.',
  )
})

it('names each migration that takes away, renames or narrows what the former version reads or writes NNNN-drop-… (docs/operations.md)', () => {
  const takesAway =
    /\b(?:drop (?:table|column|view|schema|function|trigger|type|constraint)|rename (?:to|column)|alter column \w+ (?:type|set (?:data|not)))\b|\.(?:(?:drop|rename)(?:Table|Column|View|Schema|Type|Constraint|To)|alterColumn)\(/i
  const taking = globSync('migrations/*.ts', { cwd: import.meta.dirname }).filter(file =>
    takesAway.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replace(/\s+/g, ' ')),
  )
  // Those that landed before versions ran beside each other.
  const before = '8 10 13 18 22 28 32 33 36 43 46 50 57 65 79 91 98'.split(' ')
  expect(
    taking
      .map(file => file.replace('migrations/', ''))
      .filter(file => !/^\d{4}-drop-/.test(file))
      .map(file => `${Number.parseInt(file, 10)}`)
      .toSorted((one, other) => Number(one) - Number(other)),
  ).toEqual(before)
})

it('finds words of a text in any form after migration 0114, whether its forms stand among its grams or not, and makes their index beside whoever works (decision 0134)', async () => {
  const then = await formerDatabase('0113-exports-in-s3')
  const write = (id: number, grams: string) =>
    then.transaction().execute(async trx => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`insert into case_text (case_id, body, words, grams, letters, reading)
        values (${id}, 'Плакаты.', ' плакат ', ${grams}, 'плакаты.', 4)`.execute(trx)
    })
  await write(1, '_плакаты')
  // A load that was killed has set it aside.
  await sql`insert into installation (key, value)
    select 'indexes_aside', json_build_array(pg_get_indexdef('case_text_words'::regclass), 'create index another on case_text (reading)')`.execute(
    then,
  )
  const reader = await then.startTransaction().execute()
  await sql`select from case_text`.execute(reader)
  const done = migrate(then)
  await reader.rollback().execute()
  expect(await done).toContain('0114-forms-out-of-grams')
  await write(2, '')
  await write(3, '_плакаты')
  await write(4, '~ _')
  const asked = sql`select case_id from case_text_seen where held_words @@ '''_плакаты'''::tsquery order by 1`
  expect((await asked.execute(then)).rows).toEqual([1, 2, 3].map(case_id => ({ case_id })))
  await then.transaction().execute(async trx => {
    await sql`set local enable_seqscan = off`.execute(trx)
    expect(JSON.stringify((await sql`explain (format json) ${asked}`.execute(trx)).rows)).toContain('case_text_lexemes')
  })
  const { rows } =
    await sql`select to_regclass('case_text_words') as former, value from installation where key = 'indexes_aside'`.execute(
      then,
    )
  expect(rows).toEqual([{ former: null, value: ['create index another on case_text (reading)'] }])
})

it('gives a penalty that is in already to the only one who is accused, and to nobody of several (decision 0068)', async () => {
  const then = await formerDatabase('0045-certain-clocks')
  await sql`insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow')`.execute(then)
  await sql`insert into court_case (type, stage, court_id, region, case_number)
    select 1, 1, court.id, 77, '5-' || n from court, generate_series(1, 7) as n where title = 'Прежний суд'`.execute(
    then,
  )
  await sql`insert into case_penalty (case_id, ordinal, type, value) select id, 0, 'fine', 500 from court_case`.execute(
    then,
  )
  // Told by the text: read half surely, surely, and by nobody knows whom.
  await sql`update case_penalty set by_text = true from court_case
    where court_case.id = case_id and case_number in ('5-5', '5-6', '5-7')`.execute(then)
  await sql`insert into case_decision (case_id, outcome, evidence, certainty, facts, reader)
    select id, 'fine', '', case case_number when '5-5' then 0.6 else 0.98 end, '{}', 1
    from court_case where case_number in ('5-5', '5-6')`.execute(then)
  await sql`insert into defendant (name, name_normal, gender) values ('А', 'А', 'na'), ('Б', 'Б', 'na')`.execute(then)
  // Of one; of two; of one named twice; of one beside somebody whose role is not told.
  await sql`insert into case_defendant (case_id, ordinal, defendant_id, name, gender, hidden)
    select court_case.id, place, (select id from defendant where name = who), who, 'na', false
    from court_case join (values ('5-1', 0, 'А'), ('5-2', 0, 'А'), ('5-2', 1, 'Б'), ('5-3', 0, 'А'), ('5-3', 1, 'А'), ('5-4', 0, 'А'), ('5-5', 0, 'А'), ('5-6', 0, 'А'), ('5-7', 0, 'А'))
      as told (case_number, place, who) using (case_number)`.execute(then)
  await sql`insert into case_participant (case_id, ordinal, role, name, articles)
    select id, 0, 'unknown', 'В', 'not_told' from court_case where case_number = '5-4'`.execute(then)
  await migrate(then)
  const rows = await then
    .selectFrom('case_penalty')
    .innerJoin('court_case', 'court_case.id', 'case_penalty.case_id')
    .select(['case_number', 'defendant_ordinal', 'value', 'state', 'certainty'])
    .orderBy('case_number')
    .execute()
  const told = { value: 500, state: 'imposed', certainty: 1 }
  expect(rows).toEqual(
    [
      ...[0, null, 0, null].map(defendant_ordinal => ({ defendant_ordinal, certainty: 1 })),
      ...[0.6, 0.98, 0.5].map(certainty => ({ defendant_ordinal: null, certainty })),
    ].map((one, at) => ({ ...told, ...one, case_number: `5-${at + 1}` })),
  )
  await then.deleteFrom('court_case').execute()
  expect(await then.selectFrom('case_told_penalty').select('type').execute()).toEqual([])
})

it('leaves a person’s own titles to subscriptions, and none that was made of what they watch (decision 0075)', async () => {
  const then = await formerDatabase('0049-card-readers')
  await sql`insert into account (username, password_hash) values ('прежняя', '')`.execute(then)
  await sql`insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow')`.execute(then)
  await sql`insert into court_case (type, stage, court_id, region, case_number)
    select 1, 1, id, 77, '5-1/2026' from court where title = 'Прежний суд'`.execute(then)
  await sql`insert into defendant (name, name_normal, gender) values ('Прежнев П. И.', 'прежнев п и', 'm')`.execute(
    then,
  )
  const words = JSON.stringify({ type: 'КоАП', court: 'Прежний суд' })
  const long = `Судья: ${'Прежняя, '.repeat(20)}`.slice(0, 99)
  const titles = [
    ['filters', 'Кодекс: КоАП; Суд: Прежний суд', ''],
    ['filters', `${long}…`, ''],
    ['filters', 'Пикеты: осень', 'Пикеты: осень'],
    ['case', 'Дело 5-1/2026', ''],
    ['case', 'Дело соседа', 'Дело соседа'],
    ['person', 'Прежнев П. И.', ''],
    ['person', 'Прежнев Пётр Ильич', ''],
    ['person', 'мой подзащитный', 'мой подзащитный'],
  ] as const
  for (const [at, [about, title]] of titles.entries())
    await sql`insert into subscription
      (account_id, title, get_params, human_readable, kinds, channels, cadence, send_at, weekday, zone, secret, filter_key, about_case_id, about_person_id)
      select account.id, ${title}, '{}', ${about === 'filters' ? words : '{}'}::jsonb, '{new}', '{}', 'at_once', '09:00', 1, 'Europe/Moscow',
        ${`тайна ${at}`}, ${about === 'filters' ? Buffer.from([at]) : null}::bytea,
        ${about === 'case' ? sql`court_case.id` : sql`null`}, ${about === 'person' ? sql`defendant.id` : sql`null`}
      from account, court_case, defendant`.execute(then)
  await migrate(then)
  const kept = await then.selectFrom('subscription').select('title').orderBy('secret').execute()
  expect(kept.map(({ title }) => title)).toEqual(titles.map(([, , left]) => left))
})

it('keeps what revisions told, their numbers, and the record where it was last read (decision 0085)', async () => {
  const then = await formerDatabase('0056-asked-acts')
  await sql`insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow')`.execute(then)
  await sql`insert into court_case (type, stage, court_id, region, case_number)
    select 1, 1, court.id, 77, '5-' || n from court, generate_series(1, 2) as n where title = 'Прежний суд'`.execute(
    then,
  )
  const [changed, same] = (await then.selectFrom('court_case').select('id').orderBy('case_number').execute()).map(
    ({ id }) => id,
  )
  if (changed === undefined || same === undefined) throw new Error('no cases')
  await sql`insert into case_source (source_key, case_id, origin, digest, record, first_seen_at, last_seen_at)
    select 'прежний ' || id, id, 'collector', '', json_build_object('case_number', case_number), '2026-01-01', '2026-02-01' from court_case`.execute(
    then,
  )
  await sql`insert into case_text (case_id, body) values (${changed}, 'Был текст.')`.execute(then)
  const told = (field: string) => [{ field, before: null, after: 'нечто' }]
  for (const [at, field] of ['reading', 'judge'].entries())
    await sql`insert into case_revision (case_id, number, seen_at, changes, page_hash)
      values (${changed}, ${at + 1}, '2026-01-15', ${JSON.stringify(told(field))}::jsonb, ${Buffer.alloc(32, at)})`.execute(
      then,
    )
  await migrate(then)
  const hash = (at: number) => Buffer.alloc(32, at).toString('hex')
  const { entries } = await readJournal(then, changed)
  expect(entries).toMatchObject([
    { number: 0, origin: 'collector', seen_at: new Date('2026-01-01'), record: null, told: [] },
    { number: 1, origin: null, page_hash: hash(0), record: null, told: told('reading') },
    { number: 2, origin: 'collector', page_hash: hash(1), record: { case_number: '5-1' }, told: told('judge') },
  ])
  expect(stateAt(await readJournal(then, changed, { whole: true }), {})).toMatchObject({ body: 'Был текст.' })
  expect((await readJournal(then, same)).entries).toMatchObject([
    { number: 0, record: { case_number: '5-2' }, told: null },
  ])
  const { rows } = await sql`select case_id, record->>'case_number' as number from case_record order by 2`.execute(then)
  expect(rows).toEqual([
    { case_id: changed, number: '5-1' },
    { case_id: same, number: '5-2' },
  ])
})

it('tells who has closed published figures, also where 0070 was run as it was on its first day', async () => {
  const then = await formerDatabase('0070-published-figures')
  await sql`alter table citation drop column closed_by`.execute(then)
  await migrate(then)
  const closed = await then.selectFrom('citation').select(['closed_at', 'closed_by']).execute()
  expect(closed).toEqual([])
})
