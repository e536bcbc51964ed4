import type { ReactNode } from 'react'
import type { Field, Kind } from '#shared/filters/field.ts'
import { type Control, type ControlProps, optionsByCodex, undefinedIfEmpty } from './control.ts'
import { AmountControl } from './controls/amount-control.tsx'
import { ArticleControl } from './controls/article-control.tsx'
import { ChoiceControl, OwnControl, YesNoControl } from './controls/choice-control.tsx'
import { DateControl, DayControl } from './controls/date-control.tsx'
import { OptionsControl } from './controls/options-control.tsx'
import { RegionControl } from './controls/region-control.tsx'
import { CityControl, SuggestedControl } from './controls/suggested-control.tsx'
import { PeopleControl, TextControl, WordsControl } from './controls/text-control.tsx'

/** One control per kind (design §4): a missing kind does not compile, and a new field needs no code here. */
const controls: { [K in Kind]: Control<K> } = {
  text: { draw: props => <TextControl {...props} /> },
  choice: { draw: props => <ChoiceControl {...props} /> },
  choices: { draw: props => <OptionsControl {...choicesOf(props)} /> },
  schedule: { draw: props => <ChoiceControl {...props} /> },
  reference: { draw: props => drawReference(props) },
  names: { draw: props => <CityControl {...props} /> },
  people: { draw: props => <PeopleControl {...props} /> },
  dateRange: { draw: props => <DateControl {...props} /> },
  amountRange: { draw: props => <AmountControl {...props} /> },
  flag: { draw: props => <YesNoControl {...props} /> },
  day: { draw: props => <DayControl {...props} /> },
  presence: { draw: props => <YesNoControl {...props} /> },
  own: { draw: props => <OwnControl {...props} /> },
  words: { draw: props => <WordsControl {...props} /> },
}
export const controlOf = (field: Field): Control<Kind> => controls[field.kind]

/** References are drawn by the size of their directory: a tree, a map, a local list, or suggestions. */
const drawReference = (props: ControlProps<'reference'>): ReactNode => {
  switch (props.field.directory) {
    case 'articles':
      return <ArticleControl {...props} />
    case 'regions':
      return <RegionControl {...props} />
    case 'result_types':
    case 'defence_params':
    case 'sets':
      return <OptionsControl {...referenceOf(props)} />
    default:
      return <SuggestedControl {...props} />
  }
}

/** Wire values are strings or numbers; lists of options use strings. */
const choicesOf = ({ name, field, value, excluded, set, values, counts }: ControlProps<'choices'>) => ({
  label: field.label,
  directory: undefined,
  options: optionsByCodex(field.options, values.type),
  atOnce: field.options.length,
  names: Object.fromEntries(field.options.map(option => [option.value, option.label])),
  value: value ?? [],
  excluded: excluded ?? [],
  values,
  counts,
  name,
  set: (chosen: readonly string[], turned: readonly string[]) =>
    set(undefinedIfEmpty(chosen), undefinedIfEmpty(turned)),
})
const referenceOf = ({ name, field, value, excluded, set, values, names, counts }: ControlProps<'reference'>) => ({
  label: field.label,
  directory: field.directory,
  options: [],
  names: names[name],
  value: (value ?? []).map(String),
  excluded: (excluded ?? []).map(String),
  values,
  counts,
  name,
  set: (chosen: readonly string[], turned: readonly string[]) =>
    set(undefinedIfEmpty(chosen.map(Number)), undefinedIfEmpty(turned.map(Number))),
})
