import { type Kysely, sql, type Transaction } from 'kysely'
import { tombstone, undoDays } from '#shared/domain/forgetting.ts'
import { recordAudit } from '../db/audit.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { lockPeople } from '../defendants/resolve/merge-people.ts'
import { appendBeside } from '../journal/write-entries.ts'
import { rereadSubscriptions } from './forget-elsewhere.ts'
import { openJournal } from './forget-person.ts'
import { lockForgetting } from './forgotten-cases.ts'
import { putBackCells } from './put-back-cells.ts'
import { putBack } from './rewrite-rows.ts'
import { readSealKey, type SealedRows, unsealed } from './seal.ts'

/**
 * Puts everything back as it was, within thirty days. What has been read anew since stays masked until its source is read again, which is
 * asked for here.
 */
export type Undone = { is: 'done' | 'unknown' | 'undone already' | 'too late' | 'no key' }

export const undoForgetting = (
  { db, dataDir }: { db: Kysely<DB>; dataDir: string },
  id: number,
  accountId: number,
): Promise<Undone> => retryTransaction(() => db.transaction().execute(trx => undo(trx, { id, accountId, dataDir })))

async function undo(
  trx: Transaction<DB>,
  { id, accountId, dataDir }: { id: number; accountId: number; dataDir: string },
): Promise<Undone> {
  await lockForgetting(trx, 'decide')
  await lockPeople(trx)
  const { rows: found } = await sql<{ is_undone: boolean; is_late: boolean }>`
    select undone_at is not null as is_undone, decided_at < now() - ${undoDays}::integer * interval '1 day' as is_late
    from forgetting where id = ${id} for update`.execute(trx)
  const [decision] = found
  if (decision === undefined) return { is: 'unknown' }
  if (decision.is_undone) return { is: 'undone already' }
  const bodies = await trx
    .selectFrom('forgetting_seal')
    .where('forgetting_id', '=', id)
    .select('body')
    .orderBy('ordinal', 'desc')
    .execute()
  if (decision.is_late || bodies.length === 0) return { is: 'too late' }
  const key = readSealKey(dataDir)
  if (key === undefined) return { is: 'no key' }
  const sealed = opened(bodies, key)
  if (sealed === undefined) return { is: 'no key' }
  await openJournal(trx, id)
  await rereadSubscriptions(trx)
  const cases = new Set<number>()
  const changedSince = new Set<number>()
  for (const rows of sealed) {
    for (const { case_id } of await putBack(trx, await withFreeKeys(trx, underNewName(rows))))
      if (typeof case_id === 'number') changedSince.add(case_id)
    await putBackCells(trx, rows)
    if (rows.table === 'case_source' || rows.table === 'case_journal') for (const one of casesOf(rows)) cases.add(one)
  }
  await sql`
    update court_case set changed_xid = pg_current_xact_id() where id = any(${[...cases]}::integer[])`.execute(trx)
  await readAgain(trx, [...changedSince])
  await sql`delete from forgetting_seal where forgetting_id = ${id}`.execute(trx)
  await sql`delete from forgotten_case where forgetting_id = ${id}`.execute(trx)
  await sql`delete from forgotten_page where forgetting_id = ${id}`.execute(trx)
  const said = { field: 'forgotten', before: tombstone, after: null } as const
  await appendBeside(trx, new Map([...cases].map(one => [one, [said]])))
  await sql`
    update forgetting set undone_at = now(), undone_by = ${accountId}, words = '{}' where id = ${id}`.execute(trx)
  await recordAudit(trx, { accountId }, 'forgetting_undone', { forgetting_id: id })
  return { is: 'done' }
}

/** Folders of favourites have become sets since (migration 0091), which know the number of theirs. */
function underNewName(sealed: SealedRows): SealedRows {
  if (sealed.table !== 'favourite_folder') return sealed
  const renamed = (row: string): string => {
    const { id, title }: { id?: unknown; title?: unknown } = JSON.parse(row)
    return JSON.stringify({ former_folder: id, title })
  }
  return {
    ...sealed,
    table: 'case_set',
    key: ['former_folder'],
    rows: sealed.rows.map(({ was, is }) => ({ was: renamed(was), is: is && renamed(is) })),
  }
}

/** Another of that name has come to the court since: only the cases tell the two apart. */
async function withFreeKeys(trx: Transaction<DB>, sealed: SealedRows): Promise<SealedRows> {
  if (sealed.table !== 'defendant') return sealed
  const { rows: taken } = await sql<{ match_key: string }>`
    select match_key from defendant
    where match_key in (select r.match_key from jsonb_to_recordset(${`[${sealed.rows.map(({ was }) => was).join(',')}]`}::jsonb) as r(match_key text))`.execute(
    trx,
  )
  const keys = new Set(taken.map(({ match_key }) => match_key))
  const free = (was: string): string => {
    const cells: { match_key?: unknown } = JSON.parse(was)
    return typeof cells.match_key === 'string' && keys.has(cells.match_key)
      ? JSON.stringify({ ...cells, match_key: null })
      : was
  }
  return { ...sealed, rows: sealed.rows.map(({ was, is }) => ({ was: free(was), is })) }
}

const casesOf = ({ rows }: SealedRows): number[] =>
  rows.flatMap(({ was }) => {
    const { case_id }: { case_id?: unknown } = JSON.parse(was)
    return typeof case_id === 'number' ? [case_id] : []
  })

/** Undefined: it was sealed with another key. */
function opened(bodies: readonly { body: Buffer }[], key: Buffer): SealedRows[] | undefined {
  try {
    return bodies.map(({ body }) => unsealed(key, body))
  } catch {
    return undefined
  }
}

async function readAgain(trx: Transaction<DB>, cases: readonly number[]): Promise<void> {
  await sql`
    update listed_case set task = 'card', due_at = now(), urgency = least(urgency, 2), attempts = 0
    where case_id = any(${cases}::integer[]) and missing_since is null`.execute(trx)
}
