import { describe, expect, it } from 'vitest'
import { type CountTree, chartKeys, type PartCount } from '#shared/api/statistics.ts'
import { chartSpecs } from '#shared/charts/chart-specs.ts'
import { inLines } from './chart-options.ts'
import { cellFilters, drawsOutcomes, figureText, shareBase, type TreeRow, treeRows, type View } from './tree-rows.ts'

const figures = (key: string, count: number, first = count): PartCount => ({
  key,
  article: key.split(' ').slice(1).join(' ч. ') || 'КоАП',
  description: key,
  count,
  count_first_instance: first,
  count_second_instance: count - first,
  outcomes: { penalty: first, terminated: 0, returned: 0, other: 0, none: 0 },
  filters: { type: '1', codex_articles: [key] },
  children: [],
})
const articles = Array.from({ length: 15 }, (_, at) => ({
  ...figures(`koap 20.${at}`, at + 1),
  children: [] as PartCount[],
}))
const [first] = articles
if (first) first.children = [figures('koap 20.0 1', 3), figures('koap 20.0 2', 9)]
const outcome = { type: '1', stage: '1', result_type: ['4', '5'] }
const none = { type: '1', stage: '1', has_result: 'false' }
const tree: CountTree = [
  {
    ...figures('koap', 120, 100),
    filters: { type: '1' },
    outcome_filters: { penalty: outcome, terminated: outcome, returned: outcome, other: outcome, none },
    children: articles,
  },
]
const view: View = {
  order: { by: 'count', up: false },
  medians: { koap: 4 },
  turned: new Set(),
  atFirst: 12,
  whole: new Set(),
}
const shown = (changed: Partial<View>) => treeRows(tree, { ...view, ...changed }).map(line => line.key)
const lineOf = (key: string, changed: Partial<View> = {}): TreeRow => {
  const found = treeRows(tree, { ...view, ...changed }).find(line => line.key === key)
  if (!found || 'more' in found) throw new Error(key)
  return found
}

describe('the tree as lines (§2 /stats)', () => {
  it('shows the commonest articles first, the rest by a button', () => {
    expect(shown({}).slice(0, 3)).toEqual(['koap', 'koap 20.14', 'koap 20.13'])
    expect(shown({}).at(-1)).toBe('koap more')
    expect(shown({ whole: new Set(['koap']) })).toHaveLength(16)
  })
  it('folds a codex and unfolds an article', () => {
    expect(shown({ turned: new Set(['koap']) })).toEqual(['koap'])
    const unfolded = shown({ whole: new Set(['koap']), turned: new Set(['koap 20.0']) })
    expect(unfolded.slice(-3)).toEqual(['koap 20.0', 'koap 20.0 2', 'koap 20.0 1'])
  })
  it('sorts brothers, either way', () => {
    const whole = new Set(['koap'])
    expect(shown({ whole, order: { by: 'count', up: true } })[1]).toBe('koap 20.0')
    expect(shown({ whole, order: { by: 'article', up: true } })[1]).toBe('koap 20.0')
  })
  it('opens a figure by its line and its column, and says of what it is a share', () => {
    const line = lineOf('koap 20.14')
    expect(cellFilters(line, 'second')).toEqual({ type: '1', codex_articles: ['koap 20.14'], stage: '2' })
    expect(cellFilters(line, 'penalty')).toEqual({ ...outcome, codex_articles: ['koap 20.14'] })
    expect(shareBase(line, 'count', 120)).toBe(120)
    expect(shareBase(lineOf('koap'), 'penalty', 120)).toBe(100)
    expect(lineOf('koap').figures.median).toBe(4)
  })
})

describe('shares of few cases in the tree', () => {
  it.each([
    [4, 4, '—'],
    [0, 4, '—'],
    [0, 0, '—'],
    [0, 5, '0'],
    [2, 5, '40*'],
    [2, 20, '10'],
  ])('%s of %s is «%s»', (count, of, text) => expect(figureText(count, of, true)).toBe(text))
  it.each([
    [4, false],
    [5, true],
  ])('outcomes of %s cases are drawn: %s', (first, drawn) => expect(drawsOutcomes({ first })).toBe(drawn))
})

describe('names of articles in a line of the tree', () => {
  const title =
    'Нарушение установленного порядка организации либо проведения собрания, митинга, демонстрации, шествия или пикетирования'
  const named = (own: Pick<PartCount, 'key' | 'description'>) => {
    const line = { ...figures(own.key, 3), ...own, children: [] }
    const [codex] = tree
    const [, article] = codex ? treeRows([{ ...codex, children: [line] }], view) : []
    return article && !('more' in article) ? [article.name, article.title, article.folding] : []
  }
  it('are short, the title of the law being one press away', () =>
    expect(named({ key: 'koap 20.2', description: title })).toEqual(['Собрания, митинги', title, 'folded']))
  it('are the titles where these are short, and nothing is left to unfold', () =>
    expect(named({ key: 'uk 158', description: 'Кража' })).toEqual(['Кража', '', 'none']))
  it('are the titles, cut off by the eye alone, of articles that have no short name', () =>
    expect(named({ key: 'koap 99.9', description: title })).toEqual([title, title, 'folded']))
  it('of an article of the other codex are its own title', () =>
    expect(named({ key: 'uk koap 20.2', description: title })[0]).toBe(title))
})

describe('charts', () => {
  it('each has its look and its place on the page', () =>
    expect(Object.keys(chartSpecs).toSorted()).toEqual([...chartKeys].toSorted()))
  it('names are broken between words', () =>
    expect(inLines('Вымышленный районный суд', 12)).toBe('Вымышленный\nрайонный суд'))
})
