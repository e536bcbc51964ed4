import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { annullingPatterns, changingPatterns, type Patterns, penaltyPatterns } from '#shared/domain/outcome-kinds.ts'
import type { Scope } from './predicates.ts'

/**
 * `title` is a column. Uses a function instead of `~*`, because for an operator the planner estimates selectivity over
 * all statistics of the column, which takes tens of milliseconds each time.
 */
const fitting =
  ({ says, unless }: Patterns) =>
  (title: string) =>
    sql<boolean>`(regexp_like(${sql.ref(title)}, ${says}, 'i') and not regexp_like(${sql.ref(title)}, ${unless}, 'i'))`
/** Whether a result annuls the whole decision under review. */
export const annuls = fitting(annullingPatterns)
/** Whether a result of the first instance imposes a penalty. */
export const imposes = fitting(penaltyPatterns)
/** Whether a result changes the decision under review without annulling it. */
export const changes = fitting(changingPatterns)

/**
 * Whether a linked review satisfies `so`. Counts only reviews by courts of the case's region and of regions visible to
 * the reader.
 */
const isReviewed = ({ regions }: Scope, so: RawBuilder<SqlBool>) => sql<boolean>`exists (
  select from case_link
  join court_case review on review.id = case_link.other_id and review.stage = 2
  left join result_type reviewed on reviewed.id = review.result_type_id
  where case_link.case_id = court_case.id and ${so}
    and (review.region = court_case.region ${regions === 'all' ? sql`or true` : sql`or review.region = any(${regions}::integer[])`})
)`

/** Whether a case of first instance was annulled, by its own card or by a linked review. */
export const isAnnulled = (scope: Scope) => sql<SqlBool>`(court_case.stage = 1 and (
  coalesce(${annuls('court_case.appeal_result')}, false) or ${isReviewed(scope, annuls('reviewed.title'))}
))`

/** Whether the review in this column changed the decision, by its result or by what it did to a penalty. */
export const hasChanged = (review: string) => sql<SqlBool>`(coalesce(${changes('reviewed.title')}, false) or exists (
  select from case_told_penalty as told where told.case_id = ${sql.ref(review)} and told.state <> 'imposed'
))`

/**
 * Whether a review changed the decision of a first-instance case, so that its penalty may be different now: by the
 * case's own card, or by a linked review (its result or what it did to a penalty).
 */
export const isChanged = (scope: Scope) => sql<SqlBool>`(court_case.stage = 1 and (
  coalesce(${changes('court_case.appeal_result')}, false)
  or ${isReviewed(scope, hasChanged('review.id'))}
))`
