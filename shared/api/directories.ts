import { z } from 'zod'
import { maxDirectorySize, maxId, maxPageSize, searchMinimum, suggestionCount } from '../domain/limits.ts'
import { listOf, pageParam, repeated, sizeParam, strictQuery } from './lists.ts'

/** Directories and their suggestions (§3, §5, §7). */
const many = <T extends z.ZodType>(item: T) => repeated(z.array(item).max(1000)).optional()
const number = (error: string) =>
  z
    .string({ error })
    .regex(/^\d{1,10}$/, { error })
    .transform(Number)
    .refine(value => value <= maxId, { error })

const query = z
  .string({ error: ({ input }) => (input === undefined ? 'Введите не меньше двух букв.' : 'Нужно одно значение.') })
  .trim()
  .min(searchMinimum, { error: 'Введите не меньше двух букв.' })
  .max(200, { error: 'Не больше 200 знаков.' })
  .refine(value => !value.includes('\0'), { error: 'Недопустимый знак с кодом 0.' })
const allowed_regions = many(number('Нужны номера регионов.'))

const size = sizeParam(maxPageSize, suggestionCount)

/** Returned whole unless a page is requested (§9). */
const inOnePiece = { page: pageParam, size: sizeParam(maxDirectorySize, maxDirectorySize) }

const codexParam = z.enum(['koap', 'uk'], { error: 'Возможные значения: koap, uk.' })
export const articleListQuery = strictQuery({ codex: codexParam.optional(), ...inOnePiece })
export const articleSearchQuery = strictQuery({ query, codex: codexParam.optional(), size })
export const courtSearchQuery = strictQuery({ query, allowed_regions, size })
export const judgeSearchQuery = strictQuery({
  query,
  allowed_regions,
  court: many(number('Нужны номера судов.')),
  size,
})
export const citySearchQuery = strictQuery({ query, allowed_regions, size })
export const tagSearchQuery = strictQuery({ query, size })
const oneOrTwo = z.enum(['1', '2'], { error: 'Возможные значения: 1, 2.' }).transform(Number).optional()
export const resultTypeQuery = strictQuery({ type: oneOrTwo, stage: oneOrTwo, ...inOnePiece })
export const directoryQuery = strictQuery(inOnePiece)

const id = z.number().int()
const article = z.object({
  id,
  /** «20.2 ч. 5» */
  name: z.string(),
  article_number: z.string(),
  part: z.string(),
  codex: codexParam,
  title: z.string(),
})
export type Article = z.infer<typeof article>
const court = z.object({ id, title: z.string(), city: z.string(), region: id })
const judge = z.object({ id, name: z.string(), court: z.object({ id, title: z.string(), region: id }) })
const city = z.object({ city: z.string(), region: id })
const tag = z.object({ id, value: z.string() })
const resultType = z.object({ id, title: z.string() })
/** `is_hearing`: null for an unknown wording. */
const eventType = z.object({ id, title: z.string(), is_hearing: z.boolean().nullable() })
const defenceParam = z.object({ id, key: z.string(), value: z.string() })

export const articleList = listOf(article)
export const courtList = listOf(court)
export const judgeList = listOf(judge)
export const cityList = listOf(city)
export const tagList = listOf(tag)
export const resultTypeList = listOf(resultType)
export const eventTypeList = listOf(eventType)
export const defenceParamList = listOf(defenceParam)

/** Names for the chips of a query: `?judges=3` → `{ judges: { "3": "…" } }`. */
export const nameQuery = strictQuery({
  articles: many(number('Нужны номера.')),
  courts: many(number('Нужны номера.')),
  judges: many(number('Нужны номера.')),
  sets: many(number('Нужны номера.')),
  tags: many(number('Нужны номера.')),
})
export const nameAnswer = z.record(z.string(), z.record(z.string(), z.string()))

/** `ts`: time of the release, Unix milliseconds. */
export const releaseDate = z.object({
  ts: z.number().int(),
  is_demo: z.boolean(),
  /** While the demonstration is loading: totals cover what is loaded so far. */
  demo_loading: z.object({ loaded: z.number().int(), total: z.number().int() }).optional(),
  /** Configured external pages (§2). */
  links: z
    .object({ manual: z.string(), suggest_article: z.string(), help_bot: z.string(), donate: z.string() })
    .partial()
    .optional(),
})
export type OutsideLinks = {
  readonly [name in keyof NonNullable<z.infer<typeof releaseDate>['links']>]?: string | undefined
}
