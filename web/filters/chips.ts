import { useQuery } from '@tanstack/react-query'
import { chipTextLimit } from '#shared/domain/limits.ts'
import { type Chip, describeValues, type Names } from '#shared/filters/describe.ts'
import type { AnyValues, Fields, Kind, Value } from '#shared/filters/field.ts'
import { articlesQuery } from '../api/directories.ts'
import { groupArticles, summariseArticles } from './articles.ts'
import { useNames } from './names.ts'

/** Kinds whose text is what someone typed: cut at a hundred characters in a tag (§5). The others have labels of their own. */
const typed: readonly Kind[] = ['text', 'names', 'people', 'words']

export const cut = (text: string): string => (text.length > chipTextLimit ? `${text.slice(0, chipTextLimit)}…` : text)

/** Empty or 0 (§5): such a value narrows nothing and gets no tag. */
const isNothing = (value: Value | undefined): boolean =>
  typeof value === 'object' && !Array.isArray(value)
    ? Object.values(value).every(end => end === 0 || end === '' || end === undefined)
    : Array.isArray(value)
      ? value.length === 0
      : value === ''

/** The tags of a query (§5). */
export const chipsOf = (fields: Fields, values: AnyValues, names: Names): Chip[] =>
  describeValues(fields, values, names)
    .filter(({ name }) => !isNothing(values[name]))
    .map(chip => {
      const kind = fields[chip.key]?.kind
      return kind && typed.includes(kind) ? { ...chip, text: cut(chip.text) } : chip
    })

/** The same with names asked for, and articles said as groups: «20.2 (вся)». */
export const useChips = (fields: Fields, values: AnyValues): Chip[] => {
  const chips = chipsOf(fields, values, useNames(fields, values))
  const hasArticles = chips.some(({ key }) => isArticles(fields, key))
  const { data } = useQuery({ ...articlesQuery(), enabled: hasArticles })
  if (!data || !hasArticles) return chips
  const groups = groupArticles(data.results)
  return chips.map(chip => {
    const ids = values[chip.name]
    if (!isArticles(fields, chip.key) || !Array.isArray(ids)) return chip
    const numbers = ids.filter(id => typeof id === 'number')
    const text = summariseArticles(numbers, groups, { withCodex: values.type === undefined })
      .map(({ name }) => name)
      .join(', ')
    return { ...chip, text: chip.not ? `кроме ${text}` : text }
  })
}
const isArticles = (fields: Fields, key: string): boolean => {
  const field = fields[key]
  return field?.kind === 'reference' && field.directory === 'articles'
}
