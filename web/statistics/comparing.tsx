import { useMemo, useState } from 'react'
import type { CurrentUser } from '#shared/api/session.ts'
import type { Fields } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { type CaseValues, listFrom, readCaseSearch, withoutFilter } from '../filters/case-search.ts'
import { useChips } from '../filters/chips.ts'
import type { TableDefinition } from '../filters/table-definition.ts'
import { FilterTags } from '../filters/tag-strip.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { TagAct } from '../ui/tag.tsx'
import styles from './data-page.module.css'

const FilterPanel = lazyPart(() => import('../filters/filter-panel.tsx'), 'FilterPanel')

type Props = {
  user: CurrentUser
  fields: Fields
  asked: TableDefinition
  onChange: (compare: WireRecord | undefined) => void
}
/** А: the filters of the page. Б: the filters of the comparison. */
export const Comparing = ({ user, fields, asked: { filters, compare }, onChange }: Props) => {
  const [opensSecond, setOpensSecond] = useState(false)
  const begin = (with_: WireRecord, opens: boolean) => {
    setOpensSecond(opens)
    onChange(with_)
  }
  if (compare !== undefined)
    return (
      <OtherSide
        user={user}
        fields={fields}
        filters={compare}
        openedFirst={opensSecond}
        onChange={onChange}
        onEnd={() => onChange(undefined)}
      />
    )
  return (
    <ul className={`screen-only ${styles.side} ${styles.tags}`}>
      <li>
        <TagAct onClick={() => begin(filters, true)}>
          <Icon name="plus" size={14} />
          Сравнить с другими фильтрами
        </TagAct>
      </li>
      {Object.keys(filters).length > 0 && (
        <li>
          <TagAct onClick={() => begin({}, false)}>Сравнить со всеми делами</TagAct>
        </li>
      )}
    </ul>
  )
}

type SideProps = Omit<Props, 'asked'> & { filters: WireRecord; openedFirst: boolean; onEnd: () => void }
const OtherSide = ({ user, fields, filters, openedFirst, onChange, onEnd }: SideProps) => {
  const [panel, setPanel] = useState<{ openAt?: string } | undefined>(openedFirst ? {} : undefined)
  const values = useMemo(() => readCaseSearch(filters).values, [filters])
  const chips = useChips(fields, values)
  const set = (next: CaseValues) => onChange(writeValues(fields, next))
  return (
    <div className={styles.side}>
      <p>
        <b>А</b> — фильтры над таблицей, <b>Б</b>:
      </p>
      <ul className={styles.tags} aria-label="Фильтры Б">
        {chips.length === 0 && <li className="quiet">Все дела</li>}
        <FilterTags
          chips={chips}
          onEdit={openAt => setPanel({ openAt })}
          onRemove={filter => set(withoutFilter(values, filter))}
        />
        <li>
          <TagAct onClick={() => setPanel({})}>
            <Icon name="filter" size={14} />
            Фильтры Б
          </TagAct>
        </li>
        <li>
          <TagAct onClick={onEnd}>
            <Icon name="x" size={14} />
            Не сравнивать
          </TagAct>
        </li>
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
