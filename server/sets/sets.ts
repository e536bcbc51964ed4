import { type Kysely, sql, type Transaction } from 'kysely'
import type { FullSet, WorkingSet } from '#shared/api/sets.ts'
import type { Today } from '#shared/api/today.ts'
import { addDays, dayIn } from '#shared/domain/dates.ts'
import { watchWarningDays } from '#shared/domain/set-watch.ts'
import { maxSets } from '#shared/domain/sets.ts'
import { withAccountLock } from '../db/account-lock.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { withIsoDates } from '../http/answers.ts'
import { fieldError } from '../http/errors.ts'
import { noSet, roleIn, type SetScope } from './access.ts'
import { columnsOf } from './columns.ts'
import { itemsIn } from './items.ts'

/** The sets of an account, own and shared. */
export const visibleSets = (db: Kysely<DB>, accountId: number) =>
  db
    .selectFrom('case_set')
    .innerJoin('case_set_member as own', 'own.set_id', 'case_set.id')
    .where('own.account_id', '=', accountId)
    .where('case_set.deleted_at', 'is', null)

/** The latest changed first. `only`: a single set. */
export async function setsOf(db: Kysely<DB>, scope: SetScope, only?: number): Promise<WorkingSet[]> {
  const { accountId, regions } = scope
  const own = visibleSets(db, accountId).$if(only !== undefined, query => query.where('case_set.id', '=', only ?? 0))
  // Each item stores the region of its case, so that no case is looked up.
  const isSeen = regions === 'all' ? sql`true` : sql`region = any(${[...regions]}::integer[])`
  const [sets, counts, ends] = await Promise.all([
    own
      .innerJoin('case_set_member as holder', join =>
        join.onRef('holder.set_id', '=', 'case_set.id').on('holder.role', '=', 'owner'),
      )
      .innerJoin('account', 'account.id', 'holder.account_id')
      .select(['case_set.id', 'title', 'own.role', 'username as owner', 'case_set.created_at', 'case_set.changed_at'])
      .select(eb => [
        eb
          .selectFrom('case_set_member as member')
          .whereRef('member.set_id', '=', 'case_set.id')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('members'),
      ])
      .orderBy('case_set.changed_at', 'desc')
      .orderBy('case_set.id', 'desc')
      .execute(),
    own
      .innerJoin('case_set_item as item', 'item.set_id', 'case_set.id')
      .where('removed_at', 'is', null)
      .select(({ fn }) => ['item.set_id', 'status', fn.countAll<number>().as('all')])
      .select(sql<number>`count(*) filter (where ${isSeen})`.as('count'))
      .groupBy(['item.set_id', 'status'])
      .execute(),
    withEndingWatch(own).select('case_set.id').execute(),
  ])
  const endOf = new Map(ends.map(end => [end.id, endOfWatching(end)]))
  const bySet = Map.groupBy(counts, ({ set_id }) => set_id)
  return sets.map(({ members, ...set }) => {
    const progress = { unseen: 0, working: 0, checked: 0, disputed: 0 }
    const told = bySet.get(set.id) ?? []
    for (const { status, count } of told) progress[status] = count
    const count = told.reduce((sum, one) => sum + one.count, 0)
    const hidden = told.reduce((sum, one) => sum + one.all - one.count, 0)
    return { ...withIsoDates(set), count, hidden, progress, members: members ?? 0, watching: endOf.get(set.id) ?? null }
  })
}

const withEndingWatch = (sets: ReturnType<typeof visibleSets>) =>
  sets
    .innerJoin('case_set_watching as watching', 'watching.set_id', 'case_set.id')
    .where(sql<boolean>`${warnedAt} is not null`)
    .where(
      sql<boolean>`exists (select from case_set_watch row where row.set_id = case_set.id and row.removed_at is null)`,
    )
    .select([warnedAt.as('warned_at'), 'ended_at'])

/** For «Сегодня», without reading cases of a set. Editors only: a reader cannot prolong a watch list. */
export async function endingWatchesOf(db: Kysely<DB>, accountId: number): Promise<Today['ending_watches']> {
  const sets = await withEndingWatch(visibleSets(db, accountId))
    .where('own.role', '<>', 'reader')
    .select(['case_set.id', 'title'])
    .orderBy('case_set.changed_at', 'desc')
    .orderBy('case_set.id', 'desc')
    .execute()
  return sets.map(({ id, title, ...end }) => ({ id, title, ...endOfWatching(end) }))
}

/** For `case_set` and its `watching`: any change of the set counts as use of its watch list. */
export const watchUsedAt = sql<Date>`greatest(watching.kept_at, case_set.changed_at)`
/**
 * A change of the set cancels the warning at once, before the nightly job records it; an ended list keeps its warning.
 */
