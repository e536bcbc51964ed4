import { notPunishing, type PenaltyType, penaltyTypes } from './outcomes.ts'

type ImposedType = Exclude<PenaltyType, (typeof notPunishing)[number]>
const imposed = penaltyTypes.filter(
  (type): type is Extract<typeof type, { value: ImposedType }> => !notPunishing.some(none => none === type.value),
)
const endings = [
  { value: 'acquitted', label: 'Оправдание' },
  { value: 'medical_measures', label: 'Принудительные меры медицинского характера' },
  { value: 'cancelled', label: 'Производство прекращено' },
  { value: 'returned', label: 'Возвращено' },
  { value: 'returned_for_trial', label: 'Возвращено на новое рассмотрение' },
  { value: 'forwarded', label: 'Передано по подведомственности' },
  { value: 'upheld', label: 'Оставлено без изменения' },
  { value: 'complaint_returned', label: 'Жалоба возвращена' },
  { value: 'no_data', label: 'Иной исход' },
  { value: 'error', label: 'Исход не прочитан' },
] as const
/** Outcomes that can be read from a text; penalties first. */
export const readOutcomes: readonly { value: ReadOutcomeName; label: string }[] = [
  ...imposed.map(({ value, label }) => ({ value, label })),
  ...endings,
]
export type ReadOutcomeName = ImposedType | (typeof endings)[number]['value']

export const reviews = [
  { value: 'upheld', label: 'Оставлено без изменения' },
  { value: 'changed', label: 'Изменено' },
  { value: 'annulled', label: 'Отменено' },
  { value: 'unheard', label: 'Жалоба не рассмотрена' },
] as const
export type Review = (typeof reviews)[number]['value']

export const pleas = [
  { value: 'admitted', label: 'Вину признал' },
  { value: 'partly', label: 'Вину признал частично' },
  { value: 'denied', label: 'Вину не признал' },
  { value: 'mixed', label: 'Вину признали не все' },
] as const
export type Plea = (typeof pleas)[number]['value']
