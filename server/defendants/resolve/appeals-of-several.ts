import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/**
 * A complaint follows one decision. When decisions of two courts about different people of one surname and initials precede it, it is no
 * evidence for either.
 */
/** Days between a decision and the case of the court above. */
export const appealDays = 60

type Ends = { left_id: number; right_id: number }

/** Those pairs, as `left right`, whose appeal may follow a decision about somebody else. */
export async function appealsOfSeveral(db: Kysely<DB>, pairs: readonly Ends[]): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set()
  const { rows } = await sql<Ends>`
    with pair as (
      select r.left_id, r.right_id, coalesce(one.merged_into, one.id) as left_root, coalesce(one.own_normal, one.name_normal) as left_normal,
        coalesce(other.merged_into, other.id) as right_root, coalesce(other.own_normal, other.name_normal) as right_normal
      from json_to_recordset(${JSON.stringify(pairs)}::json) as r(left_id integer, right_id integer)
      join defendant one on one.id = r.left_id join defendant other on other.id = r.right_id
    ),
    side as (
      select left_id, right_id, left_id as below, left_root as below_root, left_normal as normal, right_id as above,
        right_root as above_root from pair
      union all select left_id, right_id, right_id, right_root, right_normal, left_id, left_root from pair
    ),
    -- Step by step, each by an index: a planner that does not know the tables yet would begin with all cases.
    reviewed as materialized (
      select side.*, review.id as review_id, review.region, review.entry_date, review.case_uid
      from side
      join case_defendant above on above.defendant_id = above_root and coalesce(above.own_id, above.defendant_id) = side.above
      join court_case review on review.id = above.case_id and review.stage = 2
    ),
    decided as materialized (
      select distinct reviewed.*, decision.court_id
      from reviewed
      join case_defendant below on below.defendant_id = below_root and coalesce(below.own_id, below.defendant_id) = reviewed.below
      join court_case decision on decision.id = below.case_id and decision.stage = 1 and decision.region = reviewed.region
        and reviewed.entry_date - decision.result_date between 0 and ${appealDays}
    ),
    met as materialized (
      select decided.*, namesake.id as namesake, coalesce(namesake.merged_into, namesake.id) as root
      from decided join defendant namesake on namesake.name_normal = normal and namesake.own_normal is null
      where coalesce(namesake.merged_into, namesake.id) <> below_root
      union all
      select decided.*, namesake.id, coalesce(namesake.merged_into, namesake.id)
      from decided join defendant namesake on namesake.own_normal = normal
      where coalesce(namesake.merged_into, namesake.id) <> below_root
    ),
    rival as materialized (
      select met.left_id, met.right_id, review_id, rival.id
      from met
      join case_defendant theirs on theirs.defendant_id = met.root and coalesce(theirs.own_id, theirs.defendant_id) = met.namesake
      join court_case rival on rival.id = theirs.case_id and rival.stage = 1 and rival.region = met.region
        and rival.court_id <> met.court_id and met.entry_date - rival.result_date between 0 and ${appealDays}
        and (rival.case_uid is null or met.case_uid is null or rival.case_uid = met.case_uid)
    )
    select distinct left_id, right_id from rival
    where exists (
      select from case_article mine join case_article other using (article_id)
      where mine.case_id = review_id and other.case_id = rival.id
    )`.execute(db)
  return new Set(rows.map(({ left_id, right_id }) => `${left_id} ${right_id}`))
}
