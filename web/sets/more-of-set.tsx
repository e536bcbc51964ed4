import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FullSet } from '#shared/api/sets.ts'
import { deleteSet, refreshSets, removeMember, renameSet, restoreSet } from '../api/sets.ts'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { menuItemClass } from '../ui/menu.tsx'
import { Popover } from '../ui/popover.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './set-page.module.css'

const ColumnsDialog = lazyPart(() => import('./columns-dialog.tsx'), 'ColumnsDialog')
const SetTitleForm = lazyPart(() => import('./set-title-form.tsx'), 'SetTitleForm')

/** Actions on the whole set. */
export const MoreOfSet = ({ set, username }: { set: FullSet; username: string }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'title' | 'columns' | 'leaving'>()
  const gone = async (sentence: string, takeBack?: () => Promise<unknown>) => {
    await navigate({ to: '/sets' })
    await refreshSets(client)
    const undo = () =>
      takeBack?.()
        .then(() => refreshSets(client))
        .then(() => navigate({ to: '/sets/$id', params: { id: String(set.id) } }))
        .catch(showFailure)
    showToast(sentence, { ...(takeBack && { act: { label: 'Отменить', run: () => void undo() } }) })
  }
  const dropping = useAct(() => deleteSet(set.id), {
    onDone: () => gone(`Подборка «${set.title}» удалена. Дела остались.`, () => restoreSet(set.id)),
  })
  const own = set.team.find(one => one.username === username)
  const leaving = useAct(() => removeMember(set.id, own?.id ?? 0), { onDone: sentence => gone(sentence) })
  return (
    <>
      <Popover
        label="Ещё о подборке"
        slim
        target={button => (
          <Button {...button} title="Переименовать, свои столбцы, удалить">
            <LateIcon name="more" />
            Ещё
          </Button>
        )}
      >
        {close => {
          const item = (label: string, run: () => void) => (
            <li>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  close()
                  run()
                }}
              >
                {label}
              </button>
            </li>
          )
          return (
            <ul className={styles.menu}>
              {set.role !== 'reader' && item('Переименовать', () => setAsked('title'))}
              {set.role !== 'reader' && item('Свои столбцы', () => setAsked('columns'))}
              {set.role === 'owner'
                ? item('Удалить подборку', () => dropping.mutate())
                : item('Выйти из подборки', () => setAsked('leaving'))}
            </ul>
          )
        }}
      </Popover>
      {asked === 'title' && (
        <SetTitleForm
          title="Переименовать подборку"
          act="Переименовать"
          initial={set.title}
          onSave={async title => {
            await renameSet(set.id, title)
            await refreshSets(client)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'columns' && <ColumnsDialog set={set} onClose={() => setAsked(undefined)} />}
      <Confirm
        opened={asked === 'leaving'}
        title="Выйти из подборки?"
        act="Выйти"
        busy={leaving.isPending}
        onAct={() => leaving.mutate()}
        onClose={() => setAsked(undefined)}
      >
        <p>Вернуться можно только по новой ссылке владельца. Записанное вами останется команде.</p>
      </Confirm>
    </>
  )
}
