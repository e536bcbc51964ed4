/** What the text of a decision can be read to say (domain: outcomes), and what it is called; penalties come first. */
export const readOutcomes = [
  { value: 'fine', label: 'Штраф' },
  { value: 'arrest', label: 'Арест' },
  { value: 'works', label: 'Обязательные работы' },
  { value: 'caution', label: 'Предупреждение' },
  { value: 'suspension', label: 'Приостановление деятельности' },
  { value: 'deportation', label: 'Выдворение' },
  { value: 'cancelled', label: 'Производство прекращено' },
  { value: 'returned', label: 'Возвращено' },
  { value: 'forwarded', label: 'Передано по подведомственности' },
  { value: 'no_data', label: 'Иной исход' },
  { value: 'error', label: 'Исход не прочитан' },
] as const
export type ReadOutcomeName = (typeof readOutcomes)[number]['value']

/** What a higher court did with the decision before it. */
export const reviews = [
  { value: 'upheld', label: 'Оставлено без изменения' },
  { value: 'changed', label: 'Изменено' },
  { value: 'annulled', label: 'Отменено' },
  { value: 'unheard', label: 'Жалоба не рассмотрена' },
] as const
export type Review = (typeof reviews)[number]['value']

/** Words of the accused about their guilt. */
export const pleas = [
  { value: 'admitted', label: 'Вину признал' },
  { value: 'partly', label: 'Вину признал частично' },
  { value: 'denied', label: 'Вину не признал' },
] as const
export type Plea = (typeof pleas)[number]['value']
