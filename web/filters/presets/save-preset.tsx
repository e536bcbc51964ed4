import { useState } from 'react'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Popover } from '../../ui/popover.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BarAct } from '../bar-act.tsx'
import { type ActivePreset, usePresetOf } from './active-preset.ts'
import type { PresetWords } from './save-form.tsx'
import styles from './save-preset.module.css'

const SaveForm = lazyPart(() => import('./save-form.tsx'), 'SaveForm')

/** Saves filters as a preset (§2, §5); filters that already are a preset cannot be saved again (§4). */
const noWords: PresetWords = { description: '', category: '' }

type Props = {
  fields: Fields
  values: AnyValues
  place: 'bar' | 'panel'
  openedFirst?: boolean
  mayOpen?: () => boolean
  onSaved: (preset: ActivePreset) => void
}
export const SavePreset = ({ fields, values, place, openedFirst = false, mayOpen, onSaved }: Props) => {
  const saved = usePresetOf(fields, values)
  const [words, setWords] = useState(noWords)
  const reason = saved && `Эти фильтры уже сохранены: набор «${saved.title}»`
  return (
    <Popover
      label="Сохранить набор фильтров"
      openedFirst={openedFirst}
      side={place === 'panel' ? 'up' : 'down'}
      mayOpen={() => {
        if (reason) showToast(reason, { bad: true })
        return !reason && (mayOpen?.() ?? true)
      }}
      target={button => {
        const common = {
          ...button,
          title: reason ?? (place === 'bar' ? 'Сохранить набор' : undefined),
          'aria-disabled': reason !== undefined || undefined,
        }
        return place === 'panel' ? (
          <Button {...common}>
            <Icon name="save" />
            Сохранить
          </Button>
        ) : (
          <BarAct icon="save" {...common}>
            Сохранить набор
          </BarAct>
        )
      }}
    >
      {close => (
        <SaveForm
          fallback={<div className={styles.room} aria-busy="true" />}
          fields={fields}
          values={values}
          words={words}
          onWords={setWords}
          onCancel={close}
          onSaved={preset => {
            setWords(noWords)
            close()
            onSaved(preset)
          }}
        />
      )}
    </Popover>
  )
}
