/**
 * Penalties: the filter's values (§3 `penalty_type`), their words, the unit of their amount and the codices that know them (КоАП 1,
 * УК 2). The eight of the specification keep their wire values; a further kind is one row here and its reading.
 */
export const penaltyTypes = [
  { value: 'fine', label: 'Штраф', unit: 'rubles', codices: [1, 2] },
  { value: 'arrest', label: 'Арест', unit: 'days', codices: [1] },
  { value: 'works', label: 'Обязательные работы', unit: 'hours', codices: [1, 2] },
  { value: 'caution', label: 'Предупреждение', unit: null, codices: [1] },
  { value: 'suspension', label: 'Приостановление деятельности', unit: 'days', codices: [1] },
  { value: 'deportation', label: 'Выдворение', unit: null, codices: [1] },
  { value: 'imprisonment', label: 'Лишение свободы', unit: 'months', codices: [2] },
  { value: 'life_imprisonment', label: 'Пожизненное лишение свободы', unit: null, codices: [2] },
  { value: 'forced_labour', label: 'Принудительные работы', unit: 'months', codices: [2] },
  { value: 'corrective_works', label: 'Исправительные работы', unit: 'months', codices: [2] },
  { value: 'restriction', label: 'Ограничение свободы', unit: 'months', codices: [2] },
  { value: 'criminal_arrest', label: 'Арест по УК', unit: 'months', codices: [2] },
  { value: 'deprivation', label: 'Лишение права', unit: 'months', codices: [1, 2] },
  { value: 'disqualification', label: 'Дисквалификация', unit: 'months', codices: [1] },
  { value: 'confiscation', label: 'Конфискация', unit: null, codices: [1, 2] },
  { value: 'military_restriction', label: 'Ограничение по военной службе', unit: 'months', codices: [2] },
  { value: 'disciplinary_unit', label: 'Дисциплинарная воинская часть', unit: 'months', codices: [2] },
  { value: 'title_loss', label: 'Лишение звания', unit: null, codices: [2] },
  { value: 'visit_ban', label: 'Запрет на посещение соревнований', unit: 'months', codices: [1] },
  { value: 'court_fine', label: 'Судебный штраф', unit: 'rubles', codices: [2] },
  { value: 'no_data', label: 'Нет данных', unit: null, codices: [1, 2] },
  { value: 'error', label: 'Не прочитано', unit: null, codices: [1, 2] },
] as const
export type PenaltyType = (typeof penaltyTypes)[number]['value']
export type PenaltyUnit = NonNullable<(typeof penaltyTypes)[number]['unit']>
export const penaltyTypeNames = penaltyTypes.map(({ value }) => value)
const units: ReadonlyMap<string, PenaltyUnit | null> = new Map(penaltyTypes.map(({ value, unit }) => [value, unit]))
/** The unit of the amounts of a kind; null: it has none, or is not known. */
export const unitOf = (type: string): PenaltyUnit | null => units.get(type) ?? null

/** Rows that punish nobody: what could not be named or read, and УК 76.2, a measure instead of a punishment. */
export const notPunishing = ['no_data', 'error', 'court_fine'] as const satisfies readonly PenaltyType[]

/** What an instance did: `changed` is what a review left of the penalty, `annulled` what it took away, `released` what nobody has to serve (УПК 302 ч. 5, 8). */
export const penaltyStates = ['imposed', 'changed', 'annulled', 'released'] as const
export type PenaltyState = (typeof penaltyStates)[number]
/** Whether it is a penalty still, as far as this instance goes. */
export const stands = ({ state }: { state: PenaltyState }): boolean => state === 'imposed' || state === 'changed'

/** Readings as certain as this are right in 99 of 100 labelled ones; below it «вероятно» stands before them. */
export const certainEnough = 0.95

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
