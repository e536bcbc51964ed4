import type { Kind } from '#shared/filters/field.ts'

/** Layout of the panel's sections and fields; a field not named here gets the width of its kind. */
export type FieldWidth = 'full' | 'half' | 'third' | 'quarter' | 'most'

const byKind: Record<Kind, FieldWidth> = {
  text: 'full',
  choice: 'full',
  choices: 'full',
  schedule: 'full',
  reference: 'full',
  names: 'full',
  people: 'full',
  dateRange: 'full',
  amountRange: 'full',
  flag: 'half',
  presence: 'half',
  own: 'full',
  words: 'full',
}
const byField: Readonly<Record<string, FieldWidth>> = {
  type: 'quarter',
  stage: 'quarter',
  state: 'half',
  case_number: 'third',
  case_uid: 'third',
  protocol_number: 'third',
  has_result: 'full',
  has_penalty: 'full',
  penalty_hidden: 'full',
  penalty_suspended: 'full',
  advocate: 'half',
  prosecutor: 'half',
  has_result_text: 'full',
}
export const fieldWidth = (key: string, kind: Kind): FieldWidth => byField[key] ?? byKind[kind]

export const wideSections: readonly string[] = ['case', 'dates']

export const clearWords: Readonly<Record<string, string>> = {
  case: 'Все дела',
  articles: 'Все статьи',
  place: 'Все места',
  result: 'Все результаты',
  penalty: 'Все наказания',
  dates: 'Любые даты',
  people: 'Все лица',
  own: 'Все дела',
  text: 'Все тексты',
}
