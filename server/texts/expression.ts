/**
 * What is asked of the words of a text, whichever way it was written. Negation stands at the leaves only, so that an
 * expression can be turned into what an index understands from either side.
 */
export type Term = { stem: string; prefix: boolean }
export type Leaf =
  | { kind: 'word'; word: Term }
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
type Fold<T> = { leaf(leaf: Leaf): T; not(leaf: Leaf): T; and(parts: T[]): T; or(parts: T[]): T }
/** From the leaves up. */
export const foldExpression = <T>(expression: Expression, by: Fold<T>): T => {
  switch (expression.kind) {
    case 'not':
      return by.not(expression.of)
    case 'and':
    case 'or':
      return by[expression.kind](expression.of.map(part => foldExpression(part, by)))
    default:
      return by.leaf(expression)
  }
}

/** The opposite, with negation at the leaves. */
export const opposite = (expression: Expression): Expression =>
  foldExpression<Expression>(expression, {
    leaf: leaf => ({ kind: 'not', of: leaf }),
    not: leaf => leaf,
    and: parts => ({ kind: 'or', of: parts }),
    or: parts => ({ kind: 'and', of: parts }),
  })

/** Whether an empty text would match: the expression has no word that must occur. */
export const matchesEmptyText = (expression: Expression): boolean =>
  foldExpression<boolean>(expression, {
    leaf: () => false,
    not: () => true,
    and: parts => parts.every(Boolean),
    or: parts => parts.some(Boolean),
  })

const flat = (parts: readonly Leaf[][]): Leaf[] => parts.flat()
/** The leaves a text is found for: what is to be shown in it. */
export const soughtLeaves = (expression: Expression): Leaf[] =>
  foldExpression<Leaf[]>(expression, { leaf: leaf => [leaf], not: () => [], and: flat, or: flat })
export const allLeaves = (expression: Expression): Leaf[] =>
  foldExpression<Leaf[]>(expression, { leaf: leaf => [leaf], not: leaf => [leaf], and: flat, or: flat })
