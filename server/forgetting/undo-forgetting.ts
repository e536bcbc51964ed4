import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { tombstone, undoDays } from '#shared/domain/forgetting.ts'
import { recordAudit } from '../db/audit.ts'
import { lockForgetting, lockPeople } from '../db/people-locks.ts'
import { retryTransaction } from '../db/retry-transaction.ts'
import type { DB } from '../db/schema.ts'
import { appendBeside } from '../journal/write-entries.ts'
import { rereadSubscriptions } from './forget-elsewhere.ts'
import { openJournal } from './forget-person.ts'
import { putBack, type RowCells, rowsWhere } from './rewrite-rows.ts'
import { readSealKey, type SealedRows, unsealed } from './seal.ts'

/** Restores everything, within thirty days. Sources read since stay masked until they are read again, which is requested here. */
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

/** Folders of favourites have become sets since (migration 0091), with the former id. */
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

/** If another person of that name has come to the court since, only the cases distinguish the two. */
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

/** Undefined: sealed with another key. */
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

/** Rows changed by their owners and by migrations (0091): columns that were not changed are still restored. */
const changedByParts: readonly string[] = ['preset', 'saved_link', 'subscription', 'export_request']
/** Derived from filters. */
const keyColumn = 'filter_key'
const filterColumn = 'get_params'

const oneRow = z.record(z.string(), z.unknown())

/** For rows changed since forgetting: restores each cell, and each parameter of filters, that was not. */
async function putBackCells(trx: Transaction<DB>, sealed: SealedRows): Promise<void> {
  if (!changedByParts.includes(sealed.table)) return
  for (const row of sealed.rows) {
    if (row.is === null) continue
    const was = oneRow.parse(JSON.parse(row.was))
    const is = oneRow.parse(JSON.parse(row.is))
    const ofKey = sql.join(
      sealed.key.map(name => sql`${sql.ref(name)}::text = ${String(is[name])}`),
      sql` and `,
    )
    const [found] = await rowsWhere(trx, sealed.table, sql<SqlBool>`${ofKey}`)
    if (found === undefined || isSame(sealed.columns, found.cells, is)) continue
    const before = cellsBefore(sealed.columns, { was, is, now: found.cells })
    const columns = Object.keys(before)
    if (columns.length === 0) continue
    const rows = [{ was: JSON.stringify({ ...found.cells, ...before }), is: found.text }]
    await putBack(trx, { ...sealed, columns, rows })
  }
}

const isSame = (columns: readonly string[], one: RowCells, other: RowCells): boolean =>
  columns.every(name => isSameCell(one[name], other[name]))
/** PostgreSQL writes a timestamp with its zone, JavaScript with «Z». */
const isSameCell = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || (isMoment(one) && isMoment(other) && Date.parse(one) === Date.parse(other))
const isMoment = (cell: unknown): cell is string =>
  typeof cell === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(cell)

type Versions = { was: RowCells; is: RowCells; now: RowCells }
const cellsBefore = (columns: readonly string[], { was, is, now }: Versions): RowCells =>
  Object.fromEntries(
    columns.flatMap((name): [string, unknown][] => {
      if (isSameCell(was[name], is[name])) return []
      if (name === keyColumn && !isSameCell(now[filterColumn], is[filterColumn])) return []
      if (isSameCell(now[name], is[name])) return [[name, was[name]]]
      const parts = [was, is, now].map(cells => oneRow.safeParse(cells[name]).data)
      const [partsWas, partsAre, partsNow] = parts
      if (partsWas === undefined || partsAre === undefined || partsNow === undefined) return []
      const before = cellsBefore(Object.keys(partsWas), { was: partsWas, is: partsAre, now: partsNow })
      return Object.keys(before).length > 0 ? [[name, { ...partsNow, ...before }]] : []
    }),
  )
