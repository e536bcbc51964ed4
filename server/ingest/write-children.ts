import { sql, type Transaction } from 'kysely'
import { counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { type Reading, readingColumns, readingOf } from '../texts/reading.ts'
import { articleKeysOf, roleOf, textOf } from './prepare-case.ts'
import { recordset } from './recordset.ts'
import type { Directories } from './resolve-directories.ts'
import type { Change } from './revision.ts'
import type { PlacedCase } from './write-cases.ts'
import { type DecidedCase, writeDecisions } from './write-decisions.ts'
import { type FormerPeople, writeDefendants } from './write-defendants.ts'

/** Everything below a case, replaced as a whole and in bulk. */
const childTables = [
  'case_article',
  'case_event',
  'case_defendant',
  'case_participant',
  'case_penalty',
  'case_defence_param',
  'case_decision',
] as const

/** Texts are sent in pieces of about this many characters, so that a batch of long ones does not fill the memory. */
const textPiece = 8_000_000

export async function clearChildren(trx: Transaction<DB>, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return
  for (const table of childTables)
    await sql`delete from ${sql.table(table)} where case_id = any(${caseIds})`.execute(trx)
}

export async function writeChildren(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  former: FormerPeople,
): Promise<void> {
  await writeArticles(trx, directories, cases)
  await writeDefendants(trx, directories, cases, former)
  const events = cases.flatMap(({ id, prepared }) => {
    const { time_zone } = directories.court(prepared)
    return prepared.record.events.map(({ type, date, time, result, hall, note }, ordinal) => ({
      case_id: id,
      ordinal,
      event_type_id: directories.eventType(type),
      event_date: date,
      event_time: time,
      time_zone,
      result,
      hall,
      note,
    }))
  })
  if (events.length > 0)
    await sql`
      insert into case_event (case_id, ordinal, event_type_id, event_date, event_time, happens_at, result, hall, note)
      select case_id, ordinal, event_type_id, event_date, event_time, (event_date + event_time) at time zone time_zone,
        result, hall, note
      from ${recordset(
        events,
        `case_id integer, ordinal smallint, event_type_id integer, event_date date, event_time time, time_zone text,
        result text, hall text, note text`,
      )}`.execute(trx)
  const participants = cases.flatMap(({ id, prepared }) =>
    prepared.record.participants.map(({ role, name }, ordinal) => ({ case_id: id, ordinal, role: roleOf(role), name })),
  )
  if (participants.length > 0)
    await sql`
      insert into case_participant (case_id, ordinal, role, name)
      select case_id, ordinal, role, name
      from ${recordset(participants, 'case_id integer, ordinal smallint, role text, name text')}`.execute(trx)
  const penalties = cases.flatMap(({ id, prepared }) =>
    prepared.record.penalties.map((penalty, ordinal) => ({ case_id: id, ordinal, ...penalty })),
  )
  if (penalties.length > 0)
    await sql`
      insert into case_penalty (case_id, ordinal, type, value, hidden, text)
      select case_id, ordinal, type, value, hidden, text
      from ${recordset(
        penalties,
        'case_id integer, ordinal smallint, type text, value numeric, hidden boolean, text text',
      )}`.execute(trx)
  const params = cases.flatMap(({ id, prepared }) =>
    [...new Set(prepared.record.defence_params.map(({ key, value }) => directories.defenceParam(key, value)))].map(
      param => [id, param] as const,
    ),
  )
  if (params.length > 0)
    await sql`
      insert into case_defence_param (case_id, defence_param_id)
      select * from unnest(${params.map(([id]) => id)}::int[], ${params.map(([, param]) => param)}::int[])`.execute(trx)
  await writeDecisions(trx, cases.flatMap(decided), directories.defenceParam)
  await writeTexts(trx, cases)
}

const decided = ({ id, prepared: { record, decision } }: PlacedCase): DecidedCase[] => {
  if (decision === undefined) return []
  const { type, stage, result = null, penalties, participants } = record
  const hasAdvocate = participants.some(({ role }) => roleOf(role) === 'advocate')
  return [{ case_id: id, decision, site: { type, stage, result, hasPenalties: penalties.length > 0, hasAdvocate } }]
}

async function writeArticles(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
): Promise<void> {
  const pairs = cases.flatMap(({ id, prepared }) =>
    articleKeysOf(prepared.record).map(key => [id, directories.article(key)] as const),
  )
  if (pairs.length === 0) return
  await sql`
    insert into case_article (case_id, article_id)
    select * from unnest(${pairs.map(([id]) => id)}::int[], ${pairs.map(([, article]) => article)}::int[])`.execute(trx)
}

/** A text that has not changed is not written again: its index is the dearest of all. */
async function writeTexts(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<void> {
  let piece: ({ case_id: number; body: string } & Reading)[] = []
  let size = 0
  const send = async (): Promise<void> => {
    if (piece.length > 0)
      await sql`
        insert into case_text (case_id, body, words, letters, prints, reading)
        select case_id, body, words, letters, prints, reading
        from ${recordset(piece, `case_id integer, body text, ${readingColumns}`)}
        on conflict (case_id) do update set body = excluded.body, read_at = now(),
          words = excluded.words, letters = excluded.letters, prints = excluded.prints, reading = excluded.reading
        where case_text.body <> excluded.body`.execute(trx)
    piece = []
    size = 0
  }
  for (const { id, prepared } of cases) {
    const body = textOf(prepared.record)
    if (body === undefined) continue
    piece.push({ case_id: id, body, ...readingOf(body) })
    size += body.length
    if (size >= textPiece) await send()
  }
  await send()
}

/** How the texts change; a text that is replaced or removed is kept whole in the revision. Removes what is no more. */
export async function replaceTexts(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<Map<number, Change>> {
  if (cases.length === 0) return new Map()
  const rows = await trx
    .selectFrom('case_text')
    .select(['case_id', 'body'])
    .where(sql<boolean>`case_id = any(${cases.map(({ id }) => id)})`)
    .execute()
  const before = new Map(rows.map(({ case_id, body }) => [case_id, body]))
  const changes = new Map<number, Change>()
  for (const { id, prepared } of cases) {
    const [was, is] = [before.get(id), textOf(prepared.record)]
    const after = is === undefined ? null : counted(is.length, ['знак', 'знака', 'знаков'])
    if (was !== is) changes.set(id, { field: 'text', before: was ?? null, after })
  }
  const removed = [...changes].filter(([, { after }]) => after === null).map(([id]) => id)
  if (removed.length > 0) await sql`delete from case_text where case_id = any(${removed})`.execute(trx)
  return changes
}
