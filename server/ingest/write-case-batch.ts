import { sql, type Transaction } from 'kysely'
import { momentIn } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { isHearingWording } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'
import { besideInWords, type Change, changesBetween } from '../journal/change-words.ts'
import { appendBeside, type BesideChange, cardBack } from '../journal/write-entries.ts'
import { readerVersion } from '../texts/read-decision.ts'
import { type CaseChange, hearingsAmong, noteChanges } from './case-changes.ts'
import { memoized } from './memoize.ts'
import { newsOfChange, newsOfNew } from './news.ts'
import type { PreparedCase } from './prepare-case.ts'
import { type Directories, resolveDirectories } from './resolve-directories.ts'
import { changesOfText, saidByText } from './said-by-text.ts'
import { appendStates, drawIds, insertCases, type PlacedCase, touchSources, updateCases } from './write-cases.ts'
import { replaceTexts, writeChildren } from './write-children.ts'
import { takeFormerPeople } from './write-defendants.ts'
import { type WrittenCase, writtenCase } from './written-case.ts'

/** Writes cases with distinct keys, their child rows, revisions and news. */
export type IngestResult = { source_key: string; case_id: number; outcome: 'new' | 'changed' | 'same' }
export type ResolvedAhead = { directories: Directories; keys: ReadonlySet<string> }

type WriteEffects = { uids: Set<string>; cases: Map<number, WrittenCase>; people: Set<number> }
export const newWriteEffects = (): WriteEffects => ({ uids: new Set(), cases: new Map(), people: new Set() })

type Known = { source_key: string; case_id: number; digest: string }
type Report = (prepared: PreparedCase, caseId: number, outcome: IngestResult['outcome']) => void

export async function writeCaseBatch(
  trx: Transaction<DB>,
  batch: readonly PreparedCase[],
  { origin, ahead, effects }: { origin: string | undefined; ahead: ResolvedAhead | undefined; effects: WriteEffects },
): Promise<Map<number, IngestResult>> {
  const results = new Map<number, IngestResult>()
  const report: Report = ({ index, record }, case_id, outcome) => {
    results.set(index, { source_key: record.source_key, case_id, outcome })
  }
  const known = new Map(
    (
      await sql<Known>`
        select source_key, case_id, digest from case_source where source_key = any(${batch.map(({ record }) => record.source_key)})`.execute(
        trx,
      )
    ).rows.map(row => [row.source_key, row]),
  )
  const unsettled = batch.filter(one => {
    const source = known.get(one.record.source_key)
    if (source?.digest !== one.digest || origin === undefined) return true
    report(one, source.case_id, 'same')
    return false
  })
  if (origin !== undefined)
    await touchSources(
      trx,
      batch.filter(({ index }) => results.has(index)).map(({ record }) => record.source_key),
      origin,
    )
  if (unsettled.length === 0) return results
  const isResolved = unsettled.every(({ record }) => ahead?.keys.has(record.source_key))
  const directories = (isResolved ? ahead?.directories : undefined) ?? (await resolveDirectories(trx, unsettled))
  const newCount = unsettled.filter(({ record }) => !known.has(record.source_key)).length
  const { people, uids } = await writeUnsettled(trx, { directories, cases: unsettled, newCount, origin, report })
  for (const person of people) effects.people.add(person)
  for (const uid of uids) effects.uids.add(uid)
  for (const one of unsettled) {
    const { index, record } = one
    if (record.case_uid) effects.uids.add(record.case_uid)
    const result = results.get(index)
    if (result === undefined || result.outcome === 'same') continue
    const { region } = directories.court(one)
    effects.cases.set(result.case_id, writtenCase(one, { id: result.case_id, isNew: result.outcome === 'new', region }))
  }
  return results
}

/** New cases and those with another record or interpretation; undefined `origin`: interpreted again from stored data. */
type Unsettled = {
  directories: Directories
  cases: readonly PreparedCase[]
  newCount: number
  origin: string | undefined
  report: Report
}
type ChangedCases = {
  cases: PlacedCase[]
  changes: Map<number, Change[]>
  befores: Map<number, Readonly<Record<string, unknown>>>
  /** Cases that were marked as gone from the site. */
  gone: number[]
}

/** Locks are taken in one order everywhere: directories and people, sources, links. Returns the former people and UIDs of the cases. */
async function writeUnsettled(
  trx: Transaction<DB>,
  unsettled: Unsettled,
): Promise<{ people: number[]; uids: string[] }> {
  const { directories, cases, origin, report } = unsettled
  const { added, changed } = await placeCases(trx, unsettled)
  const { changes } = changed
  const changedIds = changed.cases.map(({ id }) => id)
  const former = await takeFormerPeople(trx, changedIds)
  const people = [...former.values()].flat().flatMap(({ defendant_id }) => defendant_id ?? [])
  const texts = await replaceTexts(trx, changed.cases)
  const said = await saidByText(trx, changedIds)
  await updateCases(trx, directories, changed.cases, origin)
  await writeChildren(trx, directories, { added, changed: changed.cases }, former, texts)
  const tellsPenalty = new Set(
    changed.cases.flatMap(({ id, prepared }) => (prepared.record.penalties.length > 0 ? id : [])),
  )
  const { besides, readAnew } = await saidOtherwise(trx, said, { texts, tellsPenalty })
  if (origin !== undefined) for (const id of changed.gone) besides.set(id, [...(besides.get(id) ?? []), cardBack])
  const revisions = await appendStates(trx, changed.cases, { origin, besides })
  await appendBeside(trx, readAnew, { text_reader: readerVersion })
  for (const [id, text] of texts) changes.get(id)?.push(text, ...(text.after === null ? goneWith(besides.get(id)) : []))
  await noteChanges(
    trx,
    await newsOf(trx, directories, cases, { added, changed, revisions, isReread: origin === undefined }),
  )
  for (const { id, prepared } of added) report(prepared, id, 'new')
  for (const { id, prepared } of changed.cases) report(prepared, id, 'changed')
  const uids = [...changed.befores.values()].flatMap(({ case_uid }) => (typeof case_uid === 'string' ? [case_uid] : []))
  return { people, uids }
}

