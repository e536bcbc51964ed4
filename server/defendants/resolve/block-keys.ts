import { commonSurnames } from './common-surnames.ts'
import { type NameParts, soundOf } from './name-parts.ts'

/** Blocking keys: names that may be one person's share a key. A slip within the surname leaves its beginning or its end intact. */
export const isCommon = ({ surname }: NameParts): boolean => commonSurnames.has(surname.join('-'))

export function blockKeysOf(parts: NameParts): string[] {
  const { surname, given, father } = parts
  if (given === undefined || father === undefined || isCommon(parts)) return []
  const rest = `${soundOf(given)} ${soundOf(father)}`
  const spelled = surname.length > 1 ? [surname.join(''), ...surname] : surname
  return [
    ...new Set(
      spelled.map(soundOf).flatMap(sound => [`${sound.slice(0, beginning)}… ${rest}`, `…${sound.slice(-end)} ${rest}`]),
    ),
  ]
}
const beginning = 3
/** Longer than the common endings of surnames. */
const end = 5
