import { otherPerson, penaltyText, sentenceText, type WordedPenalty } from './penalty-wording.ts'

/**
 * All penalties of a case in words, a line for each person: «лишение свободы 3 года и штраф 500 000 ₽ (дополнительное)». `isOfSeveral`: the case
 * accuses several people, and a line says whose it is, where that is told.
 */
export function penaltyList(
  penalties: readonly (WordedPenalty & { person: string | null })[],
  isOfSeveral: boolean,
): string[] {
  return [...Map.groupBy(penalties, ({ person }) => (isOfSeveral || person === otherPerson ? person : null))].map(
    ([person, own]) => {
      const words = sentenceText(own, one =>
        one.additional ? `${penaltyText(one)} (дополнительное)` : penaltyText(one),
      )
      return person === null ? words : `${person}: ${words}`
    },
  )
}
