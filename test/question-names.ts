import { readFileSync } from 'node:fs'
import { remembered } from '#shared/domain/remembered.ts'
import type { NamedRow, NameSource, QuestionArticle } from '#shared/questions/reading.ts'
import { plain as plainOf } from '#shared/questions/words.ts'

/**
 * Directories for questions: articles, courts, cities and results as installed with the product, and invented judges
 * and tags.
 */
const table = (file: string): string[][] =>
  readFileSync(new URL(`../server/db/reference/${file}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map(line => line.split('\t'))
const rows = (titles: readonly string[]): NamedRow[] => [...new Set(titles)].map((title, n) => ({ id: n + 1, title }))

export const articles: readonly QuestionArticle[] = table('articles')
  .flatMap(([codex = '', article_number = '', parts = '', title = '']) =>
    ['', ...parts.split(' ').filter(Boolean)].map(part => ({ codex, article_number, part, title })),
  )
  .map(({ codex, ...article }, n) => ({ ...article, codex: codex === 'uk' ? 'uk' : 'koap', id: n + 1 }))

const courtRows = table('courts')
/** Magistrates: of number 374 one, of number 907 one in each of some towns. */
const districts = [
  ['374 Выдуманного района', 'Москва'],
  ...['Казань', 'Пермь', 'Тверь', 'Омск', 'Тула'].map(town => ['907 Выдуманного района', town] as const),
].map(([title = '', city = '']) => ['', `Судебный участок № ${title} (${city})`, city])
const courts: readonly NamedRow[] = [...courtRows, ...districts].map(([, title = '', city = ''], n) => ({
  id: n + 1,
  title,
  hint: city,
}))
const judges: readonly NamedRow[] = [
  { id: 1, title: 'Иванова А. А.' },
  { id: 2, title: 'Иванов П. С.' },
  { id: 3, title: 'Белоозёрова Н. В.' },
  { id: 4, title: 'Сиротинин Г. П.' },
  { id: 5, title: 'Ковшова О. И.', hint: 'Мещанский районный суд' },
  { id: 6, title: 'Ковшова О. И.', hint: 'Тверской районный суд' },
]
export const lists = {
  judges,
  courts,
  cities: [...new Set(courtRows.map(([, , city = '']) => city))]
    .filter(Boolean)
    .map(city => ({ id: city, title: city })),
  tags: rows(['Пикеты 2024', 'Антивоенное']),
  sets: rows(['Антивоенные в Подмосковье', 'Срочные', 'На контроле', 'Для отчёта']),
  result_types: rows(table('result-types').map(([title = '']) => title)),
  event_types: rows(table('event-types').map(([title = '']) => title)),
  defence_params: rows(table('defence-params').map(([, value = '']) => value)),
} as const satisfies Readonly<Record<string, readonly NamedRow[]>>

const plain = remembered(plainOf)
/** Finds names as suggestions do: each word anywhere in the name, twenty at most, the shortest first. */
export const namesWith = (extra: {
  judges: readonly string[]
  sets: readonly string[]
  tags: readonly string[]
}): NameSource => {
  const more = (titles: readonly string[]): NamedRow[] => titles.map((title, n) => ({ id: 1000 + n, title }))
  const [judges, sets, tags] = [more(extra.judges), more(extra.sets), more(extra.tags)]
  return {
    ...names,
    whole: async directory => [...lists[directory], ...(directory === 'sets' ? sets : [])],
    find: async (directory, typed) => [
      ...((await names.find?.(directory, typed)) ?? []),
      ...(directory === 'judges' || directory === 'tags'
        ? { judges, tags }[directory].filter(({ title }) => plain(title).includes(plain(typed)))
        : []),
    ],
  }
}
export const names: NameSource = {
  articles: async () => articles,
  whole: async directory => lists[directory],
  find: async (directory, typed) => {
    const words = plain(typed).split(/\s+/)
    return lists[directory]
      .filter(({ title }) => words.every(word => plain(title).includes(word)))
      .toSorted((a, b) => a.title.length - b.title.length)
      .slice(0, 20)
  },
}
