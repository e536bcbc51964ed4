import type { Kysely, Transaction } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import { forgettingGeneration, lockForgetting } from '../db/people-locks.ts'
import type { DB } from '../db/schema.ts'
import { type CaseRecord, caseRecord } from '../ingest/case-record.ts'
import { type Forgotten, forgottenAmong, recordReferences } from './forgotten-cases.ts'
import { maskName, maskText } from './mask-text.ts'
import { maskTold } from './mask-told.ts'

/** Data from courts, files and stored pages are masked before they are written, so that forgotten people do not come back. */
export type Masked = { records: readonly CaseRecord[]; asOf: number }

const referencesOf = ({ source_key, former_keys = [], case_uid, court, case_number, other_numbers = [] }: CaseRecord) =>
  recordReferences({
    keys: [source_key, ...former_keys],
    uid: case_uid,
    region: court.region,
    numbers: [case_number, ...other_numbers],
    urls: [],
  })

export async function maskForgotten(db: Kysely<DB>, records: readonly CaseRecord[]): Promise<Masked> {
  const asOf = await forgettingGeneration(db)
  if (asOf === 0) return { records, asOf }
  const forgotten = await forgottenAmong(db, records.flatMap(referencesOf))
  if (forgotten === undefined) return { records, asOf }
  return { records: records.map(record => forgotten(referencesOf(record)).reduce(maskRecord, record)), asOf }
}

export const maskRecord = (record: CaseRecord, { words }: Pick<Forgotten, 'words'>): CaseRecord => {
  const masked = maskTold(record, words)
  return masked === record ? record : withNobody(caseRecord.parse(masked))
}
/** Drops `hidden: false` of a masked name: with it the tombstone would count as a person’s name. */
const withNobody = (record: CaseRecord): CaseRecord => ({
  ...record,
  defendants: record.defendants.map(({ hidden, ...one }) =>
    one.name === tombstone || hidden === undefined ? one : { ...one, hidden },
  ),
})

/** Notes about unreadable parts quote the card. */
export async function maskNotes<N extends { value: string }>(
  db: Kysely<DB>,
  record: CaseRecord,
  notes: readonly N[],
): Promise<readonly N[]> {
  if (notes.length === 0 || (await forgettingGeneration(db)) === 0) return notes
  const references = referencesOf(record)
  const decisions = (await forgottenAmong(db, references))?.(references) ?? []
  const maskedValue = (value: string): string =>
    decisions.reduce((one, { words }) => maskText(one, words, { as: 'words', small: true }), value)
  return decisions.length === 0 ? notes : notes.map(note => ({ ...note, value: maskedValue(note.value) }))
}

type Listed = {
  source_key: string
  case_number: string
  former_numbers: string[]
  people: { name: string }[]
  info?: string
}
export async function maskListed<R extends Listed>(
  trx: Transaction<DB>,
  region: number,
  rows: readonly R[],
): Promise<readonly R[]> {
  await lockForgetting(trx, 'write')
  if ((await forgettingGeneration(trx)) === 0) return rows
  const referencesOfRow = (row: Listed) =>
    recordReferences({ keys: [row.source_key], region, numbers: [row.case_number, ...row.former_numbers], urls: [] })
  const forgotten = await forgottenAmong(trx, rows.flatMap(referencesOfRow))
  if (forgotten === undefined) return rows
  return rows.map(row => {
    const decisions = forgotten(referencesOfRow(row))
    if (decisions.length === 0) return row
    const nameOf = (name: string): string => decisions.reduce((one, { words }) => maskName(one, words), name)
    return { ...row, people: row.people.map(person => ({ ...person, name: nameOf(person.name) })) }
  })
}
