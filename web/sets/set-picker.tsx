import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseRow } from '#shared/api/cases.ts'
import type { WorkingSet } from '#shared/api/sets.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxSetTitle } from '#shared/domain/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import {
  addToSet,
  createSet,
  deleteSet,
  refreshSetLists,
  removeItems,
  restoreItems,
  setsQueryOptions,
} from '../api/sets.ts'
import { focusField } from '../filters/form.tsx'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './set-picker.module.css'

type Props = {
  cases: readonly (Pick<CaseRow, 'id'> & Partial<Pick<CaseRow, 'sets'>>)[]
  onDone: () => void
  /** Called with the chosen set; then nothing is removed from any set. */
  onPut?: (set: WorkingSet) => void
}
/** Adds cases to an editable set or a new one; removes them from a set that has them all. */
export const SetPicker = ({ cases, onDone, onPut }: Props) => {
  const client = useQueryClient()
  const list = useQuery(setsQueryOptions)
  const [title, setTitle] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ids = cases.map(({ id }) => id)
  const isIn = (set: WorkingSet): boolean => cases.every(one => one.sets?.some(({ id }) => id === set.id))
  const told = async (sentence: string, undo?: () => Promise<unknown>): Promise<void> => {
    onDone()
    await refreshSetLists(client)
    const takeBack = async () => {
      await undo?.().catch(showFailure)
      await refreshSetLists(client)
    }
    showToast(sentence, undo && { act: { label: 'Отменить', run: () => void takeBack() } })
  }
  const addedTo = (set: WorkingSet, count: number) =>
    `В подборку «${set.title}» добавлено: ${counted(count, caseForms)}.`
  const adding = useAct((id: number) => addToSet(id, { cases: ids }), {
    onDone: ({ set, added, version }) => {
      onPut?.(set)
      if (added.length === 0 && onPut) return onDone()
      return added.length === 0
        ? told(`${cases.length === 1 ? 'Дело' : 'Дела'} уже в подборке «${set.title}».`)
        : told(addedTo(set, added.length), async () => {
            const { removed } = await removeItems(set.id, added, version)
            const left = added.length - removed.length
            if (left > 0) showToast(`В подборке осталось ${counted(left, caseForms)}: о них уже что-то записали.`)
          })
    },
  })
  const removing = useAct((id: number) => removeItems(id, ids), {
    onDone: ({ set, removed }) =>
      told(`Из подборки «${set.title}» убрано: ${counted(removed.length, caseForms)}.`, () =>
        restoreItems(set.id, removed),
      ),
  })
  const making = useAct(() => createSet(title, { cases: ids }), {
    onDone: set => {
      onPut?.(set)
      return told(addedTo(set, ids.length), () => deleteSet(set.id))
    },
  })
  const busy = adding.isPending || removing.isPending || making.isPending
  const open = list.data?.results.filter(({ role }) => role !== 'reader') ?? []
  return (
    <div className={styles.picker} aria-busy={busy || undefined}>
      <RetryAlert of={list} />
      {list.isPending && <p className={`quiet ${styles.note}`}>Загружаются подборки…</p>}
      <ul className={styles.list}>
        {open.map(set => (
          <li key={set.id}>
            <button
              type="button"
              className={menuItemClass}
              aria-pressed={isIn(set)}
              title={isIn(set) && !onPut ? 'Убрать из подборки' : undefined}
              onClick={() => busy || (isIn(set) && !onPut ? removing : adding).mutate(set.id)}
            >
              <span className="grow">{set.title}</span>
              {isIn(set) ? <Icon name="check" /> : <span className="faint">{showNumber(set.count)}</span>}
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          setMissing(isBlank(title))
          if (isBlank(title)) focusField(event.currentTarget)
          else if (!busy) making.mutate()
        }}
      >
        <Labelled label="Новая подборка" error={isMissing && isBlank(title) && 'Заполните это поле.'}>
          {(id, described) => (
            <div className="row">
              <TextInput
                {...described}
                id={id}
                className="grow"
                value={title}
                maxLength={maxSetTitle}
                autoComplete="off"
                onChange={setTitle}
              />
              <Button type="submit" busy={busy}>
                Создать
              </Button>
            </div>
          )}
        </Labelled>
      </form>
    </div>
  )
}
