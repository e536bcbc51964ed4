import { type RawBuilder, sql, type Transaction } from 'kysely'
import { textArray } from '../db/bulk-parameters.ts'
import { copyRows } from '../db/copy-rows.ts'
import type { DB } from '../db/schema.ts'
import { decisionTextOf, hearingsOf, type PreparedCase, possibleHearingOf } from './prepare-case.ts'
import type { Directories } from './resolve-directories.ts'

/** Bulk writes of `court_case` and `case_source`: new cases by COPY, changed ones as one JSON parameter. */

export type PlacedCase = { id: number; prepared: PreparedCase }

const rowOf = (directories: Directories, { id, prepared }: PlacedCase) => {
  const { record } = prepared
  const hearings = hearingsOf(record, directories.isHearing)
  return {
    id,
    type: record.type,
    stage: record.stage,
    court_id: directories.court(prepared).id,
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
    hearing_until_local: hearings?.until,
    possible_hearing_local: possibleHearingOf(record, directories.isHearing),
    url: record.url ?? '',
    result_text_url: record.text_url ?? '',
    has_text: decisionTextOf(record) !== undefined,
    defendants_hidden: hidesNames(prepared),
  }
}

const hidesNames = ({ people, others, decision }: PreparedCase): boolean =>
  people.length > 0 || others.some(({ role }) => role === 'unknown')
    ? [...people, ...others].some(({ hidden }) => hidden)
    : decision?.facts.accused_hidden === true

/** Whoever writes, keys are locked in one order. */
const byKey = (cases: readonly PlacedCase[]): PlacedCase[] =>
  cases.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))

/** The record is JSON already and is spliced in as text. */
const sourceRows = (cases: readonly PlacedCase[]): string => {
  const rows = byKey(cases).map(one => ({
    id: one.id,
    source_key: keyOf(one),
    digest: digestOf(one),
    json: jsonOf(one),
  }))
  return `[${rows.map(({ json, ...row }) => `${JSON.stringify(row).slice(0, -1)},"record":${json}}`).join(',')}]`
}
const sources = (cases: readonly PlacedCase[]): RawBuilder<unknown> =>
  sql`json_to_recordset(${sourceRows(cases)}::json) as s(id integer, source_key text, digest text, record json)`
