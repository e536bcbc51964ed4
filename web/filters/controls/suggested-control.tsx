import { type ReactNode, useState } from 'react'
import type { Directory } from '#shared/filters/field.ts'
import { Labelled } from '../../ui/field.tsx'
import { Picker, type PickerItem, type PickerOption } from '../../ui/picker.tsx'
import { type ControlProps, orNothing } from '../control.ts'
import { useSuggestions } from '../suggestions.ts'

/** Any of a directory too large to show: suggestions from two letters on (§5). Each pick can be turned round. */
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
      onPick={({ value: city }) => put([...without(value, city), city], without(excluded, city))}
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
  picked,
  onPick,
  onRemove,
  onTurn,
}: Pick<ControlProps<'reference' | 'names'>, 'field' | 'values'> & {
  directory: Directory
  picked: readonly PickerItem[]
  onPick: (option: PickerOption) => void
  onRemove: (item: PickerItem) => void
  onTurn: (item: PickerItem) => void
}): ReactNode => {
  const [typed, setTyped] = useState('')
  const { options, note } = useSuggestions(directory, typed, values)
  return (
    <Labelled label={field.label}>
      {id => (
        <Picker
          id={id}
          picked={picked}
          options={options}
          typed={typed}
          onTyped={setTyped}
          onPick={onPick}
          onRemove={onRemove}
          onTurn={onTurn}
          placeholder="от 2 букв"
          note={note}
        />
      )}
    </Labelled>
  )
}
