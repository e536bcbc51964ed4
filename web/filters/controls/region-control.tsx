import { useState } from 'react'
import { type Region, regions } from '#shared/domain/regions.ts'
import { plural } from '#shared/domain/wording.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { LabelledGroup, TextInput } from '../../ui/field.tsx'
import { type ControlProps, orNothing } from '../control.ts'
import { holds } from '../suggestions.ts'
import styles from './controls.module.css'
import { Exclude } from './exclude.tsx'
import { gridSize, tiles } from './region-grid.ts'

/** Regions on a map of tiles and in a list. Who is limited to some regions sees only those (§5). */
const shownAtOnce = 6

const isFound = (region: Region, typed: string): boolean =>
  /^\d+$/.test(typed.trim()) ? Number(typed) === region.number : holds(region.title, typed)

export const RegionControl = ({ field, value = [], excluded = [], set, allowedRegions }: ControlProps<'reference'>) => {
  const [typed, setTyped] = useState('')
  const [whole, setWhole] = useState(false)
  const allowed = regions.filter(({ number }) => allowedRegions === null || allowedRegions.includes(number))
  const found = allowed.filter(region => isFound(region, typed))
  const isTouched = ({ number }: Region) => value.includes(number) || excluded.includes(number)
  const shown =
    whole || typed !== ''
      ? found
      : [...found.filter(isTouched), ...found.filter(region => !isTouched(region))].slice(
          0,
          Math.max(shownAtOnce, found.filter(isTouched).length),
        )
  const hidden = found.length - shown.length

  const without = (list: readonly number[], number: number) => list.filter(one => one !== number)
  const put = (chosen: readonly number[], turned: readonly number[]) => set(orNothing(chosen), orNothing(turned))
  const include = (number: number, on: boolean) =>
    put(on ? [...without(value, number), number] : without(value, number), without(excluded, number))
  const exclude = (number: number, on: boolean) =>
    put(without(value, number), on ? [...without(excluded, number), number] : without(excluded, number))
  return (
    <LabelledGroup label={field.label}>
      {labelId => (
        <fieldset aria-labelledby={labelId}>
          <TextInput
            icon="search"
            aria-label="Найти регион"
            placeholder="Название или номер"
            value={typed}
            onChange={setTyped}
          />
          <TileMap
            allowed={allowed}
            chosen={value}
            excluded={excluded}
            onToggle={number => include(number, !value.includes(number))}
          />
          <ul className={styles.options}>
            {shown.map(({ number, title }) => (
              <li key={number} className={styles.option} data-not={excluded.includes(number) || undefined}>
                <Checkbox checked={value.includes(number)} onChange={on => include(number, on)}>
                  <span className={styles.code}>{String(number).padStart(2, '0')}</span>{' '}
                  <span className={styles.optionText}>{title}</span>
                </Checkbox>
                <Exclude what={title} on={excluded.includes(number)} onChange={on => exclude(number, on)} />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className={styles.note}>Такого региона нет</p>}
          {hidden > 0 && (
            <button type="button" className={`${buttonClass('link')} small`} onClick={() => setWhole(true)}>
              Ещё {hidden} {plural(hidden, ['регион', 'региона', 'регионов'])}
            </button>
          )}
        </fieldset>
      )}
    </LabelledGroup>
  )
}

const step = 25
const side = 23

/** For the pointer only: the list says the same to the keyboard and to a screen reader. */
const TileMap = ({
  allowed,
  chosen,
  excluded,
  onToggle,
}: {
  allowed: readonly Region[]
  chosen: readonly number[]
  excluded: readonly number[]
  onToggle: (number: number) => void
}) => (
  <svg
    className={styles.tiles}
    viewBox={`-2 -2 ${gridSize.columns * step + 2} ${gridSize.rows * step + 2}`}
    aria-hidden="true"
  >
    {tiles.map(({ region, column, row }) => {
      const known = allowed.find(({ number }) => number === region)
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list below is the same control for the keyboard
        <g
          key={region}
          transform={`translate(${column * step} ${row * step})`}
          data-on={chosen.includes(region) || undefined}
          data-not={excluded.includes(region) || undefined}
          data-off={known ? undefined : true}
          onClick={known && (() => onToggle(region))}
        >
          <title>{known?.title ?? 'Регион вам не открыт'}</title>
          <rect width={side} height={side} rx={2} />
          <text x={side / 2} y={15}>
            {String(region).padStart(2, '0')}
          </text>
        </g>
      )
    })}
  </svg>
)
