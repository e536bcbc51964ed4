import { sql, type Transaction } from 'kysely'
import type { ParticipantRole } from '#shared/domain/participant-roles.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { readPersonName } from '../names/person-name.ts'
import { personForm } from './clues.ts'

export type Side = Omit<SideRow, 'accused_names' | 'maybe_names'> & {
  accused: readonly NamedParticipant[]
  maybe: readonly NamedParticipant[]
}
/** `full`: with given name and patronymic. */
export type NamedParticipant = { form: string; full?: string | undefined }

type SideRow = RowOf<
  'court_case',
  'id' | 'type' | 'stage' | 'case_number' | 'case_uid' | 'entry_date' | 'result_date'
> & {
  court: string
  result: string | null
  article_ids: readonly number[]
  article_numbers: readonly string[]
  related: readonly { case_number: string; court?: string | undefined }[]
  accused_names: readonly string[]
  maybe_names: readonly string[]
}

const roleNotTold = 'unknown' satisfies ParticipantRole

export async function readSides(trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, Side>> {
  const { rows } = await sql<SideRow>`
    select court_case.id, type, stage, concat_ws('; ', case_number, nullif(other_numbers, '')) as case_number, case_uid, court.title as court, entry_date, result_date,
      result_type.title as result, article_ids, article_numbers,
      array(select name from case_defendant where case_id = court_case.id and not hidden) as accused_names,
      array(select name from case_participant where case_id = court_case.id and role = ${roleNotTold}) as maybe_names,
      coalesce((
        select record->'related' from case_record
        where case_record.case_id = court_case.id order by last_seen_at desc limit 1
      ), '[]') as related
    from court_case join court on court.id = court_id left join result_type on result_type.id = result_type_id
    cross join lateral (
      select coalesce(array_agg(article.id), '{}') as article_ids,
        coalesce(array_agg(article_number), '{}') as article_numbers
      from case_article join article on article.id = article_id where case_id = court_case.id
    ) articles
    where court_case.id = any(${ids}::int[])`.execute(trx)
  return new Map(
    rows.map(({ accused_names, maybe_names, ...row }) => [
      row.id,
      { ...row, accused: accused_names.flatMap(named), maybe: maybe_names.flatMap(named) },
    ]),
  )
}

const named = (name: string): NamedParticipant[] => {
  const { kind, normal, full } = readPersonName(name)
  const form = kind === 'hidden' ? undefined : personForm(normal)
  return form === undefined ? [] : [{ form, full }]
}

/** Full names are compared as a whole, others by their form. */
export const isOneName = (left: NamedParticipant, right: NamedParticipant): boolean =>
  left.full === undefined || right.full === undefined ? left.form === right.form : left.full === right.full

/** `yes`: the accused of both; `perhaps`: a role is not told. */
export function isSamePerson(one: Side, other: Side): 'yes' | 'perhaps' | 'no' {
  const share = (left: readonly NamedParticipant[], right: readonly NamedParticipant[]): boolean =>
    left.some(person => right.some(another => isOneName(person, another)))
  if (share(one.accused, other.accused)) return 'yes'
  return share([...one.accused, ...one.maybe], [...other.accused, ...other.maybe]) ? 'perhaps' : 'no'
}
