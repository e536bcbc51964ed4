import { type SqlBool, sql } from 'kysely'
import { annullingPatterns } from '#shared/domain/outcome-kinds.ts'
import type { Scope } from './predicates.ts'

/** Whether a result leaves nothing of the decision it reviews. `title`: a column. */
export const annuls = (title: string) => sql<boolean>`(${sql.ref(title)} ~* ${annullingPatterns.says}
  and ${sql.ref(title)} !~* ${annullingPatterns.unless})`

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
