import type { ColumnType, Generated } from 'kysely'
import type { WatchKind } from '#shared/domain/set-watch.ts'
import type { GivenRole, ItemStatus, SetRole } from '#shared/domain/sets.ts'
import type { Day, Id, Instant, Json } from './columns.ts'

/** Working sets (server/sets) and their watch lists (server/watching). */
export interface SetTables {
  case_set: {
    id: Id
    title: string
    created_by: number | null
    created_at: Instant
    changed_at: Instant
    deleted_at: Date | null
    last_column: Generated<number>
    /** Id of the folder of favourites it was made from (decision 0107). */
    former_folder: number | null
  }
  case_set_member: {
    set_id: number
    account_id: number
    role: SetRole
    joined_at: Instant
    at_case: number | null
    file_at: Date | null
    watch_seen_at: Date | null
  }
  case_set_invitation: {
    id: Id
    set_id: number
    token_hash: Buffer
    role: GivenRole
    created_by: number | null
    created_at: Instant
    expires_at: ColumnType<Date, Date, Date>
    revoked_at: Date | null
  }
  case_set_item: {
    set_id: number
    case_id: number
    position: number
    /** Region of the case, kept by a trigger. */
    region: Generated<number>
    status: Generated<ItemStatus>
    assignee: number | null
    note: Generated<string>
    columns: ColumnType<unknown, string | undefined, string>
    added_by: number | null
    added_at: Instant
    changed_by: number | null
    changed_at: Instant
    version: Generated<number>
    removed_at: Date | null
  }
  case_set_column: { set_id: number; key: string; title: string; position: number; dropped_at: Date | null }
  case_set_label: { id: Id; set_id: number; title: string }
  case_set_item_label: { set_id: number; case_id: number; label_id: number }
  case_set_import: {
    id: Id
    set_id: number
    account_id: number | null
    file_name: Generated<string>
    heads: Json
    kinds: Json
    is_remembered: Generated<boolean>
    created_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  case_set_row: {
    id: Id
    import_id: number
    line: number
    cells: Json
    outcome: 'found' | 'perhaps' | 'not_found'
    reason: Generated<string>
    case_id: number | null
    added_version: number | null
    resolved_at: Date | null
    resolved_by: number | null
    watch_id: number | null
  }
  case_set_watch: {
    id: Id
    set_id: number
    kind: WatchKind
    text: string
    court: Generated<string>
    courts: Generated<number[]>
    region: number | null
    article: Generated<string>
    day: Day | null
    is_cut: Generated<boolean>
    created_by: number | null
    created_at: Instant
    searched_at: Date | null
    removed_at: Date | null
    of_tables: Generated<boolean>
  }
  case_set_watch_key: { key: number; watch_id: number }
  case_set_watch_case: {
    watch_id: number
    case_id: number
    state: 'found' | 'perhaps'
    verdict: 'confirmed' | 'refused' | null
    evidence: ColumnType<unknown, string, string>
    found_at: Instant
    joined_at: Date | null
    decided_by: number | null
    decided_at: Date | null
  }
  case_set_watching: { set_id: number; kept_at: Instant; warned_at: Date | null; ended_at: Date | null }
  /** A view: the cases of existing sets as each member sees them. */
  case_in_set: { account_id: number; case_id: number; set_id: number; status: ItemStatus; is_mine: boolean }
}
