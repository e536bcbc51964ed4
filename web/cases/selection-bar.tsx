import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { caseForms, counted } from '#shared/domain/wording.ts'
import { type FavouritePlace, favouritePlace } from '../api/favourites.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import { FolderPicker } from './folder-picker.tsx'
import { casesByIds, useMoveCases } from './move-cases.ts'
import type { Selection } from './selection.ts'
import styles from './selection-bar.module.css'

export const SelectionBar = ({ selection }: { selection: Selection }) => {
  const client = useQueryClient()
  const move = useMoveCases()
  const [busy, setBusy] = useState(false)
  const cases = casesByIds(client, selection.ids)
  const kept = cases.filter(one => one.in_favorites)
  const places = new Set(cases.map(one => folderKey(favouritePlace(one))))
  const current = places.size === 1 && cases[0] ? favouritePlace(cases[0]) : 'gone'
  const act = async (moved: typeof cases, place: FavouritePlace) => {
    if (busy) return
    setBusy(true)
    const done = await move(moved, place)
    setBusy(false)
    if (done) leave()
  }
  // The bar takes the focus with it.
  const leave = () => {
    const [first] = selection.ids
    const row = document.querySelector<HTMLElement>(`[data-case="${first}"] [data-case-link]`)
    selection.clear()
    ;(row ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className={styles.room} />
      <section className={styles.bar} aria-label="Выбранные дела" data-lower-bar>
        <div className={`wrap ${styles.inner}`}>
          <p className={styles.count}>Выбрано {counted(cases.length, caseForms)}</p>
          <div className={`acts ${styles.acts}`} aria-busy={busy || undefined}>
            {kept.length < cases.length && (
              <Button
                look="main"
                onClick={() =>
                  void act(
                    cases.filter(one => !one.in_favorites),
                    null,
                  )
                }
              >
                <Icon name="star" />В избранное
              </Button>
            )}
            <Popover
              label="Переложить в папку"
              side="up"
              align="start"
              target={button => (
                <Button {...button}>
                  В папку
                  <Icon name="down" />
                </Button>
              )}
            >
              {close => (
                <FolderPicker
                  current={current === 'gone' ? undefined : current}
                  onPick={folder => {
                    close()
                    void act(cases, folder)
                  }}
                />
              )}
            </Popover>
            {kept.length > 0 && <Button onClick={() => void act(kept, 'gone')}>Убрать из избранного</Button>}
          </div>
          <IconButton aria-label="Снять выбор" title="Снять выбор" onClick={leave}>
            <Icon name="x" />
          </IconButton>
        </div>
      </section>
    </>
  )
}
const folderKey = (place: FavouritePlace): string => (place === 'gone' ? 'gone' : String(place?.id ?? 'none'))
