import { penaltyTypes } from './outcomes.ts'
import { plural, showNumber } from './wording.ts'

/** A penalty in words: «штраф 15 000 ₽», «арест 5 суток», «штраф, размер скрыт судом». */
export type WordedPenalty = { type: string; value: number | null; hidden: boolean; by_text: boolean }

const space = '\u00a0'
export const penaltyKinds: Readonly<Record<string, string>> = {
  fine: 'штраф',
  arrest: 'арест',
  works: 'работы',
  caution: 'предупреждение',
  suspension: 'приостановление',
  deportation: 'выдворение',
}
const units: Readonly<Record<string, readonly [string, string, string]>> = {
  arrest: ['сутки', 'суток', 'суток'],
  suspension: ['сутки', 'суток', 'суток'],
  works: ['час', 'часа', 'часов'],
}

export const penaltyAmount = ({ type, value }: Pick<WordedPenalty, 'type' | 'value'>): string => {
  if (value === null) return ''
  const unit = units[type]
  return type === 'fine'
    ? `${showNumber(value)}${space}₽`
    : `${showNumber(value)}${space}${unit ? plural(value, unit) : ''}`
}
export const penaltyText = (penalty: WordedPenalty): string => {
  const kind =
    penaltyKinds[penalty.type] ?? penaltyTypes.find(type => type.value === penalty.type)?.label ?? penalty.type
  // Prison, disqualification: the quoted sentence says which.
  if (penalty.type === 'no_data' && penalty.by_text) return 'Другое наказание'
  if (penalty.hidden) return `${kind}, размер скрыт судом`
  const size = penaltyAmount(penalty)
  return size ? `${kind} ${size}` : kind
}
