import type { CaseValues } from './case-search.ts'

/**
 * What the search line means: a УИД or a case number is looked for as such, everything else in the words of decisions.
 * `5-2608/2026`, `12-331`, `5-209/2021 (5-1/2020)` are numbers; `77RS0001-01-2021-000123-45` is a УИД.
 */
const uid = /^\d{2}[a-zа-я]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}$/i
const number = /^(?:п?\d{1,2}[а-яa-z]?|п)-\d{1,6}(\/\d{4})?([([/\s].*)?$/i

export type SearchLineField = 'case_uid' | 'case_number' | 'result_text_search'
export const searchLineField = (text: string): SearchLineField =>
  uid.test(text.trim()) ? 'case_uid' : number.test(text.trim()) ? 'case_number' : 'result_text_search'

/** The values with the line's text in its field; an empty line lets all three go. */
export const withSearchLine = (values: CaseValues, text: string, mode: string): CaseValues => {
  const { case_uid: _uid, case_number: _number, result_text_search: _words, ...rest } = values
  const line = text.trim()
  if (line === '') return rest
  const field = searchLineField(line)
  return field === 'result_text_search'
    ? { ...rest, result_text_search: { text: line, mode } }
    : { ...rest, [field]: line }
}

/** What the line shows for the values. */
export const searchLineOf = (values: CaseValues): string =>
  values.result_text_search?.text ?? values.case_number ?? values.case_uid ?? ''
