import { fold } from './court-words.ts'

/** A table of what words mean: a line a meaning, every wording of it once. What stands in none is undefined. */
export const wordings = <Meaning extends string>(lines: Readonly<Record<Meaning, readonly string[]>>) => {
  const meanings = new Map<string, Meaning>()
  for (const meaning in lines)
    for (const wording of lines[meaning]) {
      if (meanings.has(fold(wording))) throw new Error(`«${wording}» is written twice`)
      meanings.set(fold(wording), meaning)
    }
  return (written: string): Meaning | undefined => meanings.get(fold(written).replace(/[\s:*]+$/, ''))
}
