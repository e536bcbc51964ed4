import type { DuckDBConnection } from '@duckdb/node-api'
import { fromFile, type RowFile } from './copy-rows.ts'
import { quoted } from './duckdb-file.ts'
import { type CopiedTable, caseTables, tablesOfSets } from './tables.ts'

/**
 * Millions of cases are under one of a few sets of articles, and have one of a few sets of penalties. Such rows are kept once for all
 * cases that have the same: a filter looks at the few sets, and cases only compare a number. Measured on 10 million: a
 * filter by penalty takes a tenth of what it takes where each case has rows of its own.
 */
type TableOfSets = (typeof tablesOfSets)[number]
/** Where it is put down which case has which set, until the cases come. */
const named = (table: TableOfSets): string => `set_of_${table.name}`

/** Takes rows of a table that have come in a file, in the order of `caseTables`. `into`: where cases are gathered first. */
export async function takeRows(
  copy: DuckDBConnection,
  table: CopiedTable,
  file: RowFile,
  into = 'court_case',
): Promise<void> {
  const { name, setColumn } = table
  if (name === 'court_case') await takeCases(copy, into, file)
  else if (setColumn !== undefined) await takeSets(copy, { ...table, setColumn }, file)
  else if (!file.isEmpty) await copy.run(`insert into ${name} ${fromFile(file, table.columns)}`)
}

/** Rows of a child table, before the cases they are of: a set that was not there before is added. */
async function takeSets(copy: DuckDBConnection, table: TableOfSets, file: RowFile): Promise<void> {
  const { name, columns } = table
  const own = columns.flatMap(column => (column.name === 'case_id' ? [] : [`"${column.name}"`]))
  const row = own.length === 0 ? 'true' : `struct_pack(${own.map(column => `${column} := ${column}`).join(', ')})`
  const steps = [
    `create or replace temp table arrived as ${file.isEmpty ? nothing(columns) : fromFile(file, columns)}`,
    `create or replace temp table ${named(table)} as
      select case_id, list(distinct ${row} order by ${row})::varchar as content from arrived group by case_id`,
    `create or replace temp table added as
      select content, min(case_id) as case_id,
        (select coalesce(max(set_id), 0) from row_set)::integer + (row_number() over ())::integer as set_id
      from ${named(table)}
      where content not in (select content from row_set where of_table = ${quoted(name)})
      group by content`,
    `insert into row_set select ${quoted(name)}, content, set_id from added`,
    `insert into ${name} select distinct ${['set_id', ...own].join(', ')} from added join arrived using (case_id)`,
    'drop table added',
    'drop table arrived',
  ]
  for (const step of steps) await copy.run(step)
}
const nothing = (columns: CopiedTable['columns']): string =>
  `select ${columns.map(({ name, type }) => `null::${type} as "${name}"`).join(', ')} where false`

/** The cases, each with the sets that `takeSets` has put down for it; 0: it has no such rows. */
async function takeCases(copy: DuckDBConnection, into: string, file: RowFile): Promise<void> {
  const columns = caseTables.find(({ name }) => name === 'court_case')?.columns ?? []
  const joins = tablesOfSets.map(
    (table, at) => `
      left join (
        select case_id, set_id from ${named(table)} join row_set using (content) where of_table = ${quoted(table.name)}
      ) as s${at} on s${at}.case_id = arriving.id`,
  )
  if (!file.isEmpty)
    await copy.run(`insert into ${into}
      select arriving.*, ${tablesOfSets.map((_, at) => `coalesce(s${at}.set_id, 0)`).join(', ')}
      from (${fromFile(file, columns)}) as arriving ${joins.join('')}`)
  for (const table of tablesOfSets) await copy.run(`drop table ${named(table)}`)
}
