import { useQuery } from '@tanstack/react-query'
import { showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { defendantCountQueryOptions } from '../api/defendants.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { writeLeast } from './defendant-search.ts'

type Props = { least: number; onChange: (least: number) => void; within?: WireRecord }
/** Restricts to people with several found cases. `within`: the filters, for showing their number in advance. */
export const RepeatedBox = ({ least, onChange, within }: Props) => {
  const count = useQuery({
    ...defendantCountQueryOptions({ ...within, ...writeLeast(2) }),
    enabled: within !== undefined,
  }).data
  return (
    <Checkbox checked={least > 1} onChange={isOn => onChange(isOn ? 2 : 1)}>
      {least > 2 ? `Не меньше ${least} дел` : 'Два дела и больше'}
      {typeof count === 'number' && <span className="quiet"> {showNumber(count)}</span>}
    </Checkbox>
  )
}
