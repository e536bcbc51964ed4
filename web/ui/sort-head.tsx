import { Icon } from './icon.tsx'
import table from './table.module.css'

type Props = {
  title: string
  hint: string | undefined
  order: 'ascending' | 'descending' | undefined
  onSort: () => void
  toRight?: true | undefined
}
export const SortHead = ({ title, hint, order, onSort, toRight }: Props) => (
  <th scope="col" data-right={toRight} aria-sort={order}>
    <button type="button" title={hint} onClick={onSort}>
      {title}
      {order && (
        <span className={table.arrow} data-up={order === 'ascending' || undefined}>
          <Icon name="arrow" size={12} />
        </span>
      )}
    </button>
  </th>
)
