import type { Generated, GeneratedAlways } from 'kysely'
import type { PenaltyState } from '#shared/domain/outcomes.ts'
import type { UntoldArticles } from '#shared/domain/participant-roles.ts'
import type { Day, Id, Instant, Json } from './columns.ts'

/** Cases and their child rows, and records of what was written. */
export interface CaseTables {
  court_case: {
    id: Id
    type: number
    stage: number
    court_id: number
    region: number
    city: Generated<string>
    judge_id: number | null
    case_number: string
    /** Separated by «; ». */
    other_numbers: Generated<string>
    case_uid: string | null
    protocol_number: string | null
    entry_date: Day | null
    result_date: Day | null
    result_published_date: Day | null
    result_valid_date: Day | null
    appeal_date: Day | null
    appeal_result: string | null
    result_ground: string | null
    result_type_id: number | null
    has_result: GeneratedAlways<boolean>
    first_scheduled_hearing_date: Day | null
    last_scheduled_hearing_date: Day | null
    last_scheduled_hearing_time: string | null
    hearing_until: Date | null
    possible_hearing_at: Date | null
    url: Generated<string>
    result_text_url: Generated<string>
    has_text: Generated<boolean>
    defendants_hidden: Generated<boolean>
    /** Of a first instance with a penalty: an unlinked review that annuls something may be about it (server/links/in-question.ts). */
    in_question: Generated<boolean>
    created_at: Instant
    changed_at: Instant
    checked_at: Instant
    gone_at: Date | null
    is_gone: GeneratedAlways<boolean>
    /** In Moscow. */
    gone_on: GeneratedAlways<Day | null>
    changed_xid: Generated<string>
  }
  case_source: {
    source_key: string
    case_id: number
    origin: string
    digest: string
    first_seen_at: Instant
    last_seen_at: Instant
    page_reader: number | null
    /** Id of the journal entry with its record. */
    entry: Generated<number>
  }
  /** A view: sources with their latest record. */
  case_record: {
    source_key: string
    case_id: number
    origin: string
    digest: string
    first_seen_at: Instant
    last_seen_at: Instant
    record: unknown
  }
  case_article: { case_id: number; article_id: number }
  case_tag: { case_id: number; tag_id: number }
  case_event: {
    case_id: number
    ordinal: number
    event_type_id: number
    event_date: Day
    event_time: string | null
    happens_at: Date | null
    result: Generated<string>
    hall: Generated<string>
    note: Generated<string>
  }
  case_participant: {
    case_id: number
    ordinal: number
    /** One of `participantRoles`, or as the site writes it. */
    role: string
    name: string
    by_text: Generated<boolean>
    /** For somebody of unknown role: whether the source states that there are no articles. */
    articles: Generated<UntoldArticles | null>
  }
  /** Views over `case_participant`, one for each role that can be a filter. */
  case_advocate: { case_id: number; ordinal: number; name: string }
  case_prosecutor: { case_id: number; ordinal: number; name: string }
  /** All stated penalties, including annulled ones. */
  case_told_penalty: {
    case_id: number
    ordinal: number
    type: string
    value: number | null
    hidden: Generated<boolean>
    text: Generated<string>
    /** Extracted from the text of the decision, not stated by the site. */
    by_text: Generated<boolean>
    defendant_ordinal: number | null
    /** Stated about somebody whom the case does not list. */
    of_other: Generated<boolean>
    additional: Generated<boolean>
    suspended: Generated<boolean>
    probation_months: number | null
    percent: number | null
    multiple: number | null
    state: Generated<PenaltyState>
    certainty: Generated<number>
  }
  /** A view without annulled penalties. Counts, filters and pages of people use it. */
  case_penalty: CaseTables['case_told_penalty'] & { is_certain: GeneratedAlways<boolean> }
  /** A view of actual punishments: also without what could not be named or read. */
  case_imposed_penalty: CaseTables['case_penalty']
  case_defence_param: { case_id: number; defence_param_id: number; by_text: Generated<boolean> }
  case_decision: {
    case_id: number
    outcome: string
    value: number | null
    hidden: Generated<boolean>
    evidence: Generated<string>
    certainty: number
    review: string | null
    facts: Json
    reader: number
    read_at: Instant
  }
  case_text: {
    case_id: number
    body: string
    read_at: Instant
    /** Format: server/texts/text-index.ts. */
    words: Generated<string>
    grams: Generated<string>
    letters: Generated<string>
    prints: Generated<number[]>
    reading: Generated<number>
  }
  /** The view for searches, with indexed values as columns (migration 0109). */
  case_text_seen: { case_id: number; prints: number[]; words: string }
  /** Every word form that occurs in a text (server/texts/word-forms.ts). */
  text_form: { form: string }
  /** A row for each write of texts (server/texts/found-cases.ts). */
  text_write: { xid: Generated<string>; at: Instant }
  /** A row for each removal of cases (server/db/as-of/edition.ts). */
  case_removal: { at: Instant }
  case_visit: { case_id: number; account_id: number; seen_at: Instant; before_at: Date | null }
  /** Change log for copies of the cases (server/replica): append-only, written by triggers. */
  case_write: { id: Id; xid: Generated<string>; case_ids: number[] | null; directory: string | null }
  /** Copies of the cases, with their checkpoints in `case_write`. */
  case_copy: { id: string; place: string; token: string; next_token: string; seen_at: Instant }
}
