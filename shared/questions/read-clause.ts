import { caseFields } from '../filters/case-fields.ts'
import {
  type Field,
  type FieldOf,
  type FilterParam,
  filterParamsOf,
  type Kind,
  type Option,
  type Value,
  type ValueOf,
} from '../filters/field.ts'
import { measuredBy } from '../filters/measured-kinds.ts'
import { isPlainName, sameName } from '../filters/sentence.ts'
import { leadOf, sentenceWords } from '../filters/sentence-words.ts'
import { choiceOf, type Found, found, type QuestionScan } from './pieces.ts'
import { amountAt } from './read-amounts.ts'
import { dateAt } from './read-dates.ts'
import { plain } from './words.ts'

/**
 * Parses a clause of the filter sentence (shared/filters/sentence.ts): its lead, then the value in the wording of its
 * kind. Such clauses are tried first, so that a sentence gives back its filters.
 */
type Read<K extends Kind> = { value: ValueOf[K]; to: number }
type ReadOf<K extends Kind> = {
  read(scan: QuestionScan, at: number, field: FieldOf[K], named: Readonly<Record<string, string>>): Read<K> | undefined
}

/** The first token at or after a text position. */
const tokenFrom = ({ tokens }: QuestionScan, place: number): number => {
  const at = tokens.findIndex(({ from }) => from >= place)
  return at < 0 ? tokens.length : at
}
const anyCase = (text: string): string => plain(sameName(text))
/** The end of `said` if it occurs whole at token `at`; names of rows only in their exact spelling. */
const endOfSaid = (scan: QuestionScan, at: number, said: string, spelt = anyCase): number | undefined => {
  const start = scan.tokens[at]?.from
  if (start === undefined) return undefined
  const own = scan.text.slice(start, start + said.length)
  const next = scan.text.charAt(start + said.length)
  const to = tokenFrom(scan, start + said.length)
  // «20.2 ч. 1» does not match «20.2 ч. 1.1».
  const isWhole = (scan.tokens[to - 1]?.to ?? 0) <= start + said.length
  return isWhole && spelt(own) === spelt(said) && !/[\p{L}\d]/u.test(next) ? to : undefined
}

/** «A, B или C»: a comma belongs to the list only where another item follows it. */
const listAt = <T>(
  scan: QuestionScan,
  at: number,
  item: (at: number) => { value: T; to: number } | undefined,
): { value: T[]; to: number } | undefined => {
  const items: T[] = []
  let to = at
  let next = item(at)
  while (next) {
    items.push(next.value)
    to = next.to
    next = scan.tokens[to]?.text === ',' || scan.tokens[to]?.text === 'или' ? item(to + 1) : undefined
  }
  return items.length > 0 ? { value: items, to } : undefined
}
const quotedAt = ({ tokens }: QuestionScan, at: number): { value: string; to: number } | undefined => {
  const token = tokens[at]
  return token?.kind === 'quoted' ? { value: token.text, to: at + 1 } : undefined
}
const optionAt = (
  scan: QuestionScan,
  at: number,
  options: readonly Option[],
): { value: string; to: number } | undefined => {
  for (const { value, label } of options) {
    const to = endOfSaid(scan, at, label)
    if (to !== undefined) return { value, to }
  }
  return undefined
}
const numberSign = (scan: QuestionScan, at: number): { value: number; to: number } | undefined => {
  const id = scan.tokens[at + 1]
  return scan.tokens[at]?.text === '№' && id?.kind === 'number' && /^\d+$/.test(id.text)
    ? { value: Number(id.text), to: at + 2 }
    : undefined
}
const rowAt = (
  scan: QuestionScan,
  at: number,
  named: Readonly<Record<string, string>>,
): { value: number; to: number } | undefined => {
  const token = scan.tokens[at]
  const fitting = Object.entries(named)
    .flatMap(([id, name]) => {
      const to =
        token?.kind === 'quoted'
          ? sameName(token.text) === sameName(name)
            ? at + 1
            : undefined
          : isPlainName(name)
            ? endOfSaid(scan, at, name, sameName)
            : undefined
      return to === undefined ? [] : [{ value: Number(id), to }]
    })
    .toSorted((a, b) => b.to - a.to)
  const [best] = fitting
  if (!best) return numberSign(scan, at)
  // For namesakes the sentence has the id.
  return fitting.filter(({ to }) => to === best.to).length > 1 ? numberSign(scan, best.to) : best
}

