import type { ColumnType, Generated } from 'kysely'
import type { Id, Instant, Json } from './columns.ts'

/** Accounts and their credentials, the audit log, and settings of the installation. */
export interface AccountTables {
  account: {
    id: Id
    username: string
    email: string | null
    password_hash: string
    groups: Generated<string[]>
    is_superuser: Generated<boolean>
    regions: number[] | null
    approved_at: Date | null
    blocked_at: Date | null
    created_at: Instant
    about: Generated<string>
    declined_at: Date | null
    totp_secret: string | null
    totp_at: Date | null
    totp_step: number | null
  }
  recovery_code: { account_id: number; code_hash: Buffer }
  session: {
    token_hash: Buffer
    account_id: number
    created_at: Instant
    used_at: Instant
    expires_at: ColumnType<Date, Date, Date>
    id: Id
    address: Generated<string>
    agent: Generated<string>
  }
  access_token: {
    id: Id
    token_hash: Buffer
    account_id: number
    name: string
    created_at: Instant
    used_at: Date | null
    expires_at: ColumnType<Date, Date, Date>
  }
  known_device: { token_hash: Buffer; account_id: number; used_at: Instant }
  attempt: { key: string; count: number; began_at: Instant; last_at: Instant }
  asked_act: {
    account_id: number
    key: string
    request_hash: Buffer
    rights: string
    attempt: Generated<number>
    lease_until: Instant
    began_at: Instant
    acted_at: Date | null
    answered_at: Date | null
    status: number | null
    content_type: string | null
    location: string | null
    body: string | null
  }
  telegram_chat: { account_id: number; chat_id: number; linked_at: Instant; blocked_at: Date | null }
  telegram_silence: { chat_id: number; since: Instant }
  telegram_code: { account_id: number; code_hash: Buffer; expires_at: ColumnType<Date, Date, Date> }
  audit_entry: { id: Id; account_id: number | null; action: string; details: Json; happened_at: Instant }
  installation: { key: string; value: Json }
  /** server/db/lease.ts */
  lease: { name: string; holder: string; held_until: Instant }
  /** server/db/freshness.ts */
  freshness: { subject: string; token: Generated<string>; at: Instant }
}
