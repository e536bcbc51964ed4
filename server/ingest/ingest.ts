import { type Kysely, sql, type Transaction } from 'kysely'
import { momentIn } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { isHearingWording } from '../db/reference/hearing-wording.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { linkCases, lockLinks, notePeopleDue, type Ties, writeClues } from '../links/link-cases.ts'
import { carryKeys } from './carry-keys.ts'
import { type CaseChange, hearingsAmong, noteAppeals, noteChanges } from './case-changes.ts'
import type { CaseRecord } from './case-record.ts'
import { setClocksDue } from './clocks-due.ts'
import { newsOfChange, newsOfNew } from './news.ts'
import { type PreparedCase, prepared } from './prepare-case.ts'
import { remembering } from './remembering.ts'
import { type Directories, resolveDirectories } from './resolve-directories.ts'
import { type Change, changesBetween } from './revision.ts'
import { drawIds, insertCases, type PlacedCase, touchSources, updateCases } from './write-cases.ts'
import { clearChildren, replaceTexts, writeChildren } from './write-children.ts'
import { takeFormerPeople } from './write-defendants.ts'
import { readAnew, writeRevisions } from './write-revisions.ts'
import { type WrittenCase, writtenCase } from './written-case.ts'

/**
 * The one door by which a case enters the product: importers, collectors and the demonstration all come here. A call is
 * one transaction: all of its records are in, or none. The same record again changes nothing; a changed one leaves a
 * revision of what it said before. Any number of processes may call at once with the same cases.
 */
export type IngestResult = { source_key: string; case_id: number; outcome: 'new' | 'changed' | 'same' }
/** `origin` names where records come from, for example the importer or the collector. Up to 1,000 records a call do best. */
export type IngestOptions = { origin: string }

export async function ingest(
  db: Kysely<DB>,
  records: readonly CaseRecord[],
  { origin }: IngestOptions,
): Promise<IngestResult[]> {
  if (records.length === 0) return []
  const cases = records.map(prepared)
  if (db.isTransaction) return write(db as Transaction<DB>, cases, { origin }) // what isTransaction says
  const ahead = await retryTransaction(() => learnAhead(db, cases))
  return retryTransaction(() =>
    db.transaction().execute(trx => write(trx, cases, { origin, ahead, beforeLinks: ties => lockLinks(trx, ties) })),
  )
}

/**
 * Writes what stored records are understood to say now: in a transaction that holds their sources. A court has said nothing
 * new, so that it is no news, and neither the day of change nor the origin moves.
 */
export const rereadCases = (trx: Transaction<DB>, records: readonly CaseRecord[]): Promise<IngestResult[]> =>
  write(trx, records.map(prepared), { beforeLinks: ties => lockLinks(trx, ties) })

/** What the cases refer to, and which of the cases were asked about. */
type Ahead = { directories: Directories; keys: ReadonlySet<string> }

/**
 * Directories and people learn in a short transaction of their own: whoever meets the same new judge waits for this one,
 * not for all the cases that come with it. What is learned for cases that then fail serves them when they come again.
 */
async function learnAhead(db: Kysely<DB>, cases: readonly PreparedCase[]): Promise<Ahead | undefined> {
  const { rows } = await sql<{ source_key: string; digest: string }>`
    select source_key, digest from case_source
    where source_key = any(${cases.map(({ record }) => record.source_key)})`.execute(db)
  const digests = new Map(rows.map(({ source_key, digest }) => [source_key, digest]))
  const unsettled = cases.filter(({ record, digest }) => digests.get(record.source_key) !== digest)
  if (unsettled.length === 0) return undefined
  const directories = await db.transaction().execute(trx => resolveDirectories(trx, unsettled))
  return { directories, keys: new Set(unsettled.map(({ record }) => record.source_key)) }
}

type WriteOptions = {
  /** Absent: what is stored is read anew. */
  origin?: string
  ahead?: Ahead | undefined
  /** Called when everything is written but links, with what ties the cases written to others. */
  beforeLinks?: (ties: Ties) => Promise<void>
}

