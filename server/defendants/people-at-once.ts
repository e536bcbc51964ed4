import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type DefendantOrderColumn,
  type DefendantOrdering,
  defendantOrderColumn,
  isDescending,
} from '#shared/domain/orderings.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { cursorBatches } from '../db/snapshot.ts'
import {
  type ArticleRow,
  articlesByIds,
  type PersonRow,
  type Seen,
  seenOfPeople,
  wholePersonOf,
} from './person-rows.ts'

/**
 * Very many people with all that is told of them, in order: tables are read once from end to end, which costs a quarter of looking
 * everybody up when they are a share of all. Memory holds a batch.
 */
const rowsAtOnce = 4_000

/** `isFound`: of an appearance, whether it is one of theirs; absent: everybody. To be read in a snapshot, by one reader. */
export async function* peopleAtOnce(
  trx: Kysely<DB>,
  scope: Scope,
  ordering: DefendantOrdering,
  isFound?: RawBuilder<SqlBool>,
): AsyncGenerator<PersonRow[]> {
  const articles = new Map<number, ArticleRow>()
  let last: Seen[] = []
  for await (const rows of cursorBatches(trx, inOrder(trx, scope, ordering, isFound), rowsAtOnce)) {
    const unknown = new Set(rows.flatMap(({ article_ids }) => article_ids).filter(id => !articles.has(id)))
    for (const [id, article] of await articlesByIds(trx, unknown)) articles.set(id, article)
    const people: PersonRow[] = []
    for (const row of rows) {
      const [one] = last
      if (one === undefined || one.id === row.id) last.push(row)
      else {
        people.push(wholePersonOf(one, last, articles))
        last = [row]
      }
    }
    if (people.length > 0) yield people
  }
  const [one] = last
  if (one !== undefined) yield [wholePersonOf(one, last, articles)]
}

function inOrder(
  trx: Kysely<DB>,
  scope: Scope,
  ordering: DefendantOrdering,
  isFound: RawBuilder<SqlBool> | undefined,
): RawBuilder<Seen> {
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const all = seenOfPeople(trx, scope)
  const seen = isFound === undefined ? all : all.where(isFound)
  return orders[defendantOrderColumn(ordering)](seen, direction)
}

type Rows = ReturnType<typeof seenOfPeople>
const byKey = (seen: Rows, key: RawBuilder<unknown>, direction: RawBuilder<unknown>): RawBuilder<Seen> => sql<Seen>`
  with seen as materialized (${seen}), whole as (${key})
  select seen.* from whole join seen on seen.id = whole.id order by whole.key ${direction} nulls last, seen.id ${direction}`

/** The same orders as those of the list (list-people.ts). */
const orders: {
  readonly [K in DefendantOrderColumn]: (seen: Rows, direction: RawBuilder<unknown>) => RawBuilder<Seen>
} = {
  name: (seen, direction) =>
    sql<Seen>`${seen} order by defendant.name_normal ${direction}, defendant.name ${direction}, defendant.id ${direction}`,
  entry_date: (seen, direction) => byKey(seen, sql`select id, max(entry_date) as key from seen group by id`, direction),
  // Two of one name on one case are one person there.
  cases_count: (seen, direction) =>
    byKey(
      seen,
      sql`select id, count(*) as key from (select distinct id, case_id from seen) as once group by id`,
      direction,
    ),
}