export const warnedAt = sql<Date | null>`case when ended_at is not null or warned_at >= ${watchUsedAt} then warned_at end`
/** A list without changes is warned about a month before it ends. */
export const endOfWatching = ({ warned_at, ended_at }: { warned_at: Date | null; ended_at: Date | null }) => ({
  ends_on: warned_at === null ? null : addDays(dayIn('Europe/Moscow', warned_at), watchWarningDays),
  is_ended: ended_at !== null,
})

/** @throws HttpError 404 */
export async function oneSet(db: Kysely<DB>, scope: SetScope, id: number): Promise<WorkingSet> {
  const [set] = await setsOf(db, scope, id)
  if (set === undefined) throw noSet()
  return set
}

/** @throws HttpError 404 */
export async function fullSetOf(db: Kysely<DB>, scope: SetScope, id: number): Promise<FullSet> {
  await roleIn(db, scope.accountId, id)
  const [set, columns, labels, team, place] = await Promise.all([
    oneSet(db, scope, id),
    columnsOf(db, id),
    labelsSeen(db, scope, id),
    db
      .selectFrom('case_set_member')
      .innerJoin('account', 'account.id', 'case_set_member.account_id')
      .where('set_id', '=', id)
      .select(['account.id', 'username', 'role', 'joined_at'])
      .orderBy('joined_at')
      .orderBy('account.id')
      .execute(),
    itemsIn(db, scope, id)
      .innerJoin('case_set_member as own', join =>
        join.onRef('own.set_id', '=', 'item.set_id').onRef('own.at_case', '=', 'item.case_id'),
      )
      .where('own.account_id', '=', scope.accountId)
      .select('own.at_case')
      .executeTakeFirst(),
  ])
  return {
    ...set,
    columns,
    labels: labels.map(({ title }) => title),
    team: team.map(withIsoDates),
    at_case: place?.at_case ?? null,
  }
}

/** Only labels of cases that the reader sees: a label may name a person. */
const labelsSeen = (db: Kysely<DB>, scope: SetScope, id: number) =>
  itemsIn(db, scope, id)
    .innerJoin('case_set_item_label as own', join =>
      join.onRef('own.set_id', '=', 'item.set_id').onRef('own.case_id', '=', 'item.case_id'),
    )
    .innerJoin('case_set_label as label', 'label.id', 'own.label_id')
    .select('label.title')
    .groupBy('label.title')
    .orderBy(sql`lower(label.title)`)
    .execute()

/** `fill` runs in the transaction that creates the set. */
export const createSet = <T>(
  db: Kysely<DB>,
  accountId: number,
  title: string,
  fill: (trx: Transaction<DB>, id: number) => Promise<T>,
): Promise<{ id: number; filled: T }> =>
  withAccountLock(db, accountId, async trx => {
    await refuseTooMany(trx, accountId)
    await refuseTaken(trx, accountId, title)
    const { id } = await trx
      .insertInto('case_set')
      .values({ title, created_by: accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.insertInto('case_set_member').values({ set_id: id, account_id: accountId, role: 'owner' }).execute()
    return { id, filled: await fill(trx, id) }
  })

/** Editors may rename as well; titles are unique per owner. */
export async function renameSet(trx: Transaction<DB>, id: number, title: string): Promise<void> {
  const { account_id } = await trx
    .selectFrom('case_set_member')
    .where('set_id', '=', id)
    .where('role', '=', 'owner')
    .select('account_id')
    .executeTakeFirstOrThrow(noSet)
  await refuseTaken(trx, account_id, title, id)
  await trx.updateTable('case_set').set({ title }).where('id', '=', id).execute()
}

/** Counts shared sets as well. */
export const refuseTooMany = async (trx: Transaction<DB>, accountId: number): Promise<void> => {
  if ((await countRows(visibleSets(trx, accountId))) >= maxSets)
    throw fieldError('title', `Подборок не больше ${maxSets}: удалите ненужные или выйдите из чужих.`)
}

/** Compared in PostgreSQL, whose lower case differs from JavaScript's («İ»). */
export const refuseTaken = async (trx: Transaction<DB>, accountId: number, title: string, own = 0): Promise<void> => {
  const taken = await visibleSets(trx, accountId)
    .where('own.role', '=', 'owner')
    .where(sql`lower(title)`, '=', sql`lower(${title})`)
    .where('case_set.id', '<>', own)
    .select('title')
    .executeTakeFirst()
  if (taken) throw fieldError('title', `Подборка «${taken.title}» уже есть: назовите эту иначе.`)
}
