import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnfoundWatch } from '#shared/api/set-watch.ts'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { refreshSetLists } from '../api/sets.ts'
import { unfoundWatchQueryOptions, unwatchUnfound, watchUnfound } from '../api/watching.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LabelledGroup } from '../ui/field.tsx'
import { narrow, useMedia } from '../ui/media.ts'
import { RefusableButton } from '../ui/refusable-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { showToast } from '../ui/toasts.tsx'
import styles from './import-page.module.css'
import { rowForms } from './table-import.ts'

const ways = [
  { value: 'number', label: 'УИД и номеру' },
  { value: 'name', label: 'имени' },
] as const
const mostShown = 50

type Props = { set: number; rows: readonly number[] | undefined; onDone: () => void; onClose: () => void }
/** A preview of what rows become in the watch list. `rows`: undefined for all waiting ones. */
export const WatchUnfoundDialog = ({ set, rows, onDone, onClose }: Props) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [by, setBy] = useState<'number' | 'name'>('number')
  const asked = { ...(rows && { rows: [...rows] }), by }
  const preview = useQuery({ ...unfoundWatchQueryOptions(set, asked), placeholderData: keepPreviousData })
  const told = preview.data?.rows ?? []
  const [can, cannot] = [told.filter(({ why }) => why === ''), told.filter(({ why }) => why !== '')]
  const acting = useAct(() => watchUnfound(set, { ...asked, rows: can.map(({ row }) => row) }), {
    onDone: async ({ rows: done, undo }) => {
      onClose()
      onDone()
      const takeBack = async () => {
        if (undo) await unwatchUnfound(set, undo).catch(showFailure)
        await refreshSetLists(client)
      }
      showToast(`Подборка следит: ${counted(done.filter(({ why }) => why === '').length, rowForms)}.`, {
        ...(undo && { act: { label: 'Отменить', run: () => void takeBack() } }),
      })
      await refreshSetLists(client)
      if (cannot.length === 0 && rows === undefined)
        await navigate({ to: '/sets/$id', params: { id: String(set) }, search: { tab: 'watched' }, resetScroll: false })
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={
        rows === undefined ? 'Следить за ненайденными' : `Следить за выбранными: ${counted(rows.length, rowForms)}`
      }
      size={720}
      fillsScreen={useMedia(narrow)}
      footer={
        <>
          <RefusableButton
            look="main"
            busy={acting.isPending || preview.isPlaceholderData}
            refusal={
              can.length === 0 &&
              (preview.data ? 'Ни по одной строке искать нельзя.' : 'Ещё не известно, за чем можно следить.')
            }
            onClick={() => acting.mutate()}
          >
            {can.length === 0 ? 'Следить' : `Следить: ${counted(can.length, rowForms)}`}
          </RefusableButton>
          <Button onClick={onClose}>Отмена</Button>
        </>
      }
    >
      <div className="stack" aria-busy={preview.isFetching || undefined}>
        <p>
          Строки перейдут во вкладку «Наблюдение»: подборка будет искать по ним дела, в том числе новые. Остальные
          ячейки строк останутся видны там&nbsp;же.
        </p>
        <LabelledGroup label="Сначала искать по">
          {labelId => <Segmented labelledBy={labelId} options={ways} value={by} onChange={setBy} />}
        </LabelledGroup>
        <RetryAlert of={preview} />
        {preview.isPending && <p className="quiet">Смотрим, за чем можно следить…</p>}
        <Part title={`Будем искать: ${showNumber(can.length)}`} rows={can} />
        <Part title={`Останутся в «Не найдено»: ${showNumber(cannot.length)}`} rows={cannot} />
      </div>
    </Dialog>
  )
}

const Part = ({ title, rows }: { title: string; rows: readonly UnfoundWatch[] }) =>
  rows.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className={styles.rows}>
        {rows.slice(0, mostShown).map(({ row, line, text, beside, left_out, why }) => (
          <li key={row}>
            <span className="faint">{line}</span>
            <div>
              <p className="strong">{text}</p>
              <p className="second">{beside.join(' · ')}</p>
              {left_out.length > 0 && (
                <p className={`small ${styles.why}`}>Не понятно и не учитывается: {left_out.join(', ')}</p>
              )}
              {why !== '' && <p className={`small ${styles.why}`}>{why}</p>}
            </div>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && <p className="quiet">И ещё {counted(rows.length - mostShown, rowForms)}.</p>}
    </section>
  )
