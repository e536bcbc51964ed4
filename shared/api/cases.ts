import { z } from 'zod'
import { caseOrderingValues, defaultOrdering } from '../domain/orderings.ts'
import { penaltyStates } from '../domain/outcomes.ts'
import { untoldArticleValues } from '../domain/participant-roles.ts'
import { caseListFields, wordsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { decision } from './decisions.ts'
import { caseNote } from './favourites.ts'
import { countIsBehind, listOf, orderingParam, pageParam, sizeParam } from './lists.ts'

/** Cases (§7, design §7). Days are `YYYY-MM-DD`, clock times `HH:MM` of the court, instants ISO 8601. */
const day = z.string().nullable()
const instant = z.string()
const type = z.union([z.literal(1), z.literal(2)])
const gender = z.enum(['m', 'f', 'na'])
const state = z.enum(['is_planned', 'in_past', 'no_info'])

export const caseListQuery = querySchema(caseListFields, {
  ordering: orderingParam(caseOrderingValues, defaultOrdering, 'Порядок; минус впереди обращает его'),
  page: pageParam,
  size: sizeParam(),
})

const defendant = z.object({ id: z.number().int().nullable(), name: z.string(), gender, hidden: z.boolean() })
export const penalty = z.object({
  type: z.string(),
  value: z.number().nullable(),
  hidden: z.boolean(),
  text: z.string(),
  /** Read from the decision; the site does not say it. */
  by_text: z.boolean(),
  /** The accused; «другое лицо»: somebody the case does not list; null: unknown. */
  person: z.string().nullable(),
  additional: z.boolean(),
  suspended: z.boolean(),
  probation_months: z.number().nullable(),
  /** Of the earnings, withheld for the state. */
  percent: z.number().nullable(),
  /** Of another sum. */
  multiple: z.number().nullable(),
  /** By this instance. */
  state: z.enum(penaltyStates),
  /** 0 to 1; what the site says is 1. */
  certainty: z.number(),
})

/** What the list of cases and the page of a person both show. */
export const shownCase = z.object({
  id: z.number().int(),
  type,
  stage: type,
  case_number: z.string(),
  case_uid: z.string().nullable(),
  entry_date: day,
  result_date: day,
  court: z.object({ id: z.number().int(), title: z.string(), city: z.string(), region: z.number().int() }),
  judge: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** A review that annuls is perhaps of this case (`/cases/{id}/links/`). */
  in_question: z.boolean(),
  /** By a linked review, or by the card itself; so with `changed`. */
  annulled: z.boolean(),
  changed: z.boolean(),
  result_type: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  has_result_text: z.boolean(),
  last_scheduled_hearing_date: day,
  last_scheduled_hearing_time: z.string().nullable(),
  /** Planned includes cases with `possible_hearing` alone. */
  state,
  /** An event of unknown wording ahead, and no certain hearing. */
  possible_hearing: z.object({ date: z.string(), time: z.string() }).nullable(),
})
export const caseRow = shownCase.extend({
  protocol_number: z.string().nullable(),
  codex_articles: z.array(z.object({ id: z.number().int(), name: z.string() })),
  defendants: z.array(defendant),
  defendants_hidden: z.boolean(),
  /** People whose role the source does not tell: any of them may be accused. */
  roles_unknown: z.number().int(),
  penalties: z.array(penalty),
  result_text_url: z.string().nullable(),
  in_favorites: z.boolean(),
  /** The asker's own; `changed_since`: a favourite changed after it was last seen. */
  folder: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  note: caseNote.nullable(),
  changed_since: instant.nullable(),
  url: z.string().nullable(),
  /** The case here. */
  sm_url: z.string(),
  tags: z.array(z.object({ id: z.number().int(), value: z.string() })).optional(),
  /** The found words in their context; `hits`: null when not counted. */
  snippet: z
    .object({ parts: z.array(z.object({ text: z.string(), hit: z.boolean() })), hits: z.number().int().nullable() })
    .optional(),
})
export type CaseRow = z.infer<typeof caseRow>
export const caseList = listOf(caseRow).extend({ count_is_behind: countIsBehind })

export const fullCase = caseRow.extend({
  court: caseRow.shape.court.extend({ url: z.string(), time_zone: z.string() }),
  codex_articles: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      codex: z.enum(['koap', 'uk']),
      article_number: z.string(),
      part: z.string(),
      title: z.string(),
    }),
  ),
  result_published_date: day,
  result_valid_date: day,
  appeal_date: day,
  appeal_result: z.string().nullable(),
  /** What the site names beside the result: «п.1 ч.1 ст.29.9 КоАП РФ». */
  result_ground: z.string().nullable(),
  /** Former ones, and of the complaint or material it grew from. */
  other_numbers: z.array(z.string()),
  /** By accused. */
  person_results: z.array(z.object({ name: z.string(), hidden: z.boolean(), result: z.string(), date: day })),
  first_scheduled_hearing_date: day,
  events: z.array(
    z.object({
      type: z.string(),
      is_hearing: z.boolean(),
      /** Ahead, with an hour, of unknown wording. */
      is_possible_hearing: z.boolean(),
      date: z.string(),
      time: z.string().nullable(),
      happens_at: instant.nullable(),
      result: z.string(),
      hall: z.string(),
      note: z.string(),
    }),
  ),
  participants: z.array(
    z.object({
      /** Of `participantRoles`, or as the site writes it. */
      role: z.string(),
      name: z.string(),
      by_text: z.boolean(),
      /** Of a person of unknown role: no article is told, or not which. */
      articles: z.enum(untoldArticleValues).nullable(),
    }),
  ),
  defence_params: z.array(z.object({ id: z.number().int(), key: z.string(), value: z.string(), by_text: z.boolean() })),
  decision: decision.nullable(),
  /** Those the account may see. */
  linked_cases: z.array(
    z.object({
      id: z.number().int(),
      case_number: z.string(),
      stage: type,
      court: z.string(),
      entry_date: day,
      result_type: z.string().nullable(),
      why: z.string(),
      certainty: z.number(),
    }),
  ),
  revisions: z.array(
    z.object({
      number: z.number().int(),
      seen_at: instant,
      changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
      /** Its record is kept: `GET /cases/{id}/state/`. */
      is_whole: z.boolean(),
      /** SHA-256 of the page it was read from. */
      page_hash: z.string().nullable(),
    }),
  ),
  sources: z.array(z.object({ origin: z.string(), first_seen_at: instant, last_seen_at: instant })),
  created_at: instant,
  changed_at: instant,
  gone_at: instant.nullable(),
  /** Null: never opened by this account. */
  previous_visit_at: instant.nullable(),
})
export type FullCase = z.infer<typeof fullCase>

