import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Dimension } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'
import { cellsOf, fromCells } from './cells.ts'
import { commonest, ofArticle, rowsCounted } from './count-batch.ts'
import { dimensionWith, ofRows } from './dimensions.ts'
import { type Asked, type Counts, wholeArticle } from './facet-batches.ts'
import { childRows, matches, type Scope } from './predicates.ts'

/**
 * Facets counted over the cells of a dimension of the copy (cells.ts): all of them in one statement, which reads the cases once. Each
 * leaves out its own filter where the cells are read.
 */

/** The dimension over whose cells a facet can be counted; undefined: its rows are each case's own. */
export function dimensionOf(asked: Asked, scope: Scope): Dimension | undefined {
  const { table, home, column } = asked
  if (table !== 'court_case') return dimensionWith(scope, [rowsCounted(asked, scope).caseColumn])
  return dimensionWith(scope, [column ?? childRows(home, scope).caseColumn])
}

type CellCounts = Record<'facets' | 'groups', ReadonlyMap<string, Counts>>

/** @param values all filters, those of the facets too */
export async function countInCells(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  dimension: Dimension,
  facets: readonly Asked[],
): Promise<CellCounts> {
  const { table, inside } = cellsOf(db, scope, values, dimension)
  const parts = facets.flatMap((asked): Part[] => {
    const others = Object.fromEntries(
      Object.keys(inside).flatMap(name => (name in asked.others ? [[name, asked.others[name]]] : [])),
    )
    const part = { ...asked, others }
    if (asked.table === 'court_case') return [{ of: 'facets', key: asked.key, counted: ofCells(part, scope) }]
    const own: Part = { of: 'facets', key: asked.key, counted: ofSets(part, scope) }
    return asked.table === 'case_article' ? [own, { ...own, of: 'groups', counted: ofSets(part, scope, true) }] : [own]
  })
  const { rows } = await sql<{ part: number; value: string; count: number }>`
    with ${table}
    ${sql.join(
      parts.map(({ counted }, part) => told(counted, part)),
      sql` union all `,
    )}`.execute(db)
  const found = Map.groupBy(rows, ({ part }) => part)
  const counts: Record<keyof CellCounts, Map<string, Counts>> = { facets: new Map(), groups: new Map() }
  for (const [at, { of, key }] of parts.entries())
    counts[of].set(key, commonest((found.get(at) ?? []).map(({ value, count }) => ({ value, count }))))
  return counts
}
type Part = { of: keyof CellCounts; key: string; counted: RawBuilder<unknown> }

/** The commonest of them: what is not told need not be read here. `counted` has the columns `value` and `cases`. */
const told = (counted: RawBuilder<unknown>, part: number): RawBuilder<unknown> => sql`
  select ${sql.lit(part)} as part, value::text as value, count from (
    select value, sum(cases)::integer as count from (${counted}) as counted where value is not null
    group by value order by count desc, value::text limit ${sql.lit(maxFacetValues)}
  ) as commonest`

/** What is made of a column is made once for each of its values. */
function ofCells({ value, others, column }: Asked, scope: Scope): RawBuilder<unknown> {
  if (column === undefined) return sql`select ${value(scope)} as value, cases ${fromCells(scope, others)}`
  const own = sql.ref(`court_case.${column}`)
  return sql`
    select ${value(scope)} as value, cases
    from (select ${own}, sum(cases) as cases ${fromCells(scope, others)} group by ${own}) as court_case`
}

/** Rows of a child table stand in sets, and a set counts once at each value: whatever cases have it. */
function ofSets(asked: Asked, scope: Scope, areGroups = false): RawBuilder<unknown> {
  const { table, others, value } = asked
  const { rows, rowKey, caseKey } = rowsCounted(asked, scope)
  return sql`
    select distinct found.set_id, found.cases, ${areGroups ? wholeArticle : value(scope)} as value
    from (select ${caseKey} as set_id, sum(cases) as cases ${fromCells(scope, others)} group by ${caseKey}) as found
    join ${sql.table(rows)} as ${sql.id(table)} on ${rowKey} = found.set_id
    ${areGroups ? sql`join article on ${ofArticle}` : sql``}
    where ${matches(caseFields, ofRows(others, table), scope, table)}`
}
