import { type ExpressionBuilder, type Selection, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { CaseType, Stage } from '#shared/domain/codex.ts'
import { saidOf } from '#shared/domain/hearing-said.ts'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import type { DB } from '../db/schema.ts'
import { isAnnulled, isChanged } from './annulled.ts'
import type { Scope } from './predicates.ts'
import { hearingResultNow, possibleHearingNow, stateNow } from './schedule.ts'

/** Columns of a case shared by the list of cases and the page of a person; the query has to include the court. */
export const shownColumns = [
  'court_case.id',
  'court_case.type',
  'court_case.stage',
  'court_case.case_number',
  'court_case.case_uid',
  'court_case.entry_date',
  'court_case.result_date',
  'court_case.region',
  'court_case.city',
  'court_case.court_id',
  'court.title as court_title',
  'court_case.in_question',
  'court_case.has_text',
  'court_case.last_scheduled_hearing_date',
  'court_case.last_scheduled_hearing_time',
] as const
export const shownStates = (eb: ExpressionBuilder<DB, 'court_case' | 'court'>, scope: Scope) =>
  [
    stateNow.as('state'),
    possibleHearingNow.as('possible_hearing'),
    hearingResultNow.as('hearing_result'),
    isAnnulled(scope).as('annulled'),
    isChanged(scope).as('changed'),
    jsonObjectFrom(
      eb.selectFrom('judge').whereRef('judge.id', '=', 'court_case.judge_id').select(['judge.id', 'judge.name']),
    ).as('judge'),
    jsonObjectFrom(
      eb
        .selectFrom('result_type')
        .whereRef('result_type.id', '=', 'court_case.result_type_id')
        .select(['result_type.id', 'result_type.title']),
    ).as('result_type'),
  ] as const
type ShownRow = Selection<
  DB,
  'court_case' | 'court',
  (typeof shownColumns)[number] | ReturnType<typeof shownStates>[number]
>

export const presentShown = (row: ShownRow) => ({
  id: row.id,
  type: oneOrTwo(row.type),
  stage: oneOrTwo(row.stage),
  case_number: row.case_number,
  case_uid: row.case_uid,
  entry_date: row.entry_date,
  result_date: row.result_date,
  court: { id: row.court_id, title: row.court_title, city: row.city, region: row.region },
  judge: row.judge,
  in_question: row.in_question,
  annulled: Boolean(row.annulled),
  changed: Boolean(row.changed),
  result_type: row.result_type,
  has_result_text: row.has_text,
  last_scheduled_hearing_date: row.last_scheduled_hearing_date,
  last_scheduled_hearing_time: clock(row.last_scheduled_hearing_time),
  state: row.state,
  possible_hearing: row.possible_hearing,
  hearing_said: saidOf(row.hearing_result ?? ''),
})

export const clock = (time: string | null): string | null => time?.slice(0, 5) ?? null
/** The check constraint of the table allows nothing else. */
export const oneOrTwo = (value: number): CaseType & Stage => (value === 2 ? 2 : 1)

/** All articles of a case, including those told of persons. */
export const articlesOfCase = (eb: ExpressionBuilder<DB, 'court_case'>) =>
  eb
    .selectFrom('case_article')
    .innerJoin('article', 'article.id', 'case_article.article_id')
    .whereRef('case_article.case_id', '=', 'court_case.id')
    .select(['article.id', 'article.codex', 'article.article_number', 'article.part'])

/**
 * The penalties of a case as shown (`penalty` of the API), by name of the person; those of the site before those of the
 * text.
 */
export const penaltiesOf = (eb: ExpressionBuilder<DB, 'court_case'>) =>
  eb
    .selectFrom('case_told_penalty')
    .leftJoin('case_defendant', join =>
      join
        .onRef('case_defendant.case_id', '=', 'case_told_penalty.case_id')
        .onRef('case_defendant.ordinal', '=', 'case_told_penalty.defendant_ordinal'),
    )
    .whereRef('case_told_penalty.case_id', '=', 'court_case.id')
    .select([
      'case_told_penalty.type',
      'case_told_penalty.value',
      'case_told_penalty.hidden',
      'case_told_penalty.text',
      'case_told_penalty.by_text',
      'case_told_penalty.additional',
      'case_told_penalty.suspended',
      'case_told_penalty.probation_months',
      'case_told_penalty.percent',
      'case_told_penalty.multiple',
      'case_told_penalty.state',
      'case_told_penalty.certainty',
    ])
    .select(
      sql<string | null>`case when case_told_penalty.of_other then ${otherPerson} else case_defendant.name end`.as(
        'person',
      ),
    )
    .orderBy('case_told_penalty.ordinal')
