import { type RawBuilder, sql, type Transaction } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import type { NewsDetail } from '#shared/domain/news.ts'
import { recordset, textArray } from '../db/bulk-parameters.ts'
import { copyRows } from '../db/copy-rows.ts'
import type { DB } from '../db/schema.ts'
import {
  appendBeside,
  type BesideChange,
  cardBack,
  cardGone,
  cardOnSite,
  nextNumber,
} from '../journal/write-entries.ts'
import { readerVersion } from '../texts/read-decision.ts'
import { noteChanges } from './case-changes.ts'
import type { News } from './news.ts'
import { decisionTextOf, hearingsOf, type PreparedCase, possibleHearingOf } from './prepare-case.ts'
import type { Directories } from './resolve-directories.ts'

/** Bulk writes of `court_case`, `case_source` and the journal: new cases by COPY, changed ones by one JSON parameter. */

export type PlacedCase = { id: number; prepared: PreparedCase }

const rowOf = (directories: Directories, { id, prepared }: PlacedCase) => {
  const { record } = prepared
  const { id: court_id, region, city, time_zone } = directories.court(prepared)
  const hearings = hearingsOf(record, directories.isHearing)
  const byCourtClock = (local: string | undefined) => local && `${local} ${time_zone}`
  return {
    id,
    type: record.type,
    stage: record.stage,
    court_id,
    region,
    city,
    judge_id: directories.judge(prepared),
    case_number: record.case_number,
    other_numbers: (record.other_numbers ?? []).join('; '),
    case_uid: record.case_uid,
    protocol_number: record.protocol_number,
    entry_date: record.entry_date,
    result_date: record.result_date,
    result_published_date: record.result_published_date,
    result_valid_date: record.result_valid_date,
    appeal_date: record.appeal_date,
    appeal_result: record.appeal_result,
    result_ground: record.result_ground,
    result_type_id: record.result === undefined ? null : directories.resultType(record.result),
    first_scheduled_hearing_date: hearings?.first,
    last_scheduled_hearing_date: hearings?.last,
    last_scheduled_hearing_time: hearings?.lastTime,
    hearing_until: byCourtClock(hearings?.until),
    possible_hearing_at: byCourtClock(possibleHearingOf(record, directories.isHearing)),
    url: record.url ?? '',
    result_text_url: record.text_url ?? '',
    has_text: decisionTextOf(record) !== undefined,
    defendants_hidden: hidesNames(prepared),
  }
}

/** A name removed by a decision does not count as hidden by the court. */
const hidesNames = ({ people, others, decision }: PreparedCase): boolean =>
  people.length > 0 || others.some(({ role }) => role === 'unknown')
    ? [...people, ...others].some(({ hidden, name }) => hidden && name !== tombstone)
    : decision?.facts.accused_hidden === true

/** All writers lock keys in one order. */
const sources = (cases: readonly PlacedCase[]): RawBuilder<unknown> => {
  const keyOf = ({ prepared }: PlacedCase): string => prepared.record.source_key
  const inOrder = cases.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
  const texts = (type: 'text' | 'json', textOf: (one: PreparedCase) => string): Buffer =>
    textArray(
      type,
      inOrder.map(({ prepared }) => textOf(prepared)),
    )
  const from = inOrder.map(({ prepared }) => prepared.from)
  return sql`
    select id, source_key, digest, record, decode(nullif(text_hash, ''), 'hex') as text_hash, file,
      decode(page_hash, 'hex') as page_hash, page_reader
    from unnest(
      ${inOrder.map(({ id }) => id)}::integer[], ${texts('text', ({ record }) => record.source_key)}::text[],
      ${texts('text', ({ digest }) => digest)}::text[], ${texts('json', ({ json }) => json)}::json[],
      ${texts('text', ({ textHash }) => textHash ?? '')}::text[], ${from.map(one => one?.file ?? null)}::text[],
      ${from.map(one => one?.page?.hash.toString('hex') ?? null)}::text[],
      ${from.map(one => one?.page?.reader ?? null)}::smallint[]
    ) as s(id, source_key, digest, record, text_hash, file, page_hash, page_reader)`
}

const sequences = { court_case: 'court_case_id_seq', defendant: 'defendant_id_seq' } as const

export async function drawIds(trx: Transaction<DB>, table: keyof typeof sequences, count: number): Promise<number[]> {
  if (count === 0) return []
  const drawn = await sql<{ ids: number[] }>`
    select array_agg(nextval(${sql.lit(sequences[table])})::integer) as ids from generate_series(1, ${count})`.execute(
    trx,
  )
  return drawn.rows[0]?.ids ?? []
}

/** Returns the ids of added cases. If a concurrent process has just added the source key, the case is removed again. */
export async function insertCases(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  origin: string,
): Promise<Set<number>> {
  if (cases.length === 0) return new Set()
  await copyRows(
    trx,
    'court_case',
    cases.map(one => rowOf(directories, one)),
  )
  const { numAffectedRows } = await sql`
    with told as materialized (${sources(cases)}),
    added as (
      insert into case_source (source_key, case_id, origin, digest)
      select source_key, id, ${origin}, digest from told
      on conflict (source_key) do nothing returning source_key
    )
    insert into case_journal (case_id, number, origin, record, text_hash, file, page_hash, page_reader, text_reader)
    select id, 0, ${origin}, record, text_hash, file, page_hash, page_reader,
      case when text_hash is not null then ${readerVersion}::smallint end
    from told join added using (source_key)`.execute(trx)
  const ids = new Set(cases.map(({ id }) => id))
  if (Number(numAffectedRows) === cases.length) return ids
  const { rows: lost } = await sql<{ id: number }>`
    delete from court_case where id = any(${[...ids]}::integer[])
      and not exists (select from case_source where case_id = court_case.id) returning id`.execute(trx)
  for (const { id } of lost) ids.delete(id)
  return ids
}

