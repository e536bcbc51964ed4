import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { dumpOf } from '../../../test/database-dump.ts'
import { buildAccount, buildCase, buildCases } from '../../../test/factories.ts'
import { buildRichCase } from '../../../test/rich-case.ts'
import { addSubscription, feedIsSettled } from '../../../test/subscriptions.ts'
import { clearFolder, temporaryFolder } from '../../../test/temporary-folder.ts'
import { loadDemo } from '../../demo/load.ts'
import { importFiles } from '../../ingest/importers/import-file.ts'
import { writeCasesFile } from '../../operations/cases-file.ts'
import { buildStringsIndex } from '../../texts/strings-index.ts'
import { reindexTexts } from '../../texts/text-index.ts'
import { connect } from '../connect.ts'
import { migrate } from '../migrate.ts'
import type { DB } from '../schema.ts'
import { excludedTables, includedSecrets, seededTables, tablesOf, tablesToBackUp } from './backup-tables.ts'
import { readBackup } from './read-backup.ts'
import { restore } from './restore.ts'
import { writeBackup } from './write-backup.ts'

const folder = temporaryFolder()
afterAll(() => clearFolder(folder))
const place = (name: string): string => join(folder, name)

/** Indexes, keys and defaults, and the number each sequence gives next. */
async function shapeOf(db: Kysely<DB>): Promise<unknown> {
  const { rows } = await sql`
    select indexdef as what from pg_indexes where schemaname = current_schema()
    union all select conrelid::regclass || conname || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace
    union all select table_name || column_name || data_type || coalesce(column_default, '') || is_nullable
      from information_schema.columns where table_schema = current_schema()
    order by what`.execute(db)
  return rows
}
async function nextNumbers(db: Kysely<DB>): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema()`.execute(db)
  const numbers = new Map<string, unknown>()
  for (const { name } of rows)
    numbers.set(name, (await sql`select last_value + is_called::int as next from ${sql.id(name)}`.execute(db)).rows)
  return numbers
}
const changesAhead = async (db: Kysely<DB>): Promise<number[]> => {
  await feedIsSettled(db)
  const ahead = await sql<{ id: number }>`
    select change.id from case_change change, change_reader reader
    where (change.xid, change.id) > (reader.xid, reader.id) order by change.xid, change.id`.execute(db)
  return ahead.rows.map(({ id }) => id)
}
const whatIsWrong = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
const readWhole = async (file: string): Promise<void> => {
  for await (const part of readBackup(file)) void part
}

const source = await testDatabase()
const target = await testDatabase()
const { db } = source

/** Something of everything people and sources leave in a database. */
async function fill(): Promise<void> {
  await loadDemo(db, { count: 120, today: '2026-11-01' })
  const account = await buildAccount(db, { regions: [77, 78], groups: ['tag_editor'] })
  await buildAccount(db)
  const rich = await buildRichCase(db)
  const [first = 0, second = 0] = await buildCases(db, [
    {
      source_key: 'test:odd',
      case_number: '5-1\\2\t«А»/2026',
      text: 'Строка\r\nдругая\\N «ёлочки» \u0001 "кавычки"\n\\.\n',
    },
    { source_key: 'test:twice' },
  ])
  await buildCase(db, { source_key: 'test:twice', result: 'Производство прекращено' })
  const removed = await buildCase(db)
  await db.deleteFrom('court_case').where('id', '=', removed).execute()
  await db.updateTable('court_case').set({ gone_at: new Date() }).where('id', '=', second).execute()
  await db.insertInto('favourite').values({ account_id: account.id, case_id: first }).execute()
  await db
    .insertInto('case_note')
    .values({ account_id: account.id, case_id: first, text: 'Заметка\nв две строки' })
    .execute()
  const saved = { account_id: account.id, title: 'Набор', get_params: '{"type":"1"}', filter_key: randomBytes(32) }
  await db.insertInto('preset').values(saved).execute()
  await db
    .insertInto('saved_link')
    .values({ id: 'abcdef', account_id: null, get_params: '{}', filter_key: randomBytes(32) })
    .execute()
  await addSubscription(db, account.id, { caseId: rich })
  const { id: tag_id } = await db.insertInto('tag').values({ value: 'метка' }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('case_tag').values({ case_id: first, tag_id }).execute()
  const set = db.insertInto('case_set').values({ title: 'Подборка', created_by: account.id })
  const { id: set_id } = await set.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('case_set_item')
    .values([first, rich].map((case_id, position) => ({ set_id, case_id, position })))
    .execute()
  const verdict = {
    first_id: Math.min(first, second),
    second_id: Math.max(first, second),
    is_same: false,
    account_id: account.id,
  }
  await db.insertInto('case_link_verdict').values(verdict).execute()
  const body = gzipSync('<html>')
  const hash = createHash('sha256').update(body).digest()
  await db.insertInto('page').values({ hash, url: 'https://sud.example/', body }).execute()
  await db
    .insertInto('session')
    .values({ token_hash: randomBytes(32), account_id: account.id, expires_at: new Date(Date.now() + 1e9) })
    .execute()
  // Half of the news has been told.
  await sql`update change_reader set xid = read.xid, id = read.id
    from (select xid, id from case_change order by xid, id offset 60 limit 1) read`.execute(db)
}

describe('a database moved by file (§8)', async () => {
  it('starts with what every new database holds, and nothing more', async () => {
    const full: string[] = []
    for (const { table } of await tablesOf(target.db))
      if ((await sql`select from ${sql.id(table)} limit 1`.execute(target.db)).rows.length > 0) full.push(table)
    expect(full.sort()).toEqual([...seededTables].sort())
  })
  it('takes every table there is but those left out by name, and no secret unknowingly', async () => {
    const all = await tablesOf(db)
    const names = all.map(({ table }) => table)
    expect([...excludedTables].filter(table => !names.includes(table))).toEqual([])
    const kept = tablesToBackUp(all, true)
    expect([...kept.map(({ table }) => table), ...excludedTables].sort()).toEqual([...names].sort())
    const columns = kept.flatMap(one => one.columns.map(column => `${one.table}.${column}`))
    const secrets = columns.filter(name => /token|secret|password|cookie|code_hash/.test(name))
    expect(secrets.filter(name => !includedSecrets.includes(name))).toEqual([])
  })

  it('is refused whole when the file was cut, changed, is another one or newer, and the database stays empty', async () => {
    const courts = (await dumpOf(target.db)).get('court')?.length ?? 0
    await fill()
    const file = place('whole.ndjson')
    await writeBackup(source.url, file, { withPages: true })
    const whole = readFileSync(file)
    const at = whole.indexOf('метка')
    const text = whole.toString()
    const spoilt: Record<string, [string | Buffer, RegExp]> = {
      cut: [whole.subarray(0, whole.length - 200), /обрывается|лишняя|недостаёт/],
      'cut-at-a-line': [`${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`, /обрывается/],
      'packed-and-cut': [gzipSync(whole).subarray(0, -500), /обрывается/],
      changed: [
        Buffer.concat([whole.subarray(0, at), Buffer.from('петка'), whole.subarray(at + 10)]),
        /контрольная сумма/,
      ],
      'without-a-line': [text.split('\n').toSpliced(4, 1).join('\n'), /повреждён/],
      'with-more': [`${text}[]\n`, /лишнее/],
      another: ['{"source_key":"a"}\n', /Это не копия базы Судмонитора/],
      empty: ['', /Это не копия/],
      'of-a-newer-form': [text.replace('"version":1', '"version":2'), /более новым Судмонитором/],
    }
    for (const [name, [content, why]] of Object.entries(spoilt)) {
      writeFileSync(place(name), content)
      expect(await whatIsWrong(readWhole(place(name))), name).toMatch(why)
    }
    const newer = text.replace(/"schema":"[^"]+"/, '"schema":"9999-later"')
    writeFileSync(place('newer'), newer)
    expect(await whatIsWrong(restore(target.db, place('newer')))).toMatch(/более новым Судмонитором.*9999-later/)
    expect(await whatIsWrong(restore(target.db, place('changed')))).toMatch(/контрольная сумма/)
    expect((await dumpOf(target.db)).get('court_case')).toEqual([])
    expect((await dumpOf(target.db)).get('court')).toHaveLength(courts)
    expect(await shapeOf(target.db)).toEqual(await shapeOf(db))
  })

  it('is empty again when restoring is killed in the middle', async () => {
    const pipe = place('pipe')
    execFileSync('mkfifo', [pipe])
    const child = spawn(process.execPath, ['bin/sudmonitor.js', 'restore', pipe], {
      env: { ...process.env, DATABASE_URL: target.url },
      stdio: 'ignore',
    })
    const ended = new Promise(resolve => child.once('exit', resolve))
    // Whatever fails here: its transaction would hold up the news of every other test.
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await ended
    })
    const writer = createWriteStream(pipe)
    writer.on('error', () => undefined)
    const whole = readFileSync(place('whole.ndjson'))
    writer.write(whole.subarray(0, whole.length / 2))
    // It waits for more rows of a table that is not the first: those of the tables before are copied.
    const [first] = (await tablesOf(db)).map(({ table }) => table)
    const copying = () =>
      sql`
        select from pg_stat_activity
        where datname = current_database() and query like 'copy % from stdin' and not starts_with(query, ${`copy "${first}"`})
          and wait_event = 'ClientRead'`.execute(target.db)
    await expect.poll(async () => (await copying()).rows.length, { interval: 20 }).toBe(1)
    child.kill('SIGKILL')
    await ended
    writer.destroy()
    await expect.poll(async () => (await copying()).rows.length, { interval: 20 }).toBe(0)
    expect((await dumpOf(target.db)).get('account')).toEqual([])
  })

  it.each(['copy.ndjson.zst', 'copy.ndjson.gz'])('is packed as %s says, and only its owner may read it', async name => {
    const { rows, sha256 } = await writeBackup(source.url, place(name), { withPages: true })
    const packed = readFileSync(place(name))
    const text = (name.endsWith('.gz') ? gunzipSync(packed) : zstdDecompressSync(packed)).toString()
    const lines = text.trimEnd().split('\n')
    expect(lines.filter(line => line.startsWith('['))).toHaveLength(rows)
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ end: true, rows, sha256 })
    expect(statSync(place(name)).mode & 0o777).toBe(0o600)
    expect(await whatIsWrong(writeBackup(source.url, place(name)))).toMatch(/Файл уже есть/)
  })

  it('is the same database elsewhere', async () => {
    await restore(target.db, place('copy.ndjson.zst'))
    const [before, after] = [await dumpOf(db, true), await dumpOf(target.db, true)]
    for (const [table, rows] of before) expect([table, after.get(table)]).toEqual([table, rows])
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    expect(await shapeOf(target.db)).toEqual(await shapeOf(db))
    expect(await nextNumbers(target.db)).toEqual(await nextNumbers(db))
    const told = await changesAhead(target.db)
    expect(told).toEqual(await changesAhead(db))
    expect(told.length).toBeGreaterThan(20)
    expect((await sql`select from session`.execute(target.db)).rows).toEqual([])
    // And it lives: what comes next has numbers and news of its own.
    await buildCase(target.db)
    expect((await changesAhead(target.db)).length).toBe(told.length + 1)
  })

  it('is never put over another', async () => {
    expect(await whatIsWrong(restore(target.db, place('copy.ndjson.gz')))).toMatch(
      /^База не пуста: в ней 1\d\d\sдел[а-я]* и 2\sучётные записи\. Восстановить можно только в пустую базу/,
    )
  })

  it('goes by its cases alone through import: the same cases under the same keys, with their texts', async () => {
    const file = place('cases.ndjson.gz')
    const { cases } = await writeCasesFile(source.url, file, { atOnce: 50 })
    // The form is that of import: here it says nothing new.
    expect(await importFiles(db, [file])).toEqual({ new: 0, changed: 0, same: cases, rejected: 0 })
    const elsewhere = await testDatabase()
    expect(await importFiles(elsewhere.db, [file])).toEqual({ new: cases, changed: 0, same: 0, rejected: 0 })
    const casesOf = async (one: Kysely<DB>) =>
      (
        await sql`
          select source_key, digest, record, body, type, stage, court.title as court, case_number, has_text, defendants_hidden,
            (select json_agg(json_build_array(event_type.title, event_date, event_time, result) order by ordinal)
              from case_event join event_type on event_type.id = event_type_id where case_id = court_case.id) as events,
            (select json_agg(json_build_array(name, gender, hidden) order by ordinal) from case_defendant
              where case_id = court_case.id) as people,
            (select json_agg(json_build_array(type, value, hidden) order by ordinal) from case_penalty
              where case_id = court_case.id) as penalties
          from case_record join court_case on court_case.id = case_record.case_id join court on court.id = court_id
          left join case_text on case_text.case_id = court_case.id order by source_key`.execute(one)
      ).rows
    expect(await casesOf(elsewhere.db)).toEqual(await casesOf(db))
  })

  it('is brought up to date when the file is of an older schema', async () => {
    const older = await testDatabase('template0')
    const then = connect(older.url, { max: 2 })
    await migrate(then, '0009-favourite-folders')
    await sql`insert into account (username, password_hash) values ('прежний', 'x')`.execute(then)
    await sql`insert into court (title, region, time_zone) values ('Прежний суд', 77, 'Europe/Moscow')`.execute(then)
    await sql`insert into court_case (type, stage, court_id, region, case_number)
      select 1, 1, id, 77, '5-7/2020' from court`.execute(then)
    await sql`insert into case_text (case_id, body) select id, 'Решил: признать виновным.' from court_case`.execute(
      then,
    )
    await writeBackup(older.url, place('older.ndjson'))
    await then.destroy()
    const { db: now } = await testDatabase()
    await restore(now, place('older.ndjson'))
    expect(await now.selectFrom('court_case').select(['case_number', 'checked_at']).execute()).toHaveLength(1)
    expect(await now.selectFrom('case_text').select(['body', 'reading']).executeTakeFirst()).toMatchObject({
      body: 'Решил: признать виновным.',
    })
    expect(await now.selectFrom('account').select('username').execute()).toEqual([{ username: 'прежний' }])
    // The directories of this version have come on top.
    expect((await now.selectFrom('court').select('id').limit(10).execute()).length).toBe(10)
    // Once its texts are read as this version reads them, and their strings have an index: what serving does beside itself.
    await reindexTexts(now)
    await buildStringsIndex(now)
    expect(await shapeOf(now)).toEqual(await shapeOf(db))
  })
})
