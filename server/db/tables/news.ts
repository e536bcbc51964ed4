import type { Generated, GeneratedAlways } from 'kysely'
import type { Day, Id, Instant, Json } from './columns.ts'

/** The feed of changes, subscriptions and their deliveries. */
export interface NewsTables {
  /** The change feed (server/ingest/case-changes.ts): append-only. */
  case_change: {
    id: GeneratedAlways<number>
    case_id: number
    revision: number | null
    kinds: string[]
    details: unknown
    at: Instant
    xid: Generated<string>
  }
  /** A view of `case_change`: changes that no date of the court shows, by days of Moscow. */
  case_notice: { case_id: number; day: Day; kind: string }
  change_reader: { name: string; xid: string; id: number }
  subscription: {
    id: Id
    account_id: number
    /** Empty: titled by its filters. */
    title: string
    get_params: Json
    paused_at: Date | null
    created_at: Instant
    about_case_id: number | null
    about_person_id: number | null
    filter_key: Buffer | null
    kinds: string[]
    channels: string[]
    cadence: string
    send_at: string
    weekday: number
    zone: string
    quiet_from: string | null
    quiet_to: string | null
    watched_since: Instant
    watch_version: Generated<number>
    kept_at: Instant
    asks: Generated<number>
    asked_at: Date | null
    secret: string
    deleted_at: Date | null
    changed_xid: Generated<string>
    sends: Generated<string>
  }
  subscription_feed: { subscription_id: number; secret: string; created_at: Instant; read_at: Date | null }
  calendar_hearing: {
    is_possible: Generated<boolean>
    id: Id
    case_id: number
    event_date: Day
    event_time: string | null
    happens_at: Date | null
    title: string
    hall: string
    sequence: Generated<number>
    changed_at: Date
    cancelled_at: Date | null
  }
  push_browser: { id: Id; session_id: number; endpoint: string; p256dh: string; auth: string; created_at: Instant }
  subscription_webhook: {
    subscription_id: number
    url: string
    secret: string
    former_secret: string | null
    secret_at: Date
    created_at: Date
    failing_since: Date | null
    off_at: Date | null
  }
  webhook_call: {
    id: Id
    subscription_id: number
    key: string
    at: Date
    ms: number
    status: number | null
    said: string | null
  }
  subscription_found: { subscription_id: number; case_id: number }
  subscription_mute: { subscription_id: number; case_id: number; muted_at: Instant }
  change_snapshot: {
    change_id: number
    case_id: number
    revision: number | null
    details: Json
    payload: Json
    taken_at: Instant
  }
  subscription_batch: {
    id: Id
    subscription_id: number
    kind: Generated<string>
    opened_at: Instant
    due_at: Instant
    sealed_at: Date | null
    /** For a digest, the two days whose ends it compares; the second is known when it is sealed. */
    from_day: Day | null
    to_day: Day | null
  }
  subscription_hit: {
    batch_id: number
    change_id: number
    matched_at: Instant
    subscription_id: number
    case_id: number
    missed: Generated<boolean>
    kinds: string[]
    matched: string
  }
  inbox_item: {
    account_id: number
    change_id: number
    case_id: number
    /** Region of the case, kept by a trigger. */
    region: number
    at: Date
    seen_at: Date | null
  }
  delivery: {
    id: Id
    batch_id: number
    subscription_id: number
    channel: string
    key: Generated<string>
    created_at: Instant
    next_at: Instant
    attempts: Generated<number>
    delivered_at: Date | null
    dead_at: Date | null
    last_error: string | null
  }
  subscription_sweep: { id: Id; ran_at: Instant; changes: number; missed: number }
}
