import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { maxColumnTitle, maxSetColumns } from '#shared/domain/sets.ts'
import { changeColumns, refreshSets } from '../api/sets.ts'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './columns-dialog.module.css'

type Draft = { id: number; key?: string; title: string }

/** The set's own columns: create, rename, reorder, remove. Changes are saved at once and can be undone. */
export const ColumnsDialog = ({ set, onClose }: { set: FullSet; onClose: () => void }) => {
  const client = useQueryClient()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => [
    ...set.columns.map((column, id) => ({ id, ...column })),
    ...(set.columns.length === 0 ? [{ id: 0, title: '' }] : []),
  ])
  const kept = drafts.filter(({ key, title }) => key !== undefined || title.trim() !== '')
  const gone = set.columns.flatMap(({ key }) => (drafts.some(draft => draft.key === key) ? [] : [key]))
  const saving = useAct(
    () =>
      changeColumns(set.id, {
        columns: kept.map(({ key, title }) => ({ ...(key !== undefined && { key }), title })),
        dropped_columns: gone,
      }),
    {
      onDone: async after => {
        const made = after.columns.flatMap(({ key }) => (set.columns.some(one => one.key === key) ? [] : [key]))
        onClose()
        await refreshSets(client)
        const takeBack = async () => {
          const before = { columns: set.columns, dropped_columns: made, restored_columns: gone }
          await changeColumns(set.id, before).catch(showFailure)
          await refreshSets(client)
        }
        showToast('Столбцы сохранены.', { act: { label: 'Отменить', run: () => void takeBack() } })
      },
    },
  )
  const move = (at: number, by: 1 | -1) =>
    setDrafts(before => {
      const [one] = before.slice(at, at + 1)
      return one && before[at + by] ? before.toSpliced(at, 1).toSpliced(at + by, 0, one) : before
    })
  const body = useRef<HTMLDivElement>(null)
  /** The focus was in a removed row: the next one gets it, else the one before, else the button below. */
  const drop = (at: number) => {
    setDrafts(before => before.toSpliced(at, 1))
    requestAnimationFrame(() => {
      const titles = body.current?.querySelectorAll('input') ?? []
      const next = titles[Math.min(at, titles.length - 1)] ?? body.current?.querySelector('button')
      next?.focus()
    })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Свои столбцы"
      size={560}
      footer={
        <>
          <Button look="main" busy={saving.isPending} onClick={() => saving.mutate()}>
            Сохранить
          </Button>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <div className="stack" ref={body}>
        <p className="quiet small">Их видят все участники; они попадают в файл Excel и в запись о деле при чтении.</p>
        <ol className={styles.columns} aria-label="Столбцы">
          {drafts.map(({ id, key, title }, at) => (
            <li key={id} className={styles.column}>
              <TextInput
                className={styles.title}
                aria-label={`Столбец ${at + 1}`}
                placeholder="Название"
                autoFocus={key === undefined}
                data-autofocus={at === 0 || undefined}
                maxLength={maxColumnTitle}
                value={title}
                onChange={text =>
                  setDrafts(before => before.map(one => (one.id === id ? { ...one, title: text } : one)))
                }
              />
              <IconButton
                aria-label={`Выше: ${title}`}
                title="Выше"
                aria-disabled={at === 0 || undefined}
                onClick={() => move(at, -1)}
              >
                <Icon name="up" />
              </IconButton>
              <IconButton
                aria-label={`Ниже: ${title}`}
                title="Ниже"
                aria-disabled={at === drafts.length - 1 || undefined}
                onClick={() => move(at, 1)}
              >
                <Icon name="down" />
              </IconButton>
              <IconButton aria-label={`Удалить: ${title}`} title="Удалить" onClick={() => drop(at)}>
                <Icon name="x" />
              </IconButton>
            </li>
          ))}
        </ol>
        <p>
          {drafts.length < maxSetColumns ? (
            <Button
              onClick={() =>
                setDrafts(before => [...before, { id: Math.max(-1, ...before.map(({ id }) => id)) + 1, title: '' }])
              }
            >
              <Icon name="plus" />
              Добавить столбец
            </Button>
          ) : (
            <span className="quiet small">Своих столбцов не больше {maxSetColumns}.</span>
          )}
        </p>
        {gone.length > 0 && (
          <p className="quiet small">Удалённый столбец уйдёт со всем, что в нём записано. Это можно сразу отменить.</p>
        )}
      </div>
    </Dialog>
  )
}
