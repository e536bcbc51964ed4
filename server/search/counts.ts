import { type Kysely, sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { withinTime } from '../texts/text-search.ts'

/** More cases are not counted for a suggestion: the list itself says how many there are. */
const mostCounted = 20_000

/** How many cases each of the filters would leave, as far as the asker sees; null: too many, or not in time. */
export async function casesBehind(
  { db, scope, seconds }: { db: Kysely<DB>; scope: Scope; seconds: number },
  filters: readonly AnyValues[],
): Promise<(number | null)[]> {
  if (filters.length === 0) return []
  const counts = filters.map(
    values =>
      sql`(select count(*) from (${selectCases(db, scope, values)
        .select(sql`1`.as('one'))
        .limit(mostCounted + 1)}) as found)`,
  )
  try {
    const { rows } = await withinTime(db, seconds, on =>
      sql<{ counts: number[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(on),
    )
    return (rows[0]?.counts ?? []).map(count => (count > mostCounted ? null : count))
  } catch (error) {
    if (!isCancelled(error)) throw error
    return filters.map(() => null)
  }
}
