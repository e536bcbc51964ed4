import type { DuckDBConnection } from '@duckdb/node-api'
import { sqlString } from './duckdb-file.ts'
import { type RowFile, selectFrom } from './row-files.ts'
import { type Combination, type CopiedTable, caseTables, combinations, tablesOfSets } from './tables.ts'

/**
 * Millions of cases share a few sets of articles and a few sets of penalties. Such a set is stored once for all its
 * cases: a filter looks at the few sets, and cases only compare a number. With ten million cases a filter by penalty
 * takes a tenth of the time that it takes with rows of each case.
 */
type TableOfSets = (typeof tablesOfSets)[number]
/** A temporary table with the set of each case, until the cases are inserted. */
const setOfCase = (table: TableOfSets): string => `set_of_${table.name}`

/** Tables read from PostgreSQL, in this order. Digests are made in DuckDB from the rows that they digest. */
export const readTables: readonly CopiedTable[] = caseTables.filter(({ of }) => of === undefined)
const digestsOf = (name: string): TableOfSets[] => tablesOfSets.filter(({ of }) => of === name)

/** Inserts the rows of a file. Tables must come in the order of `readTables`. */
export async function insertRows(copy: DuckDBConnection, table: CopiedTable, file: RowFile): Promise<void> {
  const { name, columns, setColumn } = table
  if (name === 'court_case') return insertCases(copy, file)
  const [ownSets, digests] = [setColumn === undefined ? [] : [{ ...table, setColumn }], digestsOf(name)]
  if (file.isEmpty) {
    for (const sets of [...ownSets, ...digests])
      await copy.run(`create temp table ${setOfCase(sets)} (case_id integer, set_id integer)`)
    return
  }
  if (ownSets.length + digests.length > 0) await copy.run(`create temp table arrived as ${selectFrom(file, columns)}`)
  if (ownSets.length === 0)
    await copy.run(`insert into ${name} ${digests.length > 0 ? 'from arrived' : selectFrom(file, columns)}`)
  for (const sets of [...ownSets, ...digests]) await insertSets(copy, sets)
  if (ownSets.length + digests.length > 0) await copy.run('drop table arrived')
}

/** Adds the new sets among the arrived rows of a child table, and notes the set of each case. */
async function insertSets(copy: DuckDBConnection, table: TableOfSets): Promise<void> {
  const { name, columns } = table
  const rowColumns = columns.flatMap(column => (column.name === 'case_id' ? [] : [`"${column.name}"`]))
  const [only = 'true', ...more] = rowColumns
  const row = more.length === 0 ? only : `struct_pack(${rowColumns.map(column => `${column} := ${column}`).join(', ')})`
  const unpacked = rowColumns.length === 0 ? '' : ', unnest(content, recursive := true)'
  const steps = [
    `create temp table held as
      select case_id, list(one order by one) as content from (select distinct case_id, ${row} as one from arrived)
      group by case_id`,
    // Converted to text once per set, not once per case: this takes most of the time.
    `create temp table contents as
      select one.content, text, known.set_id is null as is_new,
        coalesce(known.set_id, (select coalesce(max(set_id), 0) from row_set)
          + count(*) filter (known.set_id is null) over (rows unbounded preceding))::integer as set_id
      from (select content, content::varchar as text from (select distinct content from held) as held) as one
      left join row_set as known on known.of_table = ${sqlString(name)} and known.content = text`,
    `insert into row_set select ${sqlString(name)}, text, set_id from contents where is_new`,
    `insert into ${name} select set_id${unpacked} from contents where is_new`,
    `create temp table ${setOfCase(table)} as select case_id, set_id from held join contents using (content)`,
    'drop table held',
    'drop table contents',
  ]
  for (const step of steps) await copy.run(step)
}

/** Inserts cases with the sets that `insertSets` has noted for them (0: no such rows) and their combinations. */
async function insertCases(copy: DuckDBConnection, file: RowFile): Promise<void> {
  const columns = caseTables.find(({ name }) => name === 'court_case')?.columns ?? []
  const joins = tablesOfSets.map(
    (table, at) => `left join ${setOfCase(table)} as s${at} on s${at}.case_id = arriving.id`,
  )
  if (!file.isEmpty) {
    await copy.run(`create temp table arrived as
      select arriving.*, ${tablesOfSets.map((table, at) => `coalesce(s${at}.set_id, 0) as ${table.setColumn}`).join(', ')}
      from (${selectFrom(file, columns)}) as arriving ${joins.join(' ')}`)
    for (const combination of combinations) await copy.run(newCombinations(combination))
    await copy.run(`insert into court_case
      select arrived.*, ${combinations.map(({ name, key }) => `${name}.${key}`).join(', ')} from arrived
      ${combinations.map(combination => `join ${combination.name} on ${matchesCombination(combination)}`).join(' ')}`)
    await copy.run('drop table arrived')
  }
  for (const table of tablesOfSets) await copy.run(`drop table ${setOfCase(table)}`)
}

const matchesCombination = ({ name, columns }: Combination): string =>
  columns.map(column => `${name}.${column.name} is not distinct from arrived.${column.name}`).join(' and ')
const newCombinations = (combination: Combination): string => {
  const { name, key, columns } = combination
  const names = columns.map(column => column.name).join(', ')
  return `insert into ${name}
    select (select coalesce(max(${key}), 0) from ${name})::integer + (row_number() over ())::integer, ${names}
    from (select distinct ${names} from arrived) as arrived where not exists (from ${name} where ${matchesCombination(combination)})`
}
