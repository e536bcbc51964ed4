import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { canonicalJson } from '#shared/domain/canonical-json.ts'
import { dayIn } from '#shared/domain/dates.ts'
import { counted } from '#shared/domain/wording.ts'
import { carriedOver } from '#shared/evidence/package-format.ts'
import { arrayLiteral } from '../db/bulk-parameters.ts'
import { databaseTrouble } from '../db/database-trouble.ts'
import type { DB } from '../db/schema.ts'
import { whileTextsAnswer } from '../db/text-nodes.ts'
import { withinTime } from '../texts/text-search.ts'
import { asText, besideInWords, type Change, changesBetween, type Told } from './change-words.ts'

/** Reads the journal of a case: complete states and the changes between them, as data and in words. */

const record = z.record(z.string(), z.unknown())
const sentences = z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
const row = z.object({
  number: z.number(),
  seen_at: z.coerce.date(),
  origin: z.string().nullable(),
  file: z.string().nullable(),
  page_hash: z.string().nullable(),
  page_reader: z.number().nullable(),
  text_reader: z.number().nullable(),
  record: record.nullable(),
  text_hash: z.string().nullable(),
  beside: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).nullable(),
  told: sentences.nullable(),
})
type Row = z.output<typeof row>
/** `carried`: the record was not kept at the time and was later read from a stored page, by the entry `number`. */
export type Entry = Row & { carried?: Carried }
type Carried = Pick<Row, 'number' | 'page_hash' | 'page_reader'> & { at: Date; text_page: string | null }

const journalRow = z.object({ id: z.number(), entries: z.array(row), texts: z.record(z.string(), z.string()) })
export type Journal = { entries: readonly Entry[]; texts: ReadonlyMap<string, string> }

/**
 * In order. The caller checks that the cases are visible. `whole`: with the text of a case that has never changed; else a card is read also while the server of its text is
 * away, and says of that text only that there is one.
 */
export async function readJournals(
  db: Kysely<DB>,
  ids: readonly number[],
  { whole = false } = {},
): Promise<ReadonlyMap<number, Journal>> {
  const read = (on: Kysely<DB>) => readWith(on, ids, whole ? 'all texts' : 'texts that changed')
  if (db.isTransaction) return read(db)
  try {
    return await whileTextsAnswer(db, whole ? 'some' : 'all', () => withinTime(db, longestSeconds, read))
  } catch (error) {
    if (whole || databaseTrouble(error) !== 'texts') throw error
    return readWith(db, ids, 'former texts')
  }
}

const longestSeconds = 10

/** Without the text that the case has now: its hash tells whether it is another. */
export const readJournalOfHashes = async (db: Kysely<DB>, id: number): Promise<Journal> =>
  (await readWith(db, [id], 'former texts')).get(id) ?? noJournal
const noJournal: Journal = { entries: [], texts: new Map() }

async function readWith(
  db: Kysely<DB>,
  ids: readonly number[],
  wanted: 'all texts' | 'texts that changed' | 'former texts',
): Promise<ReadonlyMap<number, Journal>> {
  // Named one by one, so that no server is asked but theirs.
  const these = sql`any(${arrayLiteral(ids)}::integer[])`
  const current = {
    'all texts': sql`true`,
    'texts that changed': sql`case_id in (select case_id from case_journal where case_id = ${these} and number > 0)`,
    'former texts': sql`false`,
  }[wanted]
  // One statement, for one snapshot.
  const { rows } = await sql`
    select asked.id, (
      select coalesce(json_agg(one order by number), '[]') from (
        select number, seen_at, origin, file, encode(page_hash, 'hex') as page_hash, page_reader, text_reader, record,
          encode(text_hash, 'hex') as text_hash, beside, told
        from case_journal where case_id = asked.id
      ) one
    ) as entries, coalesce(texts, '{}') as texts
    from unnest(${ids}::integer[]) as asked (id) left join (
      select case_id, json_object_agg(hash, body) as texts from (
        select case_id, encode(hash, 'hex') as hash, body from former_text where case_id = ${these}
        union all
        select case_id, encode(sha256(convert_to(body, 'UTF8')), 'hex'), body from case_text
        where case_id = ${these} and ${current}
      ) as known group by case_id
    ) as known on case_id = asked.id`.execute(db)
  return new Map(
    z
      .array(journalRow)
      .parse(rows)
      .map(({ id, entries, texts }) => [id, { entries: withCarried(entries), texts: new Map(Object.entries(texts)) }]),
  )
}

function withCarried(rows: readonly Row[]): Entry[] {
  const later = new Map<number, { told: Row; text_page: string | null }>()
  const own = rows.filter(told => {
    const [mark] = carriedOver.safeParse(told.beside).data ?? []
    if (mark) later.set(mark.after.number, { told, text_page: mark.after.text_page })
    return mark === undefined
  })
  return own.map(one => {
    const known = one.record === null ? later.get(one.number) : undefined
    if (known === undefined) return one
    const { told, text_page } = known
    const { number, page_hash, page_reader, seen_at: at, record, text_hash } = told
    return { ...one, record, text_hash, carried: { number, at, page_hash, page_reader, text_page } }
  })
}
export const readJournal = async (db: Kysely<DB>, id: number, options?: { whole?: boolean }): Promise<Journal> =>
  (await readJournals(db, [id], options)).get(id) ?? noJournal

