import { useState } from 'react'
import type { Preset } from '#shared/api/saved.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { RetryAlert } from '../load-failed.tsx'
import { PresetCard, presetGridClass } from './preset-card.tsx'
import styles from './saved-presets.module.css'
import { answersTyped, groupPresets, usePresets } from './use-presets.ts'

type Props = {
  activeId: number | undefined
  onlyFavourites: boolean
  onApply: (preset: Preset) => void
  onCompose: () => void
}
/** «Сохраненные фильтры» (§2): presets as cards by category; a click applies one. Loaded on opening. */
export const SavedPresets = ({ activeId, onlyFavourites, onApply, onCompose }: Props) => {
  const [looking, setLooking] = useState('')
  const list = usePresets()
  const { data } = list
  if (list.isError && !data)
    return (
      <div className={styles.place}>
        <RetryAlert of={list} />
      </div>
    )
  if (!data) return <div className={styles.place} aria-busy="true" />
  if (data.results.length === 0)
    return (
      <div className={styles.place}>
        <h3>Наборов фильтров пока нет</h3>
        <p className={`quiet ${styles.hint}`}>
          Соберите фильтры, нажмите «Сохранить» внизу окна и дайте набору название: потом он применится одним нажатием.
        </p>
        <Button onClick={onCompose}>Собрать фильтры</Button>
      </div>
    )
  const found = data.results.filter(preset => answersTyped(preset, looking))
  return (
    <div className={styles.place}>
      <TextInput
        className={styles.find}
        icon="search"
        aria-label="Найти набор"
        placeholder="Найти набор"
        value={looking}
        onChange={setLooking}
      />
      {groupPresets(found).map(({ title, presets }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3>{title}</h3>
          <ul className={presetGridClass}>
            {presets.map(preset => (
              <li key={preset.id}>
                <PresetCard
                  preset={preset}
                  active={preset.id === activeId}
                  onlyFavourites={onlyFavourites}
                  onApply={() => onApply(preset)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={`quiet ${styles.hint}`} role="status">
        {found.length === 0 && 'Такого набора нет'}
      </p>
    </div>
  )
}
