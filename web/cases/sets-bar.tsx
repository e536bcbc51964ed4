import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { byTitle, showNumber } from '#shared/domain/wording.ts'
import { sentenceOf } from '../api/api-error.ts'
import { favouritesBySetQueryOptions } from '../api/favourites.ts'
import { setsQueryOptions } from '../api/sets.ts'
import type { CaseValues } from '../filters/case-search.ts'
import { CalendarButton } from '../filters/subscribing/calendar-button.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './sets-bar.module.css'

type Props = { values: CaseValues; onChange: (values: CaseValues) => void }

/** Favourites by working sets, own and shared: those with favourites, and the open one. */
export const SetsBar = ({ values, onChange }: Props) => {
  const sets = useQuery(setsQueryOptions)
  const counts = useQuery(favouritesBySetQueryOptions)
  const error = sets.error ?? counts.error
  if (error) return <p className={`error ${styles.note}`}>{sentenceOf(error)}</p>
  if (!sets.data || !counts.data) return null
  const { set, set_not, set_status, set_status_not, set_mine, in_set, ...others } = values
  // The list then matches no tab, and the count of a tab would differ.
  const isNarrower = [set_not, set_status, set_status_not, set_mine].some(value => value !== undefined)
  const { all, outside, bySet } = counts.data
  const opened = set?.length === 1 ? set[0] : undefined
  const active = sets.data.results.find(({ id }) => id === opened)
  const shown = sets.data.results.filter(one => one === active || bySet.has(one.id)).toSorted(byTitle)
  const show = (chosen: Pick<CaseValues, 'set' | 'in_set'>) => onChange({ ...others, ...chosen })
  return (
    <nav className={styles.bar} aria-label="Избранное по подборкам">
      <ul className={styles.sets}>
        <Tab
          title="Все"
          count={all}
          current={!isNarrower && set === undefined && in_set === undefined}
          onClick={() => show({})}
        />
        {shown.length > 0 && (
          <Tab
            title="Вне подборок"
            count={outside}
            current={!isNarrower && set === undefined && in_set === false}
            onClick={() => show({ in_set: false })}
          />
        )}
        {shown.map(one => (
          <Tab
            key={one.id}
            title={one.title}
            count={bySet.get(one.id) ?? 0}
            current={!isNarrower && one === active}
            onClick={() => show({ set: [one.id] })}
          />
        ))}
      </ul>
      <div className={styles.acts}>
        {all > 0 && (
          <CalendarButton
            watched={{ get_params: { in_favorites: 'true', ...(active && { set: String(active.id) }) } }}
          />
        )}
        {active ? (
          <Link to="/sets/$id" params={{ id: String(active.id) }} className={buttonClass('bare')}>
            <Icon name="sets" />
            Открыть подборку
          </Link>
        ) : (
          <Link to="/sets" className={buttonClass('bare')}>
            <Icon name="sets" />
            Все подборки
          </Link>
        )}
      </div>
    </nav>
  )
}

type TabProps = { title: string; count: number; current: boolean; onClick: () => void }
const Tab = ({ title, count, current, onClick }: TabProps) => (
  <li>
    <button type="button" className={styles.tab} aria-current={current || undefined} onClick={onClick}>
      {title}
      <span className={styles.count}>{showNumber(count)}</span>
    </button>
  </li>
)
