import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { WatchCase, WatchRow, WatchSummary } from '#shared/api/set-watch.ts'
import type { WatchVerdict } from '#shared/domain/set-watch.ts'
import { caseForms, counted, showNumber } from '#shared/domain/wording.ts'
import { refreshSetLists } from '../api/sets.ts'
import { decideWatched, rewatchRows, unwatchRows, watchedOnPage, watchQueryOptions } from '../api/watching.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { showFailure, useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { showToast } from '../ui/toasts.tsx'
import rows from './import-page.module.css'
import { rowForms } from './table-import.ts'
import { WatchForm } from './watch-form.tsx'
import { type WatchActs, WatchedRowItem } from './watched-row-item.tsx'
import styles from './watched-rows.module.css'

type Shown = 'all' | WatchRow['state']
/** Names, numbers and УИДs that a set watches, and what was found for each (decision 0105). */
export const WatchedRows = ({ set, mayChange }: { set: number; mayChange: boolean }) => {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<Shown>('all')
  const list = useQuery({
    ...watchQueryOptions(set, page, shown === 'all' ? undefined : shown),
    placeholderData: keepPreviousData,
  })
  const acts = useWatchActs(set)
  useFoundCases(list.data?.summary.searching ?? 0)
  if (list.data === undefined) return <RetryAlert of={list} />
  const { count, results, summary } = list.data
  const last = Math.max(1, Math.ceil(count / watchedOnPage))
  // The last row of a page may be gone.
  if (page > last && !list.isPlaceholderData) setPage(last)
  const show = (next: Shown): void => {
    setShown(next)
    setPage(1)
  }
  // New rows come last.
  const showLast = (after: WatchSummary): void => {
    setShown('all')
    setPage(Math.max(1, Math.ceil(after.rows / watchedOnPage)))
  }
  return (
    <div className={styles.panel}>
      <RetryAlert of={list} />
      {mayChange && <WatchForm set={set} onAdded={showLast} />}
      {summary.rows === 0 ? (
        <p className="prose">
          Подборка ищет дела по именам, номерам и УИД, в том числе новые: «найдено»&nbsp;— только обвиняемый, у которого
          совпали фамилия, имя и отчество и ещё суд, статья, дата или регион, а остальное похожее — «возможно», пока его
          не подтвердят.
        </p>
      ) : (
        <>
          <div className={styles.shown}>
            <Segmented
              label="Какие строки показать"
              value={shown}
              onChange={show}
              options={[
                { value: 'all', label: 'Все', count: number(summary.rows) },
                { value: 'found', label: 'Найдено', count: number(summary.found) },
                { value: 'perhaps', label: 'Возможно', count: number(summary.perhaps) },
                { value: 'nothing', label: 'Ничего', count: number(summary.nothing) },
                ...(summary.cut > 0 || shown === 'cut'
                  ? [{ value: 'cut' as const, label: 'Просмотрено не всё', count: number(summary.cut) }]
                  : []),
              ]}
            />
            <p className="quiet">
              {[
                summary.waiting > 0 ? `Ждут решения: ${counted(summary.waiting, caseForms)}.` : '',
                summary.searching > 0 ? `Ищем дела: осталось ${counted(summary.searching, rowForms)}.` : '',
              ].join(' ')}
            </p>
          </div>
          {count === 0 && <p>Таких строк нет.</p>}
          <ol className={rows.rows} aria-label="Строки наблюдения">
            {results.map((row, n) => (
              <WatchedRowItem
                key={row.id}
                row={row}
                place={(page - 1) * watchedOnPage + n + 1}
                isSearching={summary.searching > 0 && !summary.is_ended}
                acts={mayChange ? acts : undefined}
              />
            ))}
          </ol>
        </>
      )}
      {last > 1 && (
        <p className="acts">
          <Button busy={page === 1} onClick={() => setPage(page - 1)}>
            Назад
          </Button>
          <Button busy={page >= last} onClick={() => setPage(page + 1)}>
            Дальше
          </Button>
        </p>
      )}
    </div>
  )
}
const number = (count: number) => <span className="faint small">{showNumber(count)}</span>

/** Refetches the set when the background search has added cases. */
const useFoundCases = (searching: number): void => {
  const client = useQueryClient()
  const before = useRef(searching)
  useEffect(() => {
    if (before.current > 0 && searching === 0) void refreshSetLists(client)
    before.current = searching
  }, [client, searching])
}

const verdictWords: Record<WatchVerdict, (number: string) => string> = {
  confirmed: number => `Подтверждено: дело ${number} в подборке.`,
  refused: number => `Отклонено: ${number}.`,
  open: number => `Отметка снята: ${number}.`,
}
const useWatchActs = (set: number): WatchActs => {
  const client = useQueryClient()
  const tell = async (text: string, undo: () => Promise<unknown>): Promise<void> => {
    const takeBack = async () => {
      await undo().catch(showFailure)
      await refreshSetLists(client)
    }
    showToast(text, { act: { label: 'Отменить', run: () => void takeBack() } })
    await refreshSetLists(client)
  }
  const deciding = useAct(
    ({ row, one, verdict }: { row: WatchRow; one: WatchCase; verdict: WatchVerdict }) =>
      decideWatched(set, [{ row: row.id, case_id: one.case_id, verdict }]),
    {
      onDone: ({ undo }, { one, verdict }) =>
        tell(verdictWords[verdict](one.case_number), () => decideWatched(set, undo)),
    },
  )
  const removing = useAct(({ id }: WatchRow) => unwatchRows(set, [id]), {
    onDone: ({ removed }, { text }) => tell(`Строка убрана: ${text}.`, () => rewatchRows(set, removed)),
  })
  return {
    busy: deciding.isPending || removing.isPending,
    decide: (row, one, verdict) => deciding.mutate({ row, one, verdict }),
    remove: row => removing.mutate(row),
  }
}
