import type { Kysely } from 'kysely'
import { outcomeKind, type ReviewKind, reviewKind } from '#shared/domain/outcome-kinds.ts'
import type { Metric } from '#shared/domain/pivot.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'

/**
 * What each metric measures, in filters: what is counted is what the same filters find, so that a figure is the count of the
 * list it opens. `amounts` are of the cases themselves or of their penalties, whose filters hold for the penalty that is
 * added up.
 */
export type Measure =
  | { fold: 'count'; where: AnyValues }
  | { fold: 'share'; where: AnyValues; of: AnyValues }
  | { fold: 'sum' | 'median'; amount: 'days' | 'penalty'; where: AnyValues }

/** Numbers of results by what they say. */
export type Results = { terminated: readonly number[]; overturned: readonly number[] }
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
const imprisoned = { penalty_type: ['imprisonment'] }
/** Amounts that are said. */
const known = { min: 0 }

export const measuresOf = ({ terminated, overturned }: Results): Readonly<Record<Metric, Measure>> => ({
  cases: { fold: 'count', where: {} },
  first: { fold: 'count', where: first },
  second: { fold: 'count', where: second },
  decided: { fold: 'count', where: decided },
  penalty: { fold: 'count', where: { has_penalty: true } },
  terminated: { fold: 'count', where: { ...first, ...decided, result_type: terminated } },
  overturned: { fold: 'count', where: { ...second, ...decided, result_type: overturned } },
  with_text: { fold: 'count', where: { has_result_text: true } },
  hidden: { fold: 'count', where: { defendant_hidden: true } },
  penalty_share: {
    fold: 'share',
    where: { ...first, ...decided, has_penalty: true },
    of: { ...first, ...decided },
  },
  terminated_share: {
    fold: 'share',
    where: { ...first, ...decided, result_type: terminated },
    of: { ...first, ...decided },
  },
  overturned_share: {
    fold: 'share',
    where: { ...second, ...decided, result_type: overturned },
    of: { ...second, ...decided },
  },
  text_share: { fold: 'share', where: { ...decided, has_result_text: true }, of: decided },
  hidden_share: { fold: 'share', where: { defendant_hidden: true }, of: {} },
  fine_sum: { fold: 'sum', amount: 'penalty', where: { penalty_type: ['fine'], penalty_amount: known } },
  fine_median: { fold: 'median', amount: 'penalty', where: { penalty_type: ['fine'], penalty_amount: known } },
  arrest_sum: { fold: 'sum', amount: 'penalty', where: { penalty_type: ['arrest'], penalty_amount: known } },
  arrest_median: { fold: 'median', amount: 'penalty', where: { penalty_type: ['arrest'], penalty_amount: known } },
  imprisonment_sum: { fold: 'sum', amount: 'penalty', where: { ...imprisoned, penalty_amount: known } },
  imprisonment_median: { fold: 'median', amount: 'penalty', where: { ...imprisoned, penalty_amount: known } },
  suspended_share: { fold: 'share', where: { ...imprisoned, penalty_suspended: true }, of: imprisoned },
  days_median: { fold: 'median', amount: 'days', where: { ...first, days_to_result: known } },
})
