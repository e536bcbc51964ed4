/** Whether what is typed is an expression. Punctuation of a sentence is no operator: «Нет войне! Миру мир» asks for no text without «миру», and brackets or quotes alone stand round numbers and names. */
export const isExpression = (text: string): boolean => /[&|]|(?<![^\s(])!(?=[\p{L}\d("«])|\p{L}\*(?!\S)/u.test(text)

/**
 * With the one bracket that is missing at its end. Undefined: it is not certain where it should stand, as in «(плакат & пикет | митинг»,
 * or that nothing else is wrong.
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
