import { showDate } from '../domain/dates.ts'
import { unitWord } from '../domain/penalty-wording.ts'
import { showRange } from '../domain/relative-dates.ts'
import { inQuotes } from '../domain/typography.ts'
import { showNumber } from '../domain/wording.ts'
import {
  type AnyValues,
  type Field,
  type FieldOf,
  type Fields,
  filterParamsOf,
  type Kind,
  type Option,
  type ValueOf,
} from './field.ts'
import { measuredBy } from './measured-kinds.ts'

/** Names of referenced rows by field key and id, from the server: `{ judge: { 3: 'Иванова А. А.' } }`. */
export type Names = Readonly<Record<string, Readonly<Record<number, string>>>>

type Describe<K extends Kind> = {
  text(value: ValueOf[K], field: FieldOf[K], names: Readonly<Record<number, string>>, values: AnyValues): string
}
const labelled = (options: readonly Option[], value: string): string =>
  options.find(option => option.value === value)?.label ?? value
const yesNo = (on: boolean): string => (on ? 'да' : 'нет')

const describing: { [K in Kind]: Describe<K> } = {
  text: { text: value => value },
  choice: { text: (value, { options }) => labelled(options, value) },
  choices: { text: (values, { options }) => values.map(value => labelled(options, value)).join(', ') },
  schedule: { text: (value, { options }) => labelled(options, value) },
  reference: { text: (ids, _, names) => [...new Set(ids.map(id => names[id] ?? `№\u00a0${id}`))].join(', ') },
  names: { text: values => values.join(', ') },
  people: { text: values => values.join(', ') },
  dateRange: { text: range => showRange(range) },
  amountRange: {
    text: ({ min, max }, { kinds }, _, values) => {
      const unit = kinds && measuredBy(kinds, values)?.unit
      const last = max ?? min
      return [
        ...(min === undefined ? [] : [`от ${showNumber(min)}`]),
        ...(max === undefined ? [] : [`до ${showNumber(max)}`]),
      ]
        .join(' ')
        .concat(unit === undefined || last === undefined ? '' : `\u00a0${unitWord(unit, last)}`)
    },
  },
  flag: { text: yesNo },
  day: { text: day => showDate(day) },
  presence: { text: yesNo },
  own: { text: yesNo },
  words: {
    text: ({ text, mode }, { modes }) =>
      mode === 'phrase'
        ? inQuotes(text)
        : mode === modes[0]?.value
          ? text
          : `${text} (${labelled(modes, mode).toLowerCase()})`,
  },
}
const describe = (field: Field): Describe<Kind> => describing[field.kind]

/** One removable chip per active filter; `name` is the key to remove. */
export type Chip = { name: string; key: string; label: string; text: string; not: boolean }

export const describeValues = (fields: Fields, values: AnyValues, names: Names = {}): Chip[] =>
  filterParamsOf(fields).flatMap(({ name, key, field, not }) => {
    const value = values[name]
    if (value === undefined) return []
    const text = describe(field).text(value, field, names[key] ?? {}, values)
    return [{ name, key, label: field.label, text: not ? `не ${text}` : text, not }]
  })

/** Kinds whose values are clear without a label: «Штраф, Арест · Есть защитник: да». */
const plain: readonly Kind[] = ['choice', 'choices', 'reference', 'names', 'words']
export const filterSummary = (
  fields: Fields,
  tags: readonly Pick<Chip, 'key' | 'label' | 'text'>[],
  between = ' · ',
): string =>
  tags
    .map(({ key, label, text }) => {
      const kind = fields[key]?.kind
      return kind && plain.includes(kind) ? text : `${label}: ${text}`
    })
    .join(between)
