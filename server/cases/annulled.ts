import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { annullingPatterns, changingPatterns, type Patterns, penaltyPatterns } from '#shared/domain/outcome-kinds.ts'
import type { Scope } from './predicates.ts'

/** `title`: a column. A function, and not `~*`: of an operator the planner tries all it knows of the column to tell how many fit, for tens of milliseconds each time. */
const fitting =
  ({ says, unless }: Patterns) =>
  (title: string) =>
    sql<boolean>`(regexp_like(${sql.ref(title)}, ${says}, 'i') and not regexp_like(${sql.ref(title)}, ${unless}, 'i'))`
/** Whether a result leaves nothing of the decision it reviews. */
export const annuls = fitting(annullingPatterns)
/** Whether a result of first instance imposes a penalty. */
export const imposes = fitting(penaltyPatterns)
/** Whether a result leaves the decision it reviews standing otherwise. */
export const changes = fitting(changingPatterns)

/** A review of the case in a list that the asker may know of: by courts of its region and of those the asker sees. */
const isReviewed = ({ regions }: Scope, so: RawBuilder<SqlBool>) => sql<boolean>`exists (
  select from case_link
  join court_case review on review.id = case_link.other_id and review.stage = 2
  left join result_type reviewed on reviewed.id = review.result_type_id
  where case_link.case_id = court_case.id and ${so}
    and (review.region = court_case.region ${regions === 'all' ? sql`or true` : sql`or review.region = any(${regions}::integer[])`})
)`

/** Whether a case of first instance was annulled: by what its own card says, or by a linked review. */
export const isAnnulled = (scope: Scope) => sql<SqlBool>`(court_case.stage = 1 and (
  coalesce(${annuls('court_case.appeal_result')}, false) or ${isReviewed(scope, annuls('reviewed.title'))}
))`

/** Whether a review, the case in this column, changed the decision: by its result, `reviewed`, or by what it did to a penalty. */
export const hasChanged = (review: string) => sql<SqlBool>`(coalesce(${changes('reviewed.title')}, false) or exists (
  select from case_told_penalty as told where told.case_id = ${sql.ref(review)} and told.state <> 'imposed'
))`

/**
 * Whether a review changed the decision of a case of first instance, so that its penalty may be another now: by what its own card says,
 * or by a linked review, its result or what it did to a penalty.
 */
export const isChanged = (scope: Scope) => sql<SqlBool>`(court_case.stage = 1 and (
  coalesce(${changes('court_case.appeal_result')}, false)
  or ${isReviewed(scope, hasChanged('review.id'))}
))`
