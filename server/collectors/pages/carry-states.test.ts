import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { collectingWorld } from '../../../test/collecting-world.ts'
import type { StandInCase } from '../../../test/court-stand-in-cases.ts'
import { leaveWords, rewriteJournal } from '../../../test/journal-in-words.ts'
import { lawRuns } from '../../../test/law-runs.ts'
import { type Entry, readJournal, revisionsOf, stateAt } from '../../journal/read-entries.ts'
import { carryStates } from './carry-states.ts'
import { keptPage } from './keep-page.ts'
import { pageReader } from './reread-card.ts'

/** What was told in words alone is read from the pages of then (decision 0085). */
const { db, court, cases, collect, goOn, stored } = await collectingWorld()
const compress = promisify(zstdCompress)

const fined = 'Вынесено постановление о назначении административного наказания'
const html = (rubles: number): string => `<p>постановил: назначить штраф ${rubles} рублей.</p>`
type State = { [Key in keyof StandInCase]?: StandInCase[Key] | undefined }
const states: fc.Arbitrary<State> = fc.record({
  person: fc.constantFrom('Вымыслов Пётр Ильич', 'Небывалова Анна Олеговна'),
  article: fc.constantFrom('ст.20.2 ч.5 КоАП РФ', 'ст.20.2 ч.2 КоАП РФ'),
  result: fc.constantFrom(undefined, fined, 'Производство прекращено'),
  text: fc.constantFrom(undefined, { html: html(5_000) }, { html: html(7_000) }, { html: html(9_000), apart: true }),
})
type History = State[]
const history = fc.array(states, { minLength: 2, maxLength: 4 })

/** Collected state after state, then left in words. Answers the journals as they were. */
async function collected(given: readonly History[]) {
  const all = cases(given.length)
  const be = (at: number): void => {
    for (const [place, one] of all.entries()) Object.assign(one, given[place]?.[at] ?? {})
  }
  be(0)
  const { site, court_id } = await court({ cases: all })
  await collect([site])
  for (let at = 1; at < Math.max(...given.map(one => one.length)); at++) {
    be(at)
    await sql`update listed_case set urgency = 0, due_at = now() where site_id = ${site.id}`.execute(db)
    await goOn([site])
  }
  const ids = (await stored(court_id)).map(({ id }) => id)
  const journals = await Promise.all(ids.map(id => readJournal(db, id, { whole: true })))
  await leaveWords(db, ids)
  await sql`delete from installation where key = 'carried_states'`.execute(db)
  return ids.map((id, at) => ({ id, was: journals[at]?.entries ?? [], texts: journals[at]?.texts ?? new Map() }))
}
type Collected = Awaited<ReturnType<typeof collected>>[number]

const journalOf = (id: number) => readJournal(db, id, { whole: true })
/** The state of the number as it was, or «in words». */
async function expectStates({ id, was, texts }: Collected, isInWords: (one: Entry) => boolean): Promise<void> {
  const journal = await journalOf(id)
  expect(journal.entries.map(({ number }) => number)).toEqual(was.map(({ number }) => number))
  for (const one of was) {
    const state = stateAt(journal, { number: one.number })
    if (isInWords(one)) expect(state).toBe('in words')
    else expect(state).toMatchObject({ record: one.record, body: texts.get(one.text_hash ?? '') ?? null })
  }
}
const isLast = ({ was }: Collected, { number }: Entry): boolean => number === was.at(-1)?.number
const hashOf = ({ page_hash }: Entry): Buffer => Buffer.from(page_hash ?? '', 'hex')

/** What makes a page none of the reading. */
const faults: readonly ((hash: Buffer) => Promise<unknown>)[] = [
  // Missing.
  hash => db.deleteFrom('page').where('hash', '=', hash).execute(),
  // Changed by a byte.
  async hash => {
    const page = await keptPage(db, hash)
    if (page === undefined) throw new Error('no page')
    const body = await compress(Buffer.concat([page.body.subarray(0, -1), Buffer.from(' ')]))
    await db.updateTable('page').set({ body }).where('hash', '=', hash).execute()
  },
  // Of another address.
  async hash => {
    const url = 'http://drugoj.sudrf.ru/modules.php?name=sud_delo&name_op=case'
    await db.updateTable('page').set({ url }).where('hash', '=', hash).execute()
    await sql`update court_request set url = ${url} where page_hash = ${hash}`.execute(db)
  },
  // Of a later moment.
  async hash => {
    await sql`update page set fetched_at = now() + interval '1 day' where hash = ${hash}`.execute(db)
    await sql`update court_request set answered_at = now() + interval '1 day' where page_hash = ${hash}`.execute(db)
  },
]

