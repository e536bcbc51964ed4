import { Link } from '@tanstack/react-router'
import type { Preset } from '#shared/api/saved.ts'
import { MenuCaption, MenuRule, menuItemClass } from '../../ui/menu.tsx'
import { RetryAlert } from '../load-failed.tsx'
import { activatePreset } from './active-preset.ts'
import { PresetCount } from './preset-card.tsx'
import styles from './preset-menu.module.css'
import { groupPresets, usePresets } from './use-presets.ts'

type Props = {
  activeId: number | undefined
  onlyFavourites: boolean
  onApply: (preset: Preset) => void
  onLeave: () => void
}
export const PresetMenuList = ({ activeId, onlyFavourites, onApply, onLeave }: Props) => {
  const list = usePresets()
  const { data } = list
  if (list.isError && !data)
    return (
      <div className={`quiet small ${styles.message}`}>
        <RetryAlert of={list} />
      </div>
    )
  if (!data) return <p className={`quiet small ${styles.room} ${styles.message}`}>Загружаются наборы…</p>
  return (
    <div className={styles.list}>
      {data.results.length === 0 && (
        <p className={`quiet small ${styles.message}`}>
          Наборов фильтров пока нет. Выберите фильтры и нажмите «Сохранить набор»: он появится здесь.
        </p>
      )}
      {groupPresets(data.results).map(({ title, presets }) => (
        <section key={title} aria-label={title}>
          <MenuCaption>{title}</MenuCaption>
          <ul>
            {presets.map(preset => (
              <li key={preset.id}>
                <button
                  type="button"
                  className={menuItemClass}
                  aria-current={preset.id === activeId || undefined}
                  title={preset.description || undefined}
                  onClick={() => {
                    activatePreset(preset)
                    onApply(preset)
                  }}
                >
                  <span className={`grow ${styles.name}`}>{preset.title}</span>
                  {preset.id === activeId ? (
                    <span className={styles.now}>Активен сейчас</span>
                  ) : (
                    <span className="faint">
                      <PresetCount preset={preset} onlyFavourites={onlyFavourites} />
                    </span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <MenuRule />
      <Link to="/presets" className={menuItemClass} onClick={onLeave}>
        Все наборы фильтров
      </Link>
    </div>
  )
}
