import { type ExpressionBuilder, sql } from 'kysely'
import { otherPerson } from '#shared/domain/penalty-wording.ts'
import type { DB } from '../db/schema.ts'

/** The penalties of a case as they are shown (`penalty` of the API): by name of whom, site first, then the text. */
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
