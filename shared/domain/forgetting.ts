import { keysOf } from './keys-of.ts'

/** Forgetting a person by a decision of a superuser (decision 0088). */

/** Replaces a name. In running text it is in brackets, which readers of decisions parse as a hidden name. */
export const tombstone = 'Имя удалено по решению'
export const textTombstone = `[${tombstone}]`

export const forgettingGrounds = {
  subject: 'Обращение самого лица (ст.\u00a014, ч.\u00a05.1 ст.\u00a021 №\u00a0152\u2011ФЗ)',
  search: 'Требование прекратить выдачу ссылок (ст.\u00a010.3 №\u00a0149\u2011ФЗ)',
  excessive: 'Сведения избыточны для целей обработки (ч.\u00a05 ст.\u00a05 №\u00a0152\u2011ФЗ)',
  authority: 'Требование Роскомнадзора (ст.\u00a023 №\u00a0152\u2011ФЗ)',
  court: 'Решение суда',
} as const
export type ForgettingGrounds = keyof typeof forgettingGrounds
export const forgettingGroundValues = keysOf(forgettingGrounds)

/** While the replaced data is kept sealed. */
export const undoDays = 30
/** A smaller count could identify a person. */
export const leastShown = 3
/** null for a positive count below that. */
export const hideSmallCount = (count: number): number | null => (count > 0 && count < leastShown ? null : count)
