import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { CaseEngine, Facet, FacetCounts, Question, ValueCounts } from '../cases/engine/engine.ts'
import { articleInSql, commonest, ofArticle, rowsCounted } from '../cases/facet-batches.ts'
import { pick, type Scope, valuesOfRow } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { copiedCases, dimensionWith, matchesInCopy, rowsInCopy, splitBy } from './copy-cases.ts'
import type { Combination } from './tables.ts'

/**
 * Counts cases by a dimension table: a cell is a row of that table with the number of its cases. There are thousands of
 * cells for millions of cases. Filters on the columns of the dimension are applied to cells, so each of many counts can
 * leave out its own filter, and the cases are read once for all of them. Returns the common table expression `cells`
 * (the columns of the dimension and `cases`, read as `court_case`) and the filters to apply to it.
 */
function dimensionCells(db: Kysely<DB>, { values, ...asked }: Question, dimension: Combination) {
  const { key, name } = dimension
  const { inside, outside } = splitBy(dimension, values)
  const id = sql.ref(`court_case.${key}`)
  const counted = copiedCases(db, { ...asked, values: outside })
    // Floating-point numbers are exact here; DuckDB would sum integers in 128 bits.
    .select([id.as('cell'), sql<number>`count(*)::double precision`.as('cases')])
    .groupBy(id)
  const cells = sql`select ${sql.table(name)}.*, counted.cases
    from (${counted}) as counted join ${sql.table(name)} on ${sql.ref(`${name}.${key}`)} = counted.cell`
  return { table: sql`cells as materialized (${cells})`, inside }
}

/** The cells that match filters on their columns. */
const fromCells = (scope: Scope, values: AnyValues): RawBuilder<unknown> =>
  sql`from cells as court_case where ${matchesInCopy(values, scope)}`

/** Counts by combination of values if one dimension has all these columns; else a row for each case. */
export function cellsBy(
  db: Kysely<DB>,
  question: Question,
  columns: Readonly<Record<string, string>>,
): RawBuilder<unknown> {
  const named = Object.entries(columns).map(([name, column]) => sql.ref(`court_case.${column}`).as(name))
  const dimension = dimensionWith(Object.values(columns))
  if (dimension === undefined) return sql`${copiedCases(db, question).select([...named, sql<number>`1`.as('cases')])}`
  // A pair of columns is counted faster than the combinations of many.
  if (named.length <= 2 && Object.keys(splitBy(dimension, question.values).inside).length === 0)
    return sql`${copiedCases(db, question)
      .select([...named, sql<number>`count(*)::double precision`.as('cases')])
      .groupBy(Object.values(columns).map(column => sql.ref(`court_case.${column}`)))}`
  const { table, inside } = dimensionCells(db, question, dimension)
  const grouped = Object.values(columns).map(column => sql.ref(`court_case.${column}`))
  return sql`with ${table}
    select ${sql.join(named)}, sum(cases) as cases ${fromCells(question.scope, inside)} group by ${sql.join(grouped)}`
}

/** The dimension whose cells a facet is counted by; undefined: each case has rows of its own. */
export function dimensionOf(engine: CaseEngine, facet: Facet): Combination | undefined {
  const { table, home, column } = facet
  if (table !== 'court_case') return dimensionWith([rowsCounted(engine, facet).caseColumn])
  return dimensionWith([column ?? rowsInCopy(home).caseColumn])
}

/**
 * Counts all facets of a dimension in one statement, which reads the cases once. Each facet reads the cells without its
 * own filter.
 * @param question with all filters, including those of the facets
 */
export async function countInCells(
  engine: CaseEngine,
  question: Question,
  dimension: Combination,
  facets: readonly Facet[],
): Promise<FacetCounts> {
  const { table, inside } = dimensionCells(engine.db, question, dimension)
  const parts = facets.flatMap((facet): Part[] => {
    const others = pick(facet.others, new Set(Object.keys(inside)))
    const part = { ...facet, others }
    if (facet.table === 'court_case')
      return [{ of: 'facets', key: facet.key, counted: countedByCell(engine, question.scope, part) }]
    const own: Part = { of: 'facets', key: facet.key, counted: countedBySet(engine, question.scope, part) }
    return facet.table === 'case_article'
      ? [own, { ...own, of: 'groups', counted: countedBySet(engine, question.scope, part, true) }]
      : [own]
  })
  const { rows } = await sql<{ part: number; value: string; count: number }>`
    with ${table}
    ${sql.join(
      parts.map(({ counted }, part) => selectCommonest(counted, part)),
      sql` union all `,
    )}`.execute(engine.db)
  const found = Map.groupBy(rows, ({ part }) => part)
  const counts: Record<keyof FacetCounts, Map<string, ValueCounts>> = { facets: new Map(), groups: new Map() }
  for (const [at, { of, key }] of parts.entries())
    counts[of].set(key, commonest((found.get(at) ?? []).map(({ value, count }) => ({ value, count }))))
  return counts
}
type Part = { of: keyof FacetCounts; key: string; counted: RawBuilder<unknown> }

/** Selects the most common values. `counted` has the columns `value` and `cases`. */
const selectCommonest = (counted: RawBuilder<unknown>, part: number): RawBuilder<unknown> => sql`
  select ${sql.lit(part)} as part, value::text as value, count from (
    select value, sum(cases)::integer as count from (${counted}) as counted where value is not null
    group by value order by count desc, value::text limit ${sql.lit(maxFacetValues)}
  ) as commonest`

/** Grouped by the column first, so that an expression over it is computed once for each of its values. */
function countedByCell(engine: CaseEngine, scope: Scope, { value, others, column }: Facet): RawBuilder<unknown> {
  if (column === undefined) return sql`select ${value(engine, scope)} as value, cases ${fromCells(scope, others)}`
  const own = sql.ref(`court_case.${column}`)
  return sql`
    select ${value(engine, scope)} as value, cases
    from (select ${own}, sum(cases) as cases ${fromCells(scope, others)} group by ${own}) as court_case`
}

/** For rows of a child table, which are in sets (row-sets.ts): a set counts once for each value, with all its cases. */
function countedBySet(engine: CaseEngine, scope: Scope, facet: Facet, areGroups = false): RawBuilder<unknown> {
  const { table, others, value } = facet
  const { rows, rowKey, caseKey } = rowsCounted(engine, facet)
  return sql`
    select distinct found.set_id, found.cases, ${areGroups ? articleInSql : value(engine, scope)} as value
    from (select ${caseKey} as set_id, sum(cases) as cases ${fromCells(scope, others)} group by ${caseKey}) as found
    join ${sql.table(rows)} as ${sql.id(table)} on ${rowKey} = found.set_id
    ${areGroups ? sql`join article on ${ofArticle}` : sql``}
    where ${matchesInCopy(valuesOfRow(others, table), scope, table)}`
}
