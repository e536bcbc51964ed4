import { z } from 'zod'
import { untoldArticleValues } from '../domain/participant-roles.ts'
import { wordsFields } from '../filters/case-fields.ts'
import { querySchema } from '../filters/wire.ts'
import { caseRow } from './cases.ts'
import { decision } from './decisions.ts'
import { listOf } from './lists.ts'

/** A complete case (§7 `/cases/{id}/`) and its text: fields that a list does not need. */
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
  /** The ground stated with the result: «п.1 ч.1 ст.29.9 КоАП РФ». */
  result_ground: z.string().nullable(),
  /** Former numbers, and those of the complaint or material that became this case. */
  other_numbers: z.array(z.string()),
  /** Results per accused. */
  person_results: z.array(z.object({ name: z.string(), hidden: z.boolean(), result: z.string(), date: day })),
  first_scheduled_hearing_date: day,
  events: z.array(
    z.object({
      type: z.string(),
      is_hearing: z.boolean(),
      /** A future event with a time and of unknown wording. */
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
      /** One of `participantRoles`, or the site's wording. */
      role: z.string(),
      name: z.string(),
      by_text: z.boolean(),
      /** For a person of unknown role: there is no article, or it is unknown which. */
      articles: z.enum(untoldArticleValues).nullable(),
    }),
  ),
  defence_params: z.array(z.object({ id: z.number().int(), key: z.string(), value: z.string(), by_text: z.boolean() })),
  decision: decision.nullable(),
  /** Those within the scope of the account. */
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
      /** The complete record is stored: `GET /cases/{id}/state/`. */
      is_whole: z.boolean(),
      /** SHA-256 of the page it was read from. */
      page_hash: z.string().nullable(),
    }),
  ),
  sources: z.array(z.object({ origin: z.string(), first_seen_at: instant, last_seen_at: instant })),
  created_at: instant,
  changed_at: instant,
  gone_at: instant.nullable(),
  /** null when this account has never opened the case. */
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

/** Possible other instances of the matter (domain §4), and decisions about pairs. */
const otherCase = fullCase.shape.linked_cases.element.extend({ result_date: z.string().nullable() })

export const linkCandidates = z.object({
  /** The most likely first; empty when the other instance is linked. */
  candidates: z.array(otherCase),
  decided: z.array(
    otherCase.omit({ certainty: true, why: true }).extend({ is_same: z.boolean(), decided_at: z.string() }),
  ),
})
export type LinkCandidates = z.infer<typeof linkCandidates>

/** Search in one text: the same two parameters as in the list. Positions are in UTF-16 units. */
export const textHitsQuery = querySchema(wordsFields, {})

export const textHits = z.object({
  hits: z.array(z.object({ start: z.number().int(), end: z.number().int() })),
  more: z.boolean(),
})
export type TextHits = z.infer<typeof textHits>

/** Decisions of the same court that share wording; `share` is 0 to 1. */
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
