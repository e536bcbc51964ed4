import { type Kysely, sql } from 'kysely'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { isSeen } from './namesakes.ts'
import { mergeReasons, type Reasons } from './resolve/reasons.ts'

/** Why cases were merged into one person: merges visible to the asker on both sides, each reason once. */
export type JoinedBy = Reasons & { is_automatic: boolean }

export async function joinedBy(db: Kysely<DB>, scope: Scope, person: number): Promise<JoinedBy[]> {
  const { rows } = await sql<{ name_relation: string; evidence: string[]; is_automatic: boolean }>`
    with own as (
      select id from defendant where id = ${person} or merged_into = ${person}
    )
    select name_relation, evidence, why = 'automatic' as is_automatic
    from person_merge
    cross join (select ${person}::integer as root) as person
    where undone_at is null and left_id in (select id from own) and right_id in (select id from own)
      and ${isSeen(db, scope, 'person.root', 'person_merge.left_id')}
      and ${isSeen(db, scope, 'person.root', 'person_merge.right_id')}
    group by 1, 2, 3 order by max(score) desc, 1, 2`.execute(db)
  return rows.map(row => ({ ...mergeReasons(row), is_automatic: row.is_automatic }))
}
