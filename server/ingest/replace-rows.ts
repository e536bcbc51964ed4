import { type RawBuilder, sql, type Transaction } from 'kysely'
import { versionedTables } from '../db/as-of/versioned-tables.ts'
import { type CopyCell, copyRows } from '../db/copy-rows.ts'
import type { DB } from '../db/schema.ts'

/** Child tables of cases with the column that identifies a row within a case; null: one row for each case. */
const keyOf = {
  case_article: 'article_id',
  case_event: 'ordinal',
  case_defendant: 'ordinal',
  case_participant: 'ordinal',
  case_told_penalty: 'ordinal',
  case_defence_param: 'defence_param_id',
  case_decision: null,
} as const
type ChildTable = keyof typeof keyOf
type ChildRow<T extends ChildTable> = { case_id: number } & { readonly [Column in keyof DB[T]]?: CopyCell }

/**
 * Writes child rows of cases, all with the same columns. For cases in `replaced` former rows are replaced; equal rows stay, since rewriting them
 * would make versions (db/as-of/versions.ts). `part`: replaces only these rows of `t`.
 */
export async function writeRows<T extends ChildTable>(
  trx: Transaction<DB>,
  table: T,
  rows: readonly ChildRow<T>[],
  replaced: ReadonlySet<number>,
  part: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<void> {
  const { fresh = [], others = [] } = Object.groupBy(rows, ({ case_id }) =>
    replaced.has(case_id) ? 'fresh' : 'others',
  )
  await copyRows<T>(trx, table, others)
  if (replaced.size === 0) return
  const columns = Object.keys(fresh[0] ?? { case_id: 0 })
  const told = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(fresh)}::json) as f`
  const key = keyOf[table]
  const silent = columns.filter(name => versionedTables[table]?.untracked?.includes(name))
  const telling = columns.filter(name => !silent.includes(name))
  const isSame = sql.join(
    telling.map(name => {
      const [there, here] = [sql.ref(`f.${name}`), sql.ref(`t.${name}`)]
      return name === 'case_id' || name === key ? sql`${there} = ${here}` : sql`${there} is not distinct from ${here}`
    }),
    sql` and `,
  )
  await sql`
    delete from ${sql.table(table)} t where case_id = any(${[...replaced]}::integer[]) and ${part}
      and not exists (select from ${told} where ${isSame})`.execute(trx)
  if (fresh.length === 0) return
  const names = sql.join(columns.map(name => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from ${told} where not exists (select from ${sql.table(table)} t where ${isSame} and ${part})`.execute(
    trx,
  )
  // A newer reader with the same result makes no version.
  for (const name of silent)
    await sql`
      update ${sql.table(table)} t set ${sql.ref(name)} = ${sql.ref(`f.${name}`)} from ${told}
      where ${isSame} and ${part} and ${sql.ref(`t.${name}`)} is distinct from ${sql.ref(`f.${name}`)}`.execute(trx)
}
