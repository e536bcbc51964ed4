import { type SqlBool, sql } from 'kysely'
import { annullingPatterns, type Patterns, penaltyPatterns } from '#shared/domain/outcome-kinds.ts'
import type { Scope } from './predicates.ts'

/** `title`: a column. */
const fitting =
  ({ says, unless }: Patterns) =>
  (title: string) =>
    sql<boolean>`(${sql.ref(title)} ~* ${says} and ${sql.ref(title)} !~* ${unless})`
/** Whether a result leaves nothing of the decision it reviews. */
export const annuls = fitting(annullingPatterns)
/** Whether a result of first instance imposes a penalty. */
export const imposes = fitting(penaltyPatterns)

/**
 * Whether a case of first instance was annulled: by what its own card says, or by a linked review. Reviews by courts of its region
 * and of those the asker sees.
 */
export const isAnnulled = ({ regions }: Scope) => sql<SqlBool>`(court_case.stage = 1 and (
  coalesce(${annuls('court_case.appeal_result')}, false)
  or exists (
    select from case_link
    join court_case review on review.id = case_link.other_id and review.stage = 2
    join result_type reviewed on reviewed.id = review.result_type_id and ${annuls('reviewed.title')}
    where case_link.case_id = court_case.id
      and (review.region = court_case.region ${regions === 'all' ? sql`or true` : sql`or review.region = any(${regions}::integer[])`})
  )
))`
