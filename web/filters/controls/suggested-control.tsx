import { type ReactNode, useState } from 'react'
import type { Directory } from '#shared/filters/field.ts'
import { Labelled } from '../../ui/field.tsx'
import { Picker } from '../../ui/picker.tsx'
import { type ControlProps, undefinedIfEmpty, without } from '../control.ts'
import { type RecentChoice, rememberChoice } from '../recent-choices.ts'
import { isAtHand, useSuggestions } from '../suggestions.ts'
import { AllButton, Count } from './option-row.tsx'

/** Suggestions from two letters on (§5); before that, recent choices. */
export const SuggestedControl = (props: ControlProps<'reference'>) => {
  const { name, field, value = [], excluded = [], set, names, named } = props
  return (
    <Suggested
      {...props}
      directory={field.directory}
      chosen={value.map(String)}
      turned={excluded.map(String)}
      labelOf={id => names[name]?.[Number(id)] ?? `№\u00a0${id}`}
      onPicked={({ value, label }) => named(value, label)}
      put={(chosen, turned) => set(undefinedIfEmpty(chosen.map(Number)), undefinedIfEmpty(turned.map(Number)))}
    />
  )
}

export const CityControl = (props: ControlProps<'names'>) => (
  <Suggested
    {...props}
    directory={props.field.directory}
    chosen={props.value ?? []}
    turned={props.excluded ?? []}
    put={(chosen, turned) => props.set(undefinedIfEmpty(chosen), undefinedIfEmpty(turned))}
  />
)

const Suggested = ({
  field,
  values,
  directory,
  counts,
  chosen,
  turned,
  labelOf = value => value,
  onPicked,
  put,
}: Pick<ControlProps<'reference' | 'names'>, 'field' | 'values' | 'counts'> & {
  directory: Directory
  chosen: readonly string[]
  turned: readonly string[]
  labelOf?: (value: string) => string
  onPicked?: (option: RecentChoice) => void
  put: (chosen: readonly string[], turned: readonly string[]) => void
}): ReactNode => {
  const [typed, setTyped] = useState('')
  const { options, note } = useSuggestions(directory, typed, values)
  const choose = (one: string) => put([...without(chosen, one), one], without(turned, one))
  return (
    <Labelled
      label={field.label}
      aside={<AllButton what={field.label} shown={chosen.length + turned.length > 0} onClick={() => put([], [])} />}
    >
      {id => (
        <Picker
          id={id}
          picked={[
            ...chosen.map(value => ({ value, label: labelOf(value) })),
            ...turned.map(value => ({ value, label: labelOf(value), not: true })),
          ]}
          options={
            counts ? options.map(option => ({ ...option, aside: <Count count={counts.of(option.value)} /> })) : options
          }
          typed={typed}
          onTyped={setTyped}
          onPick={({ value }) => {
            const option = options.find(one => one.value === value)
            if (!option) return
            onPicked?.(option)
            rememberChoice(directory, option)
            choose(value)
          }}
          onRemove={({ value }) => put(without(chosen, value), without(turned, value))}
          onTurn={({ value, not }) =>
            not ? choose(value) : put(without(chosen, value), [...without(turned, value), value])
          }
          placeholder={isAtHand(directory) ? 'название' : 'от 2 букв'}
          note={note}
        />
      )}
    </Labelled>
  )
}
