import { useState } from 'react'
import { regionDistrict } from '#shared/domain/region-places.ts'
import { type Region, regions } from '#shared/domain/regions.ts'
import { type ControlProps, undefinedIfEmpty, without } from '../control.ts'
import type { OptionCounts } from '../counts.ts'
import { holds } from '../suggestions.ts'
import styles from './controls.module.css'
import { OptionGroup } from './option-row.tsx'
import { OptionTree, type TreeGroup, type TreeLeaf } from './option-tree.tsx'
import { RegionMap } from './region-map.tsx'

/** Regions on a tile map and by federal district. Accounts limited to regions see only those (§5). */
export const RegionControl = ({
  field,
  value = [],
  excluded = [],
  set,
  allowedRegions,
  counts,
}: ControlProps<'reference'>) => {
  const [typed, setTyped] = useState('')
  const allowed = regions.filter(({ number }) => allowedRegions === null || allowedRegions.includes(number))
  const isFound = found(typed)
  const groups = groupsOf(allowed, isFound, counts)
  const marked = typed.trim() === '' ? undefined : isFound
  const put = (chosen: readonly number[], turned: readonly number[]) =>
    set(undefinedIfEmpty(chosen), undefinedIfEmpty(turned))
  const toggle = (number: number) =>
    put(value.includes(number) ? without(value, number) : [...value, number], without(excluded, number))
  return (
    <OptionGroup
      label={field.label}
      isSet={value.length + excluded.length > 0}
      onClear={() => set(undefined, undefined)}
      search={{ label: 'Найти регион', placeholder: 'Регион или округ: название, номер', typed, onTyped: setTyped }}
    >
      <RegionMap
        allowed={allowed}
        chosen={value}
        excluded={excluded}
        counts={counts}
        isFound={marked}
        onToggle={toggle}
      />
      <OptionTree groups={groups} value={value} excluded={excluded} set={put} counts={counts} unfolded={typed !== ''} />
      {groups.length === 0 && <p className={`quiet small ${styles.note}`}>Такого региона нет</p>}
    </OptionGroup>
  )
}

const districtsInOrder = [
  'Центральный',
  'Северо-Западный',
  'Южный',
  'Северо-Кавказский',
  'Приволжский',
  'Уральский',
  'Сибирский',
  'Дальневосточный',
]
const fewRegions = 10

const leafOf = ({ number, title }: Region, counts: OptionCounts | undefined): TreeLeaf => ({
  id: number,
  name: title,
  label: (
    <>
      <span className={styles.code}>{String(number).padStart(2, '0')}</span> {title}
    </>
  ),
  count: counts?.of(number),
})

/** Whether the typed text means a region: its number, or a part of its or its district's name. */
const found =
  (typed: string) =>
  ({ number, title }: Region): boolean =>
    /^\d+$/.test(typed.trim())
      ? Number(typed) === number
      : holds(title, typed) || holds(`${regionDistrict(number)} округ`, typed)

const groupsOf = (
  allowed: readonly Region[],
  isFound: (region: Region) => boolean,
  counts: OptionCounts | undefined,
): TreeGroup[] => {
  const alone = (region: Region): TreeGroup => {
    const leaf = leafOf(region, counts)
    return { ...leaf, id: String(region.number), partsLabel: '', members: [leaf] }
  }
  const sought = allowed.filter(isFound)
  if (allowed.length <= fewRegions) return sought.map(alone)
  const districts = [...new Set([...districtsInOrder, ...allowed.map(({ number }) => regionDistrict(number))])]
  return districts.flatMap(district => {
    const [members, shown] = [allowed, sought].map(list =>
      list.filter(({ number }) => regionDistrict(number) === district),
    )
    if (!members || !shown || shown.length === 0) return []
    const [only] = members
    if (only && members.length === 1) return [alone(only)]
    const leaves = members.map(region => leafOf(region, counts))
    const name = `${district} округ`
    return [
      {
        id: district,
        name,
        label: <b className="strong">{name}</b>,
        partsLabel: `Регионы: ${name}`,
        // A case has one region, so the sum is exact.
        count: leaves.reduce<number | null | undefined>(
          (sum, { count }) => (typeof sum === 'number' && typeof count === 'number' ? sum + count : count),
          0,
        ),
        members: leaves,
        shown: shown.map(region => leafOf(region, counts)),
      },
    ]
  })
}
