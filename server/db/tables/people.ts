import type { Generated } from 'kysely'
import type { Gender } from '#shared/domain/outcomes.ts'
import type { Day, Id, Instant, Json } from './columns.ts'

/** People, their risks, and links between cases. */
export interface PersonTables {
  defendant: {
    id: Id
    /** The commonest spelling in the person's cases. */
    name: string
    name_normal: string
    gender: Generated<Gender>
    match_key: string | null
    /** The spelling in the person’s own cases, before merging, if other than `name`. */
    own_name: string | null
    own_normal: string | null
    created_at: Instant
    /** The person this one was merged into; never a chain. */
    merged_into: number | null
    /** The person of whom somebody declared this one a namesake: only their cases distinguish them. */
    parted_from: number | null
  }
  case_defendant: {
    case_id: number
    ordinal: number
    defendant_id: number | null
    /** The person found by name alone, if other than `defendant_id`. */
    own_id: number | null
    name: string
    gender: Generated<Gender>
    hidden: Generated<boolean>
    at_risk: Generated<boolean>
    article_ids: Generated<number[]>
    own_result: string | null
    own_result_date: Day | null
  }
  people_due: { case_id: number; turn: Generated<number> }
  person_key: { key: number; defendant_id: number }
  surname: { surname: string; bearers: number }
  counted_name: { name: number }
  person_pair: {
    id: Id
    left_id: number
    right_id: number
    score: number
    name_relation: string
    evidence: string[]
    verdict: Generated<string>
    found_at: Instant
    decided_at: Date | null
    account_id: number | null
  }
  person_merge: {
    id: Id
    left_id: number
    right_id: number
    why: string
    score: number
    name_relation: string
    evidence: string[]
    moved: Json
    account_id: number | null
    merged_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  case_link: { case_id: number; other_id: number; why: string; certainty: number }
  case_clue: { clue: number; case_id: number; stage: number; role: number }
  case_link_candidate: { first_id: number; second_id: number; why: string; certainty: number }
  case_link_verdict: {
    first_id: number
    second_id: number
    is_same: boolean
    account_id: number | null
    decided_at: Instant
  }
  /** A view over `court_case`: second instance without a linked first one. */
  case_without_first_instance: { case_id: number; region: number }
  risk_due: { defendant_id: number }
  defendant_risk: {
    defendant_id: number
    rule: string
    counted: number[]
    coming: number[]
    at_line: boolean
    until: Day
    until_is_earliest: boolean
  }
}
