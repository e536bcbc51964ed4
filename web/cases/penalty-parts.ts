import type { FullCase } from '#shared/api/full-case.ts'
import { stands } from '#shared/domain/outcomes.ts'
import { byPerson, byWeight, otherPerson, penaltyText } from '#shared/domain/penalty-wording.ts'
import { isPenaltyShown, personName } from '../filters/case-wording.ts'
import { unknownPerson } from '../filters/penalty-lines.ts'

type Told = Pick<FullCase, 'penalties' | 'defendants' | 'annulled'>

export type PenaltyItem = { words: string; struck: boolean; byText: boolean; quote: string; note: string }
/** `whose`: the accused, when there are several. */
type PenaltyPart = { whose: string; items: PenaltyItem[] }

const whoseOf = (person: string | null, { defendants }: Told): string => {
  if (defendants.length === 0 && person === null) return ''
  if (defendants.length < 2 && person !== null && person !== otherPerson) return ''
  return person === null ? unknownPerson : personName(person)
}

export const isPenaltyTold = (penalty: FullCase['penalties'][number]): boolean =>
  isPenaltyShown(penalty) || penalty.text !== ''

/** A quote that supports several penalties is shown once, under the last of them. */
export const penaltyParts = (one: Told): PenaltyPart[] =>
  byPerson(one.penalties.filter(isPenaltyTold)).map(({ person, penalties }) => {
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
  })

const courtFineNote = 'не\u00a0наказание: суд освободил от\u00a0ответственности и\u00a0прекратил дело'
