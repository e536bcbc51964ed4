import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  columnsFor,
  columnsInOrder,
  type ExportColumn,
  type ExportFormat,
  exportColumnOf,
  exportFormats,
  usualColumns,
} from '#shared/domain/export-columns.ts'
import { exportDirectLimit } from '#shared/domain/limits.ts'
import type { ListOrdering } from '#shared/domain/orderings.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import { caseForms, counted, ofCaseForms } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { CaseCount } from '../../api/cases.ts'
import { type ExportOf, exportAddress, exportSettingsQueryOptions, keepExportColumns } from '../../api/exports.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import styles from './export-form.module.css'
import { type ExportOutcome, SendExport } from './send-export.tsx'

export type ExportFormProps = {
  user: Holder
  filters: WireRecord
  /** Only these cases. */
  cases?: readonly number[]
  ordering: ListOrdering
  count: CaseCount | undefined
  outcome: ExportOutcome | undefined
  onOutcome: (outcome: ExportOutcome | undefined) => void
}

export const ExportForm = ({ user, ...rest }: ExportFormProps) => {
  const settings = useQuery(exportSettingsQueryOptions)
  if (settings.isPending) return <div className={styles.room} aria-busy="true" />
  const { direct_limit, selected_columns } = settings.data ?? {
    direct_limit: exportDirectLimit,
    selected_columns: usualColumns(user),
  }
  return <Form user={user} limit={direct_limit} kept={selected_columns} {...rest} />
}

const Form = ({
  user,
  filters,
  cases,
  ordering,
  count,
  limit,
  kept,
  outcome,
  onOutcome,
}: ExportFormProps & { limit: number; kept: readonly ExportColumn[] }) => {
  const [columns, setColumns] = useKeptColumns(kept)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const asked: ExportOf = { filters, cases, ordering, columns }
  const anew =
    <T,>(change: (value: T) => void) =>
    (value: T): void => {
      change(value)
      onOutcome(undefined)
    }
  const isMany = count === 'many' || (count !== undefined && count > limit)
  return (
    <div className={`stack ${styles.form}`}>
      <div>
        <h3>Выгрузка в файл</h3>
        <p className={`quiet small ${styles.about}`}>{aboutCount(count, limit)}</p>
      </div>
      <Segmented fill label="Вид файла" options={exportFormats} value={format} onChange={anew(setFormat)} />
      <ColumnPicker user={user} chosen={columns} onChange={anew(setColumns)} />
      {typeof count === 'number' && count > 0 && !isMany && <Download asked={asked} format={format} />}
      {isMany && <SendExport asked={asked} format={format} outcome={outcome} onOutcome={onOutcome} />}
    </div>
  )
}

const aboutCount = (count: CaseCount | undefined, limit: number): string => {
  if (count === undefined) return 'Дела ещё считаются.'
  if (count === 'many') return 'Дел много, сколько — сейчас быстро не\u00a0сосчитать: такой файл собирается не сразу.'
  if (count === 0) return 'Выгружать нечего: дел нет.'
  return count > limit
    ? `В выборке ${counted(count, caseForms)}: такой файл собирается не сразу. До ${counted(limit, ofCaseForms)} скачивается без ожидания.`
    : `В файле будет ${counted(count, caseForms)}, в том же порядке, что в списке.`
}

const Download = ({ asked, format }: { asked: ExportOf; format: ExportFormat }) => (
  <div className={styles.acts}>
    {format !== 'xlsx' && (
      <a
        className="small"
        href={exportAddress('about.csv', asked)}
        download
        title="Небольшой файл: фильтры словами, время и охват. В книге Excel это второй лист"
      >
        О выгрузке
      </a>
    )}
    <a className={buttonClass('main')} href={exportAddress(`export.${format}`, asked)} download>
      <Icon name="download" />
      Скачать {exportFormats.find(({ value }) => value === format)?.label}
    </a>
  </div>
)

type Props = { user: Holder; chosen: readonly ExportColumn[]; onChange: (columns: readonly ExportColumn[]) => void }
/** The columns of the file (§3): default and chosen ones first, in the file's order. The number is always included. */
const ColumnPicker = ({ user, chosen, onChange }: Props) => {
  const all = columnsFor(user)
  const [seenFirst] = useState(() => columnsInOrder([...usualColumns(user), ...chosen]))
  const [isWhole, setWhole] = useState(false)
  const seen = (isWhole ? all : seenFirst).filter(isChosen)
  const hidden = all.length - seenFirst.length
  return (
    <fieldset className={styles.columns}>
      <legend className="quiet small">
        Столбцы{' '}
        <span className="faint">
          {chosen.filter(isChosen).length} из {all.filter(isChosen).length}
        </span>
      </legend>
      <div className={styles.grid}>
        {seen.map(name => (
          <Checkbox
            key={name}
            checked={chosen.includes(name)}
            onChange={isOn => onChange(columnsInOrder(isOn ? [...chosen, name] : chosen.filter(one => one !== name)))}
          >
            {exportColumnOf(name).label}
          </Checkbox>
        ))}
      </div>
      {!isWhole && hidden > 0 && (
        <Button look="bare" className={styles.more} onClick={() => setWhole(true)}>
          Ещё {counted(hidden, ['столбец', 'столбца', 'столбцов'])}
        </Button>
      )}
    </fieldset>
  )
}

const isChosen = (name: ExportColumn): boolean => name !== 'id'

const saveDebounce = 500

/** The person's columns, stored in the account. A failure to store them does not block the download. */
const useKeptColumns = (
  kept: readonly ExportColumn[],
): [readonly ExportColumn[], (columns: readonly ExportColumn[]) => void] => {
  const client = useQueryClient()
  const [columns, setColumns] = useState(kept)
  const save = useDebouncedCallback(
    (next: readonly ExportColumn[]) => void keepExportColumns(next).catch(() => undefined),
    { delay: saveDebounce, flushOnUnmount: true },
  )
  const change = (next: readonly ExportColumn[]): void => {
    setColumns(next)
    client.setQueryData(
      exportSettingsQueryOptions.queryKey,
      settings => settings && { ...settings, selected_columns: [...next] },
    )
    save(next)
  }
  return [columns, change]
}
