import { createHash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { tombstone } from '#shared/domain/forgetting.ts'
import type { DB } from '../db/schema.ts'
import { maskCell } from './mask-cell.ts'
import { type NameColumns, nameColumns } from './name-columns.ts'
import { type RowCells, randomKey, rewriteRows, type Sealing } from './rewrite-rows.ts'
import type { Subject } from './subject.ts'

/** Titles, saved filters and requests of accounts: only the whole name counts, or a surname with no other bearer. */
export async function forgetElsewhere(trx: Transaction<DB>, sealing: Sealing, subject: Subject): Promise<void> {
  await forgetSubscriptions(trx, sealing, subject)
  for (const named of nameColumns) {
    const masked = Object.entries(named.columns).filter(([, how]) => how !== 'own')
    if (named.caseColumn !== undefined || masked.length === 0) continue
    const { table, key, random = [], putOn } = named
    const isSigned = named.columns.file === 'csv'
    if (putOn !== undefined) await forgetLabels(trx, sealing, subject, { ...named, putOn })
    await rewriteRows(trx, sealing, {
      table,
      key,
      columns: [...masked.map(([name]) => name), ...random, ...(isSigned ? ['sha256'] : [])],
      where: mayName(masked, subject),
      change: cells => {
        const next = maskedCells(named, masked, cells, subject)
        const isChanged = Object.entries(next).some(([name, value]) => value !== cells[name])
        if (!isChanged) return undefined
        return {
          ...next,
          ...Object.fromEntries(random.map(name => [name, randomKey()])),
          ...(isSigned && { sha256: hashOfCell(next.file) }),
        }
      },
    })
  }
}

/** On labels of the person’s cases alone a bare surname means them, even with other bearers. */
async function forgetLabels(
  trx: Transaction<DB>,
  sealing: Sealing,
  subject: Subject,
  named: NameColumns & { putOn: NonNullable<NameColumns['putOn']> },
): Promise<void> {
  const { table, key, columns, putOn } = named
  const masked = Object.keys(columns).map(name => [name, 'note'] as const)
  const on = (condition: RawBuilder<SqlBool>) =>
    sql`exists (select from ${sql.table(putOn.table)} own where own.${sql.ref(putOn.column)} = one.id and ${condition})`
  await rewriteRows(trx, sealing, {
    table,
    key,
    columns: Object.keys(columns),
    where: sql<SqlBool>`${mayName(masked, subject)} and ${on(sql<SqlBool>`true`)}
      and not ${on(sql<SqlBool>`own.case_id <> all(${subject.cases}::integer[])`)}`,
    change: cells => maskedCells(named, masked, cells, subject),
  })
}

const hashOfCell = (file: unknown): string => {
  const body = Buffer.from(typeof file === 'string' ? file.slice(2) : '', 'hex')
  return `\\x${createHash('sha256').update(body).digest('hex')}`
}

type Masked = readonly (readonly [string, NameColumns['columns'][string]])[]

const maskedCells = ({ isUnique }: NameColumns, masked: Masked, cells: RowCells, subject: Subject): RowCells =>
  Object.fromEntries(
    masked.map(([name, how]) => {
      const after = maskCell(how, cells[name], subject)
      const isOther = isUnique === true && typeof after === 'string' && after !== cells[name]
      return [name, isOther ? `${after} №\u00a0${cells.id}` : after]
    }),
  )

/** Prefilter in lower case and one alphabet, like the stems; whether a row names the person is decided row by row. */
const mayName = (masked: Masked, { stems }: Subject): RawBuilder<SqlBool> => {
  const texts = masked.map(([name, how]) =>
    how === 'csv' ? sql`convert_from(${sql.ref(name)}, 'UTF8')` : sql`${sql.ref(name)}::text`,
  )
  const letters = sql`lower(translate(concat_ws(' ', ${sql.join(texts)}), ${from}, ${to}))`
  return sql<SqlBool>`${letters} like any(${stems.map(stem => `%${stem}%`)}::text[])`
}
const from = 'ЁёABCEHKMOPTXaceopxy\u00ad\u200b'
const to = 'ЕеАВСЕНКМОРТХасеорху'

/** Subscriptions to the person are paused, since there is nobody to watch, and renamed. */
async function forgetSubscriptions(trx: Transaction<DB>, sealing: Sealing, subject: Subject): Promise<void> {
  const { people, isWhole, stems } = subject
  if (isWhole)
    await rewriteRows(trx, sealing, {
      table: 'subscription',
      key: ['id'],
      columns: ['title', 'paused_at'],
      where: sql<SqlBool>`about_person_id = any(${people}::integer[])`,
      change: ({ title, paused_at }) => ({
        title: title === '' ? tombstone : maskCell('whole', title, { ...subject, isOnlyBearer: true }),
        paused_at: paused_at ?? new Date().toISOString(),
      }),
    })
  const filters = sql<SqlBool>`filter_key is not null and lower(translate(get_params::text, ${from}, ${to}))
    like any(${stems.map(stem => `%${stem}%`)}::text[])`
  await rewriteRows(trx, sealing, {
    table: 'subscription',
    key: ['id'],
    columns: ['get_params', 'filter_key'],
    where: filters,
    change: ({ get_params }) => {
      const after = maskCell('json', get_params, subject)
      return after === get_params ? undefined : { get_params: after, filter_key: randomKey() }
    },
  })
  await rereadSubscriptions(trx)
}

/** A new version makes watch lists read the subscription again. */
export async function rereadSubscriptions(trx: Transaction<DB>): Promise<void> {
  await sql`
    update subscription set watch_version = watch_version + 1, changed_xid = pg_current_xact_id()
    where title like ${`%${tombstone}%`} or get_params::text like ${`%${tombstone}%`}`.execute(trx)
}
