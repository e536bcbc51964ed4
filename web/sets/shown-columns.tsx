import { useMemo, useState } from 'react'
import type { FullSet, SetColumn } from '#shared/api/sets.ts'
import { keep, recall, setColumnsKey, wireRecord } from '../filters/remembered.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { LabelledGroup } from '../ui/field.tsx'
import { useMedia, wide } from '../ui/media.ts'
import { Popover } from '../ui/popover.tsx'
import styles from './set-page.module.css'

/**
 * Which own columns of a set are columns of its table: the first ones by default; the browser remembers the choice per
 * set until sign-out.
 */
const usual = 2
const most = 4

type ShownColumns = {
  shown: readonly SetColumn[]
  chosen: ReadonlySet<string>
  choose: (key: string, isOn: boolean) => void
}
export const useShownColumns = ({ id, columns }: FullSet): ShownColumns => {
  const [all, setAll] = useState(() => recall(setColumnsKey, wireRecord) ?? {})
  // A narrow window shows them with the notes of the case.
  const isWide = useMedia(wide)
  const keys = all[id]
  return useMemo(() => {
    const there = columns
      .filter(({ key }, at) => (keys === undefined ? at < usual : [keys].flat().includes(key)))
      .slice(0, most)
    const chosen = new Set(there.map(({ key }) => key))
    return {
      shown: isWide ? there : [],
      chosen,
      choose: (key, isOn) => {
        const next = columns.flatMap(one => ((one.key === key ? isOn : chosen.has(one.key)) ? [one.key] : []))
        // Another tab may have changed another set.
        const now = { ...recall(setColumnsKey, wireRecord), [id]: next }
        keep(setColumnsKey, now)
        setAll(now)
      },
    }
  }, [id, columns, keys, isWide])
}

export const ColumnChooser = ({ set, columns: { chosen, choose } }: { set: FullSet; columns: ShownColumns }) => {
  const isWide = useMedia(wide)
  if (set.columns.length === 0 || !isWide) return null
  return (
    <Popover label="Столбцы таблицы" slim target={button => <Button {...button}>Столбцы</Button>}>
      {() => (
        <div className={styles.chooser}>
          <LabelledGroup
            label="Столбцы таблицы"
            hint={`До ${most} своих столбцов; остальные показаны рядом с записью.`}
          >
            {labelId => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset draws its legend into its border
              <div role="group" aria-labelledby={labelId}>
                {set.columns.map(({ key, title }) => (
                  <Checkbox
                    key={key}
                    checked={chosen.has(key)}
                    onChange={isOn => {
                      if (!isOn || chosen.size < most) choose(key, isOn)
                    }}
                  >
                    {title}
                  </Checkbox>
                ))}
              </div>
            )}
          </LabelledGroup>
        </div>
      )}
    </Popover>
  )
}
