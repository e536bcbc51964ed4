import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { waitingForLocks } from '../../test/database.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { lawRuns } from '../../test/law-runs.ts'
import { revisionsIn } from '../../test/revisions.ts'
import { canonical } from '../ingest/canonical-record.ts'
import { type CaseRecord, type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import { ingest, rereadCases } from '../ingest/ingest.ts'
import { markGone } from '../ingest/write-cases.ts'
import { type Entry, readJournal, revisionsOf, stateAt } from './read-entries.ts'

const { db, as } = await testApp()
const member = await as(await buildAccount(db))
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))

let serial = 0
const nextKey = (): string => `journal:${++serial}`
const recordOf = (source_key: string, given: Partial<CaseRecordInput> = {}): CaseRecord =>
  caseRecord.parse({
    ...{ source_key, type: 1, stage: 1, case_number: '5-1/2026', entry_date: '2026-03-02' },
    court: { title: 'Заречный районный суд', region: 77 },
    ...given,
  })
const put = async (...records: CaseRecord[]): Promise<number> => {
  const results = await ingest(db, records, { origin: 'test' })
  return results[0]?.case_id ?? 0
}
const whole = (id: number) => readJournal(db, id, { whole: true })
const fine = 'Постановил: назначить административный штраф 10 000 рублей.'
const arrest = 'Постановил: назначить административный арест на 10 суток.'

const events = fc.subarray(
  ['2026-03-10', '2026-03-11', '2026-04-01'].map(date => ({ type: 'Судебное заседание', date, time: '10:00' })),
)
const people = fc.subarray([{ name: 'Багранов И.Л.' }, { name: 'Крутоярова О.П.' }, { name: 'Ветрогонов Я.М.' }])
const states: fc.Arbitrary<Partial<CaseRecordInput>> = fc.record({
  judge: fc.constantFrom('Судьина А.А.', 'Прозоров Б.Б.', undefined),
  result: fc.constantFrom('Возвращено без рассмотрения', undefined),
  events,
  defendants: people,
  penalties: fc.constantFrom([], [{ type: 'fine' as const, value: 500 }, { type: 'caution' as const }]),
  text: fc.constantFrom(fine, arrest, undefined),
})

