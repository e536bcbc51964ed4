import { showNumber } from '../domain/wording.ts'
import type { AnyValues } from './field.ts'

/** Filters in words, one per line; favourites in natural wording, with their number when nothing else is filtered. */
type Line = { name: string; label: string; text: string }

export const isOfFavourites = ({ in_favorites }: AnyValues): boolean => in_favorites === true

/** `kept`: the number of favourites that the account sees now. */
export function filterLines(lines: readonly Line[], values: AnyValues, kept?: number): string[] {
  const own = favourites(values)
  const others = lines.flatMap(({ name, label, text }) => (own?.says.includes(name) ? [] : [`${label}: ${text}`]))
  if (own === undefined) return others
  const isAll = own.says.length === 1 && others.length === 0
  return [isAll && kept !== undefined ? `${own.words}: ${showNumber(kept)}` : own.words, ...others]
}

const favourites = ({ in_favorites, in_set }: AnyValues): { words: string; says: readonly string[] } | undefined => {
  if (in_favorites !== true) return undefined
  return in_set === false
    ? { words: 'Избранные дела вне подборок', says: ['in_favorites', 'in_set'] }
    : { words: 'Избранные дела', says: ['in_favorites'] }
}
