import type { Linkable } from '../links/link-cases.ts'
import { mayCount } from './clocks-due.ts'
import { readPersonName } from './person-name.ts'
import { type PreparedCase, textOf } from './prepare-case.ts'

/** A case that was written: what it says that may lead to another instance, and whether it may count against its people. */
export type WrittenCase = Linkable & { mayCount: boolean }
/** `region`: of its court, whatever number the record gives. */
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
  // Others name it by any of its numbers.
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
  text: record.stage === 2 ? textOf(record) : undefined,
})