describe('the journal of a case (decision 0085)', () => {
  it('alone gives back every state that was stored, whole, in any history', () =>
    fc.assert(
      fc.asyncProperty(fc.array(states, { minLength: 1, maxLength: 8 }), async given => {
        const key = nextKey()
        const records = given.map(one => recordOf(key, one))
        const id = await put(...records)
        const changes = records.filter(
          (one, at) => at === 0 || canonical(one).digest !== canonical(records[at - 1] ?? one).digest,
        )
        const journal = await whole(id)
        expect(journal.entries.map(({ number }) => number)).toEqual(changes.map((_, at) => at))
        for (const [number, one] of changes.entries())
          expect(stateAt(journal, { number })).toMatchObject({
            record: JSON.parse(canonical(one).json),
            body: one.text ?? null,
          })
        // What a program reads leads from each state to the next.
        const led: Record<string, unknown> = {}
        for (const { entry, fields } of revisionsOf(journal)) {
          for (const { field, before, after } of fields.filter(({ is_beside }) => !is_beside)) {
            expect(led[field] ?? null).toEqual(before)
            led[field] = after
          }
          const expected: Record<string, unknown> = { ...entry.record, text: entry.text_hash }
          for (const field of new Set([...Object.keys(led), ...Object.keys(expected)]))
            expect(led[field] ?? null).toEqual(expected[field] ?? null)
        }
      }),
      lawRuns(25),
    ))

  it('says of which day the court tells a change: of the row that came, of the decision, of its own date', async () => {
    const key = nextKey()
    const first = { type: 'Дело сдано', date: '2026-03-05' }
    const moved = [
      first,
      { type: 'Судебное заседание', date: '2026-03-20' },
      { type: 'Судебное заседание', date: '2026-03-12' },
    ]
    const id = await put(
      recordOf(key, { events: [first] }),
      recordOf(key, { events: moved }),
      recordOf(key, { events: moved, result: 'Возвращено', result_date: '2026-03-21', judge: 'Судьина А.А.' }),
    )
    const [, second, third] = revisionsOf(await whole(id))
    expect(second?.fields).toMatchObject([{ field: 'events', before: [first], on: '2026-03-20' }])
    expect(second?.fields[0]?.after).toHaveLength(3)
    expect(third?.fields.map(({ field, on }) => [field, on])).toEqual([
      ['judge', null],
      ['result', '2026-03-21'],
      ['result_date', '2026-03-21'],
    ])
  })

  it('keeps each text of before once, however often it comes and goes', async () => {
    const key = nextKey()
    const id = await put(...[fine, arrest, fine, arrest, undefined, fine].map(text => recordOf(key, { text })))
    const former = await db.selectFrom('former_text').select('body').where('case_id', '=', id).execute()
    expect(former.map(({ body }) => body).toSorted()).toEqual([arrest, fine].toSorted())
    expect(stateAt(await whole(id), { number: 4 })).toMatchObject({ body: null })
    expect((await revisionsIn(db, id)).at(-2)?.changes).toContainEqual({ field: 'text', before: arrest, after: null })
  })

  it('names the importer, the file, the page and the versions of readers', async () => {
    const key = nextKey()
    const hash = Buffer.alloc(32, 7)
    const id = await put(recordOf(key))
    const from = [{ page: { hash, reader: 3 } }, { file: 'реестр.ndjson' }]
    for (const [at, judge] of ['Судьина А.А.', 'Прозоров Б.Б.'].entries())
      await ingest(db, [recordOf(key, { judge, text: fine })], { origin: `test ${at}`, from: [from[at]] })
    const { entries } = await whole(id)
    expect(entries[0]).toMatchObject({ origin: 'test', file: null, page_hash: null, text_reader: null })
    expect(entries[1]).toMatchObject({ origin: 'test 0', page_hash: hash.toString('hex'), page_reader: 3, file: null })
    expect(entries[2]).toMatchObject({ origin: 'test 1', page_hash: null, file: 'реестр.ndjson' })
    expect(entries[2]?.text_reader).toBeGreaterThan(0)
  })

  it('says that what was read anew is nothing a court has said, and notes nothing when it says the same', async () => {
    const key = nextKey()
    const id = await put(recordOf(key))
    const again = (judge: string) => db.transaction().execute(trx => rereadCases(trx, [recordOf(key, { judge })]))
    await again('Судьина А.А.')
    await again('Судьина А.А.')
    const { entries } = await whole(id)
    expect(entries.map(({ origin }) => origin)).toEqual(['test', null])
    expect((await revisionsIn(db, id))[0]?.changes.map(({ field }) => field)).toEqual(['reading', 'judge'])
  })

  it('tells that a card vanished and that it is back; the state stays', async () => {
    const record = recordOf(nextKey())
    const id = await put(record)
    expect(await db.transaction().execute(trx => markGone(trx, [id, id], 'test'))).toBe(1)
    expect(await db.transaction().execute(trx => markGone(trx, [id], 'test'))).toBe(0)
    await put(record)
    const journal = await whole(id)
    expect(journal.entries.map(({ number, record: kept }) => [number, kept !== null])).toEqual([
      [0, true],
      [1, false],
      [2, false],
    ])
    const card = 'Карточка дела на сайте суда'
    expect((await revisionsIn(db, id)).map(({ changes }) => changes)).toEqual([
      [{ field: 'card', before: card, after: null }],
      [{ field: 'card', before: null, after: card }],
    ])
    // Its record was never another.
    for (const number of [0, 2]) expect(stateAt(journal, { number })).toMatchObject({ entry: { number: 0 } })
    for (const number of [0, 2]) expect(stateAt(journal, { number })).not.toHaveProperty('next.number')
    // What is said next is compared with the record, not with these; a card that comes back otherwise says both.
    await db.transaction().execute(trx => markGone(trx, [id], 'test'))
    await put({ ...record, judge: 'Судьина А.А.' })
    expect((await revisionsIn(db, id)).at(-1)).toMatchObject({
      number: 4,
      changes: [
        { field: 'judge', before: null },
        { field: 'card', after: card },
      ],
    })
  })

  it('tells with a text that comes or vanishes what only it said, and all of it is news', async () => {
    const key = nextKey()
    const guilty =
      'УСТАНОВИЛ: вину признал. ПОСТАНОВИЛ: признать Багранова И.Л. виновным и назначить ему наказание в виде административного штрафа в размере 10 000 рублей.'
    const day = new Date().toISOString().slice(0, 10)
    const decided = { defendants: [{ name: 'Багранов И.Л.' }], entry_date: day }
    const id = await put(recordOf(key, decided), recordOf(key, { ...decided, text: guilty }), recordOf(key, decided))
    const fields = (await revisionsIn(db, id)).map(({ changes }) =>
      changes.map(({ field, before, after }) => [field, before !== null, after !== null]),
    )
    expect(fields).toEqual([
      expect.arrayContaining([
        ['text', false, true],
        ['penalties', false, true],
      ]),
      expect.arrayContaining([
        ['text', true, false],
        ['penalties', true, false],
      ]),
    ])
    const { rows } = await sql<{ kinds: string[]; details: { before: string | null }[] }>`
      select kinds, details from case_change where case_id = ${id} and 'disappeared' = any(kinds)`.execute(db)
    expect(
      rows.map(({ kinds, details }) => [kinds, details.map(({ before }) => before?.replaceAll('\u00a0', ' '))]),
    ).toEqual([
      [['disappeared'], ['Текст решения', expect.stringMatching(/^Наказание: Багранов И\.Л\.: штраф 10 000 ₽/)]],
    ])
  })

  it('calls a penalty that the card tells from then on no loss, and names that the card hides none of the text', async () => {
    const key = nextKey()
    const entry_date = new Date().toISOString().slice(0, 10)
    const guilty = 'ПОСТАНОВИЛ: признать Багранова И.Л. виновным и назначить ему штраф в размере 10 000 рублей.'
    const before = { entry_date, defendants: [{ name: 'Багранов И.Л.' }], text: guilty }
    const id = await put(
      recordOf(key, before),
      recordOf(key, {
        entry_date,
        defendants: [{ name: 'Информация скрыта', hidden: true }],
        penalties: [{ type: 'fine', value: 10_000 }],
      }),
    )
    const [change] = await revisionsIn(db, id)
    expect(change?.changes.filter(({ field }) => field === 'penalties')).toEqual([
      { field: 'penalties', before: null, after: expect.stringContaining('штраф') },
    ])
    expect(change?.changes.filter(({ field }) => field === 'defendants')).toHaveLength(1)
    const { rows } = await sql<{ details: { kind: string; before: string | null }[] }>`
      select details from case_change where case_id = ${id} and 'disappeared' = any(kinds)`.execute(db)
    expect(rows.flatMap(({ details }) => details.map(({ before: lost }) => lost ?? ''))).not.toContainEqual(
      expect.stringContaining('Наказание'),
    )
  })

  it('tells apart what a card changed from what a newer reader makes of the same text', async () => {
    const key = nextKey()
    const text = 'ПОСТАНОВИЛ: признать Багранова И.Л. виновным и назначить ему штраф в размере 10 000 рублей.'
    const id = await put(recordOf(key, { defendants: [{ name: 'Багранов И.Л.' }], text }))
    await db.updateTable('case_decision').set({ reader: 0 }).where('case_id', '=', id).execute()
    await sql`update case_told_penalty set value = 1 where case_id = ${id} and by_text`.execute(db)
    await put(recordOf(key, { defendants: [{ name: 'Багранов И.Л.' }], text, judge: 'Судьина А.А.' }))
    expect((await revisionsIn(db, id)).map(({ changes }) => changes.map(({ field }) => field))).toEqual([
      ['judge'],
      ['reading', 'penalties'],
    ])
  })

  it('says that a card is back, whoever was marking it as gone meanwhile', async () => {
    const record = recordOf(nextKey())
    const id = await put(record)
    const marked = Promise.withResolvers<void>()
    const going = db.transaction().execute(async trx => {
      await markGone(trx, [id], 'test')
      marked.resolve()
      await expect.poll(() => waitingForLocks(db)).not.toEqual([])
    })
    await marked.promise
    await Promise.all([going, put({ ...record, judge: 'Судьина А.А.' })])
    const fields = (await revisionsIn(db, id)).map(({ changes }) => changes.map(({ field }) => field))
    expect(fields).toEqual([['card'], ['judge', 'card']])
  })

  it('is appended to alone: no entry is changed, and one goes only with its case', async () => {
    const key = nextKey()
    const id = await put(recordOf(key, { text: fine }), recordOf(key, { text: arrest }))
    const stays = /stay as they are/
    for (const table of ['case_journal', 'former_text'] as const) {
      await expect(
        sql`update ${sql.table(table)} set case_id = case_id where case_id = ${id}`.execute(db),
      ).rejects.toThrow(stays)
      await expect(db.deleteFrom(table).where('case_id', '=', id).execute()).rejects.toThrow(stays)
    }
    await db.deleteFrom('court_case').where('id', '=', id).execute()
    for (const table of ['case_journal', 'former_text'] as const)
      expect(await db.selectFrom(table).select('case_id').where('case_id', '=', id).execute()).toEqual([])
  })

  it('costs a change less than 1.5 times the record it keeps', async () => {
    const key = nextKey()
    const long = Array.from({ length: 12 }, (_, day) => ({
      type: 'Судебное заседание',
      date: `2026-03-${10 + day}`,
      time: '10:00',
    }))
    const id = await put(...[11, 12].map(count => recordOf(key, { events: long.slice(0, count) })))
    const { rows } = await sql<{ cost: number; record: number }>`
      select pg_column_size(one.*) as cost, length(record::text) as record from case_journal one
      where case_id = ${id} and number = 1`.execute(db)
    expect(rows[0]?.cost).toBeLessThan(1.5 * (rows[0]?.record ?? 0))
  })
})

