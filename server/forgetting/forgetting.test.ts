import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { setItemList } from '#shared/api/sets.ts'
import { addDays } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { type Answer, type Ask, testApp } from '../../test/app.ts'
import { dumpOf } from '../../test/database-dump.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { forgottenName, forgottenTraces, forgottenWorld, personOn, personRecord } from '../../test/forgotten-person.ts'
import { givePast } from '../../test/past-days.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { unzipped } from '../../test/unzipped.ts'
import { keepPage, keptPage } from '../collectors/pages/keep-page.ts'
import { versionedTables } from '../db/as-of/versioned-tables.ts'
import { readCompressed } from '../db/backup/compressed-file.ts'
import { writeBackup } from '../db/backup/write-backup.ts'
import { isForgettingUnchanged } from '../db/people-locks.ts'
import { openJournal } from './forget-person.ts'
import { maskForgotten, maskListed } from './ingest-door.ts'
import { forgetListPages, isWithheld } from './mask-pages.ts'
import { nameColumns } from './name-columns.ts'
import { destroySeals, readSealKey, sealKeyFile } from './seal.ts'

const dataDir = temporaryFolder()
const { app, db, url, guest, as } = await testApp({ dataDir })
const world = await forgottenWorld(db)
const { superuser, reader, first, other, elsewhere, person } = world
const ask = { superuser: await as(superuser), reader: await as(reader) }

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll('\u00ad', '')
const found = (text: string): string | undefined => {
  const at = plain(text).search(forgottenTraces)
  return at < 0 ? undefined : plain(text).slice(Math.max(0, at - 60), at + 60)
}

// Whoever reads a calendar has its hearings compared with the case.
await guest(`feeds/${'f'.repeat(32)}/hearings.ics`)
const asOfDays = await givePast(db)
const before = await dumpOf(db, true)

