import { describe, expect, it } from 'vitest'
import { filterLines, withFolderNames } from './favourite-words.ts'
import type { AnyValues } from './field.ts'

const folders = {
  all: 4,
  unfiled: 1,
  results: [
    { id: 3, title: 'Клиент', count: 3 },
    { id: 5, title: 'Обжаловать', count: 0 },
  ],
}
const own = { name: 'in_favorites', label: 'В избранном', text: 'да' }
const folder = { name: 'favorite_folder', label: 'Папка', text: '№\u00a03' }
const region = { name: 'regions', label: 'Регион', text: 'Москва' }

describe('filters in words', () => {
  it.each<[values: AnyValues, lines: (typeof own)[], said: string[]]>([
    [{}, [], []],
    [{ regions: [77] }, [region], ['Регион: Москва']],
    [{ in_favorites: true }, [own], ['Избранные дела: 4']],
    // The page of favourites does not say it by a tag.
    [{ in_favorites: true }, [], ['Избранные дела: 4']],
    [{ in_favorites: false }, [{ ...own, text: 'нет' }], ['В избранном: нет']],
    [
      { in_favorites: true, in_folder: false },
      [own, { name: 'in_folder', label: 'Лежит в папке', text: 'нет' }],
      ['Избранные дела вне папок: 1'],
    ],
    [{ favorite_folder: [3] }, [folder], ['Папка «Клиент»: 3']],
    [{ favorite_folder: [3], in_favorites: true }, [own, folder], ['Папка «Клиент»: 3']],
    [{ favorite_folder: [3, 5] }, [folder], ['Папки «Клиент», «Обжаловать»: 3']],
    // How many of them are of the region is another number.
    [{ in_favorites: true, regions: [77] }, [region], ['Избранные дела', 'Регион: Москва']],
    [{ favorite_folder: [3], regions: [77] }, [folder, region], ['Папка «Клиент»', 'Регион: Москва']],
    // A folder that is not there any more.
    [{ favorite_folder: [9] }, [{ ...folder, text: '№\u00a09' }], ['Папка №\u00a09']],
  ])('%o: %s', (values, lines, said) => {
    expect(filterLines(lines, values, folders)).toEqual(said)
  })

  it('say no number until it is known', () => {
    expect(filterLines([own], { in_favorites: true })).toEqual(['Избранные дела'])
    expect(filterLines([{ ...folder, text: 'Клиент' }], { favorite_folder: [3] })).toEqual(['Папка Клиент'])
  })
  it('name folders of which the numbers are known', () => {
    const not = { ...folder, name: 'favorite_folder_not', text: 'не №\u00a05' }
    const values = { favorite_folder: [3], favorite_folder_not: [5] }
    const named = withFolderNames([region, folder, not], values, folders)
    expect(named.map(({ text }) => text)).toEqual(['Москва', '«Клиент»', 'не «Обжаловать»'])
    expect(filterLines(named.slice(1, 2), { favorite_folder: [3] })).toEqual(['Папка «Клиент»'])
    expect(withFolderNames([folder], { favorite_folder: [9] }, folders)).toEqual([folder])
  })
})
