import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { counted } from '#shared/domain/wording.ts'
import type { DB } from '../db/schema.ts'
import type { Change } from '../journal/change-words.ts'
import { bodiesOf, noteTextsWritten, removeTexts, type TextOfCase, writeTexts } from '../texts/stored-texts.ts'
import { accusedList, completePenalty, penaltyOwners } from './penalty-owners.ts'
import { articleKeysOf, decisionTextOf } from './prepare-case.ts'
import { writeRows } from './replace-rows.ts'
import type { Directories } from './resolve-directories.ts'
import type { PlacedCase } from './write-cases.ts'
import { type DecidedCase, writeDecisions } from './write-decisions.ts'
import { type FormerPeople, writeDefendants } from './write-defendants.ts'

const textPiece = 8_000_000

/** Writes child rows of cases in bulk; those of existing cases are replaced. */
export async function writeChildren(
  trx: Transaction<DB>,
  directories: Directories,
  { added, changed }: Readonly<Record<'added' | 'changed', readonly PlacedCase[]>>,
  former: FormerPeople,
  texts: ReadonlyMap<number, Change>,
): Promise<void> {
  const cases = [...added, ...changed]
  const replaced = new Set(changed.map(({ id }) => id))
  await writeRows(
    trx,
    'case_article',
    cases.flatMap(({ id, prepared }) =>
      articleKeysOf(prepared.record).map(key => ({ case_id: id, article_id: directories.article(key) })),
    ),
    replaced,
  )
  await writeDefendants(trx, directories, { cases, replaced }, former)
  await writeRows(
    trx,
    'case_event',
    cases.flatMap(({ id, prepared }) => {
      const { time_zone } = directories.court(prepared)
      return prepared.record.events.map(({ type, date, time, result, hall, note }, ordinal) => ({
        case_id: id,
        ordinal,
        event_type_id: directories.eventType(type),
        event_date: date,
        event_time: time,
        happens_at: time === undefined ? null : `${date} ${time} ${time_zone}`,
        result,
        hall,
        note,
      }))
    }),
    replaced,
  )
  await writeRows(
    trx,
    'case_participant',
    cases.flatMap(({ id, prepared }) =>
      prepared.others.map(({ role, name, articles }, ordinal) => ({ case_id: id, ordinal, role, name, articles })),
    ),
    replaced,
    byCard,
  )
  await writeRows(
    trx,
    'case_told_penalty',
    cases.flatMap(({ id, prepared: { record, people, others } }) => {
      const owners = penaltyOwners(
        record.penalties.map(({ person }) => person),
        accusedList(people, others),
      )
      return record.penalties.map((one, ordinal) => ({
        case_id: id,
        ordinal,
        ...completePenalty(one),
        text: one.text,
        ...owners[ordinal],
      }))
    }),
    replaced,
    byCard,
  )
  await writeRows(
    trx,
    'case_defence_param',
    cases.flatMap(({ id, prepared: { record, decision } }) => {
      const told = (params: readonly { key: string; value: string }[], by_text: boolean) =>
        params.map(({ key, value }) => [directories.defenceParam(key, value), by_text] as const)
      // Values that the card states too are attributed to the card.
      const params = new Map([
        ...told(decision?.facts.defence_params ?? [], true),
        ...told(record.defence_params, false),
      ])
      return [...params].map(([defence_param_id, by_text]) => ({ case_id: id, defence_param_id, by_text }))
    }),
    replaced,
  )
  await writeDecisions(trx, cases.flatMap(decided), replaced)
  await writeTextsOf(trx, [...added, ...changed.filter(({ id }) => texts.has(id))])
}

const byCard = sql<boolean>`not t.by_text`

const decided = ({ id, prepared: { record, people, others, decision } }: PlacedCase): DecidedCase[] => {
  if (decision === undefined) return []
  const { type, stage, result = null, penalties } = record
  const hasAdvocate = others.some(({ role }) => role === 'advocate')
  const accused = accusedList(people, others)
  const site = { type, stage, result, hasPenalties: penalties.length > 0, hasAdvocate, accused }
  return [{ case_id: id, decision, site }]
}

