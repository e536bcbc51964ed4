import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { canonical } from '../ingest/canonical-record.ts'
import { type CaseRecordInput, caseRecord } from '../ingest/case-record.ts'
import type { ListedCase } from './task-queue.ts'

/** So many readings that say the same, over hours, are believed. */
const believedReadings = 5

/**
 * Why a card is asked for again before it is told, in a sentence; undefined when it is believed. A site that is out of
 * order shows cards without a tab, as if hearings or people had been withdrawn, and one of its servers may show
 * yesterday's card (decision 0137).
 */
export async function whyDoubtful(
  db: Kysely<DB>,
  listed: ListedCase,
  told: CaseRecordInput,
): Promise<string | undefined> {
  if (listed.attempts + 1 >= believedReadings) return undefined
  const missing = await missingTab(db, listed.source_key, told)
  if (missing !== undefined) return `Карточка пришла без ${missing}.`
  if (isEmpty(told) && !(await isEmptyAsStored(db, listed.source_key))) return 'Карточка пришла пустой.'
  return (await isFormerState(db, listed, told)) ? 'Карточка пришла такой, какой была раньше.' : undefined
}

/** A number above tabs that hold nothing: the site could not ask its own database. */
const isEmpty = ({ events, defendants, participants, ...told }: Partial<CaseRecordInput>): boolean =>
  [events, defendants, participants].every(list => !list?.length) &&
  (['case_uid', 'entry_date', 'judge', 'result', 'result_date', 'text', 'text_url'] as const).every(
    one => told[one] === undefined,
  )

/** Believed once, it is not asked for five times whenever it is read again. */
async function isEmptyAsStored(db: Kysely<DB>, source_key: string): Promise<boolean> {
  const { rows } = await sql<{ record: Partial<CaseRecordInput> }>`
    select record from case_record where source_key = ${source_key}`.execute(db)
  return rows.some(({ record }) => isEmpty(record))
}

const tabs = { events: 'движения дела', defendants: 'лиц' } as const
type Tab = keyof typeof tabs

async function missingTab(
  db: Kysely<DB>,
  source_key: string,
  told: { [One in Tab]?: readonly unknown[] | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ tab: Tab }>`
    select tab from case_record, unnest(array['events', 'defendants']) as tab
    where source_key = ${source_key} and jsonb_array_length(record -> tab) > 0`.execute(db)
  const missing = rows.find(({ tab }) => !told[tab]?.length)
  return missing && tabs[missing.tab]
}

/** Exactly what the journal has from before the state that is stored now. */
async function isFormerState(
  db: Kysely<DB>,
  { source_key, url }: Pick<ListedCase, 'source_key' | 'url'>,
  told: CaseRecordInput,
): Promise<boolean> {
  const record = caseRecord.safeParse({ ...told, source_key, url }).data
  if (record === undefined) return false
  const { json } = canonical(record)
  const { rows } = await sql`
    select from case_record known join case_journal former using (case_id)
    where known.source_key = ${source_key} and known.record <> ${json}::jsonb and former.record = ${json}::jsonb
    limit 1`.execute(db)
  return rows.length > 0
}
