import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { pastTable } from '../db/as-of/versioned-tables.ts'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { keepSealed, type SealedRows } from './seal.ts'

/** Rewrites or deletes rows so that they can be restored: each row is read whole, as PostgreSQL’s JSON, and sealed together with its new state. */
export type Sealing = { id: number; key: Buffer | undefined }
type Target = { table: string; key: readonly string[]; columns: readonly string[] }

const oneRow = z.record(z.string(), z.unknown())
export type RowCells = z.output<typeof oneRow>

export async function rowsWhere(
  trx: Kysely<DB>,
  table: string,
  condition: RawBuilder<SqlBool>,
): Promise<{ text: string; cells: RowCells }[]> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(one)::text as row from ${sql.table(table)} one where ${condition} for update`.execute(trx)
  return rows.map(({ row }) => ({ text: row, cells: oneRow.parse(JSON.parse(row)) }))
}

type Rewriting = Target & { where: RawBuilder<SqlBool>; change: (cells: RowCells) => RowCells | undefined }

/**
 * `change` returns the cells to change; undefined or none: the row stays. Past versions of rows (`past_…`) are rewritten too. Returns the number of
 * changed rows.
 */
export async function rewriteRows(trx: Transaction<DB>, sealing: Sealing, target: Rewriting): Promise<number> {
  let changed = await rewriteOwnRows(trx, sealing, target)
  const past = inPast(target)
  if (past !== undefined) changed += await rewriteOwnRows(trx, sealing, { ...target, ...past })
  return changed
}
/** The key of a past row includes its days. */
function inPast({ table, key }: Pick<Target, 'table' | 'key'>): Pick<Target, 'table' | 'key'> | undefined {
  const past = pastTable(table)
  return past === undefined ? undefined : { table: past, key: [...key, 'known_from', 'known_until'] }
}

async function rewriteOwnRows(trx: Transaction<DB>, sealing: Sealing, target: Rewriting): Promise<number> {
  const { table, key, columns, where, change } = target
  const rows = await rowsWhere(trx, table, where)
  let count = 0
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const changed = rows.slice(at, at + rowsAtOnce).flatMap(({ text, cells }) => {
      const next = change(cells)
      if (next === undefined || Object.entries(next).every(([name, value]) => value === cells[name])) return []
      return [{ was: text, is: JSON.stringify({ ...cells, ...next }) }]
    })
    await writeCells(trx, { table, key, columns }, changed)
    await keepSealed(trx, sealing.id, sealing.key, { table, key: [...key], columns: [...columns], rows: changed })
    count += changed.length
    await yieldToEventLoop()
  }
  return count
}
/** Limits time in the event loop: rows may be texts, which are masked, compressed and sealed. */
const rowsAtOnce = 20

type Deleting = Omit<Target, 'columns'> & { where: RawBuilder<SqlBool> }
export async function deleteRows(trx: Transaction<DB>, sealing: Sealing, target: Deleting): Promise<number> {
  const gone = await deleteOwnRows(trx, sealing, target)
  const past = inPast(target)
  return past === undefined ? gone : gone + (await deleteOwnRows(trx, sealing, { ...target, ...past }))
}
async function deleteOwnRows(trx: Transaction<DB>, sealing: Sealing, { table, key, where }: Deleting): Promise<number> {
  const gone = await rowsWhere(trx, table, where)
  if (gone.length === 0) return 0
  await sql`delete from ${sql.table(table)} one where ${where}`.execute(trx)
  const rows = gone.map(({ text }) => ({ was: text, is: null }))
  await keepSealed(trx, sealing.id, sealing.key, { table, key: [...key], columns: [], rows })
  return gone.length
}

const assigned = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map(name => sql`${sql.ref(name)} = came.${sql.ref(name)}`))
const sameKey = (key: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    key.map(name => sql`one.${sql.ref(name)} = there.${sql.ref(name)}`),
    sql` and `,
  )

async function writeCells(
  trx: Transaction<DB>,
  { table, key, columns }: Target,
  rows: readonly { was: string; is: string }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update ${sql.table(table)} one set ${assigned(columns)}
    from ${pairsOf(rows)} cross join lateral jsonb_populate_record(null::${sql.table(table)}, was) there
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, is_now) came
    where ${sameKey(key)} ${amongNumbers(key, rows)}`.execute(trx)
}
/** A condition on ids makes text nodes send only these texts. */
const amongNumbers = ([first = '']: readonly string[], rows: readonly { was: string }[]): RawBuilder<unknown> => {
  const values = rows.map(({ was }) => oneRow.parse(JSON.parse(was))[first])
  return values.every(value => typeof value === 'number')
    ? sql`and one.${sql.ref(first)} = any(${values}::bigint[])`
    : sql``
}
/** Columns of the key may change too. */
const pairsOf = (rows: readonly { was: string; is: string }[]): RawBuilder<unknown> => sql`
  jsonb_to_recordset(${`[${rows.map(({ was, is }) => `{"was":${was},"is_now":${is}}`).join(',')}]`}::jsonb)
    as pair(was jsonb, is_now jsonb)`

