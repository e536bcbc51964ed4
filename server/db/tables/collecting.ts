import type { ColumnType, Generated } from 'kysely'
import type { Day, Id, Instant, Json } from './columns.ts'

export interface CollectingTables {
  court_site: {
    id: Id
    court_id: number
    host: string
    url: string
    layout: string
    servers: Generated<number[]>
    is_watched: Generated<boolean>
  }
  court_platform: {
    platform: string
    next_at: Instant
    silent_until: Instant
    day: Day | null
    asked: Generated<number>
  }
  court_host: {
    host: string
    platform: string
    busy_until: Instant
    next_at: Instant
    silent_until: Instant
    silent_why: string | null
    blocks: Generated<number>
    calm_until: Instant
    day: Day | null
    asked: Generated<number>
    asked_by_day: Generated<number>
  }
  court_request: {
    id: Id
    host: string
    platform: string
    url: Generated<string>
    asked_at: ColumnType<Date, Date, Date>
    answered_at: Date | null
    status: number | null
    kind: string | null
    page_hash: Buffer | null
    error: string | null
  }
  collect_window: {
    id: Id
    site_id: number
    parent_id: number | null
    why: string
    type: number
    stage: number
    article: Generated<string>
    server: Generated<number>
    catalogue: Generated<number>
    from_day: Day
    to_day: Day
    page: Generated<number>
    walk: Generated<number>
    promised: number | null
    state: Generated<string>
    due_at: Instant
    attempts: Generated<number>
    last_error: string | null
    created_at: Instant
    ended_at: Date | null
  }
  collect_series: {
    id: Id
    site_id: number
    layout: string
    type: number
    stage: number
    server: number
    catalogue: number
    read_at: Date | null
  }
  collect_reading: { series_id: number; from_day: Day; to_day: Day; read_at: Date }
  collect_window_row: { window_id: number; listed_id: number }
  listed_case: {
    id: Id
    site_id: number
    source_key: string
    place: string
    url: string
    former_urls: Generated<string[]>
    type: number
    stage: number
    server: Generated<number>
    catalogue: Generated<number>
    case_number: string
    case_uid: string | null
    entry_date: Day | null
    people: Generated<string>
    digest: Generated<string>
    first_seen_at: Instant
    last_seen_at: Instant
    missing_since: Date | null
    case_id: number | null
    card_hash: Buffer | null
    card_at: Date | null
    text_url: string | null
    text_hash: Buffer | null
    task: Generated<string>
    way: Generated<number>
    urgency: Generated<number>
    due_at: Date | null
    attempts: Generated<number>
    last_error: string | null
  }
  captcha: {
    id: Id
    host: string
    url: string
    layout: string
    picture: Buffer
    media_type: string
    answer_field: Generated<string>
    hidden_fields: Json
    cookies: Generated<string>
    asked_at: Instant
    answer: string | null
    answered_at: Date | null
    account_id: number | null
    accepted_at: Date | null
    used: Generated<number>
    ended_at: Date | null
    ended_why: string | null
  }
  court_check: {
    court_id: number
    layout: Generated<string>
    last_tried_at: Date | null
    last_good_at: Date | null
    promised: Generated<number>
    held: Generated<number>
    errors: Generated<number>
    failing_since: Date | null
    last_error: string | null
    captcha_since: Date | null
    last_new_at: Date | null
    not_understood: Json
    flag: string | null
    flag_why: string | null
    flagged_at: Date | null
  }
}