export const caseVisit = fullCase.pick({ previous_visit_at: true })

export const caseText = z.object({
  id: z.number().int(),
  case_number: z.string(),
  text: z.string(),
  url: z.string().nullable(),
  read_at: instant,
})
export type CaseText = z.infer<typeof caseText>

/** Possible instances of one matter (domain §4), and decisions about pairs. */
const otherCase = fullCase.shape.linked_cases.element.extend({ result_date: z.string().nullable() })

export const linkCandidates = z.object({
  /** The likeliest first; empty where the other instance is linked. */
  candidates: z.array(otherCase),
  decided: z.array(
    otherCase.omit({ certainty: true, why: true }).extend({ is_same: z.boolean(), decided_at: z.string() }),
  ),
})
export type LinkCandidates = z.infer<typeof linkCandidates>

/** What is looked for in one text: the same two parameters as in the list. Positions are in UTF-16 units. */
export const textHitsQuery = querySchema(wordsFields, {})

export const textHits = z.object({
  hits: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  more: z.boolean(),
})
export type TextHits = z.infer<typeof textHits>

/** Decisions of the same court with `share` of their wording in common, 0 to 1. */
export const similarTexts = listOf(
  z.object({
    id: z.number().int(),
    case_number: z.string(),
    entry_date: z.string().nullable(),
    result_date: z.string().nullable(),
    judge: z.string().nullable(),
    result_type: z.string().nullable(),
    share: z.number(),
  }),
)
