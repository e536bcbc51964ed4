import type { Generated, GeneratedAlways } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { Id, Instant } from './columns.ts'

/** Directories: courts, judges, articles, wordings and tags. */
export interface DirectoryTables {
  court: {
    id: Id
    title: string
    region: number
    city: Generated<string>
    url: Generated<string>
    kind: Generated<string>
    instance: number | null
    site_layout: Generated<string>
    vnkod: string | null
    has_captcha: boolean | null
    time_zone: string
    /** One of `courtStates` (reference/tables.ts); empty: unchanged. */
    state: Generated<string>
  }
  judge: { id: Id; court_id: number; name: string }
  article: {
    id: Id
    codex: Codex
    article_number: string
    part: Generated<string>
    title: Generated<string>
    is_named: GeneratedAlways<boolean>
  }
  tag: { id: Id; value: string }
  result_type: { id: Id; title: string }
  result_type_use: { result_type_id: number; type: number; stage: number }
  event_type: { id: Id; title: string; is_hearing: boolean | null }
  defence_param: { id: Id; key: string; value: string }
  tag_upload: {
    id: Id
    account_id: number | null
    action: 'add' | 'remove'
    file_name: Generated<string>
    rows: number
    cases: number
    tags: number
    uploaded_at: Instant
    undone_at: Date | null
    undone_by: number | null
  }
  tag_upload_change: { upload_id: number; case_id: number; tag_id: number }
}