describe('states that were told in words', () => {
  it('are what they were, in any history of a card, and its sentences stay', () =>
    fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 3, maxLength: 4 }), async given => {
        const all = await collected(given)
        const former = all.reduce((sum, { was }) => sum + was.length - 1, 0)
        for (const one of all) await expectStates(one, entry => !isLast(one, entry))
        const words = await Promise.all(all.map(async ({ id }) => revisionsOf(await journalOf(id))))
        expect((await carryStates(db)).changed).toBe(former)
        for (const [at, one] of all.entries()) {
          await expectStates(one, () => false)
          const revisions = revisionsOf(await journalOf(one.id))
          expect(revisions.map(({ changes }) => changes)).toEqual(words[at]?.map(({ changes }) => changes))
          expect(revisions.every(({ is_whole }) => is_whole)).toBe(true)
          // What a program reads is the difference of whole states again.
          const before = revisionsOf({ entries: one.was, texts: one.texts })
          expect(revisions.map(({ fields }) => fields)).toEqual(
            before.map(({ fields }) => fields.filter(({ is_beside }) => !is_beside)),
          )
        }
        expect((await carryStates(db)).changed).toBe(0)
      }),
      { ...lawRuns(2), endOnFailure: true },
    ))

  it('stay words where the page is missing, changed by a byte, of another address or of a later moment', () =>
    fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 4, maxLength: 5 }), fc.nat(), async (given, place) => {
        const all = await collected(given)
        const touched = new Set<string | null>()
        // Each case has its own fault, and every fault a case.
        for (const [at, one] of all.entries()) {
          const entry = one.was[place % Math.max(one.was.length - 1, 1)]
          if (entry?.page_hash == null || isLast(one, entry) || touched.has(entry.page_hash)) continue
          touched.add(entry.page_hash)
          await faults[at % faults.length]?.(hashOf(entry))
        }
        await carryStates(db)
        for (const one of all) await expectStates(one, entry => touched.has(entry.page_hash) && !isLast(one, entry))
      }),
      { ...lawRuns(1), endOnFailure: true },
    ))
})

const changed: History = [{}, { result: 'Производство прекращено' }, { result: fined }]
const only = async (given: History): Promise<Collected> => {
  const [one] = await collected([given])
  if (one === undefined) throw new Error('no case')
  return one
}

describe('a former state', () => {
  it('says when it was read, by which reader, and from which pages; the entry stays as it was', async () => {
    const text = { html: html(9_000), apart: true }
    const one = await only([{ text }, { text, result: fined }])
    const { entries } = await journalOf(one.id)
    await carryStates(db)
    const [first] = (await journalOf(one.id)).entries
    expect(first).toMatchObject({ page_hash: null, page_reader: null, told: [], seen_at: entries[0]?.seen_at })
    expect(first?.carried).toEqual({
      ...{ number: 2, page_hash: one.was[0]?.page_hash, page_reader: pageReader },
      ...{ at: expect.any(Date), text_page: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    const { rows } = await sql<{ url: string }>`
      select url from page where hash = decode(${first?.carried?.text_page ?? ''}, 'hex')`.execute(db)
    expect(rows[0]?.url).toContain('name_op=doc')
    const own = sql`select record, told from case_journal where case_id = ${one.id} and number = 0`.execute(db)
    expect((await own).rows).toEqual([{ record: null, told: [] }])
  })

  it('stays words where the page of its text is not kept', async () => {
    const text = { html: html(9_000), apart: true }
    const one = await only([{ text }, { text, result: fined }])
    await sql`delete from page where url like '%name_op=doc%'`.execute(db)
    await carryStates(db)
    await expectStates(one, entry => !isLast(one, entry))
  })

  it('stays words where the page says anything else than the sentences leave', async () => {
    const one = await only(changed)
    const [first, second] = one.was.map(hashOf)
    await sql`update court_request set page_hash = ${second} where page_hash = ${first}`.execute(db)
    await sql`delete from page where hash = ${first}`.execute(db)
    await carryStates(db)
    await expectStates(one, entry => entry.number === 0)
  })

  it('stays words before a sentence that does not lead to what came after', async () => {
    const one = await only(changed)
    await rewriteJournal(
      db,
      sql`update case_journal set told = '[{"field": "result", "before": null, "after": "Возвращено"}]'
        where case_id = ${one.id} and number = 1`,
    )
    await carryStates(db)
    await expectStates(one, entry => entry.number === 0)
  })

  it('stays words where nobody knows that a page was read', async () => {
    const one = await only(changed)
    await rewriteJournal(db, sql`update case_journal set page_hash = null where case_id = ${one.id} and number = 1`)
    await carryStates(db)
    await expectStates(one, entry => entry.number === 1)
  })

  it.each([
    [
      'the case has another source',
      (id: number) => sql`
      insert into case_source (source_key, case_id, origin, digest, entry) values (${`registry:${id}`}, ${id}, 'registry', '', 2)`,
    ],
    ['another importer read it', (id: number) => sql`update case_source set origin = 'registry' where case_id = ${id}`],
  ])('stays words where %s', async (_, change) => {
    const one = await only(changed)
    await change(one.id).execute(db)
    await carryStates(db)
    await expectStates(one, entry => !isLast(one, entry))
  })
})

it('goes on where it was stopped, whoever does it beside', async () => {
  await db.deleteFrom('court_case').execute()
  const all = await collected(Array.from({ length: 12 }, () => [{}, { result: fined }]))
  let looks = 0
  const first = await carryStates(db, () => looks++ > 11)
  expect(first.changed).toBeGreaterThan(0)
  expect(first.changed).toBeLessThan(12)
  const rest = await Promise.all([carryStates(db), carryStates(db)])
  expect(rest.reduce((sum, { changed: more }) => sum + more, first.changed)).toBe(12)
  for (const one of all) await expectStates(one, () => false)
})
