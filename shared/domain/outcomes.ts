/**
 * Kinds of penalties: filter values (§3 `penalty_type`), labels, units and codices (КоАП 1, УК 2). A new kind needs a
 * row here and its reader.
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
export const unitOf = (type: string): PenaltyUnit | null => units.get(type) ?? null

/** Not named, and not recognised. */
export const unknownKinds = ['no_data', 'error'] as const satisfies readonly PenaltyType[]
/** Not punishments: unknown kinds, and УК 76.2, a measure instead of punishment. */
export const notPunishing = [...unknownKinds, 'court_fine'] as const satisfies readonly PenaltyType[]

/** What an instance did with a penalty; `released`: it need not be served (УПК 302 ч. 5, 8). */
export const penaltyStates = ['imposed', 'changed', 'annulled', 'released'] as const
export type PenaltyState = (typeof penaltyStates)[number]
export const stands = ({ state }: { state: PenaltyState }): boolean => state === 'imposed' || state === 'changed'

/** 99 of 100 labelled readings with this certainty are right; below it «вероятно» is shown. */
export const certainEnough = 0.95

export const genders = [
  { value: 'm', label: 'Мужской' },
  { value: 'f', label: 'Женский' },
  { value: 'na', label: 'Не указан' },
] as const
export type Gender = (typeof genders)[number]['value']

export const states = [
  { value: 'is_planned', label: 'Назначено' },
  { value: 'in_past', label: 'Было' },
  { value: 'no_info', label: 'Не назначено' },
] as const
export type State = (typeof states)[number]['value']

export const textSearchTypes = [
  { value: 'plain', label: 'Все слова' },
  { value: 'phrase', label: 'Фраза' },
  { value: 'raw', label: 'Операторы' },
  { value: 'exact_match', label: 'Точная строка' },
  { value: 'regexp', label: 'Регулярное выражение' },
] as const

/** Labels of what became of an outcome, the same everywhere. */
export const questionMark = 'под\u00a0вопросом'
const annulledMark = 'отменено'
const changedMark = 'изменено'

type Reviewed = { stage: number; annulled: boolean; changed: boolean; in_question: boolean }
export const reviewMark = ({ stage, annulled, changed, in_question }: Reviewed): string | undefined =>
  annulled ? annulledMark : in_question ? questionMark : changed && stage === 1 ? changedMark : undefined
