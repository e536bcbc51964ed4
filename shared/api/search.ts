import { z } from 'zod'
import { searchMinimum } from '../domain/limits.ts'
import { repeated, strictQuery } from './lists.ts'
import { compared } from './pivot.ts'

/** Suggestions of the search box: what a few typed letters may mean, in groups, each of what the asker may see. */
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
/** Ahead. Of the court's day and clock. */
const hearing = z.object({ date: z.string(), time: z.string().nullable() }).nullable()

const common = {
  title: z.string(),
  /** Filters of the list of cases that it sets; null: it only opens its page. */
  filters: wireRecord.nullable(),
  /** Its own page; null: it has none. */
  page: z.string().nullable(),
  /** Found only by allowing for one typing error. */
  approximate: z.literal(true).optional(),
}
/** Of the list that opens on choosing: what the asker may see, within the filters that stand there; null: not counted in time. */
const cases_count = count
const court = z.object({ id, title: z.string(), region: id })

const person = z.object({
  ...common,
  id,
  /** Of the first and the last entered case. */
  years: z.object({ from: id, to: id }).nullable(),
  regions: z.array(id),
  articles: z.array(article),
  cases_count: id,
  /** People of the same full name. */
  namesakes_count: id,
  /** Courts write no given name: it may be somebody else of this list. */
  is_initials_only: z.boolean(),
  hearing,
})
/** `title`: its number. What was decided is left to its page, which knows what became of it. */
const caseItem = z.object({
  ...common,
  id,
  /** By what it was found: its number, УИД, number of the protocol, or the name of somebody accused. */
  found_by: z.enum(['number', 'uid', 'protocol', 'name']),
  type: z.union([z.literal(1), z.literal(2)]),
  case_uid: z.string().nullable(),
  protocol_number: z.string().nullable(),
  /** Empty: hidden by the court, or nobody is named. */
  defendants: z.array(z.string()),
  articles: z.array(article),
  court,
  entry_date: day,
  result_date: day,
  hearing,
})
const judge = z.object({ ...common, id, court, cases_count })
const courtItem = z.object({ ...common, id, city: z.string(), region: id, cases_count })
/** Of a city; null: it is a region itself, or several of them, as a federal district. */
const city = z.object({
  ...common,
  region: id.nullable(),
  /** Of regions: what is typed is what they are called, and nothing else. */
  is_called: z.literal(true).optional(),
})
const articleItem = z.object({
  ...common,
  codex,
  article_number: z.string(),
  /** Empty with `is_whole`: the article with all its parts. */
  part: z.string(),
  is_whole: z.boolean(),
  /** What the law calls it. */
  heading: z.string(),
  /** What people call it, where it was found by that: «дискредитация». */
  called: z.string().nullable(),
})
const tag = z.object({ ...common, id, cases_count })
const preset = z.object({
  ...common,
  id,
  category: z.string().nullable(),
  human_readable: z.record(z.string(), z.string()),
})
/** A working set, one’s own or shared. */
const workSet = z.object({ ...common, id, cases_count })
/** A case with a decision in which the words are; `title`: its number. */
const text = z.object({
  ...common,
  id,
  court,
  result_date: day,
  /** A piece of the decision; `hit`: a word that was looked for. */
  quote: z.array(z.object({ text: z.string(), hit: z.boolean() })),
})

/**
 * `late`: it was not found out, in time or among too many, which is not the same as nothing; asked alone, the group has more time, but for
 * words that stand in nearly every decision (`more` with no items). `all`: the
 * list that has everything found, where there is one; `count` null: there are more than are shown, and nobody has counted them.
 */
const groupOf = <K extends SuggestionKind, T extends z.ZodType>(kind: K, item: T) =>
  z.object({
    kind: z.literal(kind),
    items: z.array(item),
    late: z.boolean(),
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

/** Groups stand in one order, those with nothing in them too; tags are for their editors. */
export const searchAnswer = z.object({
  /** What was looked for instead, where the keyboard was in the other layout: «hfleujle,» is «радугодуб». */
  read_as: z.string().nullable(),
  groups: z.array(suggestionGroup),
})
export type SearchAnswer = z.infer<typeof searchAnswer>