/** Changes of data stated by texts; on a card with a penalty the text does not count. `readAnew`: an earlier reader has read the same text. */
async function saidOtherwise(
  trx: Transaction<DB>,
  before: Awaited<ReturnType<typeof saidByText>>,
  { texts, tellsPenalty }: { texts: ReadonlyMap<number, Change>; tellsPenalty: ReadonlySet<number> },
): Promise<Record<'besides' | 'readAnew', Map<number, BesideChange[]>>> {
  const now = await saidByText(trx, [...before.keys()])
  const found = { besides: new Map<number, BesideChange[]>(), readAnew: new Map<number, BesideChange[]>() }
  for (const [id, said] of before) {
    const changes = changesOfText(said, now.get(id)).filter(
      ({ field }) => field !== 'penalties' || !tellsPenalty.has(id),
    )
    const isReadAnew = !texts.has(id) && said.reader !== null && said.reader !== readerVersion
    found[isReadAnew ? 'readAnew' : 'besides'].set(id, changes)
  }
  return found
}
/** Penalties that only a removed text stated are removed with it. */
const goneWith = (changes: readonly BesideChange[] = []): Change[] =>
  changes
    .filter(({ field, after }) => field === 'penalties' && Array.isArray(after) && after.length === 0)
    .flatMap(besideInWords)

async function placeCases(
  trx: Transaction<DB>,
  { directories, cases, newCount, origin, report }: Unsettled,
): Promise<{ added: PlacedCase[]; changed: ChangedCases }> {
  const ids = await drawIds(trx, 'court_case', newCount)
  const added: PlacedCase[] = []
  const changed: ChangedCases = { cases: [], changes: new Map(), befores: new Map(), gone: [] }
  for (let pending = cases; pending.length > 0; ) {
    const sources = await lockSources(trx, pending)
    const candidates: PlacedCase[] = []
    for (const prepared of pending) {
      const source = sources.get(prepared.record.source_key)
      if (source === undefined) {
        // A source deleted meanwhile, with its case, needs an id of its own.
        const id = ids.shift() ?? (await drawIds(trx, 'court_case', 1))[0] ?? 0
        candidates.push({ id, prepared })
      } else if (source.digest === prepared.digest && origin !== undefined) report(prepared, source.case_id, 'same')
      else {
        changed.cases.push({ id: source.case_id, prepared })
        changed.changes.set(source.case_id, changesBetween(source.record, prepared.record))
        changed.befores.set(source.case_id, source.record)
        if (source.is_gone) changed.gone.push(source.case_id)
      }
    }
    const taken = await insertCases(trx, directories, candidates, origin ?? '')
    added.push(...candidates.filter(({ id }) => taken.has(id)))
    pending = candidates.filter(({ id }) => !taken.has(id)).map(({ prepared }) => prepared)
  }
  return { added, changed }
}

type Locked = { source_key: string; case_id: number; digest: string; record: Record<string, unknown>; is_gone: boolean }
async function lockSources(trx: Transaction<DB>, cases: readonly PreparedCase[]): Promise<Map<string, Locked>> {
  const keys = cases.map(({ record }) => record.source_key)
  // A separate statement: one that waited for a lock would read other tables by its old snapshot.
  await sql`
    select from case_source where source_key = any(${keys}) order by source_key for no key update`.execute(trx)
  const { rows } = await sql<Locked>`
    select source_key, case_record.case_id, digest, record, is_gone
    from case_record join court_case on court_case.id = case_record.case_id
    where source_key = any(${keys})`.execute(trx)
  return new Map(rows.map(row => [row.source_key, row]))
}

type Written = {
  added: readonly PlacedCase[]
  changed: ChangedCases
  revisions: ReadonlyMap<number, number>
  isReread: boolean
}

async function newsOf(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PreparedCase[],
  { added, changed, revisions, isReread }: Written,
): Promise<CaseChange[]> {
  const hasChanged = changed.cases.length > 0
  const formerHearings = await hearingsAmong(trx, [...changed.befores.values()])
  const named = new Set(hasChanged ? cases.flatMap(({ record }) => record.events.map(({ type }) => type)) : [])
  const isHearing = (type: string) =>
    !hasChanged || named.has(type) ? directories.isHearing(type) : (formerHearings.get(type) ?? isHearingWording(type))
  const clocks = memoized(maxZones, (zone: string) => momentIn(zone, new Date()))
  const knownOf = (prepared: PreparedCase) => ({
    isHearing,
    today: today(),
    now: clocks(directories.court(prepared).time_zone),
  })
  const ofNew = added.map(
    ({ id, prepared }): CaseChange => ({ case_id: id, revision: 0, ...newsOfNew(prepared.record, knownOf(prepared)) }),
  )
  const ofChanged = changed.cases.map(({ id, prepared }): CaseChange => {
    const revision = revisions.get(id) ?? null
    if (isReread) return { case_id: id, revision, kinds: [], details: [] }
    const before = changed.befores.get(id) ?? {}
    const changes = changed.changes.get(id) ?? []
    return { case_id: id, revision, ...newsOfChange(before, prepared.record, changes, knownOf(prepared)) }
  })
  return [...ofNew, ...ofChanged]
}
const maxZones = 100
