import { describe, expect, it } from 'vitest'
import { filterLines } from './favourite-words.ts'
import type { AnyValues } from './field.ts'

const own = { name: 'in_favorites', label: 'В избранном', text: 'да' }
const set = { name: 'set', label: 'Подборка', text: 'Клиент' }
const outside = { name: 'in_set', label: 'Есть в подборках', text: 'нет' }
const region = { name: 'regions', label: 'Регион', text: 'Москва' }

describe('filters in words', () => {
  it.each<[values: AnyValues, lines: (typeof own)[], said: string[]]>([
    [{}, [], []],
    [{ regions: [77] }, [region], ['Регион: Москва']],
    [{ in_favorites: true }, [own], ['Избранные дела: 4']],
    // The page of favourites does not say it by a tag.
    [{ in_favorites: true }, [], ['Избранные дела: 4']],
    [{ in_favorites: false }, [{ ...own, text: 'нет' }], ['В избранном: нет']],
    // How many of them are in no set, in one, or of the region is another number.
    [{ in_favorites: true, in_set: false }, [own, outside], ['Избранные дела вне подборок']],
    [{ in_favorites: true, set: [3] }, [own, set], ['Избранные дела', 'Подборка: Клиент']],
    [{ in_favorites: true, regions: [77] }, [region], ['Избранные дела', 'Регион: Москва']],
    [{ set: [3] }, [set], ['Подборка: Клиент']],
  ])('%o: %s', (values, lines, said) => {
    expect(filterLines(lines, values, 4)).toEqual(said)
  })

  it('say no number until it is known', () =>
    expect(filterLines([own], { in_favorites: true })).toEqual(['Избранные дела']))
})
