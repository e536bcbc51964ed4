import type { ValueOf } from '#shared/filters/field.ts'
import type { Expression } from './expression.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { readPhrase, readPlain, readRaw } from './read-expression.ts'

/** What is asked of a text, by the mode it is asked in (§3 `text_search_type`). Throws a `Mistake` when it cannot be read. */
export type AskedWords =
  | { kind: 'words'; expression: Expression }
  /** These letters in this order, folded and small (letters.ts). */
  | { kind: 'letters'; text: string }
  /** A regular expression of PostgreSQL. */
  | { kind: 'regexp'; pattern: string }

const modes: Readonly<Record<string, (text: string) => AskedWords>> = {
  plain: text => ({ kind: 'words', expression: readPlain(text) }),
  phrase: text => ({ kind: 'words', expression: readPhrase(text) }),
  raw: text => ({ kind: 'words', expression: readRaw(text) }),
  exact_match: text => ({ kind: 'letters', text: smallLetters(foldLetters(text)) }),
  regexp: text => ({ kind: 'regexp', pattern: foldLetters(text) }),
}

export const askedWords = ({ text, mode }: ValueOf['words']): AskedWords => {
  const read = modes[mode]
  if (!read) throw new Error(`no way to search called ${mode}`)
  return read(text)
}
