import { Icon } from '../ui/icon.tsx'
import table from '../ui/table.module.css'

type Labels<C extends string> = readonly { value: C; label: string }[]
type Props<C extends string> = {
  /**
   * `by`: the name of the order, when it differs from the first content of the column. `isLong`: the title may not fit.
   */
  columns: readonly { title: string; order?: C; by?: string; right?: true; isLong?: true }[]
  labels: Labels<C>
  /** An order without a column is marked on none of them. */
  ordering: string
  /** Text is ascending at first, dates and counts descending; a list may have exceptions. */
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

/** The same orders as a select. */
export const orderOptions = <C extends string>(labels: Labels<C>, words: (column: C) => readonly [string, string]) =>
  labels.flatMap(({ value, label }) => {
    const [up, down] = words(value)
    return [
      { value: `-${value}` as const, label: `${label}, ${down}` },
      { value, label: `${label}, ${up}` },
    ]
  })
/** Dates have their own wording of order. */
export const caseOrderWords = (column: string): readonly [string, string] =>
  column.endsWith('_date') ? ['сначала старые', 'сначала новые'] : ['по возрастанию', 'по убыванию']
