import { sql } from 'kysely'
import { withAdded } from '#shared/filters/added.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { enginesOfSides } from '../cases/engine/at-day.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { caseAsker, OutOfTime } from '../cases/engine/run.ts'
import { countCases } from '../cases/list-cases.ts'
import { matches, type Scope, visibleTo } from '../cases/predicates.ts'
import { isCancelled } from '../db/refusal.ts'
import type { TimedConnection } from './timed-connection.ts'

/**
 * Larger counts are not shown with suggestions: the list itself has them. Without a limit of regions the count is an
 * index-only scan.
 */
const mostCounted = 20_000
const mostLookedAt = 2_000

/**
 * How many visible cases each filter would leave in combination with the current ones; null when there are too many or
 * time is up.
 */
export async function casesBehind(
  { on, scope, within }: { on: TimedConnection; scope: Scope; within: AnyValues },
  filters: readonly AnyValues[],
): Promise<(number | null)[]> {
  if (filters.length === 0) return []
  // Words are slow, and another day has a base of its own: the list itself has the count.
  if (within.result_text_search !== undefined || within.as_of !== undefined) return filters.map(() => null)
  const isAlone = Object.keys(within).length === 0
  const [most, column] =
    scope.regions === 'all' && isAlone ? [mostCounted, sql`1 as one`] : [mostLookedAt, sql`court_case.region`]
  // The limit keeps the planner from reading all cases of the regions as well.
  const counts = filters.map(
    values => sql`(
      select case when count(*) <= ${most} then count(*) filter (where ${visibleTo(scope)}) end
      from (select ${column} from court_case where ${matches(withAdded(within, values), scope)} limit ${most + 1}) as court_case)`,
  )
  try {
    const { rows } = await on.within(db =>
      sql<{ counts: (number | null)[] }>`select array[${sql.join(counts)}]::integer[] as counts`.execute(db),
    )
    return rows[0]?.counts ?? []
  } catch (error) {
    if (!isCancelled(error)) throw error
    return filters.map(() => null)
  }
}

/** For all sets together, because the counts are shown while the user types. */
const secondsOfSets = 2

/**
 * The list's own totals for sets of filters, in one snapshot; null when time is up. The last set has all conditions and
 * is counted first.
 */
export async function countSets(
  now: Engines,
  scope: Scope,
  sets: readonly AnyValues[],
  isWanted: () => boolean,
  seconds = secondsOfSets,
): Promise<(number | null)[]> {
  const until = performance.now() + seconds * 1000
  const secondsLeft = (): number => (isWanted() ? (until - performance.now()) / 1000 : 0)
  const ask = caseAsker(await enginesOfSides(now, sets), { seconds: secondsLeft })
  const counts: (number | null)[] = []
  // Sequential on one connection, whatever the number of sets.
  for (const values of sets.toReversed())
    counts.unshift(secondsLeft() < 0.001 ? null : await ask({ scope, values }, countCases).catch(ifOutOfTime))
  return counts
}
const ifOutOfTime = (error: unknown): null => {
  if (!(error instanceof OutOfTime)) throw error
  return null
}