/** Columns of tables that hold the name, as text. */
async function tracesInTables(): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname in (current_schema(), 'pgboss')`.execute(db)
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(one) as row from ${sql.raw(name === 'job' ? 'pgboss.job' : `"${name}"`)} one`
      .execute(db)
      .catch(() => ({ rows: [] }))
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (found(readable(name, column, value)) !== undefined) traces.push(`${name}.${column}`)
  }
  return [...new Set(traces)].sort()
}
const readable = (table: string, column: string, value: unknown): string => {
  if (typeof value !== 'string' || !value.startsWith('\\x')) return JSON.stringify(value) ?? ''
  const bytes = Buffer.from(value.slice(2), 'hex')
  return (
    ['page', 'export_file_part'].includes(table) && column === 'body' ? zstdDecompressSync(bytes) : bytes
  ).toString()
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map(name => join(folder, String(name)))
    .filter(file => statSync(file).isFile())

/** Every GET of the API with every id of the base; workbooks and packages are unpacked, which hold words compressed. */
async function tracesInAnswers(asked: Ask): Promise<{ traces: string[]; answered: Set<string>; unanswered: string[] }> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute on attrelid = c.oid and attname = 'id'
    where relnamespace = current_schema()::regnamespace and relkind = 'r'
      and c.relname not in ('court', 'court_site', 'article', 'event_type', 'result_type', 'defence_param', 'judge', 'case_write')`.execute(
    db,
  )
  const ids = new Set<string>()
  for (const { name } of tables)
    for (const { id } of (await sql<{ id: unknown }>`select id from ${sql.table(name)} limit 100`.execute(db)).rows)
      ids.add(String(id))
  const feeds = await db.selectFrom('subscription_feed').select('secret').execute()
  const secrets = feeds.map(({ secret }) => secret)
  const answered = new Set<string>()
  const traces: string[] = []
  const unanswered: string[] = []
  for (const [path, item] of Object.entries(app.swagger().paths ?? {})) {
    if (!('get' in item) || /logout|events|docs|stream/.test(path)) continue
    const filling = path.includes('{secret}') ? secrets : ids
    const addresses = path.includes('{') ? [...filling].map(id => path.replaceAll(/\{\w+\}/g, id)) : [path]
    const parameters = z.object({ parameters: z.array(z.object({ name: z.string() })).default([]) }).parse(item.get)
    const known = new Set(parameters.parameters.map(({ name }) => name))
    for (const address of addresses)
      for (const query of [
        '',
        '?regions=77',
        '?ordering=-entry_date',
        `?case=${first}`,
        '?rows=court&columns=none&metrics=cases',
        '?q=вертоград',
        `?as_of=${asOfDays.past}`,
        `?as_of=${asOfDays.present}`,
      ]) {
        // What a call does not know it refuses or passes over, whatever the id: that is tried with one.
        if (address !== addresses[0] && ![...new URLSearchParams(query).keys()].every(name => known.has(name))) continue
        const { status, text, bytes } = await askedAtOnce(asked, `${address}${query}`)
        if (status === 200) answered.add(path)
        if (status >= 500 || status === 429) unanswered.push(`${status} ${address}${query}`)
        const trace = found(text.startsWith('PK') ? [...unzipped(bytes).values()].join('\n') : text)
        if (trace !== undefined) traces.push(`${address}${query}: ${trace}`)
        if ([403, 404].includes(status)) break
      }
  }
  return { traces, answered, unanswered }
}
/** Calls that a program may not make so often in a minute, the walk makes. */
async function askedAtOnce(asked: Ask, address: string): Promise<Answer> {
  const answer = await asked(address)
  if (answer.status !== 429) return answer
  await db.deleteFrom('attempt').execute()
  return asked(address)
}

describe('a person who is forgotten (decision 0088)', () => {
  it('stood in every column that may hold names', async () => {
    const traces = await tracesInTables()
    const named = nameColumns.flatMap(({ table, columns }) => Object.keys(columns).map(column => `${table}.${column}`))
    const ofPast = Object.keys(versionedTables).flatMap(table =>
      named.flatMap(name => (name.startsWith(`${table}.`) ? [`past_${name}`] : [])),
    )
    expect(traces.filter(trace => ![...named, ...ofPast].includes(trace))).toEqual([])
    // What a table says of the person, its past says as well.
    expect(traces.filter(trace => ofPast.includes(trace))).toEqual(
      ofPast.filter(name => traces.includes(name.slice('past_'.length))).sort(),
    )
    for (const day of Object.values(asOfDays))
      expect((await ask.reader(`cases/?defendant=вертоградов&as_of=${day}`)).body).toMatchObject({ count: 2 })
    const silent = named.filter(name => !traces.includes(name))
    // Hashes, numbers and codes, which forgetting changes as well.
    expect(silent).toEqual([
      ...[
        'case_text.grams',
        'case_text.prints',
        'case_journal.text_hash',
        'former_text.hash',
        'case_source.digest',
        'person_pair.name_relation',
      ],
      ...['person_pair.evidence', 'person_merge.name_relation', 'person_merge.evidence', 'person_merge.moved'],
      ...['defendant_risk.counted', 'defendant_risk.coming', 'page.content_type'],
    ])
  })

  it('is shown to a superuser with all cases before it is decided', async () => {
    expect((await ask.superuser(`defendants/${person}/forgetting/`)).body).toMatchObject({
      cases: [{ id: elsewhere }, { id: first }],
    })
    expect((await ask.reader(`defendants/${person}/forgetting/`)).status).toBe(403)
  })

  it('is in no table afterwards', async () => {
    const { status, body, text } = await ask.superuser(`defendants/${person}/forgetting/`, {
      method: 'POST',
      body: { cases: [first, elsewhere], grounds: 'subject', reason: `Просит ${forgottenName}` },
    })
    expect({ status, text }).toMatchObject({ status: 201 })
    expect(body).toMatchObject({ cases: 2 })
    expect(await forgetLists()).toBeGreaterThan(1)

    expect(await tracesInTables()).toEqual([])
    // The name has not changed today, it is as if it had never been told.
    for (const table of Object.keys(versionedTables)) {
      const { rows } = await sql`
        select from ${sql.table(table)} where known_from = moscow_today()
        union all select from ${sql.table(`past_${table}`)} where known_until = moscow_today()`.execute(db)
      expect({ table, rows }).toEqual({ table, rows: [] })
    }
    for (const day of Object.values(asOfDays)) {
      expect((await ask.reader(`cases/?defendant=вертоградов&as_of=${day}`)).body).toMatchObject({ count: 0 })
      expect((await ask.reader(`cases/?case_number=5-777/2026&as_of=${day}`)).body).toMatchObject({
        results: [{ defendants: [{ name: 'Имя удалено по решению' }, { name: 'Синичкин Олег Павлович' }] }],
      })
    }
  })

  it.each(['superuser', 'reader'] as const)('is in no answer to a %s afterwards', async who => {
    const { traces, answered, unanswered } = await tracesInAnswers(ask[who])
    // What fails or is refused for haste has not been looked through.
    expect(unanswered).toEqual([])
    expect(traces).toEqual([])
    expect(answered.size).toBeGreaterThan(30)
    expect([...answered].join()).toContain('/feeds/{secret}/')
  })

  it('is on no page of figures that everybody sees afterwards', async () => {
    const open = db.selectFrom('citation').where('published_at', 'is not', null)
    const { id } = await open.select('id').executeTakeFirstOrThrow()
    const { status, text } = await guest(`/embed/${id}`)
    expect({ status, trace: found(text) }).toEqual({ status: 200, trace: undefined })
  })

  it('is in no file or backup afterwards', async () => {
    const files = filesIn(dataDir)
    expect(files.map(file => file.slice(dataDir.length + 1))).toEqual([sealKeyFile])
    expect(statSync(join(dataDir, sealKeyFile)).mode & 0o777).toBe(0o600)
    const backup = join(temporaryFolder(), 'backup')
    await writeBackup(url, backup, { withPages: true })
    const lines: Buffer[] = []
    for await (const chunk of readCompressed(backup)) lines.push(chunk)
    expect(Buffer.concat(lines).length).toBeGreaterThan(10_000)
    expect(found(Buffer.concat(lines).toString())).toBeUndefined()
    for (const file of files) expect(found(readFileSync(file, 'utf8'))).toBeUndefined()
  })

  it('leaves cases, articles and results, and a name that is no person', async () => {
    expect((await ask.reader(`defendants/${person}/`)).status).toBe(404)
    const { body } = await ask.reader(`cases/${first}/`)
    expect(body).toMatchObject({
      case_number: '5-777/2026',
      defendants_hidden: false,
      defendants: [{ name: 'Имя удалено по решению' }, { name: 'Синичкин Олег Павлович' }],
    })
    expect((await ask.reader(`cases/${other}/`)).text).toContain('Синичкин')
    expect((await ask.reader('cases/?defendant=имя удалено')).body).toMatchObject({ count: 0 })
    expect((await ask.reader('cases/?result_text_search=удалено&text_search_type=plain')).body).toMatchObject({
      count: 0,
    })
  })

  it('does not come back with what is read anew, and nothing is news', async () => {
    const news = await db.selectFrom('case_change').selectAll().execute()
    const spare = personRecord.text.replace('Вертограду\u00adшка. ', '')
    await buildCases(db, [{ ...personRecord, text: spare, result: 'Постановление изменено' }])
    expect(await db.selectFrom('case_change').selectAll().execute()).toEqual(news)
    expect(await tracesInTables()).toEqual([])
  })

  it('is told of in numbers that point to nobody', async () => {
    expect((await ask.reader('forgetting/')).body).toMatchObject({
      all: { decisions: null, in_force: null, undone: 0 },
    })
    expect((await ask.superuser('forgetting/decisions/')).body).toMatchObject({
      count: 1,
      results: [{ grounds: 'subject', reason: 'Просит [Имя удалено по решению]', state: 'in_force', cases: 2 }],
    })
  })

  it('comes back whole when the decision is undone within thirty days', async () => {
    const { id } = await db.selectFrom('forgetting').select('id').executeTakeFirstOrThrow()
    expect((await ask.superuser(`forgetting/${id}/undo/`, { method: 'POST' })).text).toContain('имя возвращено')
    const after = await dumpOf(db, true)
    // And what answers keep counted. A file of an export is made again.
    const own = [
      'export_file',
      'export_file_part',
      'evidence_package',
      'forgetting',
      'forgotten_case',
      'forgetting_seal',
      'forgotten_page',
      'installation',
    ]
    for (const [table, rows] of before) {
      if (own.includes(table)) continue
      const now = after.get(table) ?? []
      // Whoever asks for a watch list has seen it: that is in the log.
      const ownRow = /"forgetting_id"|"field": "forgotten"|"key": "forgetting"|"action": "set_watch_seen"/
      expect({ table, rows: now.filter(row => !ownRow.test(row)).map(withoutCounters) }).toEqual({
        table,
        rows: rows.map(withoutCounters),
      })
    }
  })

  it('keeps the name where a case was left out as a namesake’s', async () => {
    const { status, body } = await ask.superuser(`defendants/${person}/forgetting/`, {
      method: 'POST',
      body: { cases: [first], grounds: 'excessive' },
    })
    expect(status).toBe(201)
    // The reader's own titles may be of the namesake.
    const { sets: _, ...told } = z.record(z.string(), z.unknown()).parse((await ask.reader(`cases/${first}/`)).body)
    expect(found(JSON.stringify(told))).toBeUndefined()
    expect((await ask.reader(`cases/${elsewhere}/`)).text).toContain('Вертоградов Петр Ильич')
    expect((await ask.reader(`defendants/${person}/`)).body).toMatchObject({ cases_count: 1 })
    const { id } = z.object({ id: z.number() }).parse(body)
    // Meanwhile the reader keeps the same filters again, and a namesake comes to the court.
    await ask.reader('presets/', { method: 'POST', body: { title: 'Те же', get_params: { defendant: 'вертоградов' } } })
    const [namesake = 0] = await buildCases(db, [{ defendants: [{ name: forgottenName }], court: personRecord.court }])
    expect((await ask.superuser(`forgetting/${id}/undo/`, { method: 'POST' })).status).toBe(200)
    expect((await ask.reader(`cases/${first}/`)).text).toContain(forgottenName)
    await sql`delete from court_case where id = ${namesake}`.execute(db)
  })

  it('is in no label of their cases alone, and a change written over what was masked is refused', async () => {
    const { id: set } = await db.selectFrom('case_set').select('id').executeTakeFirstOrThrow()
    // A namesake bears the surname: of a label on a case of somebody else’s nobody knows whom it means.
    const [namesake = 0] = await buildCases(db, [{ defendants: [{ name: forgottenName }], court: personRecord.court }])
    await sql`delete from case_set_item_label where set_id = ${set}`.execute(db)
    await sql`insert into case_set_item (set_id, case_id, position) values (${set}, ${other}, 2), (${set}, ${elsewhere}, 3)`.execute(
      db,
    )
    await sql`
      with label as (insert into case_set_label (set_id, title) values (${set}, 'К Вертоградову'), (${set}, 'У Вертоградова') returning id, title)
      insert into case_set_item_label (set_id, case_id, label_id)
      select ${set}, case_id, id from label, unnest(case when title like 'К %' then array[${elsewhere}] else array[${elsewhere}, ${other}] end::integer[]) case_id`.execute(
      db,
    )
    const items = async () => {
      const { results } = setItemList.parse((await ask.reader(`sets/${set}/items/`)).body)
      return new Map(results.map(item => [item.case_id, item]))
    }
    const seen = await items()
    const { body } = await ask.superuser(`defendants/${person}/forgetting/`, {
      method: 'POST',
      body: { cases: [first, elsewhere], grounds: 'excessive' },
    })
    const masked = await items()
    const shown = [elsewhere, other].map(one => masked.get(one)?.labels)
    expect(shown).toEqual([
      [expect.stringMatching(/^К \[Имя удалено по решению\] №\s\d+$/), 'У Вертоградова'],
      ['У Вертоградова'],
    ])
    const write = (case_id: number, was: Awaited<ReturnType<typeof items>>) =>
      ask.reader(`sets/${set}/items/`, {
        method: 'PATCH',
        body: {
          items: [{ case_id, version: was.get(case_id)?.version, note: 'новое', labels: was.get(case_id)?.labels }],
        },
      })
    expect([(await write(first, seen)).status, (await write(elsewhere, seen)).status]).toEqual([409, 409])
    expect((await write(other, seen)).status).toBe(200)
    const { id } = z.object({ id: z.number() }).parse(body)
    expect((await ask.superuser(`forgetting/${id}/undo/`, { method: 'POST' })).status).toBe(200)
    expect((await items()).get(elsewhere)?.labels).toEqual(['К Вертоградову', 'У Вертоградова'])
    expect([(await write(first, masked)).status, (await write(elsewhere, masked)).status]).toEqual([409, 409])
    await sql`delete from case_set_item where set_id = ${set} and case_id <> ${first}`.execute(db)
    await sql`delete from case_set_label label where not exists (select from case_set_item_label own where own.label_id = label.id)`.execute(
      db,
    )
    await sql`delete from court_case where id = ${namesake}`.execute(db)
  })

  it('is undone although a namesake and the same filters have come meanwhile', async () => {
    const { body } = await ask.superuser(`defendants/${person}/forgetting/`, {
      method: 'POST',
      body: { cases: [first, elsewhere], grounds: 'excessive' },
    })
    const { id } = z.object({ id: z.number() }).parse(body)
    await sql`delete from preset where title = 'Те же'`.execute(db)
    await ask.reader('presets/', { method: 'POST', body: { title: 'Те же', get_params: { defendant: 'вертоградов' } } })
    const [namesake = 0] = await buildCases(db, [{ defendants: [{ name: forgottenName }], court: personRecord.court }])
    const theirs = await personOn(db, namesake)
    expect(theirs).not.toBe(person)
    expect((await ask.superuser(`forgetting/${id}/undo/`, { method: 'POST' })).status).toBe(200)
    expect(await personOn(db, first)).toBe(person)
    expect((await ask.reader(`defendants/${theirs}/`)).body).toMatchObject({ cases_count: 1 })
    expect((await ask.reader(`defendants/${person}/`)).body).toMatchObject({ cases_count: 2 })
    await sql`delete from court_case where id = ${namesake}`.execute(db)
    await sql`delete from defendant where id = ${theirs}`.execute(db)
    await sql`delete from preset where title = 'Те же'`.execute(db)
  })

  describe('once more, until a day', () => {
    const spare = personRecord.text.replace('Вертограду\u00adшка. ', '')
    const decide = async (body: object) =>
      ask.superuser(`defendants/${person}/forgetting/`, {
        method: 'POST',
        body: { cases: [first, elsewhere], grounds: 'court', ...body },
      })
    it('bad requests are answered with a sentence', async () => {
      expect((await decide({ until: '2020-01-01' })).body).toEqual({ until: ['Этот день уже прошёл.'] })
      expect((await decide({ cases: [other] })).status).toBe(409)
      expect((await decide({ cases: [] })).status).toBe(400)
      expect((await decide({ grounds: 'иное' })).text).toContain('Основание: subject')
      expect((await ask.superuser('defendants/999999/forgetting/')).status).toBe(404)
      const [company = 0] = await buildCases(db, [{ defendants: [{ name: 'ООО «Заречье»' }] }])
      expect(
        await ask.superuser(`defendants/${await personOn(db, company)}/forgetting/`, {
          method: 'POST',
          body: { cases: [company], grounds: 'subject' },
        }),
      ).toMatchObject({ status: 409, body: { detail: 'Это не имя человека: убирать нечего.' } })
      const narrow = await as(await buildAccount(db, { isSuperuser: true, regions: [77] }))
      expect((await narrow(`defendants/${person}/forgetting/`)).status).toBe(403)
    })
    it('another source, a list and a page of the court bring no name', async () => {
      const masked = await maskForgotten(db, [])
      const isStill = () => db.transaction().execute(trx => isForgettingUnchanged(trx, masked))
      expect(await isStill()).toBe(true)
      expect((await decide({ until: '2027-01-01' })).status).toBe(201)
      // What was masked before the decision is masked again.
      expect(await isStill()).toBe(false)
      await forgetLists()
      await buildCases(db, [
        { ...personRecord, source_key: 'another:1', text: spare },
        { ...personRecord, source_key: 'another:2', case_uid: undefined, text: spare },
      ])
      const row = { source_key: 'test:forgotten-1', case_number: '5-777/2026', former_numbers: [] }
      const listed = await db
        .transaction()
        .execute(trx => maskListed(trx, 77, [{ ...row, people: [{ name: forgottenName }, { name: 'Синичкин О.П.' }] }]))
      expect(listed[0]?.people).toEqual([{ name: 'Имя удалено по решению' }, { name: 'Синичкин О.П.' }])
      const page = { url: 'https://vymysel.sudrf.example/card?id=1', content_type: 'text/html' }
      const hash = await keepPage(db, { ...page, body: Buffer.from(`<p>5-777/2026 ${forgottenName}, снова</p>`) })
      expect((await keptPage(db, hash))?.body.toString()).toBe('<p>5-777/2026 [Имя удалено по решению], снова</p>')
      const file = await keepPage(db, { ...page, body: Buffer.from(`%PDF ${forgottenName}`) })
      expect(await isWithheld(db, file)).toBe(true)
      expect(await keptPage(db, file)).toBeUndefined()
      expect(await tracesInTables()).toEqual([])
    })
    it('a namesake elsewhere is not forgotten', async () => {
      const [namesake = 0] = await buildCases(db, [
        { defendants: [{ name: forgottenName }], court: { title: 'Третий вымышленный суд', region: 77 } },
      ])
      expect((await ask.reader(`cases/${namesake}/`)).text).toContain(forgottenName)
      await sql`delete from court_case where id = ${namesake}`.execute(db)
    })
    it('is not undone with another key, nor after thirty days, nor twice', async () => {
      const { id } = await db.selectFrom('forgetting').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const undo = () => ask.superuser(`forgetting/${id}/undo/`, { method: 'POST' })
      const path = join(dataDir, sealKeyFile)
      const key = readFileSync(path)
      writeFileSync(path, '0'.repeat(64))
      expect(await undo()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('нет ключа') } })
      writeFileSync(path, key)
      const decided = (days: number) =>
        sql`update forgetting set decided_at = now() - ${days}::integer * interval '1 day' + interval '1 minute'`.execute(
          db,
        )
      await decided(30)
      await destroySeals(db)
      expect((await ask.superuser('forgetting/decisions/')).body).toMatchObject({
        results: [{ undo_until: expect.any(String) }, {}, {}, {}, {}],
      })
      await decided(31)
      expect(await undo()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('больше 30') } })
      await destroySeals(db)
      expect(await db.selectFrom('forgetting_seal').selectAll().execute()).toEqual([])
      const { id: earlier } = await db.selectFrom('forgetting').select('id').orderBy('id').executeTakeFirstOrThrow()
      expect((await ask.superuser(`forgetting/${earlier}/undo/`, { method: 'POST' })).body).toEqual({
        detail: 'Это решение уже отменили.',
      })
      expect((await ask.superuser('forgetting/999999/undo/', { method: 'POST' })).status).toBe(404)
    })
    it('after the last day what is read anew has its name again; what is stored stays', async () => {
      await sql`update forgetting set until = ${addDays(today(), -1)}::date where undone_at is null`.execute(db)
      expect((await ask.reader(`cases/${first}/`)).text).not.toContain('Вертоградов')
      await buildCases(db, [{ ...personRecord, source_key: 'test:forgotten-1', text: spare }])
      expect((await ask.reader(`cases/${first}/`)).text).toContain('Вертоградов')
    })
    it('entries of the journal are rewritten by decisions alone', async () => {
      await expect(sql`update case_journal set record = '{}' where case_id = ${first}`.execute(db)).rejects.toThrow(
        'stay as they are',
      )
      const { id } = await db.selectFrom('forgetting').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const moved = db.transaction().execute(async trx => {
        await openJournal(trx, id)
        await sql`update case_journal set seen_at = now() - interval '1 year' where case_id = ${first}`.execute(trx)
      })
      await expect(moved).rejects.toThrow('stay as they are')
    })
  })
})

/** What the job does. */
async function forgetLists(): Promise<number> {
  const key = readSealKey(dataDir)
  const { id } = await db.selectFrom('forgetting').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  if (key === undefined) throw new Error('no key')
  return forgetListPages(db, { id, key }, ['vymysel.sudrf.example'])
}
const withoutCounters = (row: string): string =>
  row
    .replace(/"(?:watch_)?version": \d+(?:, )?/, '')
    .replaceAll(/"(?:last_seen_at|watch_seen_at|read_at|file_at)": (?:"[^"]*"|null)/g, '')
