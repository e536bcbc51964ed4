import { isExcludable } from '#shared/filters/field.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
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

/** The penalty's «любое» and «нет» are labels for `has_penalty` (§3), not wire values. */
const words: Readonly<Record<string, { label?: string; yes: string; no: string }>> = {
  has_penalty: { label: 'Назначено ли наказание', yes: 'Любое', no: 'Нет' },
}

export const YesNoControl = ({ name, field, value, set, counts }: ControlProps<'flag' | 'presence'>) => {
  const { label = field.label, yes, no } = words[name] ?? { yes: 'Да', no: 'Нет' }
  return (
    <LabelledGroup label={label}>
      {labelId => (
        <Segmented
          labelledBy={labelId}
          options={[
            { value: '', label: 'Все' },
            { value: 'yes', label: yes, count: counts && <Count count={counts.of('true')} inSegment /> },
            { value: 'no', label: no, count: counts && <Count count={counts.of('false')} inSegment /> },
          ]}
          value={value === undefined ? '' : value ? 'yes' : 'no'}
          onChange={chosen => set(chosen === '' ? undefined : chosen === 'yes')}
          fill
        />
      )}
    </LabelledGroup>
  )
}

/** Only kept cases, or all. An address may exclude kept ones; the checkbox then clears the filter. */
export const OwnControl = ({ field, value, set }: ControlProps<'own'>) => (
  <Checkbox checked={value === true} partly={value === false} onChange={on => set(on ? true : undefined)}>
    {value === false ? `${field.label}: нет` : field.label}
  </Checkbox>
)
