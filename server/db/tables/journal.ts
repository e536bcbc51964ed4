import type { ColumnType, Generated } from 'kysely'
import type { Day, Id, Instant, Json } from './columns.ts'

/** The journal of records with its pages and seals, and decisions to forget people. */
export interface JournalTables {
  /** Every stored state of a case (server/journal/). */
  case_journal: {
    case_id: number
    number: number
    seen_at: Instant
    origin: string | null
    file: string | null
    page_hash: Buffer | null
    page_reader: number | null
    text_reader: number | null
    record: unknown
    text_hash: Buffer | null
    beside: unknown
    told: unknown
    /** The day on which a decision to forget somebody changed the entry. */
    forgotten_on: Day | null
  }
  former_text: { case_id: number; hash: Buffer; body: string }
  page: {
    hash: Buffer
    url: string
    fetched_at: Instant
    /** Compressed (server/collectors/pages/keep-page.ts). */
    body: Buffer
    content_type: Generated<string>
    size: Generated<number>
  }
  /** A response of a court's site; `page` has its body, without content coding. */
  page_reading: {
    id: Id
    page_hash: Buffer
    url: string
    method: string
    asked_at: ColumnType<Date, Date, never>
    answered_at: ColumnType<Date, Date, never>
    address: string | null
    status_line: string
    headers: Json
    tls: ColumnType<unknown, string | null, never>
  }
  /** Seals of the journal (server/evidence/seal-journal.ts). */
  journal_seal: {
    number: number
    sealed_at: ColumnType<Date, Date, never>
    cases: number
    root: Buffer
    previous: Buffer | null
    hash: Buffer
  }
  journal_leaf: { case_id: number; number: number; seal: number; place: number; hash: Buffer }
  timestamp_answer: {
    digest: Buffer
    authority: string
    made_at: Instant
    kind: 'rfc3161' | 'opentimestamps'
    answer: Buffer
    is_final: boolean
  }
  evidence_package: {
    id: Id
    made_for: number | null
    case_id: number
    entry: number | null
    made_at: Instant
    file_hash: Buffer
    manifest_hash: Buffer
    size: number
    /** Stored if it had no timestamp when the package was given. */
    manifest: Buffer | null
  }
  forgetting: {
    id: Id
    decided_at: Instant
    account_id: number | null
    grounds: string
    reason: Generated<string>
    until: Day | null
    cases: number
    words: Generated<Buffer[]>
    undone_at: Date | null
    undone_by: number | null
  }
  forgotten_case: { hash: Buffer; forgetting_id: number }
  forgotten_page: { hash: Buffer; forgetting_id: number; is_withheld: boolean }
  forgetting_seal: { forgetting_id: number; ordinal: number; body: Buffer }
}