/** A key that comes twice is two readings of one case, in their order: each wave holds a key once. */
async function write(
  trx: Transaction<DB>,
  cases: readonly PreparedCase[],
  { origin, ahead, beforeLinks }: WriteOptions,
): Promise<IngestResult[]> {
  const results: IngestResult[] = []
  const touched: Touched = { uids: new Set(), cases: new Map(), people: new Set() }
  await carryKeys(
    trx,
    cases.map(({ record }) => record),
  )
  for (let rest = cases; rest.length > 0; ) {
    const keys = new Set<string>()
    const later: PreparedCase[] = []
    const wave: PreparedCase[] = []
    for (const one of rest) {
      const { source_key } = one.record
      if (keys.has(source_key)) later.push(one)
      else {
        keys.add(source_key)
        wave.push(one)
      }
    }
    for (const [index, result] of await writeWave(trx, wave, origin, ahead, touched)) results[index] = result
    rest = later
  }
  const written = [...touched.cases.values()]
  if (written.length > 0) {
    const ties = await writeClues(trx, written, touched.uids)
    await beforeLinks?.(ties)
    const { relinked, doubted } = await linkCases(trx, written, ties)
    await noteAppeals(
      trx,
      written.filter(({ isNew, stage }) => isNew && stage === 2).map(({ id }) => id),
      relinked,
      written.map(({ id }) => id),
    )
    await setClocksDue(trx, written, { relinked: [...relinked, ...doubted], people: [...touched.people] })
    await notePeopleDue(trx, relinked)
  }
  return results
}

/** Cases written, as last read, every УИД they have or had, and people they had. */
type Touched = { uids: Set<string>; cases: Map<number, WrittenCase>; people: Set<number> }
type Known = { source_key: string; case_id: number; digest: string; case_uid: string | null }

async function writeWave(
  trx: Transaction<DB>,
  wave: readonly PreparedCase[],
  origin: string | undefined,
  ahead: Ahead | undefined,
  touched: Touched,
): Promise<Map<number, IngestResult>> {
  const results = new Map<number, IngestResult>()
  const settle = ({ index, record }: PreparedCase, case_id: number, outcome: IngestResult['outcome']): void => {
    results.set(index, { source_key: record.source_key, case_id, outcome })
  }
  const known = new Map(
    (
      await sql<Known>`
        select source_key, case_id, digest, record->>'case_uid' as case_uid
        from case_source where source_key = any(${wave.map(({ record }) => record.source_key)})`.execute(trx)
    ).rows.map(row => [row.source_key, row]),
  )
  const unsettled = wave.filter(one => {
    const source = known.get(one.record.source_key)
    if (source?.digest !== one.digest || origin === undefined) return true
    settle(one, source.case_id, 'same')
    return false
  })
  await touchSources(
    trx,
    wave.filter(({ index }) => results.has(index)).map(({ record }) => record.source_key),
  )
  if (unsettled.length === 0) return results
  const covered = unsettled.every(({ record }) => ahead?.keys.has(record.source_key))
  const directories = (covered ? ahead?.directories : undefined) ?? (await resolveDirectories(trx, unsettled))
  for (const person of await writeUnsettled(trx, directories, unsettled, known, origin, settle))
    touched.people.add(person)
  for (const one of unsettled) {
    const { index, record } = one
    for (const uid of [record.case_uid, known.get(record.source_key)?.case_uid]) if (uid) touched.uids.add(uid)
    const result = results.get(index)
    // A case that was added in this very call has no ties of before.
    if (result !== undefined && result.outcome !== 'same')
      touched.cases.set(
        result.case_id,
        writtenCase(one, {
          id: result.case_id,
          isNew: result.outcome === 'new',
          region: directories.court(one).region,
        }),
      )
  }
  return results
}

