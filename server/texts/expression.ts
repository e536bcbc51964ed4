/**
 * What is asked of the words of a text, whichever way it was written. Negation stands at the leaves only, so that an
 * expression can be turned into what an index understands from either side.
 */
export type Term = { stem: string; prefix: boolean }
export type Leaf =
  | { kind: 'word'; word: Term }
  /** Words one after another. */
  | { kind: 'phrase'; words: readonly Term[] }
  /** At most `within` words from one to the other, in either order. */
  | { kind: 'near'; left: readonly Term[]; right: readonly Term[]; within: number }
export type Expression = Leaf | { kind: 'not'; of: Leaf } | { kind: 'and' | 'or'; of: readonly Expression[] }

export const leafOf = (words: readonly Term[]): Leaf => {
  const [first] = words
  return words.length === 1 && first ? { kind: 'word', word: first } : { kind: 'phrase', words }
}
export const joined = (kind: 'and' | 'or', of: readonly Expression[]): Expression => {
  const [first] = of
  return of.length === 1 && first ? first : { kind, of }
}
/** The opposite, with negation at the leaves. */
export const opposite = (expression: Expression): Expression => {
  switch (expression.kind) {
    case 'not':
      return expression.of
    case 'and':
      return { kind: 'or', of: expression.of.map(opposite) }
    case 'or':
      return { kind: 'and', of: expression.of.map(opposite) }
    default:
      return { kind: 'not', of: expression }
  }
}

/** Whether a text without a word would satisfy it: such an expression names nothing to look for. */
export const matchesNothing = (expression: Expression): boolean => {
  switch (expression.kind) {
    case 'not':
      return true
    case 'and':
      return expression.of.every(matchesNothing)
    case 'or':
      return expression.of.some(matchesNothing)
    default:
      return false
  }
}

/** The leaves a text is found for: what is to be shown in it. */
export const soughtLeaves = (expression: Expression): Leaf[] => {
  switch (expression.kind) {
    case 'not':
      return []
    case 'and':
    case 'or':
      return expression.of.flatMap(soughtLeaves)
    default:
      return [expression]
  }
}
