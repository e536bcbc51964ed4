import { type Kysely, type RawBuilder, sql } from 'kysely'
import { maxFacetValues } from '#shared/domain/limits.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, facetsOf } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { selectCases } from './case-query.ts'
import type { Batch, Counts } from './facet-batches.ts'
import { childRows, columnOf, matches, type Scope, tableOf } from './predicates.ts'

/** How many cases there are of each value of a batch of facets, by the key of the facet, the commonest first. */

/** A value stands once a case in these; of other children's rows each case is counted once. */
const onceACase: ReadonlySet<string> = new Set(['case_article', 'case_tag', 'case_defence_param'])
const chosen = ({ parts }: Batch, scope: Scope) => parts.map(({ value }, at) => value(scope).as(`v${at}`))
const asTable = (rows: string, table: string) => sql<object>`${sql.table(rows)}`.as<'child'>(sql.id(table))
/** Where the rows that are counted are. */
const counted = ({ table, others, parts }: Batch, scope: Scope) => {
  const asked = facetsOf(caseFields).flatMap(({ name, key, field, not }) => {
    if (!('column' in field) || tableOf(field.column) !== table) return []
    const isAsked = parts.some(part => part.key === key) || (!not && others[name] !== undefined)
    return isAsked ? [columnOf(field.column)] : []
  })
  return childRows(table, scope, asked)
}

/** A row for each case, or for each of its rows in a child table. */
const countedCases = (db: Kysely<DB>, scope: Scope, batch: Batch): RawBuilder<unknown> => {
  const { table, others, groups } = batch
  if (table === 'court_case') return sql`${selectCases(db, scope, others).select(chosen(batch, scope))}`
  const { rows, hang } = counted(batch, scope)
  const found = selectCases(db, scope, others, table)
    .innerJoin(asTable(rows, table), join => join.on(hang))
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .select(chosen(batch, scope))
    // A case counts once, however many of its rows have the value.
    .$if(groups === true || !onceACase.has(table), query => query.select('court_case.id').distinct())
  return sql`${found}`
}
const ofArticle = sql<boolean>`article.id = case_article.article_id`

/** Where equal sets of rows are kept once, cases are counted by them first: there are few. */
const countedSets = (db: Kysely<DB>, scope: Scope, batch: Batch): RawBuilder<unknown> => {
  const { table, others, groups } = batch
  const { rows, rowKey, caseKey } = counted(batch, scope)
  const sets = selectCases(db, scope, others)
    .select([caseKey.as('set_id'), sql<number>`count(*)`.as('cases')])
    .groupBy(caseKey)
  const found = db
    .selectFrom(sets.as('found'))
    .innerJoin(asTable(rows, table), join => join.on(sql<boolean>`${rowKey} = found.set_id`))
    .$if(groups === true, query => query.innerJoin('article', join => join.on(ofArticle)))
    .where(matches(caseFields, ofRows(others, table), scope, table))
    .select(['found.set_id', 'found.cases', ...chosen(batch, scope)])
    .distinct()
  return sql`${found}`
}
/** Filters that hold for the row at hand: those that exclude hold for the whole case. */
const ofRows = (values: AnyValues, table: string): AnyValues =>
  Object.fromEntries(
    facetsOf(caseFields).flatMap(({ name, field, not }) =>
      !not && 'column' in field && tableOf(field.column) === table ? [[name, values[name]]] : [],
    ),
  )

export async function countBatch(db: Kysely<DB>, scope: Scope, batch: Batch): Promise<ReadonlyMap<string, Counts>> {
  const { table, parts } = batch
  const columns = parts.map((_, at) => sql.ref(`v${at}`))
  const [found, count] =
    table !== 'court_case' && counted(batch, scope).areSets
      ? [countedSets(db, scope, batch), sql`sum(cases)`]
      : [countedCases(db, scope, batch), sql`count(*)`]
  const { rows } = await sql<Record<string, string | null> & { others: number; count: number }>`
    select ${sql.join(columns.map((column, at) => sql`${column}::text as ${sql.id(`v${at}`)}`))}, grouping(${sql.join(columns)})::integer as others, ${count}::integer as count
    from ${found} as counted
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
      return [key, counts.toSorted(mostFirst).slice(0, maxFacetValues)]
    }),
  )
}
/** Of equal ones in one order, whoever counted. */
export const mostFirst = (one: Counts[number], other: Counts[number]): number =>
  other.count - one.count || (one.value < other.value ? -1 : 1)
