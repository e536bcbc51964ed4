import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import type { DB } from '../db/schema.ts'
import { selectCases } from './case-query.ts'
import { columnsAsked } from './dimensions.ts'
import type { Asked, Batch, Counts } from './facet-batches.ts'
import { childRows, type Scope } from './predicates.ts'

/** How many cases there are of each value of a batch of facets, by the key of the facet, the commonest first. */

/** A value stands once a case in these; of other children's rows each case is counted once. */
const onceACase: ReadonlySet<string> = new Set(['case_article', 'case_tag', 'case_defence_param'])
const chosen = ({ parts }: Batch, scope: Scope) => parts.map(({ value }, at) => value(scope).as(`v${at}`))
/** Where the rows of a child table are that a facet counts. */
export const rowsCounted = ({ table, others, column }: Asked, scope: Scope) =>
  childRows(table, scope, [...columnsAsked(table, others), ...(column === undefined ? [] : [column])])

/** A row for each case, or for each of its rows in a child table. */
const countedCases = (db: Kysely<DB>, scope: Scope, batch: Batch): RawBuilder<unknown> => {
  const { table, others, groups, parts } = batch
  const [part] = parts
  if (table === 'court_case' || part === undefined)
    return sql`${selectCases(db, scope, others).select(chosen(batch, scope))}`
  const found = selectCases(db, scope, others, table)
    .innerJoin(sql<object>`${sql.table(table)}`.as<'child'>(sql.id(table)), join =>
      join.on(rowsCounted(part, scope).hang),
    )
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .select(chosen(batch, scope))
    // A case counts once, however many of its rows have the value.
    .$if(groups === true || !onceACase.has(table), query => query.select('court_case.id').distinct())
  return sql`${found}`
}
export const ofArticle = sql<boolean>`article.id = case_article.article_id`

export async function countBatch(db: Kysely<DB>, scope: Scope, batch: Batch): Promise<ReadonlyMap<string, Counts>> {
  const { parts } = batch
  const columns = parts.map((_, at) => sql.ref(`v${at}`))
  const { rows } = await sql<Record<string, string | null> & { others: number; count: number }>`
    select ${sql.join(columns.map((column, at) => sql`${column}::text as ${sql.id(`v${at}`)}`))}, grouping(${sql.join(columns)})::integer as others, count(*)::integer as count
    from ${countedCases(db, scope, batch)} as counted
    group by grouping sets (${sql.join(columns.map(column => sql`(${column})`))})`.execute(db)
  const all = 2 ** parts.length - 1
  return new Map(
    parts.map(({ key }, at) => {
      // `grouping` has a bit for each column, the first highest: 0 where the row is of that column.
      const own = all - 2 ** (parts.length - 1 - at)
      const counts = rows.flatMap(row => {
        const value = row[`v${at}`]
        return row.others === own && typeof value === 'string' ? [{ value, count: row.count }] : []
      })
      return [key, commonest(counts)]
    }),
  )
}
/** Of equal ones in one order, whoever counted. */
export const commonest = (counts: Counts): Counts =>
  counts
    .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, maxFacetValues)
