import { describe, expect, it } from 'vitest'
import type { Article } from '#shared/api/directories.ts'
import { articleOptions } from './article-picker.tsx'
import { groupArticles, isPartly, isWhole, summariseArticles, withMembers } from './articles.ts'

const article = (id: number, article_number: string, part: string, codex: 'koap' | 'uk' = 'koap'): Article => ({
  id,
  article_number,
  part,
  codex,
  title: '',
  name: part ? `${article_number} ч.\u00a0${part}` : article_number,
})
const articles = [
  article(4, '20.2', '5'),
  article(1, '19.3', '1'),
  article(2, '19.3', '1.1'),
  article(6, '20.2', '6.1'),
  article(5, '20.2', '10'),
  article(7, '158', '2', 'uk'),
  article(8, '2.1', ''),
]
const groups = groupArticles(articles)
const [first, , meetings] = groups

describe('suggested parts of one article', () => {
  it('say once what all of them are about', () => {
    const titled = articles.map(one => ({
      ...one,
      title: one.id === 6 ? 'Особая часть' : `Статья ${one.article_number}`,
    }))
    const found = titled.filter(one => one.article_number === '20.2')
    const options = articleOptions(
      found.map(({ id, name, title }) => ({ value: String(id), label: name, hint: title })),
      groupArticles(titled),
    )
    expect(options.map(({ label, hint }) => [label, hint])).toEqual([
      ['20.2 (вся)', 'Статья 20.2'],
      ['20.2 ч.\u00a05', undefined],
      ['20.2 ч.\u00a06.1', 'Особая часть'],
      ['20.2 ч.\u00a010', undefined],
    ])
  })
})

it('a suggested article without a part, beside its parts, is not all of it', () => {
  const found = [article(20, '20.2', ''), article(21, '20.2', '5')].map(one => ({ ...one, title: 'Статья 20.2' }))
  const options = articleOptions(
    found.map(({ id, name, title }) => ({ value: String(id), label: name, hint: title })),
    groupArticles(found),
  )
  expect(options.map(({ label, hint }) => [label, hint])).toEqual([
    ['20.2 (вся)', 'Статья 20.2'],
    ['20.2', 'часть не указана'],
    ['20.2 ч.\u00a05', undefined],
  ])
})

describe('articles with all their parts (§3, §4)', () => {
  it('stand by codex and number, as numbers', () =>
    expect(groups.map(group => group.name)).toEqual(['2.1', '19.3 (вся)', '20.2 (вся)', '158 ч.\u00a02']))
  it('hold their parts in order', () => expect(meetings?.members.map(({ part }) => part)).toEqual(['5', '6.1', '10']))
  it('are not called «вся» when there is one part', () => expect(first?.name).toBe('2.1'))

  it('choose all their members, and let all of them go', () => {
    const members = meetings?.members ?? []
    expect(withMembers([1, 4], members, true)).toEqual([1, 4, 6, 5])
    expect(withMembers([1, 4, 6, 5], members, false)).toEqual([1])
  })
  it('are chosen once all members are, and partly before that', () => {
    if (!meetings) throw new Error('no group')
    expect(isWhole(meetings, new Set([4, 5, 6]))).toBe(true)
    expect(isPartly(meetings, new Set([4, 5, 6]))).toBe(false)
    expect(isPartly(meetings, new Set([4]))).toBe(true)
    expect(isPartly(meetings, new Set([1]))).toBe(false)
  })
  it('are said in as few words as say it', () => {
    expect(summariseArticles([4, 1, 6, 5], groups).map(({ name }) => name)).toEqual(['19.3 ч.\u00a01', '20.2 (вся)'])
    expect(summariseArticles([7], groups, true).map(({ name }) => name)).toEqual(['158 ч.\u00a02 УК'])
    expect(summariseArticles([4, 6, 5], groups, false, true).map(({ name }) => name)).toEqual([
      '20.2 ч.\u00a05',
      '20.2 ч.\u00a06.1',
      '20.2 ч.\u00a010',
    ])
    expect(summariseArticles([99], groups).map(({ name }) => name)).toEqual(['№\u00a099'])
  })
})
