import type { ReactElement } from 'react'
import type { FullSet, SetItem } from '#shared/api/sets.ts'
import { type ItemStatus, itemStatuses } from '#shared/domain/sets.ts'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { statusLabel } from './item-changes.ts'
import styles from './item-status.module.css'

/** A distinct shape, then words. */
export const StatusMark = ({ status, children }: { status: ItemStatus; children?: string }) => (
  <span className={styles.mark} data-status={status}>
    {children ?? statusLabel(status)}
  </span>
)

type Target = Parameters<typeof Popover>[0]['target']
type Place = { side?: 'up' | 'down'; align?: 'start' | 'end'; target: (button: Parameters<Target>[0]) => ReactElement }

export const StatusMenu = ({
  now,
  onPick,
  ...place
}: Place & { now?: ItemStatus; onPick: (status: ItemStatus) => void }) => (
  <Popover label="Состояние" slim {...place}>
    {close => (
      <ul className={styles.list}>
        {itemStatuses.map(({ value }, at) => (
          <li key={value}>
            <button
              type="button"
              className={menuItemClass}
              aria-current={value === now || undefined}
              onClick={() => {
                close()
                if (value !== now) onPick(value)
              }}
            >
              <span className="grow">
                <StatusMark status={value} />
              </span>
              <kbd>{at + 1}</kbd>
            </button>
          </li>
        ))}
      </ul>
    )}
  </Popover>
)

type Assigning = Place & { team: FullSet['team']; now?: SetItem['assignee']; onPick: (account: number | null) => void }
export const AssigneeMenu = ({ team, now, onPick, ...place }: Assigning) => (
  <Popover label="Кому назначить" slim {...place}>
    {close => {
      const pick = (account: number | null) => {
        close()
        if (account !== (now?.id ?? null) || now === undefined) onPick(account)
      }
      return (
        <ul className={styles.list}>
          {team.map(({ id, username }) => (
            <li key={id}>
              <button
                type="button"
                className={menuItemClass}
                aria-current={id === now?.id || undefined}
                onClick={() => pick(id)}
              >
                <span className="grow">{username}</span>
                {id === now?.id && <Icon name="check" />}
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={menuItemClass} onClick={() => pick(null)}>
              Никому
            </button>
          </li>
        </ul>
      )
    }}
  </Popover>
)

/** Progress of a set: a bar and numbers, readable without colour. */
export const SetProgress = ({ progress, slim = false }: { progress: FullSet['progress']; slim?: boolean }) => {
  const all = Object.values(progress).reduce((sum, one) => sum + one, 0)
  const parts = (['checked', 'disputed', 'working', 'unseen'] as const).filter(status => progress[status] > 0)
  return (
    <div className={styles.progress}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(status => (
          <i key={status} data-status={status} style={{ flexGrow: progress[status] / all }} />
        ))}
      </div>
      <p className={`small ${styles.legend}`}>
        {slim && all > 0 && (
          <span className="quiet">
            Проверено {progress.checked} из {all}
          </span>
        )}
        {!slim &&
          parts.map(status => (
            <StatusMark key={status} status={status}>{`${statusLabel(status)} ${progress[status]}`}</StatusMark>
          ))}
      </p>
    </div>
  )
}
