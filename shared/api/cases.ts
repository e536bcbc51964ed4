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
  /** Working sets of the asker that it is in, and how far they are with it. */
  sets: z.array(z.object({ id: z.number().int(), title: z.string(), status: z.enum(itemStatusNames) })),
  note: caseNote.nullable(),
  /** A favourite changed after it was last seen. */
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
export const caseList = listOf(caseRow).extend({
  count_is_behind: countIsBehind,
  count_is_least: z.literal(true).optional(),
})
