import { type Kysely, type RawBuilder, sql } from 'kysely'
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

export type CellCounts = Record<'facets' | 'groups', ReadonlyMap<string, Counts>>

/** @param values all filters, those of the facets too */
export async function countInCells(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  dimension: Dimension,
  facets: readonly Asked[],
): Promise<CellCounts> {
  const { table, inside } = cellsOf(db, scope, values, dimension)
  const parts = facets.flatMap(asked => {
    const others = Object.fromEntries(
      Object.keys(inside).flatMap(name => (name in asked.others ? [[name, inside[name]]] : [])),
    )
    const part = { ...asked, others }
    if (asked.table === 'court_case') return [told('facets', part, ofCells(part, scope))]
    const own = told('facets', part, ofSets(part, scope))
    return asked.table === 'case_article' ? [own, told('groups', part, ofSets(part, scope, true))] : [own]
  })
  const { rows } = await sql<{ of: keyof CellCounts; key: string; value: string | null; count: number }>`
    with ${table}
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const counts = (wanted: keyof CellCounts, { key }: Asked): Counts =>
    commonest(
      rows.flatMap(({ value, count, ...row }) =>
        row.of === wanted && row.key === key && value !== null ? [{ value, count }] : [],
      ),
    )
  const articles = facets.filter(one => one.table === 'case_article')
  return {
    facets: new Map(facets.map(one => [one.key, counts('facets', one)])),
    groups: new Map(articles.map(one => [one.key, counts('groups', one)])),
  }
}

/** `counted` has the columns `value` and `cases`. */
const told = (of: keyof CellCounts, { key }: Asked, counted: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${sql.lit(of)} as "of", ${sql.lit(key)} as key, value::text as value, sum(cases)::integer as count
  from (${counted}) as counted group by value`

const ofCells = ({ value, others }: Asked, scope: Scope): RawBuilder<unknown> =>
  sql`select ${value(scope)} as value, cases ${fromCells(scope, others)}`

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
