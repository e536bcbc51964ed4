import { isExcludable } from '#shared/filters/field.ts'
import { LabelledGroup } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { ControlProps } from '../control.ts'
import { Count, TwoSided } from './option-row.tsx'

export const ChoiceControl = ({ field, value, excluded, set, counts }: ControlProps<'choice' | 'schedule'>) => {
  const options = [
    { value: '', label: 'Все' },
    ...field.options.map(option => ({
      value: option.value,
      label: option.short ?? option.label,
      title: option.label,
      count: counts && <Count count={counts.of(option.value)} inSegment />,
    })),
  ]
  return (
    <TwoSided what={field.label} value={value} excluded={excluded} set={set}>
      {side => (
        <LabelledGroup
          label={side.not ? `${field.label}: кроме` : field.label}
          aside={isExcludable(field) && side.toggle}
        >
          {labelId => (
            <Segmented
              labelledBy={labelId}
              options={options}
              value={side.value ?? ''}
              onChange={chosen => side.onChange(chosen || undefined)}
              fill
            />
          )}
        </LabelledGroup>
      )}
    </TwoSided>
  )
}
