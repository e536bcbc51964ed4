import type { FullCase } from '#shared/api/cases.ts'
import { stands } from '#shared/domain/outcomes.ts'
import {
  byPerson,
  byWeight,
  otherPerson,
  penaltyConditions,
  penaltyText,
  sentenceText,
} from '#shared/domain/penalty-wording.ts'
import { isPenaltyShown, personName, shortName } from '../filters/case-wording.ts'
import { notToldWhose, penaltyLines } from '../filters/penalty-lines.ts'

type Told = Pick<FullCase, 'penalties' | 'defendants' | 'annulled'>
type Penalty = FullCase['penalties'][number]

type PenaltyItem = { words: string; struck: boolean; byText: boolean; quote: string; note: string }
/** `whose`: the accused, where there are several. */
type PenaltyPart = { whose: string; items: PenaltyItem[] }

const whoseOf = (person: string | null, { defendants }: Told): string => {
  if (defendants.length === 0 && person === null) return ''
  if (defendants.length < 2 && person !== null && person !== otherPerson) return ''
  return person === null ? notToldWhose : personName(person)
}

/** A sentence that several penalties were read from is quoted once, under the last of them. */
export const penaltyParts = (one: Told): PenaltyPart[] =>
  byPerson(one.penalties.filter(penalty => isPenaltyShown(penalty) || penalty.text !== '')).map(
    ({ person, penalties }) => {
      const ordered = byWeight(penalties)
      return {
        whose: whoseOf(person, one),
        items: ordered.map((penalty, at) => ({
          words: [
            penalty.additional && 'дополнительно:',
            penalty.state === 'changed' && 'изменено:',
            penaltyText(penalty),
          ]
            .filter(Boolean)
            .join(' '),
          struck: one.annulled || !stands(penalty),
          byText: penalty.by_text,
          quote: ordered[at + 1]?.text === penalty.text ? '' : penalty.text,
          note: penalty.type === 'court_fine' ? courtFineNote : '',
        })),
      }
    },
  )

/** `struck`: none of it stands. */
type PenaltyBand = { main: string; struck: boolean; more: string[] }
const mostPeople = 3

export const penaltyBand = (one: Told): PenaltyBand | undefined => {
  const all = one.penalties.filter(isPenaltyShown)
  const shown = all.some(stands) ? all.filter(stands) : all
  const [sentence, ...others] = byPerson(shown)
  if (sentence === undefined) return undefined
  const struck = one.annulled || !shown.some(stands)
  const gone = all.filter(penalty => !shown.includes(penalty))
  const annulled = gone.length > 0 ? [`отменено: ${sentenceText(gone.map(asImposed))}`] : []
  if (others.length > 0) {
    const people = [sentence, ...others]
    const short = people.map(({ person }) => person && shortName(person))
    const nameOf = (person: string): string =>
      short.filter(name => name === shortName(person)).length > 1 ? personName(person) : shortName(person)
    const { whole } = penaltyLines({ ...one, penalties: shown })
    const named = people
      .slice(0, mostPeople)
      .map(({ person, penalties }) => `${person === null ? notToldWhose : nameOf(person)}: ${sentenceText(penalties)}`)
    const rest = people.length - named.length
    const more = rest > 0 ? [`и\u00a0ещё\u00a0${rest}`] : []
    return { main: whole, struck, more: [...named, ...more, ...annulled] }
  }
  const told = struck ? sentence.penalties.map(asImposed) : sentence.penalties
  const [mains, beside] = [told.filter(one => !one.additional), told.filter(one => one.additional)]
  const main = mains.length > 0 ? mains : beside
  const [only] = main
  const conditions = only !== undefined && main.length === 1 ? penaltyConditions(only) : []
  return {
    main: sentenceText(conditions.length > 0 ? main.map(withoutConditions) : main),
    struck,
    more: [
      ...conditions,
      mains.length > 0 && beside.length > 0 && `дополнительно: ${sentenceText(beside)}`,
      whoseOf(sentence.person, one),
      told.some(({ type }) => type === 'court_fine') && courtFineNote,
      told.some(({ by_text }) => by_text) && 'извлечено из\u00a0решения',
      ...annulled,
    ].flatMap(line => line || []),
  }
}

export const courtFineNote = 'не\u00a0наказание: суд освободил от\u00a0ответственности и\u00a0прекратил дело'

/** «стало: лишение свободы 2 года» */
export const reviewedWords = (review: Told | undefined): string => {
  const whose = new Set([notToldWhose, otherPerson, ...(review?.defendants ?? []).map(({ name }) => personName(name))])
  const band = review && penaltyBand(review)
  return band === undefined
    ? ''
    : band.struck
      ? ''
      : [`стало: ${band.main}`, ...band.more.filter(line => isOfPenalty(line) || whose.has(line))].join('; ')
}
const isOfPenalty = (line: string): boolean => /^(дополнительно|отменено):/.test(line)

/** Struck out already: not to be called annulled once more. */
const asImposed = (penalty: Penalty): Penalty => ({ ...penalty, state: 'imposed' })
const withoutConditions = (penalty: Penalty): Penalty => ({ ...penalty, percent: null, probation_months: null })
