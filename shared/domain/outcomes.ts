/** Penalties: the filter's values (§3 `penalty_type`), their words and units. */
export const penaltyTypes = [
  { value: 'fine', label: 'Штраф', unit: 'рублей' },
  { value: 'arrest', label: 'Арест', unit: 'суток' },
  { value: 'works', label: 'Обязательные работы', unit: 'часов' },
  { value: 'caution', label: 'Предупреждение', unit: null },
  { value: 'suspension', label: 'Приостановление деятельности', unit: 'суток' },
  { value: 'deportation', label: 'Выдворение', unit: null },
  { value: 'no_data', label: 'Нет данных', unit: null },
  { value: 'error', label: 'Не прочитано', unit: null },
] as const

export const genders = [
  { value: 'm', label: 'Мужской' },
  { value: 'f', label: 'Женский' },
  { value: 'na', label: 'Не указан' },
] as const
export type Gender = (typeof genders)[number]['value']

/** Where a case stands by its last hearing (§3 `state`). */
export const states = [
  { value: 'is_planned', label: 'Назначено' },
  { value: 'in_past', label: 'Было' },
  { value: 'no_info', label: 'Не назначено' },
] as const
export type State = (typeof states)[number]['value']

/** How the words of a decision are looked for (§3 `text_search_type`). */
export const textSearchTypes = [
  { value: 'plain', label: 'Все слова' },
  { value: 'phrase', label: 'Фраза' },
  { value: 'raw', label: 'Операторы' },
  { value: 'exact_match', label: 'Точная строка' },
  { value: 'regexp', label: 'Регулярное выражение' },
] as const
export type TextSearchType = (typeof textSearchTypes)[number]['value']
