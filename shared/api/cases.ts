import { z } from 'zod'
import { penaltyStates } from '../domain/outcomes.ts'
import { itemStatusNames } from '../domain/sets.ts'
import { caseNote } from './favourites.ts'
import { countIsBehind, listOf } from './lists.ts'

/** Cases (§7, design §7). Days are `YYYY-MM-DD`, clock times `HH:MM` of the court, instants ISO 8601. */
const day = z.string().nullable()
const instant = z.string()
const type = z.union([z.literal(1), z.literal(2)])
const gender = z.enum(['m', 'f', 'na'])
const state = z.enum(['is_planned', 'in_past', 'no_info'])

export const caseIdList = z.object({ ids: z.array(z.number().int()) })

const defendant = z.object({ id: z.number().int().nullable(), name: z.string(), gender, hidden: z.boolean() })
export const penalty = z.object({
  type: z.string(),
  value: z.number().nullable(),
  hidden: z.boolean(),
  text: z.string(),
  /** Extracted from the decision; not stated on the site. */
  by_text: z.boolean(),
  /** The accused; «другое лицо» for somebody whom the case does not list; null when unknown. */
  person: z.string().nullable(),
  additional: z.boolean(),
  suspended: z.boolean(),
  probation_months: z.number().nullable(),
  /** Percent of earnings withheld for the state. */
  percent: z.number().nullable(),
  /** Multiple of another sum. */
  multiple: z.number().nullable(),
  /** What this instance did with it. */
  state: z.enum(penaltyStates),
  /** 0 to 1; data from the site has 1. */
  certainty: z.number(),
})

/** Fields shared by the list of cases and the page of a person. */
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
  /** A possible review of this case annuls it (`/cases/{id}/links/`). */
  in_question: z.boolean(),
  /** By a linked review, or by the card itself; the same applies to `changed`. */
  annulled: z.boolean(),
  changed: z.boolean(),
  result_type: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  has_result_text: z.boolean(),
  last_scheduled_hearing_date: day,
  last_scheduled_hearing_time: z.string().nullable(),
  /** «Planned» includes cases with only a `possible_hearing`. */
  state,
  /** A future event of unknown wording, when no certain hearing is ahead. */
  possible_hearing: z.object({ date: z.string(), time: z.string() }).nullable(),
  /** What the card says on the line of that hearing ahead: «Заседание отложено». */
  hearing_said: z.string().nullable().default(null),
})
export const caseRow = shownCase.extend({
  protocol_number: z.string().nullable(),
  codex_articles: z.array(z.object({ id: z.number().int(), name: z.string() })),
  defendants: z.array(defendant),
  defendants_hidden: z.boolean(),
  /** People whose role the source does not state: any of them may be accused. */
  roles_unknown: z.number().int(),
  penalties: z.array(penalty),
  result_text_url: z.string().nullable(),
  in_favorites: z.boolean(),
  /** Working sets of the asker with this case, and its status there. */
  sets: z.array(z.object({ id: z.number().int(), title: z.string(), status: z.enum(itemStatusNames) })),
  note: caseNote.nullable(),
  /** When a favourite changed after it was last seen. */
  changed_since: instant.nullable(),
  url: z.string().nullable(),
  /** Address of the case in this product. */
  sm_url: z.string(),
  tags: z.array(z.object({ id: z.number().int(), value: z.string() })).optional(),
  /** Matching words in context; `hits` is null when not counted. */
  snippet: z
    .object({ parts: z.array(z.object({ text: z.string(), hit: z.boolean() })), hits: z.number().int().nullable() })
    .optional(),
})
export type CaseRow = z.infer<typeof caseRow>
export const caseList = listOf(caseRow).extend({
  count_is_behind: countIsBehind,
  count_is_least: z.literal(true).optional(),
})
