import { firstDay, lastDay, monthEnd, showDate, showDayMonth, yearOf } from '../domain/dates.ts'
import { countedUnit, unitWord } from '../domain/penalty-wording.ts'
import type { Days, RelativeRange } from '../domain/relative-dates.ts'
import { noBreak } from '../domain/typography.ts'
import { lowerFirstUnlessAcronym, showNumber } from '../domain/wording.ts'
import type { Names } from './describe.ts'
import {
  type AnyValues,
  type Directory,
  type Field,
  type FieldOf,
  type Fields,
  type FilterParam,
  filterParamsOf,
  type Kind,
  type Option,
  type Value,
  type ValueOf,
} from './field.ts'
import { type MeasuredKinds, measuredBy } from './measured-kinds.ts'
import { leadOf, sentenceWords } from './sentence-words.ts'

/**
 * Filters as one sentence: «Дела КоАП первой инстанции по ст. 20.2 ч. 5, Москва, поступившие в марте 2025 года».
 * shared/questions/ parses it: the sentence of any values is read back as the same values.
 */
type SayOf<K extends Kind> = {
  say(value: ValueOf[K], field: FieldOf[K], named: Readonly<Record<number, string>>, values: AnyValues): string
}

/** User text is in quotation marks; quotation marks in it are doubled. */
const quoted = (text: string): string => {
  if (!text.includes('»')) return `«${text}»`
  return /[„“”]/.test(text) ? `«${text.replaceAll('»', '»»')}»` : `„${text}“`
}
/** «A, B или C» */
const anyOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(', ')} или ${items.at(-1)}`
const labelOf = (options: readonly Option[], value: string): string =>
  lowerFirstUnlessAcronym(options.find(option => option.value === value)?.label ?? value)

/**
 * A name that needs no quotation marks: it begins as names do, and nothing in it can be read as another part of the
 * sentence.
 */
export const isPlainName = (name: string): boolean =>
  /^[\p{Lu}\d][\p{L}\d .()–—\-\u00a0]*$/u.test(name) && !/ (или|не) |[ \u00a0]{2}|\s$/.test(name)
/** Directories with proper names; titles of others are quoted. */
const called: readonly Directory[] = ['articles', 'regions', 'courts', 'judges']
/** With its id when the name is missing or ambiguous. */
function sayRows(ids: readonly number[], directory: Directory, named: Readonly<Record<number, string>>): string[] {
  const bearers = Map.groupBy(Object.values(named), sameName)
  return ids.map(id => {
    const name = named[id]
    if (!name?.trim()) return `№\u00a0${id}`
    const isShared = (bearers.get(sameName(name))?.length ?? 0) > 1
    return `${called.includes(directory) && isPlainName(name) ? noBreak(name) : quoted(name)}${isShared ? ` №\u00a0${id}` : ''}`
  })
}
export const sameName = (name: string): string => name.replaceAll('\u00a0', ' ')

// biome-ignore format: a table reads best as one
const moving: Readonly<Record<RelativeRange, string>> = {
  today: 'сегодня', yesterday: 'вчера', tomorrow: 'завтра',
  last_7_days: 'за последние 7\u00a0дней', last_30_days: 'за последние 30\u00a0дней', last_90_days: 'за последние 90\u00a0дней', last_365_days: 'за последние 365\u00a0дней',
  this_week: 'на этой неделе', last_week: 'на прошлой неделе', next_week: 'на следующей неделе',
  this_month: 'в этом месяце', last_month: 'в прошлом месяце', next_month: 'в следующем месяце',
  this_year: 'в этом году', last_year: 'в прошлом году',
  next_7_days: 'в ближайшие 7\u00a0дней', next_30_days: 'в ближайшие 30\u00a0дней',
}
// biome-ignore format: a calendar reads best in two rows
const inMonth = [
  'январе', 'феврале', 'марте', 'апреле', 'мае', 'июне',
  'июле', 'августе', 'сентябре', 'октябре', 'ноябре', 'декабре',
]
const dated = (day: string): string => `${showDate(day)}\u00a0года`

const sayDays = ({ min, max }: Days): string => {
  if (min === max) return dated(min)
  if (min === firstDay && max !== lastDay) return `по ${dated(max)}`
  if (max === lastDay && min !== firstDay) return `с ${dated(min)}`
  const year = yearOf(min)
  if (min === `${year}-01-01` && max === `${year}-12-31`) return `в ${year}\u00a0году`
  if (min.endsWith('-01') && max === monthEnd(min)) return `в ${inMonth[Number(min.slice(5, 7)) - 1]} ${year}\u00a0года`
  return `с ${year === yearOf(max) ? showDayMonth(min) : dated(min)} по ${dated(max)}`
}

export const sayRange = (range: ValueOf['dateRange']): string =>
  'relative' in range ? moving[range.relative] : sayDays(range)

/** «больше 5», «меньше 5»: amounts have two decimals, so «больше 5» begins at 5.01. */
const cents = (value: number): number => Math.round(value * 100) % 100
/** The number shown in words. */
const whole = (value: number, step: 0 | 1 | 99): number =>
  step > 0 && cents(value) === step ? Math.round(value) : value
const sayAmount = ({ min, max }: ValueOf['amountRange'], isExact: boolean): string =>
  isExact && min !== undefined
    ? `ровно ${showNumber(min)}`
    : max === undefined && min !== undefined && cents(min) === 1
      ? `больше ${showNumber(min - 0.01)}`
      : min === undefined && max !== undefined && cents(max) === 99
        ? `меньше ${showNumber(max + 0.01)}`
        : [
            ...(min === undefined ? [] : [`от ${showNumber(min)}`]),
            ...(max === undefined ? [] : [`до ${showNumber(max)}`]),
          ].join(' ')

/** The unit may exclude some of the chosen kinds. */
const onlyOf = (kinds: MeasuredKinds, values: AnyValues): string => {
  const [measured, chosen] = [measuredBy(kinds, values)?.kinds ?? [], values[kinds.key]]
  const isSome = Array.isArray(chosen) && measured.length < chosen.length
  return isSome ? ` (только ${anyOf(measured.map(kind => quoted(labelOf(kinds.options, kind))))})` : ''
}

const flag: SayOf<'flag' | 'presence' | 'own'> = { say: () => '' }
const saying: { [K in Kind]: SayOf<K> } = {
  text: { say: quoted },
  choice: { say: (value, { options }) => labelOf(options, value) },
  schedule: { say: (value, { options }) => labelOf(options, value) },
  choices: { say: (values, { options }) => anyOf(values.map(value => quoted(labelOf(options, value)))) },
  reference: { say: (ids, { directory }, named) => anyOf(sayRows(ids, directory, named)) },
  names: { say: values => anyOf(values.map(quoted)) },
  people: { say: values => anyOf(values.map(quoted)) },
  dateRange: { say: range => sayRange(range) },
  amountRange: {
    say: (amount, { kinds }, _, values) => {
      const unit = kinds && measuredBy(kinds, values)?.unit
      const isExact = amount.min === amount.max
      const said = sayAmount(amount, isExact)
      const last =
        amount.max === undefined ? whole(amount.min ?? 0, 1) : whole(amount.max, amount.min === undefined ? 99 : 0)
      // «ровно 21 час» and «до 21 часа» have different grammatical cases.
      const word = unit && (isExact ? countedUnit : unitWord)(unit, last)
      return word === undefined ? said : `${said}\u00a0${word}${kinds ? onlyOf(kinds, values) : ''}`
    },
  },
  flag,
  presence: flag,
  own: flag,
  day: { say: dated },
  words: { say: ({ text, mode }, { modes }) => `${labelOf(modes, mode)} ${quoted(text)}` },
}
const sayKind = (field: Field): SayOf<Kind> => saying[field.kind]

/** Part of the head: «Дела УК второй инстанции». */
const stages: Readonly<Record<string, string>> = { 1: 'первой инстанции', 2: 'второй инстанции' }
const isOfHead = (name: string): boolean => name === 'type' || name === 'stage'
/** The as-of day comes last. */
const last = 'as_of'
/** The end of the sentence, kept however much is truncated: without its day it would speak of the present. */
export const endOfSentence = (values: AnyValues): string => {
  const day = values[last]
  return typeof day === 'string' ? `, ${leadOf(sentenceWords(last, ''), false)} ${dated(day)}` : ''
}

/** `values` in words; without values: «Все дела». */
export const sayFilters = (fields: Fields, values: AnyValues, names: Names = {}): string => {
  const head = [sayHead(fields, values, 'type', labelIn), sayHead(fields, values, 'stage', (_, value) => stages[value])]
  const clauses = filterParamsOf(fields)
    .filter(({ name }) => values[name] !== undefined && !(isOfHead(name) && name in fields))
    .toSorted((a, b) => Number(a.key === last) - Number(b.key === last))
    .map((param, n, all) => {
      const { name, key, field } = param
      const value = values[name]
      if (value === undefined) return ''
      const named = names[key] ?? {}
      const said = sayKind(field).say(value, field, named, values)
      const before = all[n - 1]?.name
      if (field.kind === 'amountRange' && field.kinds && before === field.kinds.key) return ` ${said}`
      const clause = clauseOf(param, said, value, named)
      return `${n === 0 ? joint(clause) : ', '}${clause}`
    })
  const start = ['Дела', ...head.flatMap(part => part ?? [])].join(' ')
  return clauses.length === 0 && start === 'Дела' ? 'Все дела' : [start, ...clauses].join('')
}
/** «Дела с текстом решения», «Дела, поступившие вчера», «Дела: судья Иванова А. А.» */
const joint = (clause: string): string =>
  /^(по|с|без|кроме) |^в (избранном|подборке)/.test(clause)
    ? ' '
    : /^(не )?(поступившие|решённые|удалённые)/.test(clause)
      ? ', '
      : ': '
const sayHead = (
  fields: Fields,
  values: AnyValues,
  name: string,
  say: (field: Field | undefined, value: string) => string | undefined,
): string | undefined => {
  const value = values[name]
  return name in fields && typeof value === 'string' ? say(fields[name], value) : undefined
}
const labelIn = (field: Field | undefined, value: string): string =>
  field && 'options' in field ? labelOf(field.options, value) : value

const clauseOf = (
  { key, field, not }: FilterParam,
  said: string,
  value: Value,
  named: Readonly<Record<number, string>>,
): string => {
  const words = sentenceWords(key, field.label)
  if ('yes' in words) return value === true ? words.yes : words.no
  const isBare =
    words.bare &&
    Array.isArray(value) &&
    (!not || value.length === 1) &&
    value.every(id => typeof id === 'number' && isOwnWords(key, named[id]))
  return isBare ? `${not ? 'не ' : ''}${said}` : `${leadOf(words, not)} ${said}`
}
/** Titles of regions and courts need no lead. */
const isOwnWords = (key: string, name: string | undefined): boolean =>
  name !== undefined && isPlainName(name) && (key === 'regions' || /суд/iu.test(name))
