import { sql, type Transaction } from 'kysely'
import { isCountedArticle } from '#shared/domain/repeat-rules.ts'
import type { DB } from '../db/schema.ts'
import type { Linkable } from '../links/link-cases.ts'
import { readPersonName } from '../names/person-name.ts'
import type { CaseRecord } from './case-record.ts'
import { decisionTextOf, type PreparedCase } from './prepare-case.ts'

/** A written case with data for links to other instances. `mayCount`: it may count against its people. */
export type WrittenCase = Linkable & { mayCount: boolean }
export const writtenCase = (
  { record, people, others }: PreparedCase,
  { id, isNew, region }: Pick<WrittenCase, 'id' | 'isNew' | 'region'>,
): WrittenCase => ({
  id,
  isNew,
  mayCount: mayCount(record),
  type: record.type,
  stage: record.stage,
  region,
  case_number: [record.case_number, ...(record.other_numbers ?? [])].join('; '),
  protocol_number: record.protocol_number,
  entry_date: record.entry_date,
  result_date: record.result_date,
  appeal_date: record.appeal_date,
  people: people.filter(({ hidden }) => !hidden).map(({ normal }) => normal),
  maybe: others.flatMap(({ role, name, hidden }) =>
    role !== 'unknown' || hidden ? [] : [readPersonName(name).normal],
  ),
  related: record.related ?? [],
  text: record.stage === 2 ? decisionTextOf(record) : undefined,
})

/**
 * Queues people whose clocks of repeat prosecution (server/defendants/risk/) are due: those on cases that may count and were changed or relinked.
 * `people`: former people of changed cases.
 */
export async function setClocksDue(
  trx: Transaction<DB>,
  written: readonly { id: number; isNew: boolean; mayCount: boolean }[],
  { relinked, people }: { relinked: readonly number[]; people: readonly number[] },
): Promise<void> {
  const cases = written.filter(({ isNew, mayCount }) => !isNew || mayCount).map(({ id }) => id)
  if (cases.length + relinked.length + people.length === 0) return
  await sql`
    insert into risk_due (defendant_id)
    select defendant_id from case_defendant
    where defendant_id is not null and case_id = any(
      ${cases}::int[] || ${relinked}::int[] || array(select other_id from case_link where case_id = any(${cases}::int[]))
    )
    union select id from defendant where id = any(${people}::int[])
    -- In one order, so that two writers of one person do not wait for each other.
    order by 1
    on conflict do nothing`.execute(trx)
}

const mayCount = ({ type, articles, defendants }: CaseRecord): boolean =>
  type === 1 && [...articles, ...defendants.flatMap(one => one.articles)].some(isCountedArticle)