/**
 * `on`: the day that the court gives for it, or null. `is_beside`: outside the record, for example what only the text
 * says.
 */
type FieldChange = { field: string; before: unknown; after: unknown; on: string | null; is_beside: boolean }
/** `is_whole`: the complete state is known, not only its wording. */
type Revision = { entry: Entry; is_whole: boolean; changes: readonly Change[]; fields: readonly FieldChange[] }

/**
 * Each entry compared with the last earlier entry that has a record; for states known only in words nothing is
 * compared.
 */
export function revisionsOf({ entries, texts }: Journal): Revision[] {
  let former: Entry | undefined
  return entries.map(one => {
    const before = former
    if (one.record !== null) former = one
    return {
      entry: one,
      is_whole: one.record !== null || one.told === null,
      changes: one.number === 0 ? [] : withMarker(one, one.told ?? inWords(before, one, texts)),
      fields: fieldChanges(before, one),
    }
  })
}

const rereadMarker: Change = { field: 'reading', before: null, after: 'Прочитано заново' }
const withMarker = ({ origin, told }: Entry, changes: readonly Change[]): readonly Change[] => {
  const isReread = origin === null && told === null && changes.some(({ field }) => field !== 'forgotten')
  return isReread ? [rereadMarker, ...changes] : changes
}

function inWords(former: Entry | undefined, { record, text_hash, beside }: Entry, texts: Journal['texts']): Change[] {
  const besides = (beside ?? []).flatMap(besideInWords)
  if (record === null || former?.record == null) return besides
  const changes = changesBetween(former.record, record)
  if (former.text_hash === text_hash) return [...changes, ...besides]
  const [was, is] = [texts.get(former.text_hash ?? ''), texts.get(text_hash ?? '')]
  const after = text_hash === null ? null : is === undefined ? 'есть' : counted(is.length, ['знак', 'знака', 'знаков'])
  return [...changes, { field: 'text', before: was ?? null, after }, ...besides]
}

function fieldChanges(former: Entry | undefined, one: Entry): FieldChange[] {
  const { record } = one
  const besides = (one.beside ?? []).map(change => ({ ...change, on: null, is_beside: true }))
  // In a first reading everything is new; for states known only in words the former value is unknown.
  if (record === null || (former === undefined && one.number > 0)) return besides
  const before: Told = { ...former?.record, text: former?.text_hash }
  const after: Told = { ...record, text: one.text_hash }
  const ofRecord = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(field => {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    return canonicalJson(was) === canonicalJson(is)
      ? []
      : [{ field, before: was, after: is, on: dayOf(field, was, after), is_beside: false }]
  })
  return [...ofRecord, ...besides]
}

/** The field with the day of another field. */
const daysOf: Readonly<Record<string, string>> = {
  result: 'result_date',
  result_ground: 'result_date',
  penalties: 'result_date',
  text: 'result_published_date',
  appeal_result: 'appeal_date',
}
const dated = z.array(z.object({ date: z.string() })).catch([])
function dayOf(field: string, before: unknown, after: Told): string | null {
  if (field === 'events') {
    const known = new Set(dated.parse(before).map(canonicalJson))
    const came = dated.parse(after.events).filter(event => !known.has(canonicalJson(event)))
    return (
      came
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null
    )
  }
  return asText(after[field.endsWith('_date') ? field : (daysOf[field] ?? '')])
}

/**
 * A state as stored: by number, or as known at the end of a day in Moscow; by default the last. `not yet`: there was
 * none; `in words`: only its wording was kept. `next`: the entry where the record differed.
 */
type State = { entry: Entry; next: Entry | undefined; record: Told; body: string | null }
export function stateAt(
  { entries, texts }: Journal,
  { number, day }: { number?: number | undefined; day?: string | undefined },
): State | 'not yet' | 'in words' {
  const isBy = (one: Entry): boolean =>
    number === undefined ? day === undefined || dayIn('Europe/Moscow', one.seen_at) <= day : one.number <= number
  const at = entries.findLastIndex(isBy)
  if (at < 0 || (number !== undefined && entries[at]?.number !== number)) return 'not yet'
  const entry = entries.slice(0, at + 1).findLast(one => one.record !== null || one.told !== null)
  if (entry?.record == null) return 'in words'
  const text = entry.text_hash === null ? undefined : texts.get(entry.text_hash)
  return {
    entry,
    next: entries.slice(at + 1).find(one => one.record !== null || one.told !== null),
    record: entry.record,
    body: text ?? null,
  }
}
