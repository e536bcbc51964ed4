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

/** More cases are not counted for a suggestion: the list itself says how many there are. Without regions an index alone is read. */
const mostCounted = 20_000
const mostLookedAt = 2_000

/** How many cases each of the filters would leave beside those there are, as far as the asker sees; null: too many, or not in time. */
export async function casesBehind(
  { on, scope, within }: { on: TimedConnection; scope: Scope; within: AnyValues },
  filters: readonly AnyValues[],
): Promise<(number | null)[]> {
  if (filters.length === 0) return []
  // Words take their time, and another day has a base of its own: the list itself says how many.
  if (within.result_text_search !== undefined || within.as_of !== undefined) return filters.map(() => null)
  const isAlone = Object.keys(within).length === 0
  const [most, column] =
    scope.regions === 'all' && isAlone ? [mostCounted, sql`1 as one`] : [mostLookedAt, sql`court_case.region`]
  // The limit keeps the planner from reading all cases of the regions beside those of the filter.
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

/** Of all sets together: they are looked at while one types. */
const secondsOfSets = 2

/** The list's own totals of any sets of filters, on one day; null: not in time. The last is counted first: it is of all conditions. */
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
  // One connection after another, whatever the number of sets.
  for (const values of sets.toReversed())
    counts.unshift(secondsLeft() < 0.001 ? null : await ask({ scope, values }, countCases).catch(ifOutOfTime))
  return counts
}
const ifOutOfTime = (error: unknown): null => {
  if (!(error instanceof OutOfTime)) throw error
  return null
}
