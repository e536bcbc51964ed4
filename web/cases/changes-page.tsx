import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ChangeList, changedFields, changeKinds } from '#shared/api/changes.ts'
import { fieldName, withShownDates } from '#shared/domain/case-field-names.ts'
import { addDays, firstYear } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { readLenient, toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { caseChangesFile, caseChangesQueryOptions } from '../api/past.ts'
import { articleLines } from '../filters/case-wording.ts'
import { useChips } from '../filters/chips.ts'
import { LoadFailed } from '../filters/load-failed.tsx'
import { Subscribe } from '../filters/subscribing/subscribe-button.tsx'
import strip from '../filters/tag-strip.module.css'
import { FilterTags } from '../filters/tag-strip.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Pages } from '../ui/pages.tsx'
import { useTitle } from '../ui/title.ts'
import { peopleLine } from './case-cards.tsx'
import styles from './changes-page.module.css'
import { showInstant } from './court-time.ts'

/** Changes among the cases of filters between the ends of two days. */
const pageSize = 20
const longest = 300

export const ChangesPage = ({ search, page }: { search: WireRecord; page: number }) => {
  useTitle('Что изменилось')
  const navigate = useNavigate()
  const values = readLenient(changedFields, search)
  const filters = writeValues(changedFields, values)
  const days = daysOf(search)
  const go = (next: WireRecord) => void navigate({ to: '/cases/changes', search: { ...filters, ...days, ...next } })
  const list = useQuery({
    ...caseChangesQueryOptions({ ...filters, ...days, page: String(page), size: String(pageSize) }),
    placeholderData: keepPreviousData,
  })
  const chips = useChips(changedFields, values)
  const data = list.isError ? undefined : list.data
  return (
    <main id="main" tabIndex={-1} className="wrap page">
      <h1>Что изменилось</h1>
      <div className={styles.days}>
        <Day label="С конца дня" value={days.from} onChange={from => go({ from })} />
        <Day label="До конца дня" value={days.to} onChange={to => go({ to })} />
        <a
          className={buttonClass('bare')}
          data-idle={!data?.count || undefined}
          href={caseChangesFile({ ...filters, ...days })}
          download
        >
          <Icon name="download" />
          Скачать CSV
        </a>
        <Subscribe watched={{ get_params: filters }} what={chips} sends="changes">
          {button => (
            <Button look="bare" {...button}>
              <Icon name="bell" />
              Присылать сводку
            </Button>
          )}
        </Subscribe>
      </div>
      <ul className={strip.tags}>
        <FilterTags
          chips={chips}
          onRemove={name =>
            void navigate({
              to: '/cases/changes',
              search: { ...writeValues(changedFields, { ...values, [name]: undefined }), ...days },
            })
          }
          onEdit={() => void navigate({ to: '/', search: { ...filters, as_of: days.to } })}
        />
      </ul>
      <LoadFailed of={list} title="Изменения не загрузились" />
      {data && <Counts counts={data.counts} />}
      {data?.count === 0 && <p className="prose">За эти дни о подходящих делах ничего нового не стало известно.</p>}
      <ul className={styles.list}>
        {data?.results.map(one => (
          <Changed key={one.case.id} one={one} days={days} />
        ))}
      </ul>
      {data && data.count > pageSize && (
        <Pages
          page={page}
          last={Math.ceil(data.count / pageSize)}
          hrefOf={next => `/cases/changes?${toQuery({ ...filters, ...days, page: String(next) })}`}
          onGo={next => {
            go({ page: String(next) })
            window.scrollTo({ top: 0 })
          }}
          show={showNumber}
        />
      )}
    </main>
  )
}

/** The last week, unless the address has days. */
const daysOf = ({ from, to }: WireRecord): { from: string; to: string } => {
  const last = typeof to === 'string' ? to : today()
  return { from: typeof from === 'string' ? from : addDays(last, -7), to: last }
}

const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => {
  const [wrong, setWrong] = useState<string>()
  return (
    <div className={styles.day}>
      <span className="quiet small">{label}</span>
      <DateField
        label={label}
        placeholder="дд.мм.гггг"
        value={value}
        earliest={`${firstYear}-01-01`}
        latest={today()}
        invalid={wrong !== undefined}
        onChange={(day, unread) => {
          setWrong(unread)
          if (day !== undefined) onChange(day)
        }}
      />
      {wrong !== undefined && <p className="error small">{wrong}</p>}
    </div>
  )
}

const Counts = ({ counts }: { counts: ChangeList['counts'] }) => (
  <p className="h3" role="status">
    {changeKinds.map(({ value, label }) => `${label}: ${showNumber(counts[value])}`).join(' · ')}
  </p>
)

const labels = Object.fromEntries(changeKinds.map(({ value, label }) => [value, label]))

type Days = ReturnType<typeof daysOf>
const Changed = ({ one, days }: { one: ChangeList['results'][number]; days: Days }) => (
  <li>
    <div>
      <p className="quiet small">
        {labels[one.kind]} · {showInstant(one.seen_at)}
      </p>
      <Link to="/cases/$id" params={{ id: String(one.case.id) }} className="strong">
        {one.case.case_number}
      </Link>
      <p className="small">{[articleLines(one.case).first, peopleLine(one.case).text].filter(Boolean).join(', ')}</p>
      <p className="quiet small">{one.case.court.title}</p>
      <Link
        to="/cases/$id/state"
        params={{ id: String(one.case.id) }}
        search={{ as_of: one.is_new ? days.to : days.from }}
        className={`small ${styles.state}`}
      >
        {one.is_new ? 'Каким стало' : 'Каким было'}
      </Link>
    </div>
    <dl>
      {one.is_new && <dd>Новое дело</dd>}
      {one.changes.map(({ field, before, after }) => (
        <div key={`${field} ${before} ${after}`}>
          <dt className="quiet small">{fieldName(field)}</dt>
          {before !== null && (
            <dd>
              <del>
                <span className="sr">было: </span>
                {cut(before)}
              </del>
            </dd>
          )}
          {after !== null && (
            <dd>
              <ins>
                <span className="sr">стало: </span>
                {cut(after)}
              </ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  </li>
)
const cut = (text: string): string => {
  const shown = withShownDates(text)
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown
}
