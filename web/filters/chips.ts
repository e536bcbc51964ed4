import { chipTextLimit } from '#shared/domain/limits.ts'
import { type Chip, describeValues, type Names } from '#shared/filters/describe.ts'
import type { AnyValues, Fields, Kind, Value } from '#shared/filters/field.ts'
import { toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import { groupArticles, summariseArticles } from './articles.ts'
import { useNames, useParts } from './names.ts'
import { recallQuery, recallTags, type TagTexts } from './remembered.ts'

/** Kinds with typed text: truncated to a hundred characters in a tag (§5). Others have labels. */
const typed: readonly Kind[] = ['text', 'names', 'people', 'words']

export const cut = (text: string): string => (text.length > chipTextLimit ? `${text.slice(0, chipTextLimit)}…` : text)

/** `full`: the text before truncation. `named`: every referenced row has a name; otherwise some are still ids. */
export type FilterTag = Chip & { full: string; named: boolean }

/** Empty or 0 (§5): such a value filters nothing and gets no tag. */
const isNothing = (value: Value | undefined): boolean =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.values(value).every(end => end === 0 || end === '' || end === undefined)
    : Array.isArray(value)
      ? value.length === 0
      : value === ''

/** Zero days is a value: decided on the day of entry. */
const countsDays = (field: Fields[string] | undefined): boolean =>
  field?.kind === 'amountRange' && field.since !== undefined

/** The tags of a query (§5); keys outside `fields` (on statistics: type, stage) get none. */
export const chipsOf = (fields: Fields, values: AnyValues, names: Names): FilterTag[] =>
  describeValues(fields, values, names)
    .filter(({ name, key }) => countsDays(fields[key]) || !isNothing(values[name]))
    .map(chip => {
      const field = fields[chip.key]
      const value = values[chip.name]
      return {
        ...chip,
        text: field && typed.includes(field.kind) ? cut(chip.text) : chip.text,
        full: chip.text,
        named: field?.kind !== 'reference' || !Array.isArray(value) || value.every(id => names[chip.key]?.[id]),
      }
    })

/** Tags with names, articles as groups. Until names arrive, the last text for the same value is shown. */
export const useChips = (fields: Fields, values: AnyValues): FilterTag[] => {
  const chips = chipsOf(fields, values, useNames(fields, values))
  const { parts, isOfThen } = useParts(values)
  const grouped = parts ? chips.map(chip => asGroups(chip, values, parts, isOfThen)) : chips
  return grouped.some(({ named }) => !named) ? asRemembered(grouped, fields, values) : grouped
}

type Articles = Parameters<typeof groupArticles>[0]
const asGroups = (chip: FilterTag, values: AnyValues, articles: Articles, isOfThen: boolean): FilterTag => {
  const ids = values[chip.name]
  if (chip.key !== 'codex_articles' || !Array.isArray(ids)) return chip
  const numbers = ids.filter(id => typeof id === 'number')
  const said = summariseArticles(numbers, groupArticles(articles), values.type === undefined, isOfThen)
    .map(({ name }) => name)
    .join(', ')
  const text = chip.not ? `не ${said}` : said
  return { ...chip, text, full: text }
}

/** Tags without names yet, with the remembered text for the same values. */
export const asRemembered = (chips: readonly FilterTag[], fields: Fields, values: AnyValues): FilterTag[] => {
  const [query, texts] = [recallQuery() ?? {}, recallTags()]
  return chips.map(chip => {
    const text = texts[chip.name]
    const one = writeValues(fields, { [chip.name]: values[chip.name] })
    return chip.named || text === undefined || !holds(query, one) ? chip : { ...chip, text, full: text }
  })
}
const holds = (query: WireRecord, part: WireRecord): boolean =>
  Object.entries(part).every(([param, raw]) => toQuery({ x: query[param] ?? [] }) === toQuery({ x: raw }))

/** Remembered texts of tags (§3 `humanFilterValues`); undefined until every name is known. */
export const tagTextsOf = (chips: readonly FilterTag[]): TagTexts | undefined =>
  chips.every(({ named }) => named) ? Object.fromEntries(chips.map(({ name, text }) => [name, text])) : undefined