async function writeTextsOf(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<void> {
  let piece: TextOfCase[] = []
  let size = 0
  for (const { id, prepared } of cases) {
    const body = decisionTextOf(prepared.record)
    if (body === undefined) continue
    piece.push({ case_id: id, body })
    size += body.length
    if (size < textPiece) continue
    await writeTexts(trx, piece)
    piece = []
    size = 0
  }
  await writeTexts(trx, piece)
}

/** Keeps replaced and removed texts with the journal, and deletes removed ones. Returns changes for news. */
export async function replaceTexts(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<Map<number, Change>> {
  if (cases.length === 0) return new Map()
  const asked = await mayHaveOtherTexts(trx, cases)
  const before = await toldBodies(trx, [...asked])
  const changes = new Map<number, Change>()
  for (const { id, prepared } of cases) {
    if (!asked.has(id)) continue
    const [was, is] = [before.get(id), decisionTextOf(prepared.record)]
    const after = is === undefined ? null : counted(is.length, ['знак', 'знака', 'знаков'])
    if (was !== is) changes.set(id, { field: 'text', before: was ?? null, after })
  }
  const former = [...changes].filter(([, { before: was }]) => was !== null).map(([id]) => id)
  if (former.length === 0) return changes
  await sql`
    insert into former_text (case_id, hash, body)
    select case_id, sha256(convert_to(body, 'UTF8')), body from case_text where case_id = any(${former})
    on conflict (case_id, hash) do nothing`.execute(trx)
  await removeTexts(
    trx,
    [...changes].filter(([, { after }]) => after === null).map(([id]) => id),
  )
  return changes
}

/**
 * Only these texts are looked up: not those of cases without a text, nor those that equal the text in their journal by its hash, so
 * that hearings can be written while a text node is away. An empty digest: the stored text was found to be another
 * (texts/torn-texts.ts).
 */
async function mayHaveOtherTexts(trx: Transaction<DB>, cases: readonly PlacedCase[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number; hash: string | null }>`
    select id, (
      select case when count(distinct text_hash) = 1 and min(digest) <> '' then max(encode(text_hash, 'hex')) end
      from case_source left join case_journal on case_journal.case_id = case_source.case_id and number = entry
      where case_source.case_id = court_case.id
    ) as hash
    from court_case where has_text and id = any(${cases.map(({ id }) => id)}::integer[])`.execute(trx)
  const known = new Map(rows.map(({ id, hash }) => [id, hash]))
  const may = cases.filter(({ id, prepared }) => {
    const is = decisionTextOf(prepared.record)
    const was = known.get(id)
    return is === undefined ? known.has(id) : was == null || was !== hash('sha256', is, 'hex')
  })
  return new Set(may.map(({ id }) => id))
}

/** A text node may hold a text that this database does not know (decision 0132): that is no former text, and this record brings it. */
async function toldBodies(trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const bodies = await bodiesOf(trx, ids)
  if (bodies.size === 0) return bodies
  const { rows } = await sql<{ id: number; hashes: string[] }>`
    select id, array(
      select encode(text_hash, 'hex') from case_source join case_journal using (case_id)
      where case_source.case_id = court_case.id and number = entry and text_hash is not null
    ) as hashes
    from court_case where id = any(${[...bodies.keys()]}) and has_text`.execute(trx)
  const told = new Map(rows.map(({ id, hashes }) => [id, hashes]))
  const isTold = ([id, body]: readonly [number, string]): boolean => {
    const hashes = told.get(id)
    return hashes !== undefined && (hashes.length === 0 || hashes.includes(hash('sha256', body, 'hex')))
  }
  const known = new Map([...bodies].filter(isTold))
  if (known.size < bodies.size) await noteTextsWritten(trx)
  return known
}
