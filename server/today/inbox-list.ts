import { type Kysely, sql } from 'kysely'
import type { InboxCase } from '#shared/api/today.ts'
import { fieldName, withShownDates } from '#shared/domain/case-field-names.ts'
import { type NewsDetail, type NewsKind, newsLabel } from '#shared/domain/news.ts'
import { visibleTo } from '../cases/predicates.ts'
import type { PageAsked } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { wordsSince } from '../journal/changes-between.ts'
import { type Journal, readJournals } from '../journal/read-entries.ts'
import { notifyInboxes } from '../subscriptions/inbox.ts'
import { readWatchedCases } from './watched-cases.ts'

/** Unseen news of a person's cases, case by case, and how much there is. */
type Owner = AccountRights

/** By the region stored in the inbox: the number in the menu is an index-only count. */
const isShown = (owner: Owner) => visibleTo(scopeOf(owner), 'inbox_item.region')

export async function countUnread(db: Kysely<DB>, owner: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from inbox_item
    where account_id = ${owner.id} and seen_at is null and ${isShown(owner)}`.execute(db)
  return rows[0]?.count ?? 0
}

type Row = { case_id: number; count: number; at: Date; changes: FeedChange[] }
type FeedChange = { revision: number | null; kinds: NewsKind[]; details: NewsDetail[] | null }
type Totals = { cases: number; changes: number; last: string }

/** The case with the latest change first. */
export async function readInbox(
  db: Kysely<DB>,
  owner: Owner,
  { seen, page, size }: PageAsked & { seen: boolean },
): Promise<{ count: number; changes: number; last: string; rows: InboxCase[] }> {
  const items = sql`
    select case_id, change_id, at from inbox_item
    where account_id = ${owner.id} and seen_at is ${seen ? sql`not null` : sql`null`} and ${isShown(owner)}`
  const totals = await sql<Totals>`
    select count(distinct case_id)::integer as cases, count(*)::integer as changes, coalesce(max(change_id), 0)::text as last
    from (${items}) item`.execute(db)
  const { rows } = await sql<Row>`
    with page as materialized (
      select case_id, count(*)::integer as count, max(at) as at, array_agg(change_id) as ids
      from (${items}) item group by case_id order by max(at) desc, case_id desc limit ${size} offset ${(page - 1) * size}
    )
    select case_id, count, at, coalesce((
      select json_agg(json_build_object('revision', revision, 'kinds', kinds, 'details', details) order by id)
      -- By the index of news of a case: numbers of changes alone are no key of theirs.
      from case_change where case_change.case_id = page.case_id and id = any(ids) and kinds <> '{}'::text[]
    ), '[]') as changes
    from page order by at desc, case_id desc`.execute(db)
  const ids = rows.map(({ case_id }) => case_id)
  const [cases, journals] = [await readWatchedCases(db, owner.id, ids), await readJournals(db, ids)]
  const { cases: count = 0, changes = 0, last = '0' } = totals.rows[0] ?? {}
  return {
    count,
    changes,
    last,
    rows: rows.flatMap(({ case_id, count, at, changes }) => {
      const found = cases.get(case_id)
      if (found === undefined) return []
      const is_new = changes.some(({ kinds }) => kinds.includes('new'))
      return [{ case: found, count, at: at.toISOString(), is_new, changes: toldOf(changes, journals.get(case_id)) }]
    }),
  }
}

/**
 * Hearings come from the feed, which pairs moved ones; other changes from the journal, field by field, since before the
 * first change.
 */
const ofMovement: ReadonlySet<NewsKind> = new Set(['hearing_set', 'hearing_moved', 'hearing_cancelled', 'event'])
/** Shown by `is_new` and by the case itself. */
const apart: ReadonlySet<NewsKind> = new Set(['new'])
const longest = 300
const shown = (text: string | null): string | null => {
  const dated = text && withShownDates(text)
  return dated && dated.length > longest ? `${dated.slice(0, longest).toWellFormed()}…` : dated
}

function toldOf(changes: readonly FeedChange[], journal: Journal | undefined): InboxCase['changes'] {
  const revisions = changes.flatMap(({ revision }) => revision ?? [])
  const first = revisions.length > 0 ? Math.min(...revisions) : undefined
  const words = journal === undefined || first === undefined ? [] : wordsSince(journal, first)
  const details = changes.flatMap(({ revision, kinds, details }) =>
    kinds.flatMap(kind => {
      const own = (details ?? []).filter(detail => detail.kind === kind)
      // News without a revision, such as a newly linked review, is not in the journal.
      if (apart.has(kind) || (revision !== null && words.length > 0 && !ofMovement.has(kind))) return []
      return own.length > 0 ? own : [{ kind, before: null, after: null }]
    }),
  )
  const told = [
    ...details.map(({ kind, before, after }) => ({
      label: newsLabel(kind),
      before: shown(before),
      after: shown(after),
    })),
    ...words
      .filter(({ field }) => field !== 'events')
      .map(({ field, before, after }) => ({ label: fieldName(field), before: shown(before), after: shown(after) })),
  ]
  return [...new Map(told.map(one => [JSON.stringify(one), one])).values()]
}

type Marked = { cases?: readonly number[] | undefined; until?: string | undefined; seen?: boolean | undefined }

/** Only the asker's own; items outside the scope stay unseen. Notifies the person's other windows. */
export const markSeen = (db: Kysely<DB>, owner: Owner, { cases, until, seen = true }: Marked): Promise<number> =>
  db.transaction().execute(async trx => {
    await sql`
      update inbox_item set seen_at = ${seen ? sql`now()` : sql`null`}
      where account_id = ${owner.id} and seen_at is ${seen ? sql`null` : sql`not null`} and ${isShown(owner)}
        and ${cases === undefined ? sql`true` : sql`case_id = any(${[...cases]}::int[])`}
        and ${until === undefined ? sql`true` : sql`change_id <= ${until}::bigint`}`.execute(trx)
    await notifyInboxes(trx, [owner.id])
    return countUnread(trx, owner)
  })
