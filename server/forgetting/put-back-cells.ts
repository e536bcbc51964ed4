import { isDeepStrictEqual } from 'node:util'
import { type SqlBool, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { putBack, type RowCells, rowsWhere } from './rewrite-rows.ts'
import type { SealedRows } from './seal.ts'

/** What people have saved is changed by them and by migrations (0091): what was not changed there still gets its name back. */
const changedByParts: readonly string[] = ['preset', 'saved_link', 'subscription', 'export_request']
/** Made of these filters, and of no others. */
const keyColumn = 'filter_key'
const filterColumn = 'get_params'

const oneRow = z.record(z.string(), z.unknown())

/** For rows that are not as forgetting left them: puts back each cell, and each parameter of filters, that still is. */
export async function putBackCells(trx: Transaction<DB>, sealed: SealedRows): Promise<void> {
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
/** A moment is written by PostgreSQL with its zone, and by what paused a subscription with «Z». */
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
