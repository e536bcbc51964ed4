import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkingSet } from '#shared/api/sets.ts'
import { isBlank } from '#shared/domain/blank-text.ts'
import { maxSetTitle } from '#shared/domain/sets.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { addToSet, createSet, deleteSet, refreshSetLists, removeItems, setsQueryOptions } from '../api/sets.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Labelled, TextInput } from '../ui/field.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './set-picker.module.css'

type Props = { cases: readonly number[]; onDone: () => void }
/** Puts cases into a set of those one may change, or into a new one. */
export const SetPicker = ({ cases, onDone }: Props) => {
  const client = useQueryClient()
  const list = useQuery(setsQueryOptions)
  const [title, setTitle] = useState('')
  const added = async (set: WorkingSet, numbers: readonly number[], undo: () => Promise<unknown>): Promise<void> => {
    onDone()
    await refreshSetLists(client)
    const takeBack = async () => {
      await undo().catch(showFailure)
      await refreshSetLists(client)
    }
    if (numbers.length === 0) showToast(`${cases.length === 1 ? 'Дело' : 'Дела'} уже в подборке «${set.title}».`)
    else
      showToast(`В подборку «${set.title}» добавлено: ${counted(numbers.length, caseForms)}.`, {
        act: { label: 'Отменить', run: () => void takeBack() },
      })
  }
  const adding = useAct((id: number) => addToSet(id, { cases: [...cases] }), {
    onDone: ({ set, added: numbers, version }) =>
      added(set, numbers, async () => {
        const { removed } = await removeItems(set.id, numbers, version)
        const left = numbers.length - removed.length
        if (left > 0) showToast(`В подборке осталось ${counted(left, caseForms)}: о них уже что-то записали.`)
      }),
  })
  const making = useAct(() => createSet(title, { cases: [...cases] }), {
    onDone: set => added(set, cases, () => deleteSet(set.id)),
  })
  const busy = adding.isPending || making.isPending
  const open = list.data?.results.filter(({ role }) => role !== 'reader') ?? []
  return (
    <div className={styles.picker} aria-busy={busy || undefined}>
      <RetryAlert of={list} />
      {list.isPending && <p className={`quiet ${styles.note}`}>Загружаются подборки…</p>}
      <ul className={styles.list}>
        {open.map(set => (
          <li key={set.id}>
            <button type="button" className={menuItemClass} onClick={() => busy || adding.mutate(set.id)}>
              <span className="grow">{set.title}</span>
              <span className="faint">{showNumber(set.count)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (!busy && !isBlank(title)) making.mutate()
        }}
      >
        <Labelled label="Новая подборка">
          {id => (
            <div className="row">
              <TextInput
                id={id}
                className="grow"
                value={title}
                maxLength={maxSetTitle}
                autoComplete="off"
                onChange={setTitle}
              />
              <Button type="submit" aria-disabled={busy || isBlank(title) || undefined}>
                Создать
              </Button>
            </div>
          )}
        </Labelled>
      </form>
    </div>
  )
}
