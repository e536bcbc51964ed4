import { z } from 'zod'
import { searchMinimum } from '../domain/limits.ts'
import { repeated, strictQuery } from './lists.ts'
import { compared } from './pivot.ts'

/**
 * Suggestions of the search box: possible meanings of a few typed letters, in groups, within the scope of the asker.
 */
export const suggestionKinds = [
  'person',
  'case',
  'judge',
  'court',
  'city',
  'article',
  'tag',
  'preset',
  'set',
  'text',
] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

const maxTyped = 200
export const searchQuery = strictQuery({
  q: z
    .string({ error: ({ input }) => (input === undefined ? 'Введите не меньше двух знаков.' : 'Нужно одно значение.') })
    .trim()
    .min(searchMinimum, { error: 'Введите не меньше двух знаков.' })
    .max(maxTyped, { error: `Не больше ${maxTyped} знаков.` })
    .refine(value => !value.includes('\0'), { error: 'Недопустимый знак с кодом 0.' })
    .meta({ description: 'Что набрано' }),
  within: compared
    .optional()
    .meta({
      description: 'Фильтры, к которым добавится выбранное: строкой запроса, как в адресе списка. Числа дел — с ними',
    }),
  groups: repeated(z.array(z.enum(suggestionKinds)).min(1).max(suggestionKinds.length).optional()).meta({
    description: 'Только эти группы, и времени им больше; без параметра — все, кто успел',
  }),
})

const id = z.number().int()
const day = z.string().nullable()
const count = z.number().int().nullable()
const codex = z.enum(['koap', 'uk'])
const article = z.object({ id, name: z.string(), codex })
const wireRecord = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
/** A future hearing, by the court's clock. */
const hearing = z
  .object({
    date: z.string(),
    time: z.string().nullable(),
    /** What the card says on its line: «Заседание отложено». */
    said: z.string().nullable().default(null),
  })
  .nullable()

const common = {
  title: z.string(),
  /** Filters of the list of cases that it sets; null when it only opens its page. */
  filters: wireRecord.nullable(),
  /** The address of its own page, if any. */
  page: z.string().nullable(),
  /** Found only with a misspelling. */
  approximate: z.literal(true).optional(),
}
/** Visible cases of the list that the choice opens, within the current filters; null when not counted in time. */
const cases_count = count
const court = z.object({ id, title: z.string(), region: id })

const person = z.object({
  ...common,
  id,
  /** Of the first and the latest case by entry. */
  years: z.object({ from: id, to: id }).nullable(),
  regions: z.array(id),
  articles: z.array(article),
  cases_count: id,
  /** People with the same full name. */
  namesakes_count: id,
  /** Courts do not write the given name, so it may be another person of this list. */
  is_initials_only: z.boolean(),
  hearing,
})
/** `title`: its number. The outcome is left to its page, which also knows of later reviews. */
const caseItem = z.object({
  ...common,
  id,
  /** What matched: its number, УИД, protocol number, or the name of an accused. */
  found_by: z.enum(['number', 'uid', 'protocol', 'name']),
  type: z.union([z.literal(1), z.literal(2)]),
  case_uid: z.string().nullable(),
  protocol_number: z.string().nullable(),
  /** Empty when hidden by the court or unknown. */
  defendants: z.array(z.string()),
  articles: z.array(article),
  court,
  entry_date: day,
  result_date: day,
  hearing,
})
const judge = z.object({ ...common, id, court, cases_count })
const courtItem = z.object({ ...common, id, city: z.string(), region: id, cases_count })
/** `region` of a city; null when it is itself a region, or several regions such as a federal district. */
const city = z.object({
  ...common,
  region: id.nullable(),
  /** For regions: the typed text is exactly one of their names. */
  is_called: z.literal(true).optional(),
})
const articleItem = z.object({
  ...common,
  codex,
  article_number: z.string(),
  /** Empty together with `is_whole` for the article with all its parts. */
  part: z.string(),
  is_whole: z.boolean(),
  /** Its title in the law. */
  heading: z.string(),
  /** The colloquial name by which it was found: «дискредитация». */
  called: z.string().nullable(),
})
const tag = z.object({ ...common, id, cases_count })
const preset = z.object({
  ...common,
  id,
  category: z.string().nullable(),
  human_readable: z.record(z.string(), z.string()),
})
/** A working set, own or shared. */
const workSet = z.object({ ...common, id, cases_count })
/** A case whose decision contains the words; `title`: its number. */
const text = z.object({
  ...common,
  id,
  court,
  result_date: day,
  /** An excerpt of the decision; `hit`: a matching word. */
  quote: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})

/**
 * `late`: time ran out or there were too many candidates, which differs from an empty result; a group requested alone
 * has more time, except for words in nearly every decision (`more` without items). `all`: filters that open everything
 * found, if possible; `count` is null when there are more than shown and the total is unknown. `away`: a server of texts
 * does not answer; asked again at once, it would not either.
 */
const groupOf = <K extends SuggestionKind, T extends z.ZodType>(kind: K, item: T) =>
  z.object({
    kind: z.literal(kind),
    items: z.array(item),
    late: z.boolean(),
    away: z.literal(true).optional(),
    more: z.boolean(),
    all: z.object({ page: z.string(), filters: wireRecord, count }).nullable(),
  })

const suggestionGroup = z.discriminatedUnion('kind', [
  groupOf('person', person),
  groupOf('case', caseItem),
  groupOf('judge', judge),
  groupOf('court', courtItem),
  groupOf('city', city),
  groupOf('article', articleItem),
  groupOf('tag', tag),
  groupOf('preset', preset),
  groupOf('set', workSet),
  groupOf('text', text),
])
export type SuggestionGroup = z.infer<typeof suggestionGroup>
export type GroupOf<K extends SuggestionKind> = Extract<SuggestionGroup, { kind: K }>
export type SuggestionOf<K extends SuggestionKind> = GroupOf<K>['items'][number]

/** Groups in a fixed order, including empty ones; tags only for their editors. */
export const searchAnswer = z.object({
  /** What was searched instead of text typed in the wrong keyboard layout: «радугодуб» for «hfleujle,». */
  read_as: z.string().nullable(),
  groups: z.array(suggestionGroup),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
