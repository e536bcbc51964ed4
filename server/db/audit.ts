import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** The audit log. An entry is written in the transaction of its action. */
type AccessGiven = { groups: readonly string[]; regions: readonly number[] | null; is_superuser: boolean }

/** Actions and their details: never a password, a token or an address. */
export type AuditActs = {
  account_created: { username: string } & AccessGiven
  account_approved: { username: string } & AccessGiven
  account_declined: { username: string }
  account_changed: { username: string } & Partial<AccessGiven>
  account_blocked: { username: string }
  account_unblocked: { username: string }
  password_changed: { username: string; revoked?: number }
  password_reset: { username: string }
  second_factor_enabled: { username: string }
  second_factor_disabled: { username: string }
  second_factor_reset: { username: string }
  recovery_code_used: { username: string }
  token_created: { name: string; days: number }
  token_revoked: { name: string }
  cases_exported: { rows: number; columns: readonly string[]; way: 'link' | 'messenger' }
  messenger_linked: { chat_id: number }
  tags_uploaded: { cases: number; tags: number; action?: 'add' | 'remove' }
  tags_undone: { upload_id: number; cases: number; tags: number }
  tag_renamed: { before: string; after: string }
  tag_merged: { gone: string; kept: string }
  tag_deleted: { value: string }
  people_decided: { left: string; right: string; verdict: string }
  people_parted: { left: string; right: string }
  people_split: { name: string; cases: number }
  link_decided: { first: string; second: string; first_id: number; second_id: number; is_same: boolean | null }
  person_forgotten: { forgetting_id: number; grounds: string; cases: number }
  forgetting_undone: { forgetting_id: number }
  figures_published: { id: string; title: string }
  figures_closed: { id: string; title: string }
  set_shared: { set_id: number; role: string; days: number }
  set_link_revoked: { set_id: number; role: string }
  set_joined: { set_id: number; role: string }
  set_left: { set_id: number }
  set_member_changed: { set_id: number; username: string; role: string }
  set_member_removed: { set_id: number; username: string }
  set_deleted: { set_id: number; members: number }
  set_restored: { set_id: number; members: number }
  set_watch_added: { set_id: number; rows: number }
  set_watch_removed: { set_id: number; rows: number }
  set_watch_restored: { set_id: number; rows: number }
  set_watch_decided: { set_id: number; confirmed: number; refused: number }
  set_watch_kept: { set_id: number }
  set_watch_seen: { set_id: number }
  case_refreshed: { case_id: number; case_number: string }
}
export type AuditAction = keyof AuditActs

export type Actor = { accountId: number } | 'command line'

export async function recordAudit<A extends AuditAction>(
  trx: Kysely<DB>,
  actor: Actor,
  action: A,
  details: AuditActs[A],
): Promise<void> {
  const byCommand = actor === 'command line'
  await trx
    .insertInto('audit_entry')
    .values({
      account_id: byCommand ? null : actor.accountId,
      action,
      details: JSON.stringify(byCommand ? { ...details, by_command: true } : details),
    })
    .execute()
}
