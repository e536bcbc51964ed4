import { Icon } from '../ui/icon.tsx'
import table from '../ui/table.module.css'

type Labels<C extends string> = readonly { value: C; label: string }[]
type Props<C extends string> = {
  /** `by`: what the column is ordered by, where that is not what stands first in it. `isLong`: the title may not fit. */
  columns: readonly { title: string; order?: C; by?: string; right?: true; isLong?: true }[]
  labels: Labels<C>
  /** What no column asks for stands at none of them. */
  ordering: string
  /** Words begin with the first; dates and counts with the greatest; a list may have an exception. */
  upFirst: (column: C) => boolean
  onOrder: (ordering: C | `-${C}`) => void
}
export const SortHeads = <C extends string>({ columns, labels, ordering, upFirst, onOrder }: Props<C>) =>
  columns.map(({ title, order, by, right, isLong }) => {
    if (order === undefined)
      return (
        <th key={title} scope="col">
          {title}
        </th>
      )
    const isDown = ordering === `-${order}`
    const isOn = isDown || ordering === order
    const goesUp = isOn ? isDown : upFirst(order)
    return (
      <th
        key={title}
        scope="col"
        data-right={right}
        aria-sort={isOn ? (isDown ? 'descending' : 'ascending') : undefined}
      >
        <button
          type="button"
          title={labels.find(({ value }) => value === order)?.label}
          onClick={() => onOrder(goesUp ? order : `-${order}`)}
        >
          {isLong ? <span className="clip">{title}</span> : title}
          {by && <span className="faint">{by}</span>}
          {isOn && (
            <span className={table.arrow} data-up={!isDown || undefined}>
              <Icon name="arrow" size={12} />
            </span>
          )}
        </button>
      </th>
    )
  })

/** The same orders as a list to choose from. */
export const orderOptions = <C extends string>(labels: Labels<C>, words: (column: C) => readonly [string, string]) =>
  labels.flatMap(({ value, label }) => {
    const [up, down] = words(value)
    return [
      { value: `-${value}` as const, label: `${label}, ${down}` },
      { value, label: `${label}, ${up}` },
    ]
  })
/** Days have an order of their own words. */
export const caseOrderWords = (column: string): readonly [string, string] =>
  column.endsWith('_date') ? ['сначала старые', 'сначала новые'] : ['по возрастанию', 'по убыванию']
