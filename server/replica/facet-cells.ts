import { type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import type { CaseEngine, Facet, FacetCounts, Question, ValueCounts } from '../cases/engine/engine.ts'
import { commonest, ofArticle, rowsCounted, wholeArticle } from '../cases/facet-batches.ts'
import { pick, type Scope, valuesOfRow } from '../cases/predicates.ts'
import { dimensionCells, fromCells } from './cells.ts'
import { matchesInCopy } from './copy-cases.ts'
import { dimensionWith, rowsInCopy } from './dimensions.ts'
import type { DimensionTable } from './tables.ts'

/**
 * Facets counted over the cells of a dimension table (cells.ts): all of them in one statement, which reads the cases once. Each
 * leaves out its own filter where the cells are read.
 */

/** The dimension over whose cells a facet can be counted; undefined: its rows are each case's own. */
export function dimensionOf(engine: CaseEngine, facet: Facet): DimensionTable | undefined {
  const { table, home, column } = facet
  if (table !== 'court_case') return dimensionWith([rowsCounted(engine, facet).caseColumn])
  return dimensionWith([column ?? rowsInCopy(home).caseColumn])
}

/** @param question with all filters, those of the facets too */
export async function countInCells(
  engine: CaseEngine,
  question: Question,
  dimension: DimensionTable,
  facets: readonly Facet[],
): Promise<FacetCounts> {
  const { table, inside } = dimensionCells(engine.db, question, dimension)
  const parts = facets.flatMap((facet): Part[] => {
    const others = pick(facet.others, new Set(Object.keys(inside)))
    const part = { ...facet, others }
    if (facet.table === 'court_case')
      return [{ of: 'facets', key: facet.key, counted: ofCells(engine, question.scope, part) }]
    const own: Part = { of: 'facets', key: facet.key, counted: ofSets(engine, question.scope, part) }
    return facet.table === 'case_article'
      ? [own, { ...own, of: 'groups', counted: ofSets(engine, question.scope, part, true) }]
      : [own]
  })
  const { rows } = await sql<{ part: number; value: string; count: number }>`
    with ${table}
    ${sql.join(
      parts.map(({ counted }, part) => commonestOf(counted, part)),
      sql` union all `,
    )}`.execute(engine.db)
  const found = Map.groupBy(rows, ({ part }) => part)
  const counts: Record<keyof FacetCounts, Map<string, ValueCounts>> = { facets: new Map(), groups: new Map() }
  for (const [at, { of, key }] of parts.entries())
    counts[of].set(key, commonest((found.get(at) ?? []).map(({ value, count }) => ({ value, count }))))
  return counts
}
type Part = { of: keyof FacetCounts; key: string; counted: RawBuilder<unknown> }

/** The commonest alone are read here. `counted` has the columns `value` and `cases`. */
const commonestOf = (counted: RawBuilder<unknown>, part: number): RawBuilder<unknown> => sql`
  select ${sql.lit(part)} as part, value::text as value, count from (
    select value, sum(cases)::integer as count from (${counted}) as counted where value is not null
    group by value order by count desc, value::text limit ${sql.lit(maxFacetValues)}
  ) as commonest`

/** What is made of a column is made once for each of its values. */
function ofCells(engine: CaseEngine, scope: Scope, { value, others, column }: Facet): RawBuilder<unknown> {
  if (column === undefined) return sql`select ${value(engine, scope)} as value, cases ${fromCells(scope, others)}`
  const own = sql.ref(`court_case.${column}`)
  return sql`
    select ${value(engine, scope)} as value, cases
    from (select ${own}, sum(cases) as cases ${fromCells(scope, others)} group by ${own}) as court_case`
}

/** Rows of a child table stand in sets, and a set counts once at each value: whatever cases have it. */
function ofSets(engine: CaseEngine, scope: Scope, facet: Facet, areGroups = false): RawBuilder<unknown> {
  const { table, others, value } = facet
  const { rows, rowKey, caseKey } = rowsCounted(engine, facet)
  return sql`
    select distinct found.set_id, found.cases, ${areGroups ? wholeArticle : value(engine, scope)} as value
    from (select ${caseKey} as set_id, sum(cases) as cases ${fromCells(scope, others)} group by ${caseKey}) as found
    join ${sql.table(rows)} as ${sql.id(table)} on ${rowKey} = found.set_id
    ${areGroups ? sql`join article on ${ofArticle}` : sql``}
    where ${matchesInCopy(valuesOfRow(others, table), scope, table)}`
}
