import { type SelectQueryBuilder, sql } from 'kysely'

export type PageAsked = { page: number; size: number }
/** `count`: rows on all pages. */
export type PageFound<T> = { count: number; rows: T[] }

export async function countRows<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql<number>`count(*)`.as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

export async function pageOfQuery<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, size }: PageAsked,
) {
  const asked = query.limit(size).offset((page - 1) * size)
  const [count, rows] = await Promise.all([countRows(query), asked.execute()])
  return { count, rows }
}
