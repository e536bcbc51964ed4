import { type ReactNode, useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import type { Fields } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { type CaseValues, listFrom, readCaseSearch, withoutFilter } from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import { FilterTags } from '../filters/tag-strip.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { TagAct } from '../ui/tag.tsx'
import styles from './data-page.module.css'

const FilterPanel = lazyPart(() => import('../filters/filter-panel.tsx'), 'FilterPanel')

type Props = {
  user: CurrentUser
  fields: Fields
  filters: WireRecord
  onChange: (filters: WireRecord) => void
  /** «А», «Б» where two sides are compared. */
  name?: string
  openedFirst?: boolean
  children?: ReactNode
}
export const DataFilters = ({ user, fields, filters, onChange, name, openedFirst = false, children }: Props) => {
  const [panel, setPanel] = useState<{ openAt?: string } | undefined>(openedFirst ? {} : undefined)
  const values = useMemo(() => readCaseSearch(filters).values, [filters])
  const chips = useChips(fields, values)
  const set = (next: CaseValues) => onChange(writeValues(fields, next))
  const said = name === undefined ? 'Фильтры' : `Фильтры ${name}`
  return (
    <div className={styles.side}>
      {name !== undefined && <b className={styles.letter}>{name}</b>}
      <ul className={styles.tags} aria-label={said}>
        {chips.length === 0 && <li className="quiet">{name === undefined ? 'Нет фильтров' : 'Все дела'}</li>}
        <FilterTags
          chips={chips}
          onEdit={openAt => setPanel({ openAt })}
          onRemove={filter => set(withoutFilter(values, filter))}
        />
        <li>
          <TagAct onClick={() => setPanel({})}>
            <Icon name="filter" size={14} />
            {said}
          </TagAct>
        </li>
        {children}
      </ul>
      {panel && (
        <FilterPanel
          user={user}
          fields={fields}
          search={listFrom(values)}
          onlyFavourites={false}
          openAt={panel.openAt}
          onApply={next => {
            set(next.values)
            setPanel(undefined)
          }}
          onClose={() => setPanel(undefined)}
        />
      )}
    </div>
  )
}