describe('a state as of a day', () => {
  const entry = (number: number, seen_at: string, rest: Partial<Entry> = {}): Entry => ({
    ...{ number, seen_at: new Date(seen_at), origin: 'test', file: null, page_hash: null, page_reader: null },
    ...{ text_reader: null, record: { number }, text_hash: null, beside: null, told: null, ...rest },
  })
  const at = (entries: Entry[], asked: { number?: number; day?: string }) => {
    const state = stateAt({ entries, texts: new Map() }, asked)
    return typeof state === 'string' ? state : state.entry.number
  }
  const entries = [entry(0, '2026-02-10T08:00:00Z'), entry(1, '2026-03-01T20:59:59Z'), entry(2, '2026-03-01T21:00:00Z')]
  it.each([
    ['2026-02-09', 'not yet'],
    ['2026-02-10', 0],
    ['2026-02-28', 0],
    ['2026-03-01', 1],
    ['2026-03-02', 2],
    ['2030-01-01', 2],
  ])('%s is what was known when it ended in Moscow: %s', (day, expected) => expect(at(entries, { day })).toBe(expected))
  it('without a day is the last; a number that is none has no state', () => {
    expect(at(entries, {})).toBe(2)
    expect(at(entries, { number: 3 })).toBe('not yet')
    expect(at([], {})).toBe('not yet')
  })
  it('of which only words were kept is not made up from another', () => {
    const told = [{ field: 'judge', before: null, after: 'Судьина А.А.' }]
    const older = [
      entry(0, '2026-02-01T08:00:00Z', { record: null, told: [] }),
      entry(1, '2026-02-02T08:00:00Z', { record: null, told }),
      entry(2, '2026-02-03T08:00:00Z', { told }),
    ]
    expect(at(older, { number: 1 })).toBe('in words')
    expect(at(older, { day: '2026-02-01' })).toBe('in words')
    expect(at(older, { number: 2 })).toBe(2)
    expect(revisionsOf({ entries: older, texts: new Map() }).map(({ changes }) => changes)).toEqual([[], told, told])
  })
})

