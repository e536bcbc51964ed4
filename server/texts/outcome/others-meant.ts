import { type PenaltyType, stands } from '#shared/domain/outcomes.ts'
import { penaltyMentions } from './penalty-kinds.ts'
import {
  conditional,
  currentPenalties,
  hasOtherProbation,
  type PersonPenalty,
  type PersonVerdict,
} from './person-verdict.ts'
import type { Sentencing } from './read-penalties.ts'

/**
 * Whose penalty a sentence that names nobody may mean besides that of those named last: «А. – 3 года, Б. – 2 года. Наказание считать условным».
 * Then it is not clear of any of them.
 */
export function othersMeant(
  verdicts: readonly PersonVerdict[],
  last: readonly PersonVerdict[],
  said: Sentencing,
  plain: string,
): PersonVerdict[] {
  if (said.imposed.some(({ value, isReplacing }) => value !== null && !isReplacing)) return []
  const kinds = penaltyMentions(plain).map(({ type }) => type)
  const isTold = last.some(one => hasOtherProbation(currentPenalties(one), said))
  const lacksProbation = ({ suspended, probation_months }: PersonPenalty): boolean =>
    !suspended || (said.probation !== null && (isTold || probation_months === null))
  const mayMean = (one: PersonPenalty, isServed: boolean): boolean => {
    const { type, additional, state } = one
    return (
      !additional &&
      stands({ state }) &&
      (said.releases !== undefined ||
        (said.replaces !== undefined && (said.replaces === 'any' || said.replaces === type)) ||
        (said.suspends && conditional.has(type) && lacksProbation(one) && !isServed)) &&
      (kinds.length === 0 || kinds.includes(type))
    )
  }
  const others = verdicts.filter(
    one => !last.includes(one) && currentPenalties(one).some(penalty => mayMean(penalty, one.isServed)),
  )
  const places = last.flatMap(currentPenalties).map(({ span }) => span)
  const areApart = others.every(one => currentPenalties(one).every(({ span }) => !places.includes(span)))
  if (others.length === 0 || (areApart && places.length > 0 && ofOne.test(plain))) return []
  return [...others, ...last]
}
/** Of whoever was told of right before. */
const ofOne = /(?<!\p{L})(?:ему|ей|его|ее|(?:подсудим|осужденн)(?:ому|ой))(?!\p{L})/u

/** Of several people «автомобиль конфисковать» tells not whose it is; «штраф 2 000 рублей с конфискацией» is of whoever is fined. */
export const withoutTakings = (said: Sentencing, plain: string): Sentencing =>
  said.imposed.some(({ type }) => type !== 'confiscation') || ofThem.test(plain) ? said : { ...said, imposed: [] }
const ofThem = /(?<!\p{L})(?:н?его|н?ее|ему|ей|н?их|им|обоим|обоих|кажд\p{L}{2,3})(?!\p{L})/u

/** A review that changes an additional penalty alone may not call it so; the opening tells what it was added to. */
const addedBefore: Partial<Record<PenaltyType, readonly [added: RegExp, main: RegExp]>> = {
  fine: [/(?<!\p{L})со штрафом(?!\p{L})/u, /(?<!\p{L})(?:к (?:наказанию в виде )?штраф|(?:рублей|тысяч) штрафа)/u],
  deprivation: [
    /(?<!\p{L})с лишением (?:\p{L}+ ){0,2}права(?!\p{L})/u,
    /(?<!\p{L})к (?:наказанию в виде )?лишени\p{L} права/u,
  ],
  restriction: [/(?<!\p{L})с ограничением свободы/u, /(?:год[ау]?|лет|месяц\p{L}*) ограничения свободы|к ограничению/u],
}
const wasAdded = (type: PenaltyType, opening: string): boolean => {
  const [added, main] = addedBefore[type] ?? []
  return added !== undefined && main !== undefined && added.test(opening) && !main.test(opening)
}
export const withAdditionalKept = (said: Sentencing, plain: string, opening: string): Sentencing =>
  said.reduces && !/назнач(?:ить|ив)|квалифицир/.test(plain)
    ? {
        ...said,
        imposed: said.imposed.map(one =>
          !one.isReplacing && wasAdded(one.type, opening) ? { ...one, additional: true } : one,
        ),
      }
    : said
