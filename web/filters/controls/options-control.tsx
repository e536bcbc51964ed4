import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { plural } from '#shared/domain/wording.ts'
import type { AnyValues, Directory } from '#shared/filters/field.ts'
import { defenceParamsQueryOptions, resultTypesQueryOptions } from '../../api/directories.ts'
import { setsQueryOptions } from '../../api/sets.ts'
import { buttonClass } from '../../ui/button.tsx'
import { without } from '../control.ts'
import type { OptionCounts } from '../counts.ts'
import { rememberDirectory } from '../remembered.ts'
import { holds } from '../suggestions.ts'
import { defenceKeyTitle, sentenceCase } from '../titles.ts'
import styles from './controls.module.css'
import { OptionGroup, OptionRow } from './option-row.tsx'
import { commonestResults, groupResults } from './result-groups.ts'

/** Longer lists are truncated and get a search field, except the few that must be shown whole. */
const shownAtOnce = 9

type ListOption = { value: string; label: string; group?: string }
type Props = {
  name: string
  label: string
  /** Where the options come from, when the field does not define them. */
  directory: Directory | undefined
  options: readonly ListOption[]
  value: readonly string[]
  excluded: readonly string[]
  values: AnyValues
  counts: OptionCounts | undefined
  atOnce?: number
  /** Names of chosen values outside the options, by id. */
  names?: Readonly<Record<string, string>> | undefined
  set: (value: readonly string[], excluded: readonly string[]) => void
}

export const OptionsControl = (props: Props) => {
  const { options: offered, shortlist, state, room } = useOptions(props)
  const [typed, setTyped] = useState('')
  const [whole, setWhole] = useState(false)
  const { label, value, excluded, set, counts, names, atOnce = shownAtOnce } = props
  // The initially chosen values come first; the order is fixed while the user is choosing.
  const [first] = useState(() => new Set([...value, ...excluded]))
  // A chosen result of the other codex still filters, so it is shown and can be removed.
  const foreign =
    state === undefined
      ? [...new Set([...first, ...value, ...excluded])].filter(one => !offered.some(option => option.value === one))
      : []
  const options: readonly ListOption[] = [
    ...foreign.map(one => ({ value: one, label: names?.[one] ?? `№\u00a0${one}` })),
    ...offered,
  ]
  const isLong = options.length > atOnce
  const touched = (option: ListOption) => value.includes(option.value) || excluded.includes(option.value)
  const found = options.filter(option => holds(option.label, typed))
  const ordered = [
    ...found.filter(option => first.has(option.value)),
    ...found.filter(option => !first.has(option.value)),
  ]
  const shown =
    whole || typed !== '' || !isLong
      ? found
      : shortlist
        ? found.filter(option => shortlist.has(option.value) || first.has(option.value) || touched(option))
        : [...ordered.slice(0, shownAtOnce), ...ordered.slice(shownAtOnce).filter(touched)]
  const hidden = found.length - shown.length
  const isShort = shortlist !== undefined && isLong && !whole && typed === ''

  const include = (one: string, on: boolean) =>
    set([...without(value, one), ...(on ? [one] : [])], without(excluded, one))
  const exclude = (one: string, on: boolean) =>
    set(without(value, one), [...without(excluded, one), ...(on ? [one] : [])])
  return (
    <OptionGroup
      label={label}
      isSet={value.length + excluded.length > 0}
      onClear={() => set([], [])}
      search={isLong && { label: `${label}: найти в списке`, placeholder: 'Найти в списке', typed, onTyped: setTyped }}
    >
      {state && (
        <p className={`quiet small ${styles.note}`} data-room={room}>
          {state}
        </p>
      )}
      <ul className={styles.options} data-whole={whole || undefined} data-short={isShort || undefined}>
        {shown.map((option, at) => (
          <li key={option.value}>
            {option.group && shown[at - 1]?.group !== option.group && (
              <p className={`quiet small ${styles.optionGroup}`}>{option.group}</p>
            )}
            <OptionRow
              what={option.label}
              checked={value.includes(option.value)}
              excluded={excluded.includes(option.value)}
              onInclude={on => include(option.value, on)}
              onExclude={on => exclude(option.value, on)}
              counts={counts}
              count={counts?.of(option.value)}
            >
              <span className={styles.optionText}>{option.label}</span>
            </OptionRow>
          </li>
        ))}
      </ul>
      {typed !== '' && found.length === 0 && <p className={`quiet small ${styles.note}`}>Ничего не найдено</p>}
      {hidden > 0 && (
        <button type="button" className={`${buttonClass('link')} small`} onClick={() => setWhole(true)}>
          Ещё {hidden} {plural(hidden, ['строка', 'строки', 'строк'])}
        </button>
      )}
    </OptionGroup>
  )
}

type Offered = {
  options: readonly ListOption[]
  /** The initially visible part of a long list; absent: its beginning. */
  shortlist?: ReadonlySet<string>
  state?: string
  /** The directory still loading: its space is reserved, so that what is below does not shift. */
  room?: Directory
}
/** Options of the field or of its directory; results depend on the codex and the instance (§5). */
const useOptions = ({ options, directory, values, counts }: Props): Offered => {
  const narrowing = {
    ...(typeof values.type === 'string' && { type: values.type }),
    ...(typeof values.stage === 'string' && { stage: values.stage }),
  }
  const results = useQuery({ ...resultTypesQueryOptions(narrowing), enabled: directory === 'result_types' })
  const params = useQuery({ ...defenceParamsQueryOptions(), enabled: directory === 'defence_params' })
  const sets = useQuery({ ...setsQueryOptions, enabled: directory === 'sets' })
  useEffect(() => {
    if (results.data) rememberDirectory('result_types', results.data.results)
  }, [results.data])
  if (directory === undefined) return { options }
  const asked = directory === 'result_types' ? results : directory === 'sets' ? sets : params
  if (asked.isError) return { options: [], state: 'Список не загрузился. Закройте окно и откройте ещё раз.' }
  if (asked.isPending) return { options: [], state: 'Загрузка…', room: directory }
  if (directory === 'sets')
    return {
      options: sets.data?.results.map(({ id, title }) => ({ value: String(id), label: title })) ?? [],
      ...(sets.data?.count === 0 && { state: 'Подборок пока нет.' }),
    }
  if (directory === 'result_types') {
    const titles =
      results.data?.results.map(({ id, title }) => ({ value: String(id), label: sentenceCase(title) })) ?? []
    // Their order depends on the counts, and must not change under the pointer when these arrive.
    if (counts && titles.some(({ value }) => counts.of(value) === undefined))
      return { options: [], state: 'Загрузка…', room: directory }
    const grouped = groupResults(titles, value => counts?.of(value))
    return { options: grouped, shortlist: commonestResults(grouped, shownAtOnce) }
  }
  return {
    options: (
      params.data?.results.map(({ id, key, value }) => ({
        value: String(id),
        label: value,
        group: defenceKeyTitle(key),
      })) ?? []
    ).toSorted((a, b) => a.group.localeCompare(b.group, 'ru')),
  }
}
