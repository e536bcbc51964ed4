import { z } from 'zod'
import { defaultDefendantOrdering, defendantOrderingValues } from '../domain/defendant-orderings.ts'
import { evidenceKinds, nameRelations } from '../domain/person-evidence.ts'
import { defendantFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { penalty, shownCase } from './cases.ts'
import { columnNamed } from './columns.ts'
import { countIsBehind, leastParam, listOf, orderingParam, pageParam, repeated, rowsParam, sizeParam } from './lists.ts'

/**
 * People across cases (§7 `/defendants/`). Filters select people by their cases; a person is shown with all cases
 * visible to the asker. People with hidden names are left out.
 */
const ordering = orderingParam(
  defendantOrderingValues,
  defaultDefendantOrdering,
  'Порядок; минус впереди обращает его. `entry_date` — по последнему поступившему делу, `found_count` — по числу дел, которые находят фильтры',
)
const found_from = leastParam(
  'Дел не меньше',
  'Только лица, у которых все фильтры выполняет не меньше стольких дел: с `set` и 2 — кто повторяется в подборке',
)

export const defendantListQuery = querySchema(defendantFields, {
  ordering,
  found_from,
  page: pageParam,
  size: sizeParam(),
})

const article = z.object({ id: z.number().int(), name: z.string(), codex: z.enum(['koap', 'uk']) })
const day = z.string().nullable()

const personSummary = z.object({
  id: z.number().int(),
  name: z.string(),
  gender: z.enum(['m', 'f', 'na']),
  regions: z.array(z.number().int()),
  cities: z.array(z.string()),
  /** In both instances. */
  cases_count: z.number().int(),
  second_instance_count: z.number().int(),
  codex_articles: z.array(article),
  first_entry_date: day,
  last_entry_date: day,
  at_risk: z.boolean(),
})
export type PersonSummary = z.infer<typeof personSummary>
const defendantRow = personSummary.extend({
  /** People with the same full name in cases visible to the asker. */
  namesakes_count: z.number().int(),
  /** How many of their cases match all filters; without filters, all. */
  found_count: z.number().int(),
  found_second_instance_count: z.number().int(),
})
export type DefendantRow = z.infer<typeof defendantRow>
export const defendantList = listOf(defendantRow).extend({ count_is_behind: countIsBehind })

const personCase = shownCase.extend({
  /** Empty when the source does not tell which articles are theirs. */
  codex_articles: z.array(article),
  /** Includes other people's penalties: see `whose`. */
  penalties: z.array(penalty.extend({ whose: z.enum(['person', 'other', 'unknown']) })),
  /** False for a linked case without the name. */
  names_person: z.boolean(),
  others_count: z.number().int(),
})
export type PersonCase = z.infer<typeof personCase>

export const defendant = personSummary.extend({
  namesakes_count: z.number().int(),
  /** Spellings of the courts, the displayed one first. */
  names: z.array(z.string()),
  /** Why cases of several courts are attributed to one person; each reason once. */
  joined_by: z.array(
    z.object({
      name_relation: z.enum(nameRelations),
      evidence: z.array(z.enum(evidenceKinds)),
      /** False for a decision of a user. */
      is_automatic: z.boolean(),
    }),
  ),
  cases: z.array(personCase),
  /** By case ids, the first instance first. */
  chains: z.array(z.array(z.number().int())),
  links: z.array(z.object({ case: z.number().int(), other: z.number().int(), why: z.string(), certainty: z.number() })),
  courts: z.array(
    z.object({ id: z.number().int(), title: z.string(), region: z.number().int(), cases_count: z.number().int() }),
  ),
  judges: z.array(z.object({ id: z.number().int(), name: z.string(), cases_count: z.number().int() })),
  /**
   * Imposed in the first instance, certainly theirs and still standing. `value`: sum in the unit of the type;
   * `unstated`: how many amounts are hidden or not given.
   */
  penalties: z.array(
    z.object({ type: z.string(), count: z.number().int(), value: z.number().nullable(), unstated: z.number().int() }),
  ),
})
export type Defendant = z.infer<typeof defendant>

export const defendantColumns = [
  'id',
  'name',
  'gender',
  'regions',
  'cities',
  'cases_count',
  'second_instance_count',
  'codex_articles',
  'first_entry_date',
  'last_entry_date',
  'at_risk',
  'sm_url',
] as const
export type DefendantColumn = (typeof defendantColumns)[number]

export const defendantExportQuery = querySchema(defendantFields, {
  ordering,
  found_from,
  fields: repeated(
    z
      .array(columnNamed(defendantColumns))
      .min(1)
      .max(defendantColumns.length, { error: 'Столбец назван дважды.' })
      .optional(),
  ).meta({ description: 'Столбцы, по порядку; без параметра — все' }),
  limit: rowsParam(1, 'Не больше стольких строк'),
})
