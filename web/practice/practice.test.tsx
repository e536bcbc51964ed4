import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Comparison } from '#shared/api/comparables.ts'
import type { JudgePractice } from '#shared/api/practice.ts'
import { closePage, openedCase, renderPage, stubAnswers } from '../../test/web-page.tsx'

const comparison: Comparison = {
  person: null,
  article: { id: 3, name: '20.2 ч.\u00a05' },
  outcome: { kind: 'penalty', penalty_type: 'fine', suspended: false },
  region: 72,
  years: { from: 2024, to: 2028 },
  same: { region: false, years: true, part: true },
  count: 214,
  others: 213,
  filters: { type: '1', codex_articles: ['3'] },
  is_enough: true,
  penalties: {
    n: 214,
    median: 15_000,
    from: 10_000,
    to: 15_000,
    lower: 10_000,
    upper: 20_000,
    least: 5_000,
    most: 30_000,
    dots: [
      { case_id: 7, value: 20_000 },
      { case_id: 8, value: 5_000 },
    ],
    ties: [],
    own: { value: 20_000, below: 120, equal: 40, above: 53 },
  },
  why_unplaced: null,
  reviews: null,
  published: null,
}
const judge: JudgePractice = {
  id: 4,
  name: 'Листоплётов А.А.',
  court: { id: 5, title: 'Ишимский городской суд', city: 'Ишим', region: 72, url: '' },
  cases: 12,
  filters: { judge: ['4'] },
  is_enough: false,
  months: [],
  sections: [],
}

const share = (expected: number | null) => ({ count: 12, of: 40, from: 0.2, to: 0.5, expected, filters: {} })
const sections = (published: number | null): JudgePractice['sections'] => [
  {
    type: 1,
    stage: 1,
    decided: 40,
    filters: {},
    days: null,
    outcomes: [{ ...share(null), kind: 'penalty' }],
    penalties: [],
    published: share(published),
    reviews: null,
  },
]
const decided = (id: number, published: number | null) => ({
  ...judge,
  id,
  cases: 40,
  is_enough: true,
  sections: sections(published),
})
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  stubAnswers({
    'cases/7/': { ...openedCase, result_date: '2026-11-21', result_type: { id: 1, title: 'Назначено наказание' } },
    'cases/7/comparables/': (query: URLSearchParams) => {
      asked.push(`${query}`)
      return { comparisons: [comparison], more: 0 }
    },
    'judges/4/': judge,
    'judges/7/': decided(7, null),
    'judges/8/': decided(8, 0.4),
  })
})
afterEach(closePage)

describe('similar cases (§4)', () => {
  it('lead to their list, each dot to its case, and say where this case lies', async () => {
    renderPage('/cases/7')
    // Its code comes later than the page.
    const title = await screen.findByRole('heading', { name: /Похожие дела/ })
    const block = title.closest('section') ?? title
    const links = within(block).getAllByRole('link')
    expect(links[0]?.getAttribute('href')).toContain('codex_articles=3')
    expect(links.slice(1).map(link => link.getAttribute('href'))).toEqual(['/cases/8', '/cases/7'])
    expect(block.textContent?.replaceAll('\u00a0', ' ')).toContain(
      'Среди 213 остальных наказаний меньше — 120, столько же — 40, больше — 53.',
    )
  })
  it('are asked for again under the conditions that a reader switches', async () => {
    renderPage('/cases/7')
    const region = await screen.findByRole('button', { name: 'Тот же регион' })
    expect(region.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(region)
    // Whatever else the page asks for beside it.
    await waitFor(() => expect(asked).toContain('same_region=true&same_years=true&same_part=true'))
  })
})

describe('the page of a judge', () => {
  it('says of which court and spelling it is, and no figures below twenty cases', async () => {
    renderPage('/judges/4')
    expect((await screen.findByRole('heading', { level: 1, name: /Листоплётов/ })).textContent).toContain('Судья')
    const text = (await screen.findByRole('main')).textContent?.replaceAll('\u00a0', ' ')
    expect(text).toContain('Ишимский городской суд')
    expect(text).toContain('другие написания не объединяются')
    expect(text).toContain('Меньше двадцати')
    expect(screen.queryByRole('table')).toBeNull()
  })
  it('is 404 where there is none, or it is of another region', async () => {
    renderPage('/judges/5')
    await screen.findByRole('heading', { name: 'Такого судьи здесь нет' })
  })
})

it.each([
  ['/judges/7', 0, 'Что ожидалось по суду, неизвестно: дел с теми же статьями у других судей суда меньше 20.'],
  ['/judges/8', 1, 'Прочерк — с чем сравнивать, неизвестно: дел с теми же статьями у других судей суда меньше 20.'],
])('what was expected and is not known is said once, in words: %s', async (path, dashes, says) => {
  renderPage(path)
  const table = await screen.findByRole('table')
  expect(within(table).queryAllByText('—')).toHaveLength(dashes)
  expect(within(table).queryAllByText(/Ожидалось/)).toHaveLength(dashes)
  expect(screen.getAllByText(says)).toHaveLength(1)
})
