import type { ColumnType, Generated } from 'kysely'
import type { OwnFactKind } from '#shared/domain/deadlines/case-facts.ts'
import type { CrimeSeverity } from '#shared/domain/deadlines/legal-term.ts'
import type { ExportFormat } from '#shared/domain/export-columns.ts'
import type { ListOrdering } from '#shared/domain/orderings.ts'
import type { Day, Id, Instant, Json, JsonOrNone } from './columns.ts'

/** Personal data of accounts, citations, exports. */
export interface SavedTables {
  favourite: { account_id: number; case_id: number; added_at: Instant }
  case_note: { account_id: number; case_id: number; text: string; version: Generated<number>; changed_at: Instant }
  /** `person`: the digest of an accused, empty for the case (server/deadlines/own-days.ts). */
  case_own_day: {
    account_id: number
    case_id: number
    kind: OwnFactKind
    person: Buffer
    day: Day
    severity: CrimeSeverity | null
  }
  preset_category: { id: Id; account_id: number; title: string }
  preset: {
    id: Id
    account_id: number
    category_id: number | null
    title: string
    description: Generated<string>
    get_params: Json
    position: Generated<number>
    created_at: Instant
    filter_key: Buffer
    deleted_at: Date | null
  }
  saved_link: { id: string; account_id: number | null; get_params: Json; created_at: Instant; filter_key: Buffer }
  /** Snapshots of cited figures (server/statistics/citations.ts). */
  citation: {
    id: string
    account_id: number | null
    made_at: Instant
    title: string
    /** Regions the figures cover; null: all. */
    regions: number[] | null
    definition: Json
    /** Either these or a chart. */
    pivot: JsonOrNone
    chart: JsonOrNone
    method: JsonOrNone
    /** Shown to everybody, unless closed. */
    published: JsonOrNone
    published_at: ColumnType<Date | null, Date | null | undefined>
    closed_at: ColumnType<Date | null, Date | null | undefined>
    closed_by: ColumnType<number | null, number | null | undefined>
    figures_key: Buffer
    file: Buffer
    sha256: Buffer
  }
  export_choice: { account_id: number; selected_columns: string[] }
  export_request: {
    id: Id
    account_id: number
    selected_columns: string[]
    filters: Json
    /** Only these cases; null: all. */
    cases: number[] | null
    telegram: string | null
    status: Generated<'waiting' | 'writing' | 'ready' | 'sending' | 'sent' | 'failed'>
    created_at: Instant
    finished_at: Date | null
    format: Generated<ExportFormat>
    ordering: ListOrdering
    /** Base URL of the product when the file was requested, for links in the file. */
    origin: string
    /** Regions visible to the account when the file was written; null: all, or not written yet. */
    regions: number[] | null
    about: ColumnType<unknown, string | undefined, string>
    /** Number of cases when writing began. */
    count: number | null
    written: Generated<number>
    file_name: string | null
    bytes: number | null
    /** Of a file in several parts: number of parts delivered to the chat. */
    parts_sent: Generated<number>
    error: string | null
    started_at: Date | null
    sent_at: Date | null
    expires_at: Date | null
  }
  /** Files of attempts; `is_whole`: this attempt is complete (server/exports/stored-file.ts). */
  export_file: { id: Id; export_id: number; size: number | null; is_whole: Generated<boolean> }
  /** Its bytes, or where they lie. */
  export_file_part: { file_id: number; starts_at: number; body: Buffer | null; object_address: string | null }
  /** Objects to be deleted; `removed_at`: once already. */
  export_object_removal: {
    address: string
    queued_at: Generated<Date>
    due_at: Generated<Date>
    removed_at: Date | null
  }
}