/** Restores sealed rows: inserts deleted ones, and reverts rewritten ones that have not changed since. Returns those that have. */
export async function putBack(trx: Transaction<DB>, sealed: SealedRows): Promise<RowCells[]> {
  const whole = await unlessTaken(trx, () => putRowsBack(trx, sealed))
  if (whole !== undefined) return whole
  const left: RowCells[] = []
  for (const row of sealed.rows)
    left.push(
      ...((await unlessTaken(trx, () => putRowsBack(trx, { ...sealed, rows: [row] }))) ?? [
        oneRow.parse(JSON.parse(row.was)),
      ]),
    )
  return left
}

/** Undefined: a unique key was taken meanwhile, and nothing was written. */
async function unlessTaken<T>(trx: Transaction<DB>, work: () => Promise<T>): Promise<T | undefined> {
  await sql`savepoint put_back`.execute(trx)
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error
    await sql`rollback to savepoint put_back`.execute(trx)
    return undefined
  }
}
const uniqueViolation = '23505'

async function putRowsBack(trx: Transaction<DB>, { table, key, columns, rows }: SealedRows): Promise<RowCells[]> {
  const gone = rows.flatMap(({ was, is }) => (is === null ? [was] : []))
  if (gone.length > 0) await insertRows(trx, table, gone)
  const changed = rows.flatMap(({ was, is }) => (is === null ? [] : [{ was, is }]))
  if (changed.length === 0) return []
  const still = sql.join(
    columns.map(name => sql`one.${sql.ref(name)}::text is not distinct from there.${sql.ref(name)}::text`),
    sql` and `,
  )
  const { rows: restored } = await sql<{ key: string }>`
    update ${sql.table(table)} one set ${assigned(columns)}
    from ${pairsOf(changed)} cross join lateral jsonb_populate_record(null::${sql.table(table)}, was) came
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, is_now) there
    where ${sameKey(key)} and ${still} ${amongNumbers(key, changed)}
    returning was::text as key`.execute(trx)
  const done = new Set(restored.map(row => keyOf(key, oneRow.parse(JSON.parse(row.key)))))
  return changed.map(({ was }) => oneRow.parse(JSON.parse(was))).filter(cells => !done.has(keyOf(key, cells)))
}
const keyOf = (key: readonly string[], cells: RowCells): string => JSON.stringify(key.map(name => cells[name]))

async function insertRows(trx: Transaction<DB>, table: string, rows: readonly string[]): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    trx,
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${rows.join(',')}]`}::jsonb)
    on conflict do nothing`.execute(trx)
}

export const randomKey = (): string => `\\x${randomBytes(32).toString('hex')}`