const nothing = { read: () => undefined }
const list = { read: (scan: QuestionScan, at: number) => listAt(scan, at, next => quotedAt(scan, next)) }
const option = {
  read: (scan: QuestionScan, at: number, { options }: { options: readonly Option[] }) => optionAt(scan, at, options),
}
const reading: { [K in Kind]: ReadOf<K> } = {
  text: { read: quotedAt },
  choice: option,
  schedule: option,
  choices: {
    read: (scan, at, { options }) =>
      listAt(scan, at, next => {
        const said = quotedAt(scan, next)
        const own = said && options.find(({ label }) => plain(label) === plain(said.value))
        return said && own && { value: own.value, to: said.to }
      }),
  },
  reference: { read: (scan, at, _, named) => listAt(scan, at, next => rowAt(scan, next, named)) },
  names: list,
  people: list,
  dateRange: {
    read: ({ tokens, on }, at) => {
      const date = dateAt(tokens, at, on)
      // A sentence has the year; a near day without a year is ambiguous.
      return date && !date.isNextNear ? { value: date.range, to: date.to } : undefined
    },
  },
  amountRange: {
    read: ({ tokens }, at) => {
      const amount = amountAt(tokens, at)
      return amount?.isPrecise && amount.unit === undefined ? { value: amount.amount, to: amount.to } : undefined
    },
  },
  flag: nothing,
  presence: nothing,
  own: nothing,
  day: {
    read: ({ tokens, on }, at) => {
      const date = dateAt(tokens, at, on)
      return date?.isOneDay && 'min' in date.range && date.range.min <= on
        ? { value: date.range.min, to: date.to }
        : undefined
    },
  },
  words: {
    read: (scan, at, { modes }) => {
      const mode = optionAt(scan, at, modes)
      const said = mode && quotedAt(scan, mode.to)
      return said && { value: { text: said.value, mode: mode.value }, to: said.to }
    },
  },
}
const readKind = (field: Field): ReadOf<Kind> => reading[field.kind]

type Lead = { param: FilterParam; said: string; value?: boolean }
/** The longest first: «номер дела», «с наказанием «штраф»» before «с наказанием». */
const leads: readonly Lead[] = filterParamsOf(caseFields)
  .flatMap((param): Lead[] => {
    const words = sentenceWords(param.key, param.field.label)
    return 'yes' in words
      ? [
          { param, said: words.yes, value: true },
          { param, said: words.no, value: false },
        ]
      : [{ param, said: leadOf(words, param.not) }]
  })
  .toSorted((a, b) => b.said.length - a.said.length || Number(a.value !== undefined) - Number(b.value !== undefined))

export const clauseAt = (scan: QuestionScan, at: number): Found | undefined => {
  if (scan.tokens[at]?.kind !== 'word') return undefined
  for (const { param, said, value } of leads) {
    const start = endOfSaid(scan, at, said)
    if (start === undefined) continue
    if (value !== undefined) {
      if (endsThere(scan, start)) return found(start, [choiceOf({ [param.name]: value })])
      continue
    }
    const named = scan.source.known?.[param.key] ?? {}
    const measured = param.key === 'penalty_amount' ? amountAt(scan.tokens, start) : undefined
    const end = measured && afterOnly(scan, measured.to)
    if (end !== undefined && measured?.isPrecise && measured.unit !== undefined && endsThere(scan, end))
      return { to: end, meaning: { kind: 'amount', found: measured, isNamed: true } }
    const read = readKind(param.field).read(scan, start, param.field, named)
    if (!read) continue
    const own = withAmount(scan, param, read)
    if (endsThere(scan, own.to)) return found(own.to, [choiceOf(own.values, '', namesIn(param, read.value, named))])
  }
  return bareAt(scan, at)
}
const endsThere = ({ tokens }: QuestionScan, to: number): boolean =>
  tokens[to] === undefined || tokens[to]?.kind === 'mark'
const namesIn = ({ key, field }: FilterParam, value: Value, named: Readonly<Record<string, string>>) =>
  field.kind === 'reference' && Array.isArray(value)
    ? { [key]: Object.fromEntries(value.flatMap(id => (named[id] === undefined ? [] : [[id, named[id]]]))) }
    : undefined

/** «(только «штраф»)»: the kinds that the amount applies to. */
const afterOnly = ({ tokens }: QuestionScan, to: number): number => {
  if (tokens[to]?.text !== '(' || tokens[to + 1]?.text !== 'только') return to
  const end = tokens.findIndex(({ kind, text }, n) => n > to && kind === 'mark' && text === ')')
  return end < 0 ? to : end + 1
}
/** «с наказанием «штраф» от 10 000 до 50 000 ₽» */
const withAmount = (
  scan: QuestionScan,
  { name }: FilterParam,
  { value, to }: Read<Kind>,
): { values: Record<string, Value>; to: number } => {
  const { penalty_amount: field } = caseFields
  const values = { [name]: value }
  const amount = name === field.kinds.key ? amountAt(scan.tokens, to) : undefined
  return amount?.isPrecise && amount.unit === measuredBy(field.kinds, values)?.unit
    ? { values: { ...values, penalty_amount: amount.amount }, to: afterOnly(scan, amount.to) }
    : { values, to }
}

/** Rows whose titles need no lead: courts by their known names. */
const bareAt = (scan: QuestionScan, at: number): Found | undefined => {
  const not = scan.tokens[at]?.text === 'не'
  const named = scan.source.known?.court ?? {}
  const titled = Object.fromEntries(Object.entries(named).filter(([, title]) => /суд/iu.test(title)))
  const read = listAt(scan, not ? at + 1 : at, next =>
    scan.tokens[next]?.kind === 'quoted' ? undefined : rowAt(scan, next, titled),
  )
  if (!read || scan.tokens[not ? at + 1 : at]?.text === '№' || !endsThere(scan, read.to)) return undefined
  return found(read.to, [choiceOf({ [not ? 'court_not' : 'court']: read.value }, '', { court: titled })])
}
