import type { Pivot } from '#shared/api/pivot.ts'
import { mixedWords, namesCodex, noColumns } from '#shared/domain/pivot.ts'
import { Button } from '../ui/button.tsx'
import { isMixed } from './table-chart-model.ts'

type Props = { table: Pivot; onType: (type: '1' | '2') => void; onColumns: () => void }
export const MixedCodices = ({ table, onType, onColumns }: Props) => {
  const { of } = table
  if (!of.metrics.some(metric => isMixed(table, metric))) return null
  if (namesCodex(of.rows) || namesCodex(of.columns))
    return <p className="quiet small">В итогах — прочерк. {mixedWords}</p>
  return (
    <p role="status" className="row">
      <span>{mixedWords} Выберите:</span>
      <Button onClick={() => onType('1')}>КоАП</Button>
      <Button onClick={() => onType('2')}>УК</Button>
      {of.columns === noColumns && <Button onClick={onColumns}>По кодексам</Button>}
    </p>
  )
}
