import { showNumber } from '../domain/wording.ts'
import type { AnyValues } from './field.ts'

/** Filters in words, a line each; one's favourites and folders as people call them, and how many there are where nothing else is asked. */
type Line = { name: string; label: string; text: string }
/** Of what the account sees now. */
type Folders = { all: number; unfiled: number; results: readonly { id: number; title: string; count: number }[] }

export const isOfFavourites = ({ in_favorites, favorite_folder, favorite_folder_not }: AnyValues): boolean =>
  in_favorites === true || Array.isArray(favorite_folder) || Array.isArray(favorite_folder_not)

export function filterLines(lines: readonly Line[], values: AnyValues, folders?: Folders): string[] {
  const own = favourites(values, lines, folders)
  const others = lines.flatMap(({ name, label, text }) => (own?.says.includes(name) ? [] : [`${label}: ${text}`]))
  if (own === undefined) return others
  const { words, count } = own
  return [others.length === 0 && count !== undefined ? `${words}: ${showNumber(count)}` : words, ...others]
}

type Favourites = { words: string; says: readonly string[]; count: number | undefined }
function favourites(values: AnyValues, lines: readonly Line[], folders: Folders | undefined): Favourites | undefined {
  const { in_favorites, favorite_folder, in_folder } = values
  if (Array.isArray(favorite_folder)) {
    const chosen = folders?.results.filter(({ id }) => favorite_folder.some(one => String(one) === String(id)))
    const isWhole = chosen?.length === favorite_folder.length
    const text = lines.find(({ name }) => name === 'favorite_folder')?.text ?? ''
    return {
      words: `${favorite_folder.length === 1 ? 'Папка' : 'Папки'} ${isWhole ? quoted(chosen) : text}`,
      // What lies in a folder is a favourite.
      says: ['favorite_folder', ...(in_favorites === true ? ['in_favorites'] : [])],
      count: isWhole ? chosen.reduce((sum, { count }) => sum + count, 0) : undefined,
    }
  }
  if (in_favorites !== true) return undefined
  return in_folder === false
    ? { words: 'Избранные дела вне папок', says: ['in_favorites', 'in_folder'], count: folders?.unfiled }
    : { words: 'Избранные дела', says: ['in_favorites'], count: folders?.all }
}

/** Where only numbers of folders are known. */
export const withFolderNames = <L extends Line>(lines: readonly L[], values: AnyValues, { results }: Folders): L[] =>
  lines.map(line => {
    const ids = values[line.name]
    if (!folderFilters.includes(line.name) || !Array.isArray(ids)) return line
    const chosen = results.filter(({ id }) => ids.some(one => String(one) === String(id)))
    const isNot = line.name !== 'favorite_folder'
    return chosen.length === ids.length ? { ...line, text: `${isNot ? 'не ' : ''}${quoted(chosen)}` } : line
  })
const folderFilters = ['favorite_folder', 'favorite_folder_not']

const quoted = (folders: readonly { title: string }[]): string => folders.map(({ title }) => `«${title}»`).join(', ')
