import type { Kysely } from 'kysely'
import { outcomeKind, type ReviewKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import type { Metric } from '#shared/domain/pivot.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'

/**
 * Metrics expressed as filters: a figure counts what these filters find, so it equals the count of the list it opens.
 * `amounts` belong to the cases or to their penalties, and filters then apply to the summed penalty.
 */
export type Measure =
  | { fold: 'count'; where: AnyValues }
  | { fold: 'share'; where: AnyValues; of: AnyValues }
  | { fold: 'sum' | 'median'; amount: 'days' | 'penalty'; where: AnyValues }

/** Ids of results by meaning. */
type Results = { terminated: readonly number[]; overturned: readonly number[] }
const overturning: readonly ReviewKind[] = ['changed', 'retrial', 'annulled_ended', 'annulled']

export async function readResults(db: Kysely<DB>): Promise<Results> {
  const rows = await db.selectFrom('result_type').select(['id', 'title']).orderBy('id').execute()
  const those = (fits: (title: string) => boolean) => rows.filter(({ title }) => fits(title)).map(({ id }) => id)
  return {
    terminated: those(title => outcomeKind(title) === 'terminated'),
    overturned: those(title => overturning.includes(reviewKind(title))),
  }
}

const first = { stage: '1' }
const second = { stage: '2' }
const decided = { has_result: true }
const fined = { penalty_type: ['fine'] }
const arrested = { penalty_type: ['arrest'] }
const imprisoned = { penalty_type: ['imprisonment'] }
/** Known amounts. */
const known = { min: 0 }

const firstDecided = { ...first, ...decided }
const secondDecided = { ...second, ...decided }

const count = (where: AnyValues): Measure => ({ fold: 'count', where })
const share = (where: AnyValues, of: AnyValues): Measure => ({ fold: 'share', where, of })
const amounts = (fold: 'sum' | 'median', where: AnyValues): Measure => ({
  fold,
  amount: 'penalty',
  where: { ...where, penalty_amount: known },
})

export const measuresOf = ({ terminated, overturned }: Results): Readonly<Record<Metric, Measure>> => ({
  cases: count({}),
  first: count(first),
  second: count(second),
  decided: count(decided),
  penalty: count({ has_penalty: true }),
  terminated: count({ ...firstDecided, result_type: terminated }),
  overturned: count({ ...secondDecided, result_type: overturned }),
  with_text: count({ has_result_text: true }),
  hidden: count({ defendant_hidden: true }),
  penalty_share: share({ ...firstDecided, has_penalty: true }, firstDecided),
  terminated_share: share({ ...firstDecided, result_type: terminated }, firstDecided),
  overturned_share: share({ ...secondDecided, result_type: overturned }, secondDecided),
  text_share: share({ ...decided, has_result_text: true }, decided),
  hidden_share: share({ defendant_hidden: true }, {}),
  fine_sum: amounts('sum', fined),
  fine_median: amounts('median', fined),
  arrest_sum: amounts('sum', arrested),
  arrest_median: amounts('median', arrested),
  imprisonment_sum: amounts('sum', imprisoned),
  imprisonment_median: amounts('median', imprisoned),
  suspended_share: share({ ...imprisoned, penalty_suspended: true }, imprisoned),
  days_median: { fold: 'median', amount: 'days', where: { ...first, days_to_result: known } },
})
