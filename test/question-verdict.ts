import { daysOf } from '#shared/domain/relative-dates.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf, type Value } from '#shared/filters/field.ts'
import { articles } from './question-names.ts'

/**
 * How values of a question are compared: sets without order, dates as dates, and without the codex that an article
 * implies.
 */
export const kinds = new Map(filterParamsOf(caseFields).map(({ name, field }) => [name, field]))
export const sorted = (values: AnyValues): string =>
  JSON.stringify(
    Object.entries(values)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? [...value].sort() : typeof value === 'object' ? Object.entries(value).sort() : value,
      ])
      .sort(),
  )
const plainly = (name: string, value: Value, on: string): string =>
  kinds.get(name)?.kind === 'dateRange' && typeof value === 'object' && ('relative' in value || 'min' in value)
    ? JSON.stringify(Object.entries(daysOf(value as Parameters<typeof daysOf>[0], on)).sort())
    : sorted({ [name]: value })

const codexOf = new Map(articles.map(({ id, codex }) => [id, codex === 'koap' ? '1' : '2']))
const withoutSaidCodex = (values: AnyValues): AnyValues => {
  const { type, ...others } = values
  const ids = values.codex_articles
  return Array.isArray(ids) && ids.every(id => codexOf.get(Number(id)) === type) ? others : values
}
export const comparable = (values: AnyValues, on: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(withoutSaidCodex(values)).map(([name, value]) => [name, plainly(name, value ?? '', on)]))

/** Words with a meaning of their own, without prepositions. */
export const wordsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\d][\p{L}\d.]*/gu) ?? [])
    .filter(word => (word.length > 2 && !/^(против|между|при|под|над|для|про|из-за)$/.test(word)) || /\d/.test(word))
    .sort()
