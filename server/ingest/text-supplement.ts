import { barePenalty, type WordedPenalty } from '#shared/domain/penalty-wording.ts'
import type { DecisionReading } from '../texts/read-decision.ts'
import { type AccusedList, countNamedPeople, type PenaltyOwner, penaltyOwners } from './penalty-owners.ts'

/**
 * Data that the text adds to a case. The site takes precedence: a penalty on the card is the penalty, a result without a penalty leaves none, a named
 * advocate is the advocate.
 */
export type SiteStatement = {
  type: number
  stage: number
  result: string | null
  hasPenalties: boolean
  hasAdvocate: boolean
  accused: AccusedList
}
type ReadPenalty = Pick<WordedPenalty, 'type' | 'value' | 'hidden' | 'certainty'> &
  Partial<Omit<WordedPenalty, 'by_text'>> & { person?: string | null; text?: string }
export type TextReading = Omit<DecisionReading, 'outcome'> & {
  outcome: Omit<DecisionReading['outcome'], 'penalties'> & { penalties: readonly ReadPenalty[] }
}
type PenaltyFromText = Required<Omit<ReadPenalty, 'person'>> & PenaltyOwner
type TextSupplement = { penalties: PenaltyFromText[]; advocates: string[] }

/** Results without a penalty, as sites write them. */
const withoutPenalty =
  /прекращ|возвращ|возврат|передач|передан|подсудн|подведомств|без изменени|без рассмотрени|отмен|отозван|снято|присоедин|приостановл|медицинск|оправда/i
/** «Приговор отменён, вынесен новый приговор»: the text has the new decision. */
const decidedAnew = /вынес\p{L}* (?:\p{L}+ )?нов|нов\p{L}{2,3} (?:решени|постановлени|приговор)/iu
const ended = /прекращ/i
const withPenalty = /назначении административного наказания|(?<!оправдательн\p{L}{2,3} )приговор/iu
const acquits = /(?<!\p{L})оправда(?:ть|н|в)/iu
const minCertainty = 0.5

export function supplementFromText({ outcome, facts }: TextReading, site: SiteStatement): TextSupplement {
  return {
    penalties: site.hasPenalties ? [] : penaltiesFrom(outcome, site),
    advocates: site.hasAdvocate ? [] : facts.counsel.map(({ name }) => name),
  }
}

function penaltiesFrom(read: TextReading['outcome'], site: SiteStatement): PenaltyFromText[] {
  const { result, stage } = site
  const says = result ?? ''
  const told = toldBy(read, site)
  if (withoutPenalty.test(says) && !decidedAnew.test(says)) return ofResult(told, says, isOfSeveral(read, site))
  if (told.some(({ type }) => type !== 'error')) return told
  const [owner] = penaltyOwners([null], site.accused, namesOf(read))
  const row = (type: 'error' | 'no_data'): PenaltyFromText[] => [
    { ...untoldDetails, ...owner, type, text: read.evidence },
  ]
  // There certainly is a penalty, or nothing is known: the text counts as unread.
  const unread = read.outcome === 'error' || read.penalties.length > 0
  if (stage === 1 && unread && (result === null || withPenalty.test(says))) return row('error')
  if (read.outcome !== 'no_data' || read.review !== null || !withPenalty.test(says)) return []
  return acquits.test(read.evidence) ? [] : row(read.certainty < minCertainty ? 'error' : 'no_data')
}

/** A result does not name people: with several, penalties that contradict it are marked unread, and nobody is left out. */
const ofResult = (told: PenaltyFromText[], says: string, isOfSeveral: boolean): PenaltyFromText[] =>
  isOfSeveral
    ? told.map(one => (isOfEnded(one, says) ? one : { ...untoldDetails, ...unread(one) }))
    : told.filter(one => isOfEnded(one, says))
const unread = ({ text, defendant_ordinal, of_other, state }: PenaltyFromText) =>
  ({ type: 'error', text, defendant_ordinal, of_other, state }) as const
const isOfSeveral = (read: TextReading['outcome'], { accused }: SiteStatement): boolean =>
  countNamedPeople(namesOf(read), accused) > 1
const namesOf = ({ penalties, persons }: TextReading['outcome']): (string | null | undefined)[] => [
  ...penalties.map(({ person }) => person),
  ...persons.map(({ name }) => name),
]

/** A case that ended may still annul a penalty, or end with a court fine (УК 76.2). */
const isOfEnded = ({ type, state }: PenaltyFromText, result: string): boolean =>
  state === 'annulled' || (type === 'court_fine' && ended.test(result))

/** With several people uncertain penalties are marked unread: a fine must not hide that there may also be prison. */
function toldBy(outcome: TextReading['outcome'], site: SiteStatement): PenaltyFromText[] {
  const { penalties: read, certainty: ofOutcome, evidence } = outcome
  const owners = penaltyOwners(
    read.map(({ person }) => person),
    site.accused,
    namesOf(outcome),
  )
  return read.map(({ person: _, text, certainty, ...one }, at) => {
    const own = text === undefined ? Math.min(certainty, ofOutcome) : certainty
    const whose = { text: text ?? evidence, ...owners[at] }
    return own < minCertainty
      ? { ...untoldDetails, ...whose, type: 'error', ...(one.state && { state: one.state }) }
      : { ...untoldDetails, ...one, ...whose, certainty: own }
  })
}
const untoldDetails = {
  ...barePenalty,
  value: null,
  hidden: false,
  defendant_ordinal: null,
  of_other: false,
} as const satisfies Partial<PenaltyFromText>
