import { caseFields } from './case-fields.ts'

/** The one filter of a text: its words and how to read them. */
export const wordsFields = { result_text_search: caseFields.result_text_search } as const
