import {
  type Dimension,
  dimensionNames,
  dimensions,
  type Metric,
  maxMetrics,
  metricNames,
  metrics,
  noColumns,
} from '#shared/domain/pivot.ts'
import { type ColumnDimension, canCross, type TableDefinition } from '../filters/table-definition.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Labelled, LabelledGroup, Select } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './data-page.module.css'

type Props = { asked: TableDefinition; onChange: (change: Partial<TableDefinition>) => void }
const rowOptions = dimensionNames.map(value => ({ value, label: dimensions[value].label }))

export const DataChoice = ({ asked: { rows, columns, metrics: chosen }, onChange }: Props) => {
  const columnOptions: { value: ColumnDimension; label: string }[] = [
    { value: noColumns, label: 'Без столбцов' },
    ...rowOptions.filter(({ value }) => canCross(rows, value)),
  ]
  const turn = (metric: Metric, on: boolean) =>
    onChange({ metrics: metricNames.filter(name => (name === metric ? on : chosen.includes(name))) })
  const changeRows = (next: Dimension) =>
    onChange({ rows: next, columns: canCross(next, columns) ? columns : canCross(next, rows) ? rows : noColumns })
  const [first] = chosen
  return (
    <div className={`screen-only ${styles.choice}`}>
      <Labelled label="Строки">
        {id => <Select id={id} value={rows} options={rowOptions} onChange={changeRows} />}
      </Labelled>
      <Labelled label="Столбцы">
        {id => (
          <Select id={id} value={columns} options={columnOptions} onChange={next => onChange({ columns: next })} />
        )}
      </Labelled>
      <LabelledGroup label="Показатели">
        {labelId => (
          <Popover
            label="Показатели"
            align="start"
            target={button => (
              <Button {...button} className={styles.metricsButton} aria-describedby={labelId}>
                {first && metrics[first].label}
                {chosen.length > 1 && ` и ещё ${chosen.length - 1}`}
                <Icon name="down" />
              </Button>
            )}
          >
            {() => (
              <div className={styles.metricList}>
                <p className="quiet small">До {maxMetrics} за раз</p>
                {metricNames.map(name => {
                  const on = chosen.includes(name)
                  const isFixed = on ? chosen.length === 1 : chosen.length >= maxMetrics
                  return (
                    <div key={name} title={metrics[name].about} data-fixed={isFixed || undefined}>
                      <Checkbox checked={on} onChange={next => !isFixed && turn(name, next)}>
                        {metrics[name].label}
                      </Checkbox>
                    </div>
                  )
                })}
              </div>
            )}
          </Popover>
        )}
      </LabelledGroup>
    </div>
  )
}
