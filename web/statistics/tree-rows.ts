import type { CodexCount, CountTree, PartCount } from '#shared/api/statistics.ts'
import { shareWords } from '#shared/charts/share-wording.ts'
import { articleShortNames, shortNameLimit } from '#shared/domain/article-short-names.ts'
import type { OutcomeKind } from '#shared/domain/outcome-kinds.ts'
import { fewestForShare, smallSample } from '#shared/domain/statistics-ranges.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'

const columns = [
  'article',
  'count',
  'first',
  'second',
  'penalty',
  'terminated',
  'returned',
  'other',
  'none',
  'median',
] as const
export type Column = (typeof columns)[number]
export type Order = { by: Column; up: boolean }

export type TreeRow = {
  key: string
  level: 0 | 1 | 2
  article: string
  /** The name in a line of the table; the full title, if it differs, can be expanded. */
  name: string
  title: string
  figures: Figures
  filters: WireRecord
  codex: CodexCount
  folding: 'none' | 'folded' | 'unfolded'
}
export type Figures = Record<Exclude<Column, 'article' | 'median'>, number> & { median: number | undefined }
type HiddenArticles = { key: string; more: number; of: CodexCount }

const figuresOf = (
  line: Pick<PartCount, 'key' | 'count' | 'count_first_instance' | 'count_second_instance' | 'outcomes'>,
  medians: Medians,
): Figures => ({
  count: line.count,
  first: line.count_first_instance,
  second: line.count_second_instance,
  ...line.outcomes,
  median: medians[line.key],
})
export type Medians = Readonly<Record<string, number>>

/** On a phone, rows are two lines high. */
export const articlesAtFirst = { wide: 12, narrow: 6 } as const

export type View = {
  order: Order
  medians: Medians
  /** Codices are expanded by default, articles collapsed: the keys of exceptions. */
  turned: ReadonlySet<string>
  /** Articles of a codex shown at first. */
  atFirst: number
  /** Codices with all articles shown. */
  whole: ReadonlySet<string>
}

export function treeRows(
  tree: CountTree,
  { order, medians, turned, atFirst, whole }: View,
): (TreeRow | HiddenArticles)[] {
  type Own = Pick<PartCount, 'article' | 'description' | 'filters'> & PartFigures
  const line = (own: Own, level: TreeRow['level'], codex: CodexCount, folding: TreeRow['folding']): TreeRow => ({
    key: own.key,
    level,
    article: own.article,
    ...namesOf(own, level),
    figures: figuresOf(own, medians),
    filters: own.filters,
    codex,
    folding,
  })
  return tree.flatMap(codex => {
    const isOpen = !turned.has(codex.key)
    const head = line(codex, 0, codex, isOpen ? 'unfolded' : 'folded')
    if (!isOpen) return [head]
    const sorted = inOrder(codex.children, order, medians)
    const common = new Set(
      inOrder(codex.children, { by: 'count', up: false }, medians)
        .slice(0, atFirst)
        .map(({ key }) => key),
    )
    const shown = whole.has(codex.key) ? sorted : sorted.filter(({ key }) => common.has(key))
    const under = shown.flatMap(article => {
      const isUnfolded = turned.has(article.key)
      const { title } = namesOf(article, 1)
      const hasMore = article.children.length > 0 || title !== ''
      const parts = isUnfolded ? inOrder(article.children, order, medians) : []
      return [
        line(article, 1, codex, hasMore ? (isUnfolded ? 'unfolded' : 'folded') : 'none'),
        ...parts.map(part => line(part, 2, codex, 'none')),
      ]
    })
    const more = sorted.length - shown.length
    return [head, ...under, ...(more > 0 ? [{ key: `${codex.key} more`, more, of: codex }] : [])]
  })
}
type PartFigures = Parameters<typeof figuresOf>[0]

const namesOf = (
  { key, description }: Pick<PartCount, 'key' | 'description'>,
  level: TreeRow['level'],
): Pick<TreeRow, 'name' | 'title'> => {
  // A part has the title of its article, which is above it.
  if (level === 2) return { name: description === 'часть не указана' ? description : '', title: '' }
  const short = level === 1 ? articleShortNames.get(key) : undefined
  const name = short ?? description
  return { name, title: name.length > shortNameLimit || short !== undefined ? description : '' }
}

/** The server answers in the order of the codex. */
const inOrder = <T extends PartFigures>(lines: readonly T[], { by, up }: Order, medians: Medians): T[] => {
  if (by === 'article') return up ? [...lines] : lines.toReversed()
  const value = (line: T): number => figuresOf(line, medians)[by] ?? -1
  return lines.toSorted((a, b) => (value(a) - value(b)) * (up ? 1 : -1))
}

export const cellFilters = ({ filters, codex }: TreeRow, column: Exclude<Column, 'article' | 'median'>): WireRecord => {
  if (column === 'count') return filters
  if (column === 'first' || column === 'second') return { ...filters, stage: column === 'first' ? '1' : '2' }
  const kind: OutcomeKind = column
  return { ...codex.outcome_filters[kind], ...filters }
}

export const shareBase = (line: TreeRow, column: Exclude<Column, 'article' | 'median'>, total: number): number => {
  if (column === 'count') return total
  return column === 'first' || column === 'second' ? line.figures.count : line.figures.first
}

/** For few cases no share is shown, not even zero: among dashes it would reveal the rest. */
export const figureText = (count: number, of: number, inShares: boolean): string => {
  if (!inShares) return showNumber(count)
  if (of < fewestForShare) return '—'
  return count === 0 ? '0' : `${shareWords(count, of).replace('\u00a0%', '')}${of < smallSample ? '*' : ''}`
}
/** Whether the outcomes of a line are drawn as parts of a whole. */
export const drawsOutcomes = ({ first }: Pick<Figures, 'first'>): boolean => first >= fewestForShare
