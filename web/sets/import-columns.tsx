import { useMemo } from 'react'
import { columnKindNames, columnRule, type TableColumnKind } from '#shared/tables/column-kinds.ts'
import { Select } from '../ui/field.tsx'
import styles from './import-page.module.css'
import { cellsOfColumn, columnTold, type OpenTable, understoodText } from './table-import.ts'

/** The kind of each column, with its first values and how much of it was parsed. */
const options = columnKindNames.map(kind => ({ value: kind, label: columnRule(kind).label }))
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

type Props = { table: OpenTable; onKind: (at: number, kind: TableColumnKind) => void }
export const ImportColumns = ({ table, onKind }: Props) => (
  <table className={styles.columns}>
    <caption className="sr">Сопоставление столбцов</caption>
    <thead>
      <tr>
        <th scope="col">В файле</th>
        <th scope="col">Первые значения</th>
        <th scope="col">Читаем как</th>
        <th scope="col">Понято</th>
      </tr>
    </thead>
    <tbody>
      {table.kinds.map((kind, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
        <ImportColumn key={at} table={table} at={at} kind={kind} onKind={onKind} />
      ))}
    </tbody>
  </table>
)

const ImportColumn = ({ table, at, kind, onKind }: Props & { at: number; kind: TableColumnKind }) => {
  const head = table.heads[at] || `Столбец ${letterOf(at)}`
  const cells = useMemo(() => cellsOfColumn(table, at), [table, at])
  const [told = '', note = ''] = useMemo(
    () => understoodText(kind, columnTold(table, at, kind), table.first + 1),
    [table, at, kind],
  )
  return (
    <tr>
      <th scope="row">
        {head}
        <span className="second">столбец {letterOf(at)}</span>
      </th>
      <td className={styles.sample}>
        {cells.slice(0, 3).map((cell, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat
          <span key={n}>{cell.slice(0, 80) || '—'}</span>
        ))}
      </td>
      <td>
        <Select
          aria-label={`Прочитать столбец «${head}» как`}
          value={kind}
          options={options}
          onChange={next => onKind(at, next)}
        />
      </td>
      <td>
        {kind === 'skip' ? (
          <span className="second">Не отправляем и не храним</span>
        ) : (
          <>
            <b className="strong">{told}</b>
            <span className="second">{note}</span>
          </>
        )}
      </td>
    </tr>
  )
}
