import { regions } from '#shared/domain/regions.ts'
import { remembering } from '../remembering.ts'

/** Numbers of regions by their titles in registry exports, which spell some of them otherwise. */
const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/\s*\([^()]*\)\s*$/u, '')
    .replace(/^(?:город|г\.)\s*/u, '')
    .replace(/[\s\u00a0\-–—]+/g, ' ')
    .trim()

/** Other spellings of a title that `plain` does not make one. */
const otherTitles: readonly (readonly [number: number, title: string])[] = [
  [9, 'Республика Карачаево-Черкесия'],
  [7, 'Республика Кабардино-Балкария'],
  [15, 'Республика Северная Осетия'],
  [16, 'Республика Татарстан (Татарстан)'],
  [18, 'Республика Удмуртия'],
  [21, 'Чувашская Республика - Чувашия'],
  [21, 'Республика Чувашия'],
  [42, 'Кемеровская область - Кузбасс'],
  [86, 'Ханты-Мансийский автономный округ'],
  [95, 'Республика Чечня'],
]

const numbers = new Map([
  ...regions.map(({ number, title }) => [plain(title), number] as const),
  ...otherTitles.map(([number, title]) => [plain(title), number] as const),
])

export const regionByTitle = remembering(1_000, (title): number | undefined => numbers.get(plain(title)))
