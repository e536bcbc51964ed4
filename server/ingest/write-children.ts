import { type RawBuilder, sql, type Transaction } from 'kysely'
import { counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import { articleKeysOf, type Person, roleOf, textOf } from './prepare-case.ts'
import type { Directories } from './resolve-directories.ts'
import type { Change } from './revision.ts'
import { drawIds, type PlacedCase } from './write-cases.ts'

/** Everything below a case, replaced as a whole and in bulk. */
const childTables = [
  'case_article',
  'case_event',
  'case_defendant',
  'case_participant',
  'case_penalty',
  'case_defence_param',
] as const

/** Texts are sent in pieces of about this many characters, so that a batch of long ones does not fill the memory. */
const textPiece = 8_000_000

const recordset = (rows: readonly object[], columns: string): RawBuilder<unknown> =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(columns)})`

/** A person on a case before the change: who they were taken for, and what is known of them beyond the record. */
type FormerPerson = { case_id: number; name: string; defendant_id: number | null; at_risk: boolean }
export type FormerPeople = Map<string, FormerPerson[]>

export async function takeFormerPeople(trx: Transaction<DB>, caseIds: readonly number[]): Promise<FormerPeople> {
  if (caseIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('case_defendant')
    .select(['case_id', 'name', 'defendant_id', 'at_risk'])
    .where(sql<boolean>`case_id = any(${caseIds})`)
    .orderBy('case_id')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(rows, ({ case_id, name }) => `${case_id} ${name}`)
}

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
  await writeTexts(trx, cases)
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

/**
 * A full name is one person within a region. Anything less is a person of their own on each case, kept through changes of
 * the case; a hidden name is nobody. Nothing is merged by guess.
 */
async function writeDefendants(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  former: FormerPeople,
): Promise<void> {
  const appearances = cases.flatMap(({ id, prepared, people }) => {
    const { region } = directories.court(prepared)
    return people.map((person, ordinal) => {
      const before = former.get(`${id} ${person.name}`)?.shift()
      const key = person.full === undefined ? undefined : `${region} ${person.full}`
      return { case_id: id, ordinal, person, key, before, defendant_id: key ? null : (before?.defendant_id ?? null) }
    })
  })
  const nameless = [...former.values()]
    .flat()
    .flatMap(({ defendant_id }) => (defendant_id === null ? [] : [defendant_id]))
  if (appearances.length > 0) {
    const known = await matchedDefendants(
      trx,
      new Map(appearances.flatMap(({ key, person }) => (key === undefined ? [] : [[key, person] as const]))),
    )
    const alone = appearances.filter(
      ({ key, person, defendant_id }) => key === undefined && !person.hidden && defendant_id === null,
    )
    const ids = await drawIds(trx, 'defendant', alone.length)
    for (const [index, appearance] of alone.entries()) appearance.defendant_id = ids[index] ?? null
    if (alone.length > 0)
      await sql`
        insert into defendant (id, name, name_normal, gender) overriding system value
        select id, name, name_normal, gender
        from ${recordset(
          alone.map(({ defendant_id, person: { name, normal, gender } }) => ({
            id: defendant_id,
            name,
            name_normal: normal,
            gender,
          })),
          'id integer, name text, name_normal text, gender text',
        )}`.execute(trx)
    const rows = appearances.map(({ case_id, ordinal, person, key, before, defendant_id }) => ({
      case_id,
      ordinal,
      defendant_id: person.hidden ? null : key === undefined ? defendant_id : known.get(key),
      name: person.name,
      gender: person.gender,
      hidden: person.hidden,
      at_risk: before?.at_risk ?? false,
      article_ids: person.articleKeys.map(directories.article),
    }))
    await sql`
      insert into case_defendant (case_id, ordinal, defendant_id, name, gender, hidden, at_risk, article_ids)
      select case_id, ordinal, defendant_id, name, gender, hidden, at_risk, article_ids
      from ${recordset(
        rows,
        `case_id integer, ordinal smallint, defendant_id integer, name text, gender text, hidden boolean,
        at_risk boolean, article_ids integer[]`,
      )}`.execute(trx)
  }
  // People known from one case only, who are on it no more.
  if (nameless.length > 0)
    await sql`
      delete from defendant where id = any(${nameless}) and match_key is null
        and not exists (select from case_defendant where defendant_id = defendant.id)`.execute(trx)
}

async function matchedDefendants(
  trx: Transaction<DB>,
  people: ReadonlyMap<string, Person>,
): Promise<ReadonlyMap<string, number>> {
  const find = async (keys: readonly string[]): Promise<[string, number][]> => {
    const { rows } = await sql<{ id: number; match_key: string }>`
      select id, match_key from defendant where match_key = any(${keys})`.execute(trx)
    return rows.map(({ id, match_key }) => [match_key, id])
  }
  if (people.size === 0) return new Map()
  const known = new Map(await find([...people.keys()]))
  const added = [...people].filter(([key]) => !known.has(key)).sort(([left], [right]) => (left < right ? -1 : 1))
  if (added.length === 0) return known
  await sql`
    insert into defendant (name, name_normal, gender, match_key)
    select name, name_normal, gender, match_key
    from ${recordset(
      added.map(([match_key, { name, normal, gender }]) => ({ name, name_normal: normal, gender, match_key })),
      'name text, name_normal text, gender text, match_key text',
    )}
    on conflict do nothing`.execute(trx)
  for (const [key, id] of await find(added.map(([key]) => key))) known.set(key, id)
  return known
}

/** A text that has not changed is not written again: its index is the dearest of all. */
async function writeTexts(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<void> {
  let piece: { case_id: number; body: string }[] = []
  let size = 0
  const send = async (): Promise<void> => {
    if (piece.length > 0)
      await sql`
        insert into case_text (case_id, body)
        select case_id, body from ${recordset(piece, 'case_id integer, body text')}
        on conflict (case_id) do update set body = excluded.body, read_at = now()
        where case_text.body <> excluded.body`.execute(trx)
    piece = []
    size = 0
  }
  for (const { id, prepared } of cases) {
    const body = textOf(prepared.record)
    if (body === undefined) continue
    piece.push({ case_id: id, body })
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
