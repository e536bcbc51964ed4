import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { isPartly, isWhole, withMembers } from '../articles.ts'
import type { OptionCounts } from '../counts.ts'
import styles from './controls.module.css'
import { OptionRow } from './option-row.tsx'

/** A group chooses or excludes all its members, and shows a mixed state (§4). */
export type TreeLeaf = { id: number; name: string; label: ReactNode; count: number | null | undefined }
export type TreeGroup = {
  id: string
  name: string
  label: ReactNode
  partsLabel: string
  count: number | null | undefined
  members: readonly TreeLeaf[]
  shown?: readonly TreeLeaf[]
}

type Props = {
  groups: readonly TreeGroup[]
  value: readonly number[]
  excluded: readonly number[]
  set: (value: readonly number[], excluded: readonly number[]) => void
  counts: OptionCounts | undefined
  columns?: 1 | 2
  unfolded?: boolean
}

export const OptionTree = ({ groups, ...tree }: Props) => (
  <ul className={styles.tree}>
    {groups.map(group => (
      <Branch key={`${group.id} ${tree.unfolded}`} group={group} {...tree} />
    ))}
  </ul>
)

type BranchProps = Omit<Props, 'groups'> & { group: TreeGroup }
const Branch = ({ group, value, excluded, set, counts, columns = 1, unfolded = false }: BranchProps) => {
  const [chosen, turned] = [new Set(value), new Set(excluded)]
  const include = (members: readonly TreeLeaf[], on: boolean) =>
    set(withMembers(value, members, on), withMembers(excluded, members, false))
  const exclude = (members: readonly TreeLeaf[], on: boolean) =>
    set(withMembers(value, members, false), withMembers(excluded, members, on))
  const parts = useId()
  const { members } = group
  const hasParts = members.length > 1
  const [opened, setOpened] = useState(unfolded || isPartly(group, chosen) || isPartly(group, turned))
  return (
    <li>
      <div className={styles.node}>
        {hasParts ? (
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={opened}
            aria-controls={parts}
            aria-label={group.partsLabel}
            onClick={() => setOpened(!opened)}
          >
            <Icon name={opened ? 'down' : 'right'} />
          </button>
        ) : (
          <span className={styles.unfold} />
        )}
        <OptionRow
          what={group.name}
          checked={isWhole(group, chosen)}
          partly={isPartly(group, chosen)}
          excluded={isWhole(group, turned)}
          onInclude={on => include(members, on)}
          onExclude={on => exclude(members, on)}
          counts={counts}
          count={group.count}
        >
          <span className={`clamp ${styles.optionText}`}>{group.label}</span>
        </OptionRow>
      </div>
      {hasParts && opened && (
        <ul className={styles.parts} id={parts} data-columns={columns}>
          {(group.shown ?? members).map(member => (
            <li key={member.id}>
              <OptionRow
                what={member.name}
                checked={chosen.has(member.id)}
                excluded={turned.has(member.id)}
                onInclude={on => include([member], on)}
                onExclude={on => exclude([member], on)}
                counts={counts}
                count={member.count}
              >
                <span className={`clamp ${styles.optionText}`}>{member.label}</span>
              </OptionRow>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
