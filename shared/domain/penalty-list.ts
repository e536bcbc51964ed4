import { otherPerson, penaltyText, type WordedPenalty } from './penalty-wording.ts'

/** Main ones first: a fine that goes with prison is not what it is called by. */
export const mainFirst = <P extends Pick<WordedPenalty, 'additional'>>(penalties: readonly P[]): P[] =>
  penalties.toSorted((a, b) => Number(a.additional) - Number(b.additional))

/**
 * All penalties of a case in words, a line for each person: «лишение свободы 3 года, штраф 500 000 ₽ (дополнительное)». `isOfSeveral`: the case
 * accuses several people, and a line says whose it is, where that is told.
 */
export function penaltyList(
  penalties: readonly (WordedPenalty & { person: string | null })[],
  isOfSeveral: boolean,
): string[] {
  return [...Map.groupBy(penalties, ({ person }) => (isOfSeveral || person === otherPerson ? person : null))].map(
    ([person, own]) => {
      const words = mainFirst(own)
        .map(one => (one.additional ? `${penaltyText(one)} (дополнительное)` : penaltyText(one)))
        .join(', ')
      return person === null ? words : `${person}: ${words}`
    },
  )
}
