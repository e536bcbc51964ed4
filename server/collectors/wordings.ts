import { fold } from './court-words.ts'

/** Wordings of each meaning are separated by bars and line breaks; unknown wordings give undefined. */
export const wordings = <Meaning extends string>(lines: Readonly<Record<Meaning, string>>) => {
  const meanings = new Map<string, Meaning>()
  for (const meaning in lines)
    for (const wording of lines[meaning].split(/[|\n]/).map(fold).filter(Boolean)) {
      if (meanings.has(wording)) throw new Error(`«${wording}» is written twice`)
      meanings.set(wording, meaning)
    }
  return (written: string): Meaning | undefined => meanings.get(plainLabel(written))
}

/** Latin letters that sites type inside Russian words: «Cудья» (seen 2019–2026). */
const lookalikes = new Map([...'abcehkmoptxy'].map((latin, at) => [latin, [...'авсенкмортху'][at] ?? latin]))
const inRussian = (folded: string): string =>
  folded.replace(/[а-яa-z]+/gu, word =>
    /[а-я]/u.test(word) ? word.replace(/[a-z]/gu, letter => lookalikes.get(letter) ?? letter) : word,
  )

/** Strips spaces, colons, asterisks, and the number of a line. */
export const plainLabel = (written: string): string =>
  inRussian(fold(written))
    .replace(/[\s:*.]+$/, '')
    .replace(/^[\s:*•-]+/, '')
    .replace(/^\d{1,2}[.)] (?=\p{L})/u, '')

/** For wordings outside the tables: the first matching pattern by prefix. */
export const patterns =
  <Meaning extends string>(lines: readonly (readonly [pattern: RegExp, meaning: Meaning])[]) =>
  (written: string): Meaning | undefined => {
    const plain = plainLabel(written)
    return lines.find(([pattern]) => pattern.test(plain))?.[1]
  }
