/** Letters a search treats as equal: ё and е, kinds of quotes, dashes and spaces. Keeps the length, so that positions stay valid. */
const from = 'Ёё«»„“”‟″‘’‚‛–—−‐‑\u00a0\u202f\u2009\t\r\n'
const to = 'Ее"""""""\'\'\'\'-----      '
const folds = new Map([...from].map((letter, at) => [letter, to.charAt(at)]))
const folding = new RegExp(`[${from}]`, 'g')

export const foldLetters = (text: string): string => text.replace(folding, letter => folds.get(letter) ?? letter)

export const smallLetters = (text: string): string => {
  const small = text.toLowerCase()
  if (small.length === text.length) return small
  return Array.from(text, letter => {
    const one = letter.toLowerCase()
    return one.length === letter.length ? one : letter
  }).join('')
}
