import { type ReactNode, useState } from 'react'
import type { Directory } from '#shared/filters/field.ts'
import { Labelled } from '../../ui/field.tsx'
import { Picker, type PickerItem } from '../../ui/picker.tsx'
import { type ControlProps, orNothing } from '../control.ts'
import { type RecentChoice, rememberChoice } from '../recent-choices.ts'
import { isAtHand, useSuggestions } from '../suggestions.ts'
import { AllButton } from './all-button.tsx'
import { Count } from './count.tsx'

/**
 * Any of a directory too large to show: suggestions from two letters on (§5), before that what was picked lately. Each
 * pick can be turned round.
 */
export const SuggestedControl = (props: ControlProps<'reference'>) => {
  const { name, field, value = [], excluded = [], set, names, named } = props
  const label = (id: number): string => names[name]?.[id] ?? `№\u00a0${id}`
  const without = (ids: readonly number[], id: number) => ids.filter(one => one !== id)
  const put = (chosen: readonly number[], turned: readonly number[]) => set(orNothing(chosen), orNothing(turned))
  return (
    <Suggested
      {...props}
      directory={field.directory}
      picked={[
        ...value.map(id => ({ value: String(id), label: label(id) })),
        ...excluded.map(id => ({ value: String(id), label: label(id), not: true })),
      ]}
      onPick={option => {
        const id = Number(option.value)
        named(option.value, option.label)
        rememberChoice(field.directory, option)
        put([...without(value, id), id], without(excluded, id))
      }}
      onRemove={item => put(without(value, Number(item.value)), without(excluded, Number(item.value)))}
      onTurn={item => {
        const id = Number(item.value)
        if (item.not) put([...without(value, id), id], without(excluded, id))
        else put(without(value, id), [...without(excluded, id), id])
      }}
    />
  )
}

/** The same for what is referred to by its name itself. */
export const CityControl = (props: ControlProps<'names'>) => {
  const { field, value = [], excluded = [], set } = props
  const without = (list: readonly string[], one: string) => list.filter(other => other !== one)
  const put = (chosen: readonly string[], turned: readonly string[]) => set(orNothing(chosen), orNothing(turned))
  return (
    <Suggested
      {...props}
      directory={field.directory}
      picked={[
        ...value.map(city => ({ value: city, label: city })),
        ...excluded.map(city => ({ value: city, label: city, not: true })),
      ]}
      onPick={option => {
        const city = option.value
        rememberChoice(field.directory, option)
        put([...without(value, city), city], without(excluded, city))
      }}
      onRemove={({ value: city }) => put(without(value, city), without(excluded, city))}
      onTurn={({ value: city, not }) =>
        not
          ? put([...without(value, city), city], without(excluded, city))
          : put(without(value, city), [...without(excluded, city), city])
      }
    />
  )
}

const Suggested = ({
  field,
  values,
  directory,
  counts,
  set,
  picked,
  onPick,
  onRemove,
  onTurn,
}: Pick<ControlProps<'reference' | 'names'>, 'field' | 'values' | 'counts'> & {
  directory: Directory
  set: (value: undefined, excluded: undefined) => void
  picked: readonly PickerItem[]
  onPick: (option: RecentChoice) => void
  onRemove: (item: PickerItem) => void
  onTurn: (item: PickerItem) => void
}): ReactNode => {
  const [typed, setTyped] = useState('')
  const { options, note } = useSuggestions(directory, typed, values)
  return (
    <Labelled
      label={field.label}
      aside={<AllButton what={field.label} shown={picked.length > 0} onClick={() => set(undefined, undefined)} />}
    >
      {id => (
        <Picker
          id={id}
          picked={picked}
          options={
            counts ? options.map(option => ({ ...option, aside: <Count count={counts.of(option.value)} /> })) : options
          }
          typed={typed}
          onTyped={setTyped}
          onPick={({ value }) => {
            const option = options.find(one => one.value === value)
            if (option) onPick(option)
          }}
          onRemove={onRemove}
          onTurn={onTurn}
          placeholder={isAtHand(directory) ? 'название' : 'от 2 букв'}
          note={note}
        />
      )}
    </Labelled>
  )
}
