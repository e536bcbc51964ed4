import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { articleShortNames, shortNameLimit } from '#shared/domain/article-short-names.ts'

/** The short names of articles (statistics, §2 /stats) stand beside titles of the law, which they neither repeat nor outlive. */
const titles = new Map<string, string>(
  readFileSync(join(import.meta.dirname, '../db/reference/articles.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map(line => {
      const [codex, number, , title = ''] = line.split('\t')
      return [`${codex} ${number}`, title]
    }),
)

it('are of articles that are known, and of those alone whose title does not fit', () => {
  expect(articleShortNames.size).toBeGreaterThan(100)
  for (const key of articleShortNames.keys()) expect(titles.get(key)?.length ?? 0, key).toBeGreaterThan(shortNameLimit)
})
it('fit a line, begin with a capital letter and end without a stop', () => {
  for (const [key, name] of articleShortNames) {
    expect(name.length, key).toBeLessThanOrEqual(shortNameLimit)
    expect(name, key).toMatch(/^[А-ЯЁ].*[а-яёА-ЯЁ]$/)
  }
})
it('have a word of the title each, or are listed here as read by a person', () => {
  const read: Readonly<Record<string, string>> = {
    'koap 12.37': 'Нарушение правил ОСАГО',
    'koap 17.3': 'Неподчинение судье, приставу',
    'koap 17.8': 'Помеха судебному приставу',
    'uk 116.1': 'Повторные побои',
  }
  const stems = (text: string): string[] =>
    (
      text
        .toLowerCase()
        .replaceAll('ё', 'е')
        .match(/[а-я]{5,}/g) ?? []
    ).map(word => word.slice(0, 5))
  const apart = [...articleShortNames].filter(([key, name]) => {
    const title = stems(titles.get(key) ?? '')
    return read[key] !== name && !stems(name).some(stem => title.includes(stem))
  })
  expect(Object.fromEntries(apart)).toEqual({})
})
