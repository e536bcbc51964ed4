import { type Kysely, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { invitedTo } from '#shared/api/sets.ts'
import { type GivenRole, maxInvitations, maxSetMembers } from '#shared/domain/sets.ts'
import { hashOf, maySignIn, randomToken } from '../accounts/sessions.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { recordAudit } from '../db/audit.ts'
import { markForAccount } from '../db/freshness.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { conflict, fieldError, notFound, requestError } from '../http/errors.ts'
import { lockSet, needRole, ownRole, withSet } from './access.ts'
import { refuseTooMany } from './sets.ts'

/** Members of a set, and invitation links. Everything that grants or removes access is in the audit log. */
type Member = { accountId: number; setId: number; account: number }
const noMember = () => notFound('Такого участника в подборке нет.')

export const changeRole = (db: Kysely<DB>, { accountId, setId, account }: Member, role: GivenRole): Promise<void> =>
  withSet(db, { accountId, setId, least: 'owner' }, async trx => {
    const member = await memberOf(trx, setId, account)
    if (member.role === 'owner') throw conflict('Владелец подборки остаётся её владельцем.')
    if (member.role === role) return
    await trx
      .updateTable('case_set_member')
      .set({ role })
      .where('set_id', '=', setId)
      .where('account_id', '=', account)
      .execute()
    if (role === 'reader') await revokeLinks(trx, setId)
    await recordAudit(trx, { accountId }, 'set_member_changed', { set_id: setId, username: member.username, role })
  })

/** By the owner, or by members for themselves. Their assignments are cleared. */
export const removeMember = (db: Kysely<DB>, { accountId, setId, account }: Member): Promise<void> =>
  withSet(db, { accountId, setId, least: accountId === account ? 'reader' : 'owner' }, async trx => {
    const member = await memberOf(trx, setId, account)
    if (member.role === 'owner') throw conflict('Владелец не может выйти из своей подборки. Её можно удалить.')
    await trx.deleteFrom('case_set_member').where('set_id', '=', setId).where('account_id', '=', account).execute()
    // Otherwise a lagging standby could still show them the set.
    await markForAccount(trx, account)
    await trx
      .updateTable('case_set_item')
      .set({ assignee: null, changed_at: sql<Date>`now()`, version: sql<number>`nextval('case_set_item_version')` })
      .where('set_id', '=', setId)
      .where('assignee', '=', account)
      .execute()
    if (accountId === account) return recordAudit(trx, { accountId }, 'set_left', { set_id: setId })
    await revokeLinks(trx, setId)
    await recordAudit(trx, { accountId }, 'set_member_removed', { set_id: setId, username: member.username })
  })

/** A link can be used many times: by an old one a removed or downgraded member could regain access. */
const revokeLinks = (trx: Transaction<DB>, setId: number): Promise<unknown> =>
  trx
    .updateTable('case_set_invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('set_id', '=', setId)
    .where('revoked_at', 'is', null)
    .execute()

const memberOf = (trx: Transaction<DB>, setId: number, account: number) =>
  trx
    .selectFrom('case_set_member')
    .innerJoin('account', 'account.id', 'account_id')
    .where('set_id', '=', setId)
    .where('account_id', '=', account)
    .select(['role', 'username'])
    .executeTakeFirstOrThrow(noMember)

export const activeInvitations = (db: Kysely<DB>, setId: number) =>
  db
    .selectFrom('case_set_invitation')
    .where('set_id', '=', setId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

/** @throws HttpError 403, 404 */
export async function invitationsOf(db: Kysely<DB>, accountId: number, setId: number) {
  await needRole(db, accountId, setId, 'owner')
  const rows = await activeInvitations(db, setId)
    .leftJoin('account', 'account.id', 'created_by')
    .select([
      'case_set_invitation.id',
      'role',
      'username as created_by',
      'case_set_invitation.created_at',
      'expires_at',
    ])
    .orderBy('case_set_invitation.id', 'desc')
    .execute()
  return rows.map(withIsoDates)
}

/** Anybody with the link and an account may join until it expires. The link is shown once and stored as a hash. */
export const invite = (
  db: Kysely<DB>,
  { accountId, setId }: Omit<Member, 'account'>,
  { role, days }: { role: GivenRole; days: number },
) =>
  withSet(db, { accountId, setId, least: 'owner' }, async trx => {
    if ((await countRows(activeInvitations(trx, setId))) >= maxInvitations)
      throw requestError(`Ссылок в одну подборку не больше ${maxInvitations}: отзовите ненужные.`)
    const token = randomToken()
    const made = await trx
      .insertInto('case_set_invitation')
      .values({
        set_id: setId,
        token_hash: hashOf(token),
        role,
        created_by: accountId,
        expires_at: new Date(Date.now() + days * 86_400_000),
      })
      .returning(eb => [
        'id',
        'role',
        'created_at',
        'expires_at',
        eb.selectFrom('account').where('account.id', '=', accountId).select('username').as('created_by'),
      ])
      .executeTakeFirstOrThrow()
    await recordAudit(trx, { accountId }, 'set_shared', { set_id: setId, role, days })
    return { ...withIsoDates(made), role, token }
  })

/** Members who joined by it stay. Idempotent. */
export const revokeInvitation = (
  db: Kysely<DB>,
  { accountId, setId, id }: { accountId: number; setId: number; id: number },
): Promise<void> =>
  withSet(db, { accountId, setId, least: 'owner' }, async trx => {
    const found = await trx
      .selectFrom('case_set_invitation')
      .where('id', '=', id)
      .where('set_id', '=', setId)
      .select(['role', 'revoked_at'])
      .executeTakeFirst()
    if (found === undefined) throw notFound('Такой ссылки нет.')
    if (found.revoked_at !== null) return
    await trx.updateTable('case_set_invitation').set({ revoked_at: sql<Date>`now()` }).where('id', '=', id).execute()
    await recordAudit(trx, { accountId }, 'set_link_revoked', { set_id: setId, role: found.role })
  })

/** For an unknown, revoked or expired link, a deleted set, or an owner who may not sign in. */
const noLink = () => notFound('Эта ссылка не действует: её отозвали или её срок вышел. Попросите новую.')

const invitationBy = (db: Kysely<DB>, token: string) =>
  db
    .selectFrom('case_set_invitation as link')
    .innerJoin('case_set', 'case_set.id', 'link.set_id')
    .innerJoin('case_set_member as owner', join =>
      join.onRef('owner.set_id', '=', 'link.set_id').on('owner.role', '=', 'owner'),
    )
    .innerJoin('account', 'account.id', 'owner.account_id')
    .where('token_hash', '=', hashOf(token))
    .where('link.revoked_at', 'is', null)
    .where('link.expires_at', '>', sql<Date>`now()`)
    .where('case_set.deleted_at', 'is', null)
    .where(maySignIn)
    .select(['link.set_id', 'link.role', 'case_set.title', 'username as owner'])
    .executeTakeFirstOrThrow(noLink)

/** @throws HttpError 404 */
export async function previewInvitation(
  db: Kysely<DB>,
  accountId: number,
  token: string,
): Promise<z.infer<typeof invitedTo>> {
  const { set_id, title, role, owner } = await invitationBy(db, token)
  const own = await ownRole(db, accountId, set_id)
  return { title, role, owner, set: own === undefined ? null : set_id }
}

/** A link never lowers the role of a member. Returns the set. @throws HttpError 400, 404 */
export const acceptInvitation = (db: Kysely<DB>, accountId: number, token: string): Promise<number> =>
  withAccountLock(db, accountId, async trx => {
    const { set_id } = await invitationBy(trx, token)
    await lockSet(trx, set_id)
    // The lock may have waited for the revocation of the link.
    const { role } = await invitationBy(trx, token)
    const member = await trx
      .selectFrom('case_set_member')
      .where('set_id', '=', set_id)
      .where('account_id', '=', accountId)
      .select('role')
      .executeTakeFirst()
    if (member !== undefined && (member.role !== 'reader' || role === 'reader')) return set_id
    if (member === undefined) {
      await refuseTooMany(trx, accountId)
      if ((await countRows(trx.selectFrom('case_set_member').where('set_id', '=', set_id))) >= maxSetMembers)
        throw fieldError('token', `В подборке уже ${maxSetMembers} участников — больше нельзя.`)
    }
    await trx
      .insertInto('case_set_member')
      .values({ set_id, account_id: accountId, role })
      .onConflict(taken => taken.columns(['set_id', 'account_id']).doUpdateSet({ role }))
      .execute()
    await recordAudit(trx, { accountId }, 'set_joined', { set_id, role })
    return set_id
  })
