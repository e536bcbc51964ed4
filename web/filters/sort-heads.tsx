import { SortHead } from '../ui/sort-head.tsx'

type Labels<C extends string> = readonly { value: C; label: string }[]
type Props<C extends string> = {
  columns: readonly { title: string; order?: C; right?: true }[]
  labels: Labels<C>
  ordering: C | `-${C}`
  /** Words begin with the first; dates and counts with the greatest. */
  upFirst: (column: C) => boolean
  onOrder: (ordering: C | `-${C}`) => void
}
export const SortHeads = <C extends string>({ columns, labels, ordering, upFirst, onOrder }: Props<C>) =>
  columns.map(({ title, order, right }) => {
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
      <SortHead
        key={title}
        title={title}
        hint={labels.find(({ value }) => value === order)?.label}
        order={isOn ? (isDown ? 'descending' : 'ascending') : undefined}
        onSort={() => onOrder(goesUp ? order : `-${order}`)}
        toRight={right}
      />
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
