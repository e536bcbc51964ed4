import type { PenaltyState } from '#shared/domain/outcomes.ts'
import type { DecisionReading } from '../texts/read-decision.ts'
import { type Accused, type Owner, ownersOf, peopleTold } from './whose-penalty.ts'

/**
 * What the text adds to a case. The site wins wherever it says something: a penalty on the card is the penalty, a result that
 * ends a case without one leaves none, a named advocate is the advocate. Pure.
 */
export type SaidBySite = {
  type: number
  stage: number
  /** Title of the result. */
  result: string | null
  hasPenalties: boolean
  hasAdvocate: boolean
  accused: Accused
}
/** A penalty as a text tells it; what is absent is not told. */
type ReadPenalty = {
  type: string
  value: number | null
  hidden: boolean
  certainty: number
  /** As it is written: in any case of grammar. */
  person?: string | null
  /** The sentence, where it is not that of the whole outcome. */
  text?: string
  additional?: boolean
  suspended?: boolean
  probation_months?: number | null
  percent?: number | null
  multiple?: number | null
  state?: PenaltyState
}
/** What is asked of a reading of a text. */
export type Told = Omit<DecisionReading, 'outcome'> & {
  outcome: Omit<DecisionReading['outcome'], 'penalties'> & { penalties: readonly ReadPenalty[] }
}
export type TakenPenalty = Required<Omit<ReadPenalty, 'person'>> & Owner
export type Taken = { penalties: TakenPenalty[]; advocates: string[] }

/** Results that impose no penalty, and results that impose one, as sites write them; others say neither. */
const withoutPenalty =
  /прекращ|возвращ|возврат|передач|передан|подсудн|подведомств|без изменени|без рассмотрени|отмен|отозван|снято|присоедин|приостановл|медицинск|оправда/i
/** «Приговор отменён, вынесен новый приговор»: what was decided instead is told by the text. */
const decidedAnew = /вынес\p{L}* (?:\p{L}+ )?нов|нов\p{L}{2,3} (?:решени|постановлени|приговор)/iu
const ended = /прекращ/i
const withPenalty = /назначении административного наказания|(?<!оправдательн\p{L}{2,3} )приговор/iu
const acquits = /(?<!\p{L})оправда(?:ть|н|в)/iu
/** Less sure than this, it cannot be told what was imposed. */
const leastCertainty = 0.5

export function takeFromText({ outcome, facts }: Told, site: SaidBySite): Taken {
  return {
    penalties: site.hasPenalties ? [] : penaltiesFrom(outcome, site),
    advocates: site.hasAdvocate ? [] : facts.counsel.map(({ name }) => name),
  }
}

function penaltiesFrom(read: Told['outcome'], site: SaidBySite): TakenPenalty[] {
  const { result, stage } = site
  const says = result ?? ''
  const told = toldBy(read, site)
  if (withoutPenalty.test(says) && !decidedAnew.test(says)) return ofResult(told, says, isOfSeveral(read, site))
  if (told.some(({ type }) => type !== 'error')) return told
  const [owner] = ownersOf([null], site.accused, namesOf(read))
  const row = (type: 'error' | 'no_data'): TakenPenalty[] => [{ ...nothingMore, ...owner, type, text: read.evidence }]
  // That there was a penalty is certain, or nothing is: what it was could not be read.
  const unread = read.outcome === 'error' || read.penalties.length > 0
  if (stage === 1 && unread && (result === null || withPenalty.test(says))) return row('error')
  if (read.outcome !== 'no_data' || read.review !== null || !withPenalty.test(says)) return []
  // It imposes something we cannot name; the sentence tells it. Whom it acquits it punishes with nothing.
  return acquits.test(read.evidence) ? [] : row(read.certainty < leastCertainty ? 'error' : 'no_data')
}

/** Of several people a result tells none in particular: what contradicts it is said to be unread, and nobody is left out. */
const ofResult = (told: TakenPenalty[], says: string, isOfSeveral: boolean): TakenPenalty[] =>
  isOfSeveral
    ? told.map(one => (isOfEnded(one, says) ? one : { ...nothingMore, ...unread(one) }))
    : told.filter(one => isOfEnded(one, says))
const unread = ({ text, defendant_ordinal, of_other, state }: TakenPenalty) =>
  ({ type: 'error', text, defendant_ordinal, of_other, state }) as const
const isOfSeveral = (read: Told['outcome'], { accused }: SaidBySite): boolean => peopleTold(namesOf(read), accused) > 1
/** Of everybody a text tells something about, also those it imposes nothing on. */
const namesOf = ({ penalties, persons }: Told['outcome']): (string | null | undefined)[] => [
  ...penalties.map(({ person }) => person),
  ...persons.map(({ name }) => name),
]

/** What ends without a penalty may still say which was annulled, or be ended with a court fine (УК 76.2). */
const isOfEnded = ({ type, state }: TakenPenalty, result: string): boolean =>
  state === 'annulled' || (type === 'court_fine' && ended.test(result))

/** Of several, what could not be read is said to be unread: a fine is not shown as the penalty where prison may stand beside it. */
function toldBy(outcome: Told['outcome'], site: SaidBySite): TakenPenalty[] {
  const { penalties: read, certainty: ofOutcome, evidence } = outcome
  const owners = ownersOf(
    read.map(({ person }) => person),
    site.accused,
    namesOf(outcome),
  )
  return read.map(({ person: _, text, certainty, ...one }, at) => {
    // One sentence is as sure as the reading of the whole.
    const own = text === undefined ? Math.min(certainty, ofOutcome) : certainty
    const whose = { text: text ?? evidence, ...owners[at] }
    return own < leastCertainty
      ? { ...nothingMore, ...whose, type: 'error', ...(one.state && { state: one.state }) }
      : { ...nothingMore, ...one, ...whose, certainty: own }
  })
}
const nothingMore = {
  value: null,
  hidden: false,
  defendant_ordinal: null,
  of_other: false,
  additional: false,
  suspended: false,
  probation_months: null,
  percent: null,
  multiple: null,
  state: 'imposed',
  certainty: 1,
} as const satisfies Partial<TakenPenalty>
