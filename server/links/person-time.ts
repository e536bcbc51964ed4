import { type CourtLevel, courtLevel } from '#shared/domain/court-kinds.ts'
import { daysBetween } from '#shared/domain/dates.ts'
import { numberMeaning } from '#shared/domain/number-index.ts'
import { isAnnulling, type OutcomeKind, outcomeKind } from '#shared/domain/outcome-kinds.ts'
import { commonSurnames } from '../defendants/resolve/common-names.ts'
import { mostDaysToReview } from './clues.ts'
import { isOneName, type NamedParticipant, type Side } from './sides.ts'

/** Which courts review which, by their titles (КоАП, ст. 30.1 and 30.13; УПК, ст. 389.3). */
const above: Readonly<Record<CourtLevel, readonly CourtLevel[]>> = {
  magistrate: ['district', 'cassation'],
  district: ['regional', 'appeal', 'cassation'],
  regional: ['appeal', 'cassation'],
  garrison: ['military_district', 'cassation'],
  military_district: ['appeal', 'cassation'],
  appeal: ['cassation'],
  cassation: [],
}

/** `perhaps`: the level of a court is not clear from its title. */
export function reviewOrder(reviewing: string, deciding: string): 'yes' | 'perhaps' | 'no' {
  const [upper, lower] = [courtLevel(reviewing), courtLevel(deciding)]
  if (upper === undefined || lower === undefined) return 'perhaps'
  return above[lower].includes(upper) ? 'yes' : 'no'
}

/** A cassation reviews what is in force, in addition to an appeal. */
export function isCassation(court: string, caseNumber: string): boolean {
  const level = courtLevel(court)
  return level === 'cassation' || numberMeaning(caseNumber, level)?.instance === 'cassation'
}

/**
 * Links by person and time, for registries without УИДs: a review soon after a decision about the same person, in the court above, on the
 * same article. One doubt makes a candidate; two are allowed only for annulments.
 */
type Pair = { first: Side; second: Side }
type Fit = Pair & { isPlain: boolean; options: number }
type Judged = Pair & {
  isPlain: boolean
  /** Used only if nothing fits better: another article, or a result nobody appeals. */
  isStopgap: boolean
  /** Too late for a candidate, but a competing explanation of the other case. */
  isLate: boolean
}

export function fitsByTime(pairs: readonly Pair[]): Fit[] {
  const fitting = pairs.flatMap(judged)
  const explained = new Set(
    fitting.flatMap(({ isPlain, isLate, first, second }) =>
      isPlain && !isLate ? [firstKey(first), secondKey(second)] : [],
    ),
  )
  const left = fitting.filter(
    ({ isStopgap, first, second }) =>
      !(isStopgap && (explained.has(firstKey(first)) || explained.has(secondKey(second)))),
  )
  // A decision can be reviewed twice: on a complaint, and in cassation.
  const ofFirst = Map.groupBy(left, reviewed)
  const ofSecond = Map.groupBy(left, ({ second }) => second.id)
  return left
    .filter(({ isLate }) => !isLate)
    .map(({ first, second, isPlain }) => ({
      first,
      second,
      isPlain,
      options: (ofFirst.get(reviewed({ first, second }))?.length ?? 1) * (ofSecond.get(second.id)?.length ?? 1),
    }))
}
const firstKey = ({ id }: Side): string => `first ${id}`
const secondKey = ({ id }: Side): string => `second ${id}`
const reviewed = ({ first, second }: Pair): string => `${first.id} ${isCassation(second.court, second.case_number)}`

function judged({ first, second }: Pair): Judged[] {
  if (first.type !== second.type || first.result_date === null || second.entry_date === null) return []
  const days = daysBetween(first.result_date, second.entry_date)
  if (days < 0) return []
  if (first.case_uid !== null && second.case_uid !== null && first.case_uid !== second.case_uid) return []
  const shared = sharedPerson(first, second)
  if (shared === undefined) return []
  const order = reviewOrder(second.court, first.court)
  const articles = sharedArticles(first, second)
  const isComplainedOf = first.result === null || complainedOf.has(outcomeKind(first.result))
  const doubts = [!shared.isFull, !shared.isAccused, order !== 'yes', articles !== 'same', !isComplainedOf]
  const count = doubts.filter(Boolean).length
  // Annulments need less evidence: somebody cleared must not be shown as guilty.
  const most = shared.isFull && second.result !== null && isAnnulling(second.result) ? 2 : 1
  if (count > most) return []
  return [
    {
      first,
      second,
      isPlain: count === 0 && !shared.isCommon && first.result !== null,
      isStopgap: articles === 'others' || !isComplainedOf,
      isLate: days > mostDaysToReview,
    },
  ]
}

const complainedOf: ReadonlySet<string> = new Set<OutcomeKind>(['penalty', 'terminated'])

/** `others`: different article numbers; another part may be a slip or a requalification. */
const sharedArticles = (first: Side, second: Side): 'same' | 'unclear' | 'others' => {
  if (first.article_ids.length === 0 || second.article_ids.length === 0) return 'unclear'
  if (first.article_ids.some(article => second.article_ids.includes(article))) return 'same'
  return first.article_numbers.some(number => second.article_numbers.includes(number)) ? 'unclear' : 'others'
}

type Shared = { isFull: boolean; isAccused: boolean; isCommon: boolean }
const sharedPerson = (first: Side, second: Side): Shared | undefined => {
  const all = peopleOf(first).flatMap(left =>
    peopleOf(second).flatMap(right => (isOneName(left, right) ? [sharedBy(left, right)] : [])),
  )
  return all.toSorted((left, right) => doubtful(left) - doubtful(right))[0]
}
type Person = NamedParticipant & { isAccused: boolean }
const peopleOf = ({ accused, maybe }: Side): Person[] => [
  ...accused.map(one => ({ ...one, isAccused: true })),
  ...maybe.map(one => ({ ...one, isAccused: false })),
]
const sharedBy = (left: Person, right: Person): Shared => ({
  isFull: left.full !== undefined && right.full !== undefined,
  isAccused: left.isAccused && right.isAccused,
  isCommon: commonSurnames.has(left.form.split(' ')[0]?.toLowerCase() ?? ''),
})
const doubtful = ({ isFull, isAccused, isCommon }: Shared): number =>
  [!isFull, !isAccused, isCommon].filter(Boolean).length
