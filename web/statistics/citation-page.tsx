import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Citation } from '#shared/api/pivot.ts'
import { showMoment } from '#shared/domain/dates.ts'
import { everything, sideNames } from '#shared/domain/pivot.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { figureAddress } from '#shared/filters/list-behind.ts'
import { toWire } from '#shared/filters/stored-params.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { sentenceOf } from '../api/client.ts'
import { citationFileAddress, citedNowQueryOptions } from '../api/statistics.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useTitle } from '../ui/title.ts'
import { DataNotes } from './data-notes.tsx'
import styles from './data-page.module.css'
import { DataTable } from './data-table.tsx'

/** A cited table (§2 /data): as it was, its checksum, and as it is now. */
const views = [
  { value: 'then', label: 'Как было' },
  { value: 'now', label: 'Было и сейчас' },
] as const

export const CitationPage = ({ cited }: { cited: Citation }) => {
  useTitle(cited.title)
  const [view, setView] = useState<(typeof views)[number]['value']>('then')
  const [side, setSide] = useState<'0' | '1'>('0')
  const now = useQuery({ ...citedNowQueryOptions(cited.id), enabled: view === 'now' })
  const { pivot: table } = cited
  const at = Number(side)
  const showsNow = view === 'now' && now.data !== undefined && !now.isError
  const when = showMoment(cited.made_at, 'Europe/Moscow')
  const reference = `Судмонитор. ${cited.title}. ${when} по Москве. ${cited.url} (SHA-256 ${cited.sha256})`
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      <h1>{cited.title}</h1>
      <p className={`prose ${styles.lead}`}>Цифры на {when} по Москве. Они не меняются, даже когда меняются дела.</p>
      <dl className={styles.facts}>
        {table.sides.map(({ readable }, s) => (
          <div key={sideNames[s]}>
            <dt>{table.sides.length > 1 ? `Фильтры ${sideNames[s]}` : 'Фильтры'}</dt>
            <dd>{readable.map(([label, text]) => `${label}: ${text}`).join(' · ') || 'Нет фильтров'}</dd>
          </div>
        ))}
        <div>
          <dt>Регионы</dt>
          <dd>{cited.regions === null ? 'Все' : cited.regions.map(regionTitle).join(', ') || 'Ни одного'}</dd>
        </div>
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
        <Segmented label="Какие цифры" options={views} value={view} onChange={setView} />
        {table.sides.length > 1 && view === 'now' && (
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
        // Only today's figures match what a list shows.
        listOf={place => (showsNow && place.side === 1 ? figureAddress(table, { ...place, side: at }) : undefined)}
      />
      <DataNotes table={table} />
      <p className={styles.foot}>
        <Link to="/data" search={definitionOf(cited)}>
          Открыть таблицу с этими фильтрами
        </Link>
      </p>
    </main>
  )
}

const definitionOf = ({ pivot: { of }, get_params, compare }: Citation): WireRecord => ({
  ...toWire(get_params),
  rows: of.rows,
  columns: of.columns,
  metrics: of.metrics,
  ...(compare !== null && { compare: toQuery(toWire(compare)) || everything }),
})
