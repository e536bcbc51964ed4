import { hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { tombstone } from '#shared/domain/forgetting.ts'
import { today } from '#shared/domain/relative-dates.ts'
import type { DB } from '../db/schema.ts'
import { canonical } from '../ingest/canonical-record.ts'
import { type CaseRecord, caseRecord } from '../ingest/case-record.ts'
import { prepareCase } from '../ingest/prepare-case.ts'
import { writtenCase } from '../ingest/written-case.ts'
import { cluesOf } from '../links/clues.ts'
import { textIndexRow } from '../texts/text-index.ts'
import { wordForms } from '../texts/word-forms.ts'
import { maskRecord } from './ingest-door.ts'
import { maskCell } from './mask-cell.ts'
import { maskName, maskText } from './mask-text.ts'
import { isSomebodyElse } from './mask-told.ts'
import { nameColumns } from './name-columns.ts'
import { deleteRows, type RowCells, rewriteRows, type Sealing } from './rewrite-rows.ts'
import type { Subject } from './subject.ts'

/** Makes derived data of the person’s cases what a record without the name would have made of them. */

const ofCases = (column: string, { cases }: Subject): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${cases}::integer[])`
const told = (value: unknown): string => (typeof value === 'string' ? value : '')
const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Returns word forms that occurred in former texts only. */
export async function forgetCases(
  trx: Transaction<DB>,
  sealing: Sealing,
  subject: Subject,
): Promise<ReadonlySet<string>> {
  const { words, people } = subject
  await forgetClues(trx, sealing, subject)
  const { forms, hashes } = await forgetTexts(trx, sealing, subject)
  await rewriteRows(trx, sealing, {
    table: 'case_defendant',
    key: ['case_id', 'ordinal'],
    columns: ['name', 'defendant_id', 'own_id', 'hidden', 'at_risk'],
    where: ofCases('case_id', subject),
    change: ({ name, hidden, defendant_id, own_id }) => {
      const isTheirs = [defendant_id, own_id].some(id => typeof id === 'number' && people.includes(id))
      if (!isTheirs && (hidden === true || maskName(told(name), words) === name)) return undefined
      return { name: tombstone, defendant_id: null, own_id: null, hidden: true, at_risk: false }
    },
  })
  await rewriteRows(trx, sealing, {
    table: 'case_participant',
    key: ['case_id', 'ordinal'],
    columns: ['name'],
    where: ofCases('case_id', subject),
    change: ({ role, name }) => (isSomebodyElse(role) ? undefined : { name: maskName(told(name), words) }),
  })
  for (const { table, key, caseColumn, only, columns } of nameColumns) {
    const masked = Object.entries(columns).filter(([, how]) => how !== 'own')
    if (caseColumn === undefined || masked.length === 0) continue
    const isJournal = table === 'case_journal'
    await rewriteRows(trx, sealing, {
      table,
      key,
      columns: [...masked.map(([name]) => name), ...(isJournal ? ['text_hash', 'forgotten_on'] : [])],
      where: sql<SqlBool>`${ofCases(caseColumn, subject)} ${sql.raw(only === undefined ? '' : `and ${only}`)}`,
      change: cells => {
        const next: RowCells = Object.fromEntries(
          masked.map(([name, how]) => [name, maskCell(how, cells[name], subject)]),
        )
        if (!isJournal) return next
        next.text_hash = hashes.get(`${cells.case_id} ${told(cells.text_hash)}`) ?? cells.text_hash
        const isChanged = Object.entries(next).some(([name, value]) => value !== cells[name])
        return isChanged ? { ...next, forgotten_on: today() } : undefined
      },
    })
  }
  await forgetDigests(trx, sealing, subject)
  // Hashes of packed files would allow guessing names.
  await sql`update evidence_package set manifest = null where ${ofCases('case_id', subject)}`.execute(trx)
  await sql`update court_case set changed_xid = pg_current_xact_id() where ${ofCases('id', subject)}`.execute(trx)
  return forms
}

async function forgetTexts(trx: Transaction<DB>, sealing: Sealing, subject: Subject) {
  const forms = new Set<string>()
  /** Journal entries refer to their texts by hash. */
  const hashes = new Map<string, string>()
  await rewriteRows(trx, sealing, {
    table: 'case_text',
    key: ['case_id'],
    columns: ['body', 'words', 'letters', 'grams', 'prints', 'reading'],
    where: ofCases('case_id', subject),
    change: cells => {
      const body = told(cells.body)
      const masked = maskText(body, subject.words, { as: 'decision' })
      if (masked === body) return undefined
      const index = textIndexRow(masked)
      const left = new Set(wordForms(index.letters))
      for (const form of wordForms(told(cells.letters))) if (!left.has(form)) forms.add(form)
      hashes.set(`${cells.case_id} \\x${sha256(body)}`, `\\x${sha256(masked)}`)
      return { body: masked, ...index }
    },
  })
  const { rows } = await sql<{ place: string }>`
    select case_id || ' ' || hash::text as place from former_text where ${ofCases('case_id', subject)}`.execute(trx)
  const taken = new Set(rows.map(({ place }) => place))
  await rewriteRows(trx, sealing, {
    table: 'former_text',
    key: ['case_id', 'hash'],
    columns: ['body', 'hash'],
    where: ofCases('case_id', subject),
    change: cells => {
      let body = maskText(told(cells.body), subject.words, { as: 'decision' })
      if (body === cells.body) return undefined
      const placeOf = (): string => `${cells.case_id} \\x${sha256(body)}`
      // Two texts that differed only by the name stay distinct.
      while (taken.has(placeOf())) body += ' '
      taken.add(placeOf())
      // The hash of the former text would allow guessing the name by those who know the rest.
      hashes.set(`${cells.case_id} ${told(cells.hash)}`, `\\x${sha256(body)}`)
      return { body, hash: `\\x${sha256(body)}` }
    },
  })
  return { forms, hashes }
}

/** The latest record of each source. */
async function recordsOf(trx: Transaction<DB>, { cases }: Subject) {
  const { rows } = await sql<{
    source_key: string
    case_id: number
    region: number
    record: unknown
    text_hash: string | null
  }>`
    select source_key, case_source.case_id, region, record, encode(text_hash, 'hex') as text_hash
    from case_source join case_journal on case_journal.case_id = case_source.case_id and number = entry
    join court_case on court_case.id = case_source.case_id
    where case_source.case_id = any(${cases}::integer[])`.execute(trx)
  const { rows: texts } = await sql<{ case_id: number; hash: string; body: string }>`
    select case_id, encode(hash, 'hex') as hash, body from former_text where case_id = any(${cases}::integer[])
    union all
    select case_id, encode(sha256(convert_to(body, 'UTF8')), 'hex'), body from case_text
    where case_id = any(${cases}::integer[])`.execute(trx)
  const bodies = new Map(texts.map(({ case_id, hash: key, body }) => [`${case_id} ${key}`, body]))
  return rows.flatMap(({ record, text_hash, ...source }) => {
    const text = bodies.get(`${source.case_id} ${text_hash}`)
    const read = caseRecord.safeParse({
      ...z.record(z.string(), z.unknown()).parse(record),
      ...(text !== undefined && { text }),
    })
    return read.success ? [{ ...source, record: read.data }] : []
  })
}

async function forgetDigests(trx: Transaction<DB>, sealing: Sealing, subject: Subject): Promise<void> {
  const records = new Map((await recordsOf(trx, subject)).map(({ source_key, record }) => [source_key, record]))
  await rewriteRows(trx, sealing, {
    table: 'case_source',
    key: ['source_key'],
    columns: ['digest'],
    where: ofCases('case_id', subject),
    change: ({ source_key }): RowCells => {
      const record = records.get(told(source_key))
      return { digest: record === undefined ? '' : canonical(record).digest }
    },
  })
}

/** Clues that link instances are hashes of names too. */
async function forgetClues(trx: Transaction<DB>, sealing: Sealing, subject: Subject): Promise<void> {
  const clues = (record: CaseRecord, id: number, region: number): Set<number> =>
    new Set(cluesOf(writtenCase(prepareCase(record, 0), { id, isNew: false, region })).map(({ clue }) => clue))
  const gone = new Map<number, number[]>()
  for (const { record, case_id, region } of await recordsOf(trx, subject)) {
    const left = clues(maskRecord(record, subject), case_id, region)
    gone.set(case_id, [
      ...(gone.get(case_id) ?? []),
      ...[...clues(record, case_id, region)].filter(clue => !left.has(clue)),
    ])
    await yieldToEventLoop()
  }
  for (const [id, all] of gone)
    await deleteRows(trx, sealing, {
      table: 'case_clue',
      key: ['clue', 'stage', 'case_id'],
      where: sql<SqlBool>`case_id = ${id} and clue = any(${all}::bigint[])`,
    })
}
