import { fold } from './court-words.ts'

/** A table of what words mean: a line a meaning, every wording of it once. What stands in none is undefined. */
export const wordings = <Meaning extends string>(lines: Readonly<Record<Meaning, readonly string[]>>) => {
  const meanings = new Map<string, Meaning>()
  for (const meaning in lines)
    for (const wording of lines[meaning]) {
      if (meanings.has(fold(wording))) throw new Error(`«${wording}» is written twice`)
      meanings.set(fold(wording), meaning)
    }
  return (written: string): Meaning | undefined => meanings.get(plainLabel(written))
}

/** Letters of Latin that sites type within words of Russian: «Cудья» (seen 2019–2026). */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}
const inRussian = (folded: string): string =>
  folded.replace(/[а-яa-z]+/gu, word =>
    /[а-я]/u.test(word) ? word.replace(/[a-z]/gu, letter => lookalikes[letter] ?? letter) : word,
  )

/** Without what stands round a label: spaces, colons, asterisks, «№» glued to a word. */
export const plainLabel = (written: string): string =>
  inRussian(fold(written))
    .replace(/[\s:*.]+$/, '')
    .replace(/^[\s:*•-]+/, '')

/** Wordings that no table knows, by how they begin: the first pattern that fits. */
export const patterns =
  <Meaning extends string>(lines: readonly (readonly [pattern: RegExp, meaning: Meaning])[]) =>
  (written: string): Meaning | undefined => {
    const plain = plainLabel(written)
    return lines.find(([pattern]) => pattern.test(plain))?.[1]
  }
