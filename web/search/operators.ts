/**
 * Whether the text is an expression. Sentence punctuation is no operator: «Нет войне! Миру мир» does not exclude
 * «миру», and brackets or quotes alone occur around numbers and names.
 */
export const isExpression = (text: string): boolean => /[&|]|(?<![^\s(])!(?=[\p{L}\d("«])|\p{L}\*(?!\S)/u.test(text)

/**
 * Adds a single missing bracket at the end. Undefined when its position is uncertain, as in «(плакат & пикет | митинг»,
 * or there may be other errors.
 */
export const closedBracket = (text: string): string | undefined => {
  const bare = text.replace(/["«„“][^"»“”]*["»“”]/g, quoted => '·'.repeat(quoted.length))
  const open: number[] = []
  for (const [at, sign] of [...bare.matchAll(/[()]/g)].map(({ index, 0: sign }) => [index, sign] as const)) {
    if (sign === '(') open.push(at)
    else if (open.pop() === undefined) return undefined
  }
  const [at, ...others] = open
  if (at === undefined || others.length > 0) return undefined
  const inside = bare.slice(at).replace(/\([^()]*\)/g, '')
  return /&/.test(inside) && /\|/.test(inside) ? undefined : `${text})`
}

/** The same words without operators. */
export const plainWords = (text: string): string =>
  text
    .replace(/[&|!()*"«»„“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