describe('the journal over HTTP', () => {
  const key = nextKey()
  const filled = put(recordOf(key, { text: fine }), recordOf(key, { judge: 'Судьина А.А.', text: arrest }))
  it('is a list, the last first, with values before and after; of a first reading all is new', async () => {
    const { body } = await member(`cases/${await filled}/journal/`)
    expect(body).toMatchObject({
      count: 2,
      results: [
        { number: 1, is_whole: true, told: null },
        { number: 0, is_whole: true },
      ],
    })
    const judge = { field: 'judge', before: null, after: 'Судьина А.А.', on: null, is_beside: false }
    expect(body).toHaveProperty('results.0.changes', expect.arrayContaining([judge]))
    const number = { field: 'case_number', before: null, after: '5-1/2026', on: null, is_beside: false }
    expect(body).toHaveProperty('results.1.changes', expect.arrayContaining([number]))
  })
  it('gives a state whole and in words, and says when it was another', async () => {
    const first = (await member(`cases/${await filled}/state/?number=0`)).body
    const last = (await member(`cases/${await filled}/state/`)).body
    expect(first).toMatchObject({ number: 0, text: fine, record: { source_key: key } })
    expect(last).toMatchObject({ number: 1, text: arrest, until: null })
    expect(first).toHaveProperty('until', expect.stringMatching(/^20/))
    expect(last).toHaveProperty('lines', expect.arrayContaining([{ field: 'judge', lines: ['Судьина А.А.'] }]))
  })
  it.each([
    ['number=7', 404, 'Такого состояния у дела нет.'],
    ['as_of=2020-01-01', 404, 'На 1\u00a0января\u00a02020 этого дела здесь ещё не было.'],
    ['as_of=2026-02-31', 400, 'Дата нужна в виде ГГГГ-ММ-ДД.'],
    ['as_of=вчера', 400, 'Дата нужна в виде ГГГГ-ММ-ДД.'],
    ['number=-1', 400, 'Номер состояния — целое число от 0.'],
    ['number=0&as_of=2026-03-01', 400, 'Нужен номер или день, не оба.'],
  ])('answers %s with %i and a sentence', async (query, status, sentence) => {
    const answer = await member(`cases/${await filled}/state/?${query}`)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(sentence)
  })
  it('says of an old state that only words are left', async () => {
    const id = await buildCase(db)
    const told = JSON.stringify([{ field: 'judge', before: 'Рощина Е. Г.', after: null }])
    await sql`insert into case_journal (case_id, number, origin, told) values (${id}, 1, 'test', ${told}::jsonb)`.execute(
      db,
    )
    expect((await member(`cases/${id}/state/?number=1`)).body).toMatchObject({
      detail: expect.stringContaining('только слова'),
    })
    expect((await member(`cases/${id}/journal/`)).body).toHaveProperty('results.0.is_whole', false)
    expect((await member(`cases/${id}/`)).body).toMatchObject({ revisions: [{ number: 1, is_whole: false }] })
  })
  it('is nobody’s whose regions do not have the case (§6)', async () => {
    for (const path of ['journal/', 'state/', 'state/?number=0'])
      expect((await ofPetersburg(`cases/${await filled}/${path}`)).status).toBe(404)
  })
})
