import { commonSurnames } from './common-surnames.ts'
import { type NameParts, soundOf } from './name-parts.ts'

/**
 * Names that may be one person's meet under a key: an own one of this list, or their surname with initials. A slip within the
 * surname spares its beginning or its end.
 */
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
/** Most surnames end alike; the letters before the ending are what differs. */
const end = 5
