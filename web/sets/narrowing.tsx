import { type ItemStatus, itemStatuses, itemStatusNames } from '#shared/domain/sets.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/field.tsx'
import { statusLabel } from './item-changes.ts'

/** Which cases of a set are shown and read in sequence, from the address: by status or assignee. */
export type Narrowing = { status: ItemStatus | ''; mine: boolean }
export const readNarrowing = (record: { readonly status?: unknown; readonly mine?: unknown }): Narrowing => ({
  status: itemStatusNames.find(status => status === record.status) ?? '',
  mine: String(record.mine) === 'true',
})
export const writeNarrowing = ({ status, mine }: Narrowing): WireRecord => ({
  ...(status !== '' && { status }),
  ...(mine && { mine: 'true' }),
})
export const isNarrowed = ({ status, mine }: Narrowing): boolean => status !== '' || mine
/** «Спорно, поручено мне». */
export const narrowingLabel = ({ status, mine }: Narrowing): string =>
  [status === '' ? 'Все состояния' : statusLabel(status), ...(mine ? ['поручено мне'] : [])].join(', ')

const options = [{ value: '', label: 'Все состояния' }, ...itemStatuses] as const
type Props = { value: Narrowing; onChange: (change: Partial<Narrowing>) => void }
export const NarrowingFields = ({ value, onChange }: Props) => (
  <>
    <Select aria-label="Состояние" options={options} value={value.status} onChange={status => onChange({ status })} />
    <Checkbox checked={value.mine} onChange={mine => onChange({ mine })}>
      Поручено мне
    </Checkbox>
  </>
)
