import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { FeedLinks } from '#shared/api/other-programs.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { notFound } from '../http/errors.ts'
import { noSubscription, ownSubscription } from './batches.ts'
import { type Titled, type TitledRow, titledSubscriptions } from './titles.ts'
import type { WatchTarget } from './watched-cases.ts'

/**
 * Secret addresses for programs that cannot sign in. They show what the owner may see today; those of a blocked owner
 * return 404.
 */
type Link = { secret: string; created_at: Date; read_at: Date | null }
const present = ({ secret, created_at, read_at }: Link, origin: string): FeedLinks => ({
  atom: `${origin}/api/v1/feeds/${secret}/atom.xml`,
  rss: `${origin}/api/v1/feeds/${secret}/rss.xml`,
  calendar: `${origin}/api/v1/feeds/${secret}/hearings.ics`,
  ...withIsoDates({ created_at, read_at }),
})

/** Null when it has no addresses. */
export async function readFeedLinks(
  db: Kysely<DB>,
  accountId: number,
  id: number,
  origin: string,
): Promise<FeedLinks | null> {
  const { secret, created_at, read_at } = await ownSubscription(db, accountId, id)
    .leftJoin('subscription_feed', 'subscription_feed.subscription_id', 'subscription.id')
    .select(['subscription_feed.secret', 'subscription_feed.created_at', 'read_at'])
    .executeTakeFirstOrThrow(noSubscription)
  return secret === null || created_at === null ? null : present({ secret, created_at, read_at }, origin)
}

/** Revokes the former ones. */
export async function renewFeedLinks(
  db: Kysely<DB>,
  accountId: number,
  id: number,
  origin: string,
): Promise<FeedLinks> {
  const secret = randomBytes(24).toString('base64url')
  const made = await db
    .insertInto('subscription_feed')
    .columns(['subscription_id', 'secret'])
    .expression(ownSubscription(db, accountId, id).select(['subscription.id', sql<string>`${secret}`.as('secret')]))
    .onConflict(conflict =>
      conflict.column('subscription_id').doUpdateSet({ secret, created_at: sql<Date>`now()`, read_at: null }),
    )
    .returning(['secret', 'created_at', 'read_at'])
    .executeTakeFirstOrThrow(noSubscription)
  return present(made, origin)
}

export async function revokeFeedLinks(db: Kysely<DB>, accountId: number, id: number): Promise<void> {
  await ownSubscription(db, accountId, id).select('subscription.id').executeTakeFirstOrThrow(noSubscription)
  await db.deleteFrom('subscription_feed').where('subscription_id', '=', id).execute()
}

export type FeedSource = Awaited<ReturnType<typeof feedSource>>

export async function feedSource(db: Kysely<DB>, secret: string) {
  const found = await db
    .selectFrom('subscription_feed')
    .innerJoin('subscription', 'subscription.id', 'subscription_feed.subscription_id')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .where('subscription_feed.secret', '=', secret)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .where('approved_at', 'is not', null)
    .select([
      'subscription.id',
      'subscription.title',
      'subscription.created_at',
      'get_params',
      'about_case_id',
      'about_person_id',
      'sends',
    ])
    .select(['account.id as account_id', 'groups', 'is_superuser', 'regions'])
    .executeTakeFirstOrThrow(() => notFound('Такого адреса нет, или его отозвали.'))
  await db
    .updateTable('subscription_feed')
    .set({ read_at: sql<Date>`now()` })
    .where('secret', '=', secret)
    // Programs poll every few minutes; an hour's precision is enough.
    .where(sql<boolean>`read_at is null or read_at < now() - interval '1 hour'`)
    .execute()
  const { id, created_at, account_id, groups, is_superuser, regions } = found
  const owner = { id: account_id, groups, is_superuser, regions }
  const [named] = await titledSubscriptions(db, owner, [found])
  return { id, title: named?.title ?? '', createdAt: created_at, owner, watched: watchedOf(found, named) }
}

function watchedOf({ about_case_id, about_person_id }: TitledRow, named: Titled | undefined): WatchTarget {
  if (about_case_id !== null) return { about: 'case', id: about_case_id }
  if (about_person_id !== null) return { about: 'person', id: about_person_id }
  // Without an invalid filter it would show more than requested.
  return named?.filters.note === null ? { about: 'filters', values: named.filters.values } : { about: 'case', id: 0 }
}
