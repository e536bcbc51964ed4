import { type SelectQueryBuilder, sql } from 'kysely'

export type PageAsked = { page: number; size: number }
/** `count`: of the rows on all pages. */
export type PageFound<T> = { count: number; rows: T[] }

/** One page of a query in its order, and how many rows there are on all pages. */
export async function pageOfQuery<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, size }: PageAsked,
) {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  const rows = await query
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { count, rows }
}
