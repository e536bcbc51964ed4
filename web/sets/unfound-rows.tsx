import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, showNumber } from '#shared/domain/wording.ts'
import { refreshAfterImport, resolveUnfound, unfoundOnPage, unfoundQueryOptions } from '../api/set-import.ts'
import { RetryAlert } from '../filters/load-failed.tsx'
import { useAct } from '../filters/use-act.ts'
import { Button } from '../ui/button.tsx'
import { RowCheckbox } from '../ui/checkbox.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { CandidateList } from './candidate-list.tsx'
import styles from './import-page.module.css'
import { rowForms } from './table-import.ts'

const WatchUnfoundDialog = lazyPart(() => import('./watch-unfound-dialog.tsx'), 'WatchUnfoundDialog')

/** Table rows without a case, each corrected in place. */
export const UnfoundRows = ({ set, mayChange = true }: { set: number; mayChange?: boolean }) => {
  const client = useQueryClient()
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [watching, setWatching] = useState(false)
  const list = useQuery({ ...unfoundQueryOptions(set, page), placeholderData: keepPreviousData })
  const mending = useAct(({ row, id }: { row: number; id: number | null }) => resolveUnfound(set, row, id), {
    done: sentence => sentence,
    onDone: (_, { row }) => {
      setPicked(before => before.difference(new Set([row])))
      return refreshAfterImport(client)
    },
  })
  if (list.isError) return <RetryAlert of={list} />
  if (list.data === undefined) return null
  const { count, results } = list.data
  const pick = (ids: readonly number[], isOn: boolean): void =>
    setPicked(before => (isOn ? before.union(new Set(ids)) : before.difference(new Set(ids))))
  const ofPage = results.filter(({ id }) => picked.has(id)).length
  const last = Math.max(1, Math.ceil(count / unfoundOnPage))
  // The last row of a page may be gone.
  if (page > last) setPage(last)
  if (count === 0)
    return (
      <p className={`prose ${styles.unfound}`}>
        Здесь стоят строки загруженных таблиц, по которым дело не нашлось. Сейчас таких нет.
      </p>
    )
  return (
    <>
      <p className={`quiet ${styles.unfound}`}>{counted(count, rowForms)}. Дела ищутся заново при каждом открытии.</p>
      {mayChange && (
        <div className={`screen-only acts ${styles.acts}`}>
          <RowCheckbox
            label="Выбрать все строки на странице"
            checked={ofPage === results.length}
            partly={ofPage > 0}
            onChange={isOn =>
              pick(
                results.map(({ id }) => id),
                isOn,
              )
            }
          />
          <Button look="main" onClick={() => setWatching(true)}>
            <Icon name="bell" />
            {picked.size === 0 ? 'Следить за ненайденными' : `Следить за выбранными: ${showNumber(picked.size)}`}
          </Button>
          {picked.size > 0 && <Button onClick={() => setPicked(new Set())}>Снять выбор</Button>}
        </div>
      )}
      <ol className={styles.rows} aria-label="Строки, по которым дело не найдено">
        {results.map(({ id, line, said, why, outcome, candidates, file_name }) => (
          <li key={id}>
            <span className={`faint ${styles.line}`} title={file_name}>
              {mayChange && (
                <RowCheckbox
                  label={`Выбрать строку ${line}`}
                  checked={picked.has(id)}
                  onChange={isOn => pick([id], isOn)}
                />
              )}
              {line}
            </span>
            <div>
              <p>{said.map(({ head, text }) => `${head}: ${text}`).join(' · ')}</p>
              <p className={`small ${styles.why}`}>{outcome === 'found' ? 'Теперь дело нашлось.' : why}</p>
              <CandidateList
                candidates={candidates}
                busy={mending.isPending}
                onChoose={mayChange ? chosen => mending.mutate({ row: id, id: chosen }) : undefined}
              />
              {mayChange && (
                <Button look="link" busy={mending.isPending} onClick={() => mending.mutate({ row: id, id: null })}>
                  Убрать строку
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {watching && (
        <WatchUnfoundDialog
          set={set}
          rows={picked.size === 0 ? undefined : [...picked]}
          onDone={() => setPicked(new Set())}
          onClose={() => setWatching(false)}
        />
      )}
      {last > 1 && (
        <p className="acts">
          <Button busy={page === 1} onClick={() => setPage(page - 1)}>
            Назад
          </Button>
          <Button busy={page === last} onClick={() => setPage(page + 1)}>
            Дальше
          </Button>
        </p>
      )}
    </>
  )
}
