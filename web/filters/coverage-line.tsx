import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CaseSource, type Coverage, coverageFields, type GapKind, gapKinds } from '#shared/api/collecting.ts'
import type { CurrentUser } from '#shared/api/session.ts'
import { dayIn, showDate, showDateRange } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted, plural, showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { coverageGapsQueryOptions, coverageQueryOptions } from '../api/coverage.ts'
import { Button } from '../ui/button.tsx'
import styles from './coverage-line.module.css'
import { HiddenOfSets } from './hidden-of-sets.tsx'
import { asksClosed, seesNothing } from './list-fields.ts'

type Props = { values: AnyValues; user?: Pick<CurrentUser, 'regions'> | undefined }
/** Below each list: how much of it was read on court sites, so that «0 дел» differs from «не смогли проверить». */
export const CoverageLine = (props: Props) => (
  <>
    <HiddenOfSets values={props.values} />
    <ReadCourts {...props} />
  </>
)

const ReadCourts = ({ values, user }: Props) => {
  const query = writeValues(coverageFields, values)
  const { data } = useQuery({ ...coverageQueryOptions(query), placeholderData: keepPreviousData })
  if (user && (seesNothing(user) || asksClosed(user, values)))
    return <p>Эти регионы вам не открыты: что прочитано в их судах, отсюда не видно.</p>
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
      {/* New filters mean other courts: back to the first page. */}
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
          <Button onClick={() => setPage(page - 1)} busy={!data.previous}>
            Предыдущие
          </Button>
          <Button onClick={() => setPage(page + 1)} busy={!data.next}>
            Следующие
          </Button>
        </p>
      )}
    </>
  )
}

const courtForms = ['суд', 'суда', 'судов'] as const
const ofCourts = ['суда', 'судов', 'судов'] as const
const dayOf = (instant: string): string => showDate(dayIn('Europe/Moscow', new Date(instant)))

export const coverageLine = (told: Coverage): string => {
  const { courts, checked, sources } = told
  const isCollecting = sources.some(({ source }) => source === 'collector')
  if (courts === 0) return ['Под эти фильтры не подходит ни один суд.', others(told)].filter(Boolean).join(' ')
  if (checked === 0 && !isCollecting)
    return sources.length === 0
      ? 'Сайты судов ещё не проверялись.'
      : `Сайты судов не проверялись; в базе ${ways(sources)}.`
  return [share(told), others(told)].filter(Boolean).join(' ')
}

const share = ({ courts, checked, unwatched, days, oldest_check_at }: Coverage): string => {
  const which = `Проверено ${showNumber(checked)} из ${counted(courts, ofCourts)}${days ? ` (поступление ${showDateRange(days)})` : ''}`
  const oldest =
    oldest_check_at === null
      ? `: что нового на ${plural(courts, ['его сайте', 'их сайтах', 'их сайтах'])}, неизвестно.`
      : `; самая давняя проверка — ${dayOf(oldest_check_at)}.`
  const nobody = unwatched === 0 || unwatched === courts ? '' : ` ${gapWords.unwatched(unwatched)}.`
  return `${which}${oldest}${nobody}`
}

const others = ({ sources }: Coverage): string => {
  const foreign = sources.filter(({ source }) => source !== 'collector')
  return foreign.length === 0 ? '' : `В базе также ${ways(foreign)}.`
}

const ways = (sources: readonly CaseSource[]): string => sources.map(way).join(', ')
const way = ({ source, cases, last_at }: CaseSource): string => {
  if (source === 'demo')
    return `${showNumber(cases)}\u00a0${plural(cases, ['демонстрационное дело', 'демонстрационных дела', 'демонстрационных дел'])}`
  if (source === 'collector') return `${counted(cases, caseForms)} с\u00a0сайтов судов`
  return cases === 1
    ? `${counted(cases, caseForms)} из файла от ${dayOf(last_at)}`
    : `${counted(cases, caseForms)} из файлов, последние от ${dayOf(last_at)}`
}

export const gapWords: { [K in GapKind]: (count: number) => string } = {
  unwatched: count =>
    `${counted(count, courtForms)} ${plural(count, ['не отслеживается', 'не отслеживаются', 'не отслеживаются'])}`,
  unread: count => `${counted(count, courtForms)} ещё не ${plural(count, ['прочитан', 'прочитаны', 'прочитаны'])}`,
  stale: count =>
    `${counted(count, courtForms)} ${plural(count, ['прочитан', 'прочитаны', 'прочитаны'])} больше недели назад`,
}

const troubleWords = (flagged: number): string =>
  `С\u00a0${showNumber(flagged)}\u00a0${plural(flagged, ['судом', 'судами', 'судами'])} неполадки: оттуда могло прийти не всё.`