/** Locks are taken in one order everywhere: directories and people, sources, turns of linking. Answers who stood on the cases. */
async function writeUnsettled(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PreparedCase[],
  known: ReadonlyMap<string, Known>,
  origin: string | undefined,
  settle: (prepared: PreparedCase, caseId: number, outcome: IngestResult['outcome']) => void,
): Promise<number[]> {
  const ids = await drawIds(trx, 'court_case', cases.filter(({ record }) => !known.has(record.source_key)).length)

  const added: PlacedCase[] = []
  const changed: PlacedCase[] = []
  const changes = new Map<number, Change[]>()
  const befores = new Map<number, Readonly<Record<string, unknown>>>()
  const placed = (id: number, one: PreparedCase): PlacedCase => ({ id, prepared: one })
  for (let pending = cases; pending.length > 0; ) {
    const sources = await lockSources(trx, pending)
    const candidates: PlacedCase[] = []
    for (const one of pending) {
      const source = sources.get(one.record.source_key)
      if (source === undefined) {
        const id = ids.shift()
        // A source that vanished under our hands (its case was removed) needs an id of its own.
        candidates.push(placed(id ?? (await drawIds(trx, 'court_case', 1))[0] ?? 0, one))
      } else if (source.digest === one.digest && origin !== undefined) settle(one, source.case_id, 'same')
      else {
        changed.push(placed(source.case_id, one))
        changes.set(source.case_id, changesBetween(source.record, one.record))
        befores.set(source.case_id, source.record)
      }
    }
    const taken = await insertCases(trx, directories, candidates, origin ?? '')
    added.push(...candidates.filter(({ id }) => taken.has(id)))
    // Keys that another process took meanwhile are known by now.
    pending = candidates.filter(({ id }) => !taken.has(id)).map(one => one.prepared)
  }

  const changedIds = changed.map(({ id }) => id)
  const former = await takeFormerPeople(trx, changedIds)
  const people = [...former.values()].flat().flatMap(({ defendant_id }) => defendant_id ?? [])
  for (const [id, change] of await replaceTexts(trx, changed)) changes.get(id)?.push(change)
  await updateCases(trx, directories, changed, origin)
  await clearChildren(trx, changedIds)
  await writeChildren(trx, directories, [...added, ...changed], former)
  if (origin === undefined) for (const list of changes.values()) if (list.length > 0) list.unshift(readAnew)
  const revisions = await writeRevisions(trx, changes)
  const hearings = await hearingsAmong(trx, [...befores.values()])
  const named = new Set(
    changed.length === 0 ? [] : cases.flatMap(({ record }) => record.events.map(({ type }) => type)),
  )
  const isHearing = (type: string) =>
    changed.length === 0 || named.has(type)
      ? directories.isHearing(type)
      : (hearings.get(type) ?? isHearingWording(type))
  const clocks = remembering(zonesAtMost, (zone: string) => momentIn(zone, new Date()))
  const knownOf = (prepared: PreparedCase) => ({
    isHearing,
    today: today(),
    now: clocks(directories.court(prepared).time_zone),
  })
  await noteChanges(trx, [
    ...added.map(
      ({ id, prepared }): CaseChange => ({
        case_id: id,
        revision: 0,
        ...newsOfNew(prepared.record, knownOf(prepared)),
      }),
    ),
    ...changed.map(({ id, prepared }): CaseChange => {
      if (origin === undefined) return { case_id: id, revision: revisions.get(id) ?? null, kinds: [], details: [] }
      const news = newsOfChange(befores.get(id) ?? {}, prepared.record, changes.get(id) ?? [], knownOf(prepared))
      return { case_id: id, revision: revisions.get(id) ?? null, ...news }
    }),
  ])
  for (const { id, prepared } of added) settle(prepared, id, 'new')
  for (const { id, prepared } of changed) settle(prepared, id, 'changed')
  return people
}

const zonesAtMost = 100

type Locked = { source_key: string; case_id: number; digest: string; record: Record<string, unknown> }
async function lockSources(trx: Transaction<DB>, cases: readonly PreparedCase[]): Promise<Map<string, Locked>> {
  const { rows } = await sql<Locked>`
    select source_key, case_id, digest, record from case_source
    where source_key = any(${cases.map(({ record }) => record.source_key)})
    order by source_key for no key update`.execute(trx)
  return new Map(rows.map(row => [row.source_key, row]))
}
