import type { ExpressionBuilder } from 'kysely'
import type { DB } from '../db/schema.ts'

/** The penalties of a case as they are shown (`penalty` of the API): by name of whom, site first, then the text. */
export const penaltiesOf = (eb: ExpressionBuilder<DB, 'court_case'>) =>
  eb
    .selectFrom('case_penalty')
    .leftJoin('case_defendant', join =>
      join
        .onRef('case_defendant.case_id', '=', 'case_penalty.case_id')
        .onRef('case_defendant.ordinal', '=', 'case_penalty.defendant_ordinal'),
    )
    .whereRef('case_penalty.case_id', '=', 'court_case.id')
    .select([
      'case_penalty.type',
      'case_penalty.value',
      'case_penalty.hidden',
      'case_penalty.text',
      'case_penalty.by_text',
      'case_defendant.name as person',
      'case_penalty.additional',
      'case_penalty.suspended',
      'case_penalty.probation_months',
      'case_penalty.percent',
      'case_penalty.multiple',
      'case_penalty.state',
      'case_penalty.certainty',
    ])
    .orderBy('case_penalty.ordinal')
