import type { Generated, GeneratedAlways } from 'kysely'
import type { PenaltyState } from '#shared/domain/outcomes.ts'
import type { UntoldArticles } from '#shared/domain/participant-roles.ts'
import type { Day, Id, Instant, Json } from './columns.ts'

/** Cases as they are now with the rows of each, and what of them was written. */
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
    /** Parted by «; ». */
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
    /** Of a first instance with a penalty: a review that annuls it may be its own. See server/links/in-question.ts. */
    in_question: Generated<boolean>
    created_at: Instant
    changed_at: Instant
    checked_at: Instant
    gone_at: Date | null
    is_gone: GeneratedAlways<boolean>
    /** By days of Moscow. */
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
    /** The number of the entry of the journal that has its record. */
    entry: Generated<number>
  }
  /** A view: sources with what they said last. */
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
    /** Of `participantRoles`, or as the site writes it. */
    role: string
    name: string
    by_text: Generated<boolean>
    /** Of somebody of unknown role: whether the source says that no article is told. */
    articles: Generated<UntoldArticles | null>
  }
  /** Views over `case_participant`, one a role that can be filtered by. */
  case_advocate: { case_id: number; ordinal: number; name: string }
  case_prosecutor: { case_id: number; ordinal: number; name: string }
  /** All that is told of penalties: also what a review annulled. */
  case_told_penalty: {
    case_id: number
    ordinal: number
    type: string
    value: number | null
    hidden: Generated<boolean>
    text: Generated<string>
    /** Read from the text of the decision; the site does not say it. */
    by_text: Generated<boolean>
    defendant_ordinal: number | null
    /** Told of somebody whom the case does not list. */
    of_other: Generated<boolean>
    additional: Generated<boolean>
    suspended: Generated<boolean>
    probation_months: number | null
    percent: number | null
    multiple: number | null
    state: Generated<PenaltyState>
    certainty: Generated<number>
  }
  /** View over it: without what was annulled. What is counted, filtered by and shown of a person is read here. */
  case_penalty: CaseTables['case_told_penalty'] & { is_certain: GeneratedAlways<boolean> }
  /** View over it: what punishes, without what could not be named or read either. */
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
    /** See server/texts/text-index.ts. */
    words: Generated<string>
    grams: Generated<string>
    letters: Generated<string>
    prints: Generated<number[]>
    reading: Generated<number>
  }
  /** The same as searches ask it, with what its indexes hold as columns: migration 0109. */
  case_text_seen: { case_id: number; prints: number[]; words: string }
  /** Every form of a word that some text has: see server/texts/word-forms.ts. */
  text_form: { form: string }
  /** That texts were written: see server/texts/found-cases.ts. */
  text_write: { xid: Generated<string>; at: Instant }
  /** That cases were removed: see server/db/as-of/edition.ts. */
  case_removal: { at: Instant }
  case_visit: { case_id: number; account_id: number; seen_at: Instant; before_at: Date | null }
  /** What was written, for copies of the cases (server/replica): append-only, by triggers. */
  case_write: { id: Id; xid: Generated<string>; case_ids: number[] | null; directory: string | null }
  /** Copies of the cases, and what of `case_write` each has taken in. */
  case_copy: { id: string; place: string; token: string; next_token: string; seen_at: Instant }
}
