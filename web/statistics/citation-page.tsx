import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Citation } from '#shared/api/citations.ts'
import type { Pivot } from '#shared/api/pivot.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { everything, sideNames } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { figureAddress } from '#shared/filters/list-behind.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { sentenceOf } from '../api/api-error.ts'
import { citationFileAddress, citationQueryOptions, citedNowQueryOptions, closeFigures } from '../api/statistics.ts'
import { useAct } from '../filters/use-act.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { DataNotes } from './data-notes.tsx'
import styles from './data-page.module.css'
import { DataTable } from './data-table.tsx'

const KeptChartFigure = lazyPart(() => import('./kept-chart-figure.tsx'), 'KeptChartFigure')

/** A cited table (§2 /data): as cited, its checksum, and as of now. */
const views = [
  { value: 'then', label: 'Как было' },
  { value: 'now', label: 'Было и сейчас' },
] as const

export const CitationPage = ({ cited }: { cited: Citation }) => {
  useTitle(cited.title)
  const [view, setView] = useState<(typeof views)[number]['value']>('then')
  const [side, setSide] = useState<'0' | '1'>('0')
  const now = useQuery({ ...citedNowQueryOptions(cited.id), enabled: view === 'now' })
  const { pivot: table, chart, method } = cited
  const at = Number(side)
  const showsNow = view === 'now' && now.data !== undefined && !now.isError
  const when = showMoment(cited.made_at, 'Europe/Moscow')
  const reference = `Судмонитор. ${cited.title}. ${when} по Москве. ${cited.url} (SHA-256 ${cited.sha256})`
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      <h1>{cited.title}</h1>
      <p className={`prose ${styles.lead}`}>Цифры на {when} по Москве. Они не меняются, даже когда меняются дела.</p>
      <dl className={styles.facts}>
        {linesOf(cited).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>Контрольная сумма файла CSV</dt>
          <dd>
            <code className={styles.hash}>{cited.sha256}</code>
            <span className="quiet">SHA-256; проверяется командой sha256sum</span>
          </dd>
        </div>
      </dl>
      <div className={styles.acts}>
        <ProgressLine active={now.isFetching} />
        {table && <Segmented label="Какие цифры" options={views} value={view} onChange={setView} />}
        {table && table.sides.length > 1 && view === 'now' && (
          <Segmented
            label="Чьи цифры"
            options={[
              { value: '0', label: 'А' },
              { value: '1', label: 'Б' },
            ]}
            value={side}
            onChange={setSide}
          />
        )}
        <span className="grow" />
        <Button
          onClick={() =>
            void copyText(
              reference,
              'Ссылка с датой и контрольной суммой скопирована.',
              'Браузер не дал скопировать. Возьмите адрес страницы из адресной строки.',
            )
          }
        >
          Скопировать ссылку
        </Button>
        <a className={buttonClass()} href={citationFileAddress('csv', cited.id)} download>
          CSV
        </a>
        <a className={buttonClass()} href={citationFileAddress('xlsx', cited.id)} download>
          Excel
        </a>
      </div>
      {view === 'now' && now.isError && <p role="alert">{sentenceOf(now.error)}</p>}
      {table && (
        <>
          <DataTable
            key={`${showsNow} ${side}`}
            caption={cited.title}
            shown={{
              ...table,
              metrics: table.of.metrics,
              sides: showsNow
                ? [
                    { name: 'было', cells: table.sides[at]?.cells ?? [] },
                    { name: 'сейчас', cells: now.data.sides[at]?.cells ?? [] },
                  ]
                : table.sides.map(({ cells }, s) => ({ name: sideNames[s] ?? '', cells })),
            }}
            // Only current figures match the list.
            listOf={place => (showsNow && place.side === 1 ? figureAddress(table, { ...place, side: at }) : undefined)}
          />
          <DataNotes table={table} />
        </>
      )}
      {chart && (
        <KeptChartFigure kept={chart} regions={cited.regions} title={cited.title} warning={method?.warning ?? null} />
      )}
      <Published cited={cited} />
      <p className={styles.foot}>
        {table ? (
          <Link to="/data" search={definitionOf(cited, table)}>
            Открыть таблицу с этими фильтрами
          </Link>
        ) : (
          <Link to="/stats" search={toWire(cited.get_params)}>
            Открыть графики с этими фильтрами
          </Link>
        )}
      </p>
    </main>
  )
}

const definitionOf = ({ get_params, compare }: Citation, { of }: Pivot): WireRecord => ({
  ...toWire(get_params),
  rows: of.rows,
  columns: of.columns,
  metrics: of.metrics,
  ...(compare !== null && { compare: toQuery(toWire(compare)) || everything }),
})

/** Figures older than method notes have their filters and regions instead. */
const linesOf = ({ method, pivot, regions }: Citation): [label: string, text: string][] =>
  method?.lines ?? [
    ...(pivot?.sides ?? []).map(({ readable }, at): [string, string] => [
      (pivot?.sides.length ?? 0) > 1 ? `Фильтры ${sideNames[at]}` : 'Фильтры',
      readable.map(([label, text]) => `${label}: ${text}`).join(' · ') || 'Нет фильтров',
    ]),
    ['Регионы', regions === null ? 'Все' : regions.map(regionTitle).join(', ') || 'Ни одного'],
  ]

const Published = ({ cited: { id, published, is_own } }: { cited: Citation }) => {
  const client = useQueryClient()
  const closing = useAct(() => closeFigures(id), {
    done: 'Страница для всех закрыта.',
    onDone: () => client.invalidateQueries({ queryKey: citationQueryOptions(id).queryKey, refetchType: 'all' }),
  })
  if (published === null) return null
  if (published.closed_at !== null || closing.isSuccess)
    return <p className="quiet">Страница этих цифр для всех закрыта.</p>
  return (
    <div className={styles.acts}>
      <p>
        Эти цифры открыты всем: <a href={published.url}>{published.url}</a>
      </p>
      {is_own && (
        <Button onClick={() => closing.mutate()} busy={closing.isPending}>
          Закрыть
        </Button>
      )}
    </div>
  )
}
