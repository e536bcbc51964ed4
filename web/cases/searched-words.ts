import { readLenient, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { wordsFields } from '#shared/filters/words-fields.ts'

/** The two parameters of a list's query that say which words were looked for. */
export const searchedWords = (query: WireRecord): WireRecord =>
  writeValues(wordsFields, readLenient(wordsFields, query))
