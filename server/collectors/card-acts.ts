import type { TakeNote } from './card-labels.ts'
import type { CardAct } from './collector.ts'

/**
 * Which of the decisions printed on a card is the text of the case: the one that ends it. A sentence goes before a decision
 * on the merits, that before the rest, and of equals the last; the others stay on the card and are told of.
 */
const weights: readonly RegExp[] = [
  /приговор/iu,
  /(?<!\p{L})решение|апелляционн|кассационн/iu,
  /постановление/iu,
  /определение/iu,
]
const weightOf = ({ title }: CardAct): number => {
  const at = weights.findIndex(word => word.test(title))
  return at < 0 ? weights.length : at
}

export function decisiveAct(acts: readonly CardAct[], note: TakeNote): CardAct | undefined {
  const told = acts.filter(({ text, url }) => (text ?? '') !== '' || url !== undefined)
  const best = Math.min(...told.map(weightOf))
  const act = told.filter(one => weightOf(one) === best).at(-1)
  if (told.length > 1) note('several_texts', 'acts', told.map(({ title }) => title).join('; '))
  return act
}