/** Only a change updates `changed_at` and the change feed. Without an origin the source has said nothing new. */
export async function updateCases(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  origin: string | undefined,
): Promise<void> {
  const rows = cases.map(one => rowOf(directories, one))
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).filter(name => name !== 'id')
  const assignments = sql.join(columns.map(name => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`))
  const told = origin === undefined ? sql`` : sql`, gone_at = null, checked_at = now(), changed_at = now()`
  await sql`
    update court_case set ${assignments} ${told}, changed_xid = pg_current_xact_id()
    from json_populate_recordset(null::court_case, ${JSON.stringify(rows)}::json) r where court_case.id = r.id`.execute(
    trx,
  )
}

/**
 * Appends new states of changed cases, and changes outside their records, to the journal. Returns ids of entries; cases interpreted again without a
 * difference have none.
 */
export async function appendStates(
  trx: Transaction<DB>,
  cases: readonly PlacedCase[],
  { origin, besides }: { origin: string | undefined; besides: ReadonlyMap<number, readonly BesideChange[]> },
): Promise<ReadonlyMap<number, number>> {
  if (cases.length === 0) return new Map()
  const seen = origin === undefined ? sql`` : sql`, origin = ${origin}, last_seen_at = now()`
  const said = [...besides].flatMap(([id, beside]) => (beside.length > 0 ? [{ id, beside }] : []))
  const { rows } = await sql<{ case_id: number; number: number }>`
    with told as materialized (${sources(cases)}),
    changed as materialized (
      select told.*, ${nextNumber('told.id')} + row_number() over (partition by told.id order by source_key) - 1 as number,
        beside
      from told join case_source using (source_key)
      left join ${recordset(said, 'id integer, beside jsonb')} on r.id = told.id
      where case_source.digest <> told.digest or beside is not null
    ),
    entry as (
      insert into case_journal
        (case_id, number, origin, record, text_hash, file, page_hash, page_reader, text_reader, beside)
      select id, number, ${origin ?? null}, record, text_hash, file, page_hash, page_reader,
        case when text_hash is not null then ${readerVersion}::smallint end, beside
      from changed
    ), source as (
      update case_source set digest = told.digest, entry = coalesce(changed.number, case_source.entry) ${seen}
      from told left join changed using (source_key) where case_source.source_key = told.source_key
    )
    select id as case_id, max(number)::integer as number from changed group by id`.execute(trx)
  return new Map(rows.map(({ case_id, number }) => [case_id, number]))
}

/** Marks unchanged cases as seen. Rows locked by concurrent writers are skipped. */
export async function touchSources(trx: Transaction<DB>, keys: readonly string[], origin: string): Promise<void> {
  if (keys.length === 0) return
  const { rows } = await sql<{ id: number }>`
    with seen as (
      select source_key from case_source where source_key = any(${keys}) for no key update skip locked
    ),
    source as (
      update case_source set last_seen_at = now() from seen where case_source.source_key = seen.source_key
      returning case_source.case_id
    )
    update court_case set gone_at = null, checked_at = now(), changed_at = now(), changed_xid = pg_current_xact_id()
    from source where court_case.id = source.case_id and court_case.gone_at is not null returning court_case.id`.execute(
    trx,
  )
  await noteCard(trx, rows, { origin, change: cardBack, news: { kinds: ['changed'], details: [backAgain] } })
}
const backAgain: NewsDetail = { kind: 'changed', before: null, after: 'Карточка дела снова на сайте суда' }

/** The card is no longer on the site. Returns the number of cases newly marked as gone. */
export async function markGone(trx: Transaction<DB>, ids: readonly number[], origin: string): Promise<number> {
  await sql`
    select from case_source where case_id = any(${ids}::int[]) order by source_key for no key update`.execute(trx)
  const { rows } = await sql<{ id: number }>`
    update court_case set gone_at = now(), changed_at = now(), changed_xid = pg_current_xact_id()
    where id = any(${ids}::int[]) and gone_at is null returning id`.execute(trx)
  const lost: NewsDetail = { kind: 'disappeared', before: cardOnSite, after: null }
  await noteCard(trx, rows, { origin, change: cardGone, news: { kinds: ['disappeared'], details: [lost] } })
  return rows.length
}

type CardNews = { origin: string; change: BesideChange; news: News }
async function noteCard(
  trx: Transaction<DB>,
  cases: readonly { id: number }[],
  { origin, change, news }: CardNews,
): Promise<void> {
  const entries = await appendBeside(trx, new Map(cases.map(({ id }) => [id, [change]])), { origin })
  await noteChanges(
    trx,
    cases.map(({ id }) => ({ case_id: id, revision: entries.get(id) ?? null, ...news })),
  )
}
