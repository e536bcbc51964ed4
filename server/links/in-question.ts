import { sql, type Transaction } from 'kysely'
import { annuls, imposes } from '../cases/annulled.ts'
import type { DB } from '../db/schema.ts'

/**
 * Sets `in_question`: a decision of first instance that a candidate review annuls, unless somebody refused the pair or the review belongs
 * to another case. Only reviews of the same region count, so that the mark reveals nothing of others. `ids`: cases of either instance with
 * changed links or results.
 */
export async function settleInQuestion(trx: Transaction<DB>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with wrong as materialized (
      select court_case.id, not in_question as in_question
      from court_case left join result_type on result_type.id = result_type_id
      where court_case.id = any(
          ${ids}::integer[] || array(select first_id from case_link_candidate where second_id = any(${ids}::integer[]))
        )
        and stage = 1 and in_question <> (
        (coalesce(${imposes('title')}, false)
          or exists (select from case_imposed_penalty where case_id = court_case.id))
        and exists (
          select from case_link_candidate
          join court_case review on review.id = second_id
          join result_type reviewed on reviewed.id = review.result_type_id and ${annuls('reviewed.title')}
          where first_id = court_case.id and review.region = court_case.region and not exists (select from case_link where case_id = second_id)
        )
        -- What is known to be annulled is in no question.
        and not coalesce(${annuls('appeal_result')}, false)
        and not exists (
          select from case_link
          join court_case review on review.id = other_id
          join result_type reviewed on reviewed.id = review.result_type_id and ${annuls('reviewed.title')}
          where case_id = court_case.id and review.region = court_case.region
        )
      )
      order by court_case.id for no key update of court_case
    ),
    moved as (
      update court_case set in_question = wrong.in_question, changed_xid = pg_current_xact_id()
      from wrong where court_case.id = wrong.id returning court_case.id
    )
    insert into case_change (case_id, kinds) select id, '{}' from moved`.execute(trx)
}

/** First instances for which these cases are candidate reviews. */
export async function doubtedBy(trx: Transaction<DB>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select distinct first_id as id from case_link_candidate where second_id = any(${ids}::integer[])`.execute(trx)
  return rows.map(({ id }) => id)
}
