import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { isWithinAYear } from '../db/reference/hearing-wording.ts'
import type { DB } from '../db/schema.ts'
import { readJournal, revisionsOf } from '../journal/read-entries.ts'
import { noCase, selectCases } from './case-query.ts'
import { type CaseRecordRow, caseRows, type Reader } from './case-rows.ts'
import type { Scope } from './predicates.ts'
import { previousVisit } from './visits.ts'

export type CaseDetails = Awaited<ReturnType<typeof ownDetails>> & {
  revisions: ReturnType<typeof revisionsOf>
  linked_cases: Awaited<ReturnType<typeof linkedCases>>
}

export async function oneCase(
  db: Kysely<DB>,
  scope: Scope,
  id: number,
  reader: Reader,
): Promise<{ row: CaseRecordRow; details: CaseDetails }> {
  const details = await ownDetails(db, scope, id)
  const [[row], linked_cases, journal] = await Promise.all([
    caseRows(db, scope, [id], reader),
    linkedCases(db, scope, id),
    readJournal(db, id),
  ])
  if (row === undefined) throw noCase()
  return { row, details: { ...details, linked_cases, revisions: revisionsOf(journal) } }
}

const ownDetails = async (db: Kysely<DB>, scope: Scope, id: number) => {
  const { court_url, time_zone, ...rest } = await selectCases(db, scope, {})
    .where('court_case.id', '=', id)
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select([
      'court.url as court_url',
      'court.time_zone',
      'court_case.result_published_date',
      'court_case.result_valid_date',
      'court_case.appeal_date',
      'court_case.appeal_result',
      'court_case.result_ground',
      'court_case.other_numbers',
      'court_case.first_scheduled_hearing_date',
      'court_case.created_at',
      'court_case.changed_at',
      'court_case.gone_at',
    ])
    .select(eb => [
      previousVisit(scope.accountId, id).as('previous_visit_at'),
      jsonArrayFrom(
        eb
          .selectFrom('case_event')
          .innerJoin('event_type', 'event_type.id', 'case_event.event_type_id')
          .where('case_event.case_id', '=', id)
          .select([
            'event_type.title as type',
            sql<boolean>`event_type.is_hearing and ${isWithinAYear}`.as('is_hearing'),
            sql<boolean>`event_type.is_hearing is null and case_event.happens_at >= now() and ${isWithinAYear}`.as(
              'is_possible_hearing',
            ),
            'case_event.event_date as date',
            'case_event.event_time as time',
            'case_event.happens_at',
            'case_event.result',
            'case_event.hall',
            'case_event.note',
          ])
          .orderBy('case_event.ordinal'),
      ).as('events'),
      jsonArrayFrom(
        eb
          .selectFrom('case_defendant')
          .where('case_defendant.case_id', '=', id)
          .where('case_defendant.own_result', 'is not', null)
          .select(['case_defendant.name', 'case_defendant.hidden'])
          .select(sql<string>`case_defendant.own_result`.as('result'))
          .select('case_defendant.own_result_date as date')
          .orderBy('case_defendant.ordinal'),
      ).as('person_results'),
      jsonArrayFrom(
        eb
          .selectFrom('case_participant')
          .where('case_participant.case_id', '=', id)
          .select([
            'case_participant.role',
            'case_participant.name',
            'case_participant.by_text',
            'case_participant.articles',
          ])
          .orderBy('case_participant.ordinal'),
      ).as('participants'),
      jsonArrayFrom(
        eb
          .selectFrom('case_defence_param')
          .innerJoin('defence_param', 'defence_param.id', 'case_defence_param.defence_param_id')
          .where('case_defence_param.case_id', '=', id)
          .select(['defence_param.id', 'defence_param.key', 'defence_param.value', 'case_defence_param.by_text'])
          .orderBy('defence_param.key')
          .orderBy('defence_param.value'),
      ).as('defence_params'),
      jsonObjectFrom(
        eb
          .selectFrom('case_decision')
          .where('case_decision.case_id', '=', id)
          .select(['outcome', 'value', 'hidden', 'evidence', 'certainty', 'review', 'facts', 'read_at']),
      ).as('decision'),
      jsonArrayFrom(
        eb
          .selectFrom('case_source')
          .where('case_source.case_id', '=', id)
          .select(['case_source.origin', 'case_source.first_seen_at', 'case_source.last_seen_at'])
          .orderBy('case_source.first_seen_at'),
      ).as('sources'),
    ])
    .executeTakeFirstOrThrow(noCase)
  return { ...rest, court: { url: court_url, time_zone } }
}

const linksOf = (id: number) => sql<{ linked_id: number; why: string; certainty: number }>`(
  select distinct on (linked_id) linked_id, why, certainty
  from (
    select case when case_id = ${id} then other_id else case_id end as linked_id, why, certainty
    from case_link where case_id = ${id} or other_id = ${id}
  ) as either_way
  order by linked_id, certainty desc
)`

/** Cases linked in either direction, each once, the most certain first, within the scope. */
const linkedCases = (db: Kysely<DB>, scope: Scope, id: number) =>
  selectCases(db, scope, {})
    .innerJoin(linksOf(id).as('link'), 'link.linked_id', 'court_case.id')
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .leftJoin('result_type', 'result_type.id', 'court_case.result_type_id')
    .select([
      'court_case.id',
      'court_case.case_number',
      'court_case.stage',
      'court.title as court',
      'court_case.entry_date',
      'result_type.title as result_type',
      'link.why',
      'link.certainty',
    ])
    .orderBy('link.certainty', 'desc')
    .orderBy('court_case.id')
    .execute()
