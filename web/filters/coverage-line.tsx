import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { coverageFields, type GapKind, gapKinds } from '#shared/api/collecting.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { coverageGapsQueryOptions, coverageQueryOptions } from '../api/coverage.ts'
import { Button } from '../ui/button.tsx'
import styles from './coverage-line.module.css'
import { coverageLine, gapWords, troubleWords } from './coverage-words.ts'

/** Under each list: how much of it was looked at, so that «0 дел» never looks like «не смогли проверить». */
export const CoverageLine = ({ values }: { values: AnyValues }) => {
  const query = writeValues(coverageFields, values)
  const { data } = useQuery({ ...coverageQueryOptions(query), placeholderData: keepPreviousData })
  if (!data) return <p>{'\u00a0'}</p>
  const gaps = gapKinds.filter(kind => data[kind] > 0)
  if (gaps.length === 0 && data.flagged === 0) return <p>{coverageLine(data)}</p>
  return (
    <details className={styles.coverage}>
      <summary>{coverageLine(data)}</summary>
      <p>
        Суд считается проверенным, когда списки дел выбранного кодекса, инстанции и дней поступления прочитаны на его
        сайте до конца.
      </p>
      {data.flagged > 0 && <p>{troubleWords(data.flagged)}</p>}
      {gaps.map(kind => (
        <Gap key={kind} kind={kind} count={data[kind]} query={query} />
      ))}
    </details>
  )
}

const Gap = ({ kind, count, query }: { kind: GapKind; count: number; query: WireRecord }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{gapWords[kind](count)}</summary>
      {/* Other filters are other courts: from the first page. */}
      {isOpen && <GapCourts key={JSON.stringify(query)} kind={kind} query={query} />}
    </details>
  )
}

const GapCourts = ({ kind, query }: { kind: GapKind; query: WireRecord }) => {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    ...coverageGapsQueryOptions({ ...query, kind, page: String(page) }),
    placeholderData: keepPreviousData,
  })
  if (isError)
    return (
      <p role="alert">
        Список не загрузился. <Button onClick={() => void refetch()}>Повторить</Button>
      </p>
    )
  return (
    <>
      {[...Map.groupBy(data?.results ?? [], ({ court }) => court.region)].map(([region, gaps]) => (
        <section key={region}>
          <p className={styles.region}>{regionTitle(region)}</p>
          <ul className={styles.courts}>
            {gaps.map(({ court }) => (
              <li key={court.id}>{court.title}</li>
            ))}
          </ul>
        </section>
      ))}
      {(data?.previous || data?.next) && (
        <p className={`row ${styles.pages}`}>
          <Button onClick={() => setPage(page - 1)} disabled={!data.previous}>
            Предыдущие
          </Button>
          <Button onClick={() => setPage(page + 1)} disabled={!data.next}>
            Следующие
          </Button>
        </p>
      )}
    </>
  )
}
