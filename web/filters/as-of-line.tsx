import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '#shared/api/session.ts'
import { showDate } from '#shared/domain/dates.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import { type WireRecord, wireShape } from '#shared/filters/wire.ts'
import { caseCountQueryOptions } from '../api/cases.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LateIcon } from '../ui/late-icon.tsx'
import styles from './as-of-line.module.css'

type Props = {
  day: string | undefined
  filters?: WireRecord
  /** For an empty result: the base may have had nothing in the account's regions on that day. */
  foundNothing?: Pick<CurrentUser, 'regions'> | false
  onNow: () => void
  /** Parts of the address that could not be read. */
  unread?: readonly string[] | undefined
  onRead?: () => void
}
/**
 * Shown when the data is not current, or not what the address asks for. `filters`: for a link to changes of cases since
 * that day.
 */
export const AsOfLine = ({ day, filters, foundNothing, onNow, unread, onRead }: Props) => (
  <>
    {day !== undefined && (
      <p className={styles.line} role="status">
        <LateIcon name="calendar" />
        <span>
          Так было известно к&nbsp;концу дня {showDate(day)}. Что стало известно позже, не&nbsp;учтено.
          {foundNothing && <EmptyBase day={day} of={foundNothing} />}
        </span>
        {filters && day < today() && (
          <Link to="/cases/changes" search={{ ...filters, from: day, to: today() }} className={buttonClass('bare')}>
            Что изменилось с&nbsp;тех пор
          </Link>
        )}
        <Button look="bare" onClick={onNow}>
          К&nbsp;сегодняшнему
        </Button>
      </p>
    )}
    {unread && (
      <p className={styles.line} role="status">
        <Icon name="info" />
        <span>
          {unread.length === 1 ? 'Условие из адреса не прочитано' : 'Условия из адреса не прочитаны'} и{'\u00a0'}не
          {'\u00a0'}
          {unread.length === 1 ? 'применяется' : 'применяются'}: {unreadWords(unread)}.
        </span>
        <Button look="bare" onClick={onRead}>
          Понятно
        </Button>
      </p>
    )}
  </>
)

/** The filters are not the reason when the base was empty. */
const EmptyBase = ({ day, of: { regions } }: { day: string; of: Pick<CurrentUser, 'regions'> }) => {
  const { data: cases } = useQuery(caseCountQueryOptions({ as_of: day }))
  return cases === 0
    ? ` В\u00a0базе тогда не\u00a0было ни\u00a0одного дела${regions === null ? '' : ' открытых вам регионов'}.`
    : null
}

const longest = 60
const cut = (told: string): string => (told.length > longest ? `${told.slice(0, longest)}…` : told)
/** Parameters other than filters: of the list and of a table. */
const besideWords = new Map([
  ['ordering', 'порядок'],
  ['page', 'страница'],
  ['size', 'дел на странице'],
  ['rows', 'строки таблицы'],
  ['columns', 'столбцы таблицы'],
  ['metrics', 'показатель таблицы'],
  ['shape', 'вид таблицы'],
  ['favorite_folder', 'папка избранного'],
  ['favorite_folder_not', 'кроме папки избранного'],
  ['in_folder', 'в папках избранного'],
])
const isCompared = 'compare='
/** «Статья: group_id_20.2; статья=20.2»: unknown parameters are shown as written. */
const unreadWords = (unread: readonly string[]): string => unread.map(wordsOf).join('; ')
const wordsOf = (told: string): string => {
  if (told.startsWith(isCompared)) return `в наборе Б — ${wordsOf(told.slice(isCompared.length))}`
  const [name = '', ...value] = told.split('=')
  const of = filterParamsOf(caseListFields).find(({ name: own, field }) => name in wireShape({ [own]: field }))
  const label = of?.field.label ?? besideWords.get(name)
  return cut(label === undefined ? told : `${label}: ${value.join('=')}`)
}
