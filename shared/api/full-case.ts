import { z } from 'zod'
import { untoldArticleValues } from '../domain/participant-roles.ts'
import { wordsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { caseRow } from './cases.ts'
import { decision } from './decisions.ts'
import { listOf } from './lists.ts'

/** One case whole (§7 `/cases/{id}/`), and its text: what a list does not need. */
const day = z.string().nullable()
const type = caseRow.shape.type
const instant = z.string()

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
