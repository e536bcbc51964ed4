import { sql, type Transaction } from 'kysely'
import { canonicalJson } from '#shared/domain/canonical-json.ts'
import { certainEnough } from '#shared/domain/outcomes.ts'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import type { DB } from '../db/schema.ts'
import type { BesideChange } from '../journal/write-entries.ts'
import type { CaseRecord } from './case-record.ts'

/** Data stored because texts state them, in the form of records. */
export const saidByText = async (trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, Said>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Said & { case_id: number }>`
    select c.id as case_id,
      (select reader from case_decision d where d.case_id = c.id) as reader,
      -- Of a case with people the card tells it.
      c.defendants_hidden and not exists (select from case_defendant d where d.case_id = c.id)
        and not exists (select from case_participant p where p.case_id = c.id and p.role = 'unknown') as names_hidden,
      coalesce((select json_agg(json_strip_nulls(json_build_object('type', p.type, 'value', p.value, 'hidden', p.hidden,
          'text', p.text, 'person', case when p.of_other then ${otherPerson} else d.name end, 'additional', nullif(additional, false), 'suspended', nullif(suspended, false),
          'probation_months', probation_months, 'percent', percent, 'multiple', multiple, 'state', nullif(state, 'imposed'),
          'certainty', case when certainty < ${certainEnough} then 0.5 end)) order by p.ordinal)
        from case_told_penalty p left join case_defendant d on d.case_id = p.case_id and d.ordinal = p.defendant_ordinal
        where p.case_id = c.id and by_text), '[]') as penalties,
      coalesce((select json_agg(json_build_object('role', 'защитник', 'name', name) order by ordinal)
        from case_participant p where p.case_id = c.id and by_text), '[]') as participants,
      coalesce((select json_agg(json_build_object('key', key, 'value', value) order by key, value)
        from case_defence_param p join defence_param on defence_param.id = p.defence_param_id
        where p.case_id = c.id and by_text), '[]') as defence_params
    from court_case c where c.id = any(${ids})`.execute(trx)
  return new Map(rows.map(({ case_id, ...said }) => [case_id, said]))
}
type Said = { reader: number | null; names_hidden: boolean } & Pick<
  CaseRecord,
  'penalties' | 'participants' | 'defence_params'
>

const saidFields = ['names_hidden', 'penalties', 'participants', 'defence_params'] as const
export const changesOfText = (before: Said | undefined, now: Said | undefined): BesideChange[] =>
  before === undefined || now === undefined
    ? []
    : saidFields
        .filter(field => canonicalJson(before[field]) !== canonicalJson(now[field]))
        .map(field => ({ field, before: before[field], after: now[field] }))
