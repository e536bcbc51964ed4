import { useDebouncedCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  columnsFor,
  columnsInOrder,
  type ExportColumn,
  exportColumnOf,
  usualColumns,
} from '#shared/domain/export-columns.ts'
import type { Holder } from '#shared/domain/permissions.ts'
import { counted } from '#shared/domain/wording.ts'
import { exportSettingsQueryOptions, keepExportColumns } from '../../api/exports.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './export-form.module.css'

/** Which columns the file has (§3): the usual and the chosen ones first in sight, all in their one order. The number is always there. */
export const ColumnPicker = ({
  user,
  chosen,
  onChange,
}: {
  user: Holder
  chosen: readonly ExportColumn[]
  onChange: (columns: readonly ExportColumn[]) => void
}) => {
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

/** The person's columns, kept by the account. That they could not be kept stops nobody from taking the file. */
export const useKeptColumns = (
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
