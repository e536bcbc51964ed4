import { type Kysely, sql, type Transaction } from 'kysely'
import { isForgettingUnchanged, lockForgetting } from '../db/people-locks.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { type Masked, maskForgotten } from '../forgetting/ingest-door.ts'
import type { ReadFrom } from '../journal/write-entries.ts'
import { linkCases, lockLinks, notePeopleDue, type Ties, writeClues } from '../links/link-cases.ts'
import { noteAppeals } from './case-changes.ts'
import type { CaseRecord } from './case-record.ts'
import { moveFormerKeys } from './former-keys.ts'
import { type PreparedCase, prepareCase } from './prepare-case.ts'
import { resolveDirectories } from './resolve-directories.ts'
import { type IngestResult, newWriteEffects, type ResolvedAhead, writeCaseBatch } from './write-case-batch.ts'
import { setClocksDue } from './written-case.ts'

/**
 * The only way for cases to enter the product: importers, collectors and the demonstration call it. A call is one transaction. The same record again
 * changes nothing; a changed one leaves a revision. Concurrent calls with the same cases are safe.
 */
/** `origin` is the importer or collector, `from` the source of each record. Calls of up to 1,000 records are the most efficient. */
type IngestOptions = { origin: string; from?: readonly (ReadFrom | undefined)[] }

export async function ingest(
  db: Kysely<DB>,
  records: readonly CaseRecord[],
  { origin, from }: IngestOptions,
): Promise<IngestResult[]> {
  if (records.length === 0) return []
  if (db.isTransaction) {
    const trx = db as Transaction<DB> // what isTransaction says
    return write(trx, prepared(await maskedIn(trx, records), from), { origin })
  }
  for (;;) {
    const masked = await maskForgotten(db, records)
    const results = await ingestMasked(db, masked, { origin, from })
    // Undefined: a decision to forget was made meanwhile, so records are masked again.
    if (results !== undefined) return results
  }
}

async function ingestMasked(
  db: Kysely<DB>,
  masked: Masked,
  { origin, from }: { origin: string; from: IngestOptions['from'] },
): Promise<IngestResult[] | undefined> {
  const cases = prepared(masked.records, from)
  const ahead = await retryTransaction(() => resolveAhead(db, cases, masked))
  if (ahead === 'masked otherwise') return undefined
  return retryTransaction(() =>
    db.transaction().execute(async trx => {
      if (!(await isForgettingUnchanged(trx, masked))) return undefined
      return write(trx, cases, { origin, ahead, beforeLinks: ties => lockLinks(trx, ties) })
    }),
  )
}

const maskedIn = async (trx: Transaction<DB>, records: readonly CaseRecord[]): Promise<readonly CaseRecord[]> => {
  await lockForgetting(trx, 'write')
  return (await maskForgotten(trx, records)).records
}

/**
 * Writes a new interpretation of stored records, in a transaction that holds their sources. The court has said nothing new: there is no news, and the
 * day of change and the origin stay.
 */
export const rereadCases = async (
  trx: Transaction<DB>,
  records: readonly CaseRecord[],
  from?: IngestOptions['from'],
): Promise<IngestResult[]> =>
  write(trx, prepared(await maskedIn(trx, records), from), { beforeLinks: ties => lockLinks(trx, ties) })

const prepared = (records: readonly CaseRecord[], from: IngestOptions['from']): PreparedCase[] =>
  records.map((record, index) => prepareCase(record, index, from?.[index]))

/**
 * Directories and people are added in a short transaction of their own: concurrent writers of the same new judge wait for that, not for the whole
 * batch. Rows added for cases that then fail are used when these come again.
 */
async function resolveAhead(
  db: Kysely<DB>,
  cases: readonly PreparedCase[],
  masked: Masked,
): Promise<ResolvedAhead | 'masked otherwise' | undefined> {
  const { rows } = await sql<{ source_key: string; digest: string }>`
    select source_key, digest from case_source
    where source_key = any(${cases.map(({ record }) => record.source_key)})`.execute(db)
  const digests = new Map(rows.map(({ source_key, digest }) => [source_key, digest]))
  const unsettled = cases.filter(({ record, digest }) => digests.get(record.source_key) !== digest)
  if (unsettled.length === 0) return undefined
  const directories = await db
    .transaction()
    .execute(async trx =>
      (await isForgettingUnchanged(trx, masked)) ? resolveDirectories(trx, unsettled) : ('masked otherwise' as const),
    )
  return directories === 'masked otherwise'
    ? directories
    : { directories, keys: new Set(unsettled.map(({ record }) => record.source_key)) }
}

type WriteOptions = {
  origin?: string
  ahead?: ResolvedAhead | undefined
  /** Called when everything except links is written, with the data that link cases. */
  beforeLinks?: (ties: Ties) => Promise<void>
}

async function write(
  trx: Transaction<DB>,
  cases: readonly PreparedCase[],
  { origin, ahead, beforeLinks }: WriteOptions,
): Promise<IngestResult[]> {
  const results: IngestResult[] = []
  const effects = newWriteEffects()
  await moveFormerKeys(
    trx,
    cases.map(({ record }) => record),
  )
  for (const batch of batchesOfDistinctKeys(cases))
    for (const [index, result] of await writeCaseBatch(trx, batch, { origin, ahead, effects })) results[index] = result
  const written = [...effects.cases.values()]
  if (written.length > 0) {
    const ties = await writeClues(trx, written, effects.uids)
    await beforeLinks?.(ties)
    const { relinked, doubted } = await linkCases(trx, written, ties)
    await noteAppeals(
      trx,
      written.filter(({ isNew, stage }) => isNew && stage === 2).map(({ id }) => id),
      relinked,
      written.map(({ id }) => id),
    )
    await setClocksDue(trx, written, { relinked: [...relinked, ...doubted], people: [...effects.people] })
    await notePeopleDue(trx, relinked)
  }
  return results
}

/** Records with the same key go to successive batches, in their order. */
function batchesOfDistinctKeys(cases: readonly PreparedCase[]): PreparedCase[][] {
  const batches: PreparedCase[][] = []
  const times = new Map<string, number>()
  for (const one of cases) {
    const { source_key } = one.record
    const turn = times.get(source_key) ?? 0
    times.set(source_key, turn + 1)
    const batch = batches[turn]
    if (batch === undefined) batches.push([one])
    else batch.push(one)
  }
  return batches
}