const rows = (directories: Directories, cases: readonly PlacedCase[]): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(cases.map(one => rowOf(directories, one)))}::json) as r(${rowType})`

const columns = [
  ['type', 'smallint'],
  ['stage', 'smallint'],
  ['court_id', 'integer'],
  ['judge_id', 'integer'],
  ['case_number', 'text'],
  ['other_numbers', 'text'],
  ['case_uid', 'text'],
  ['protocol_number', 'text'],
  ['entry_date', 'date'],
  ['result_date', 'date'],
  ['result_published_date', 'date'],
  ['result_valid_date', 'date'],
  ['appeal_date', 'date'],
  ['appeal_result', 'text'],
  ['result_ground', 'text'],
  ['result_type_id', 'integer'],
  ['first_scheduled_hearing_date', 'date'],
  ['last_scheduled_hearing_date', 'date'],
  ['last_scheduled_hearing_time', 'time'],
  ['url', 'text'],
  ['result_text_url', 'text'],
  ['has_text', 'boolean'],
  ['defendants_hidden', 'boolean'],
] as const
const names = columns.map(([name]) => name)
const derived = [
  ['region', 'court.region'],
  ['city', 'court.city'],
  ['hearing_until', 'r.hearing_until_local at time zone court.time_zone'],
  ['possible_hearing_at', 'r.possible_hearing_local at time zone court.time_zone'],
] as const
const copied = ['id' as const, ...names, ...derived.map(([name]) => name)]
const rowType = sql.raw(
  [
    'id integer',
    'hearing_until_local timestamp',
    'possible_hearing_local timestamp',
    ...columns.map(([name, type]) => `${name} ${type}`),
  ].join(', '),
)
const assignments = sql.raw(
  [...names.map(name => [name, `r.${name}`] as const), ...derived]
    .map(([name, value]) => `${name} = ${value}`)
    .join(', '),
)

const sequences = { court_case: 'court_case_id_seq', defendant: 'defendant_id_seq' } as const

export async function drawIds(trx: Transaction<DB>, table: keyof typeof sequences, count: number): Promise<number[]> {
  if (count === 0) return []
  const drawn = await sql<{ ids: number[] }>`
    select array_agg(nextval(${sql.lit(sequences[table])})::integer) as ids from generate_series(1, ${count})`.execute(
    trx,
  )
  return drawn.rows[0]?.ids ?? []
}

/** Returns the ids of added cases. Where another process has just added the source key, the case is removed again. */
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
    copied,
    cases.map(one => {
      const row = rowOf(directories, one)
      const { region, city, time_zone } = directories.court(one.prepared)
      const moment = (local: string | undefined) => (local === undefined ? null : `${local} ${time_zone}`)
      return [
        row.id,
        ...names.map(name => row[name]),
        region,
        city,
        moment(row.hearing_until_local),
        moment(row.possible_hearing_local),
      ]
    }),
  )
  const inOrder = byKey(cases)
  const { numAffectedRows } = await sql`
    insert into case_source (source_key, case_id, origin, digest, record)
    select source_key, id, ${origin}, digest, record from unnest(
      ${textArray('text', inOrder.map(keyOf))}::text[], ${`{${inOrder.map(({ id }) => id).join(',')}}`}::integer[],
      ${textArray('text', inOrder.map(digestOf))}::text[], ${textArray('json', inOrder.map(jsonOf))}::json[]
    ) as source (source_key, id, digest, record)
    on conflict (source_key) do nothing`.execute(trx)
  const ids = new Set(cases.map(({ id }) => id))
  if (Number(numAffectedRows) === cases.length) return ids
  const { rows: lost } = await sql<{ id: number }>`
    delete from court_case where id = any(${[...ids]}::integer[])
      and not exists (select from case_source where case_id = court_case.id) returning id`.execute(trx)
  for (const { id } of lost) ids.delete(id)
  return ids
}
const keyOf = ({ prepared }: PlacedCase): string => prepared.record.source_key
const digestOf = ({ prepared }: PlacedCase): string => prepared.digest
const jsonOf = ({ prepared }: PlacedCase): string => prepared.json

/** Only a change moves `changed_at` and the change feed. Without an origin the source has said nothing new. */
export async function updateCases(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  origin: string | undefined,
): Promise<void> {
  if (cases.length === 0) return
  const seen = origin === undefined ? sql`` : sql`, origin = ${origin}, last_seen_at = now()`
  const told = origin === undefined ? sql`` : sql`, gone_at = null, checked_at = now(), changed_at = now()`
  await sql`
    with source as (
      update case_source set digest = s.digest, record = s.record ${seen}
      from ${sources(cases)} where case_source.source_key = s.source_key
    )
    update court_case set ${assignments} ${told}, changed_xid = pg_current_xact_id()
    from ${rows(directories, cases)} join court on court.id = r.court_id where court_case.id = r.id`.execute(trx)
}

const backAgain = JSON.stringify([{ kind: 'changed', before: null, after: 'Карточка дела снова на сайте суда' }])
/** Marks unchanged cases as seen. Rows that somebody else is writing are skipped. */
export async function touchSources(trx: Transaction<DB>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await sql`
    with seen as (
      select source_key from case_source where source_key = any(${keys}) for no key update skip locked
    ),
    source as (
      update case_source set last_seen_at = now() from seen where case_source.source_key = seen.source_key
      returning case_source.case_id
    ), returned as (
      update court_case set gone_at = null, checked_at = now(), changed_at = now(), changed_xid = pg_current_xact_id()
      from source where court_case.id = source.case_id and court_case.gone_at is not null returning court_case.id
    )
    insert into case_change (case_id, kinds, details)
    select id, array['changed'], ${backAgain}::jsonb from returned`.execute(trx)
}
