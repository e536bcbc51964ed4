import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type DefendantOrderColumn,
  type DefendantOrdering,
  defendantOrderColumn,
} from '#shared/domain/defendant-orderings.ts'
import { isDescending } from '#shared/domain/orderings.ts'
import type { CaseEngine, CopyNow, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCopyAt } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { cursorBatches } from '../db/snapshot.ts'
import { countedCases, type DefendantValues, isUnlimited, numbersFound, peopleFound } from './appearances.ts'
import { orderedPeople } from './list-people.ts'
import {
  type ArticleRow,
  articlesByIds,
  type PersonRow,
  personRows,
  type Seen,
  seenOfPeople,
  wholePersonOf,
} from './person-rows.ts'

/** The ordered list of people in batches. The copy finds them if it is at the same moment as the snapshot. */
export type ListedPeople = AsyncGenerator<readonly PersonRow[]>
type Asked = { ordering: DefendantOrdering; limit: number | undefined; least: number }

/** A larger share of those found is read by scanning all of them. */
const mostMet = 1 / 8
/** The same limit when nothing is filtered, as those found are not counted then. */
const mostMetOfAll = 5_000
const batchSize = 1_000

/** `trx`: a snapshot, held while the batches are read; one list at a time. */
export async function listedPeople(
  trx: Kysely<DB>,
  copy: CopyNow | undefined,
  scope: Scope,
  values: DefendantValues,
  { ordering, limit, least }: Asked,
): Promise<ListedPeople> {
  const found =
    least === 1 && isUnlimited(scope, values) ? undefined : await foundPeople(trx, copy, { scope, values, least })
  const isFew = limit !== undefined && limit <= (found === undefined ? mostMetOfAll : found.count * mostMet)
  if (!isFew) return atMost(limit, peopleAtOnce(trx, { scope, values }, ordering, found?.isFound))
  const count = found?.count ?? Number.POSITIVE_INFINITY
  const ids = orderedPeople({ db: trx, scope, values, least }, count, { ordering, limit, offset: 0 })
  return metOneByOne(trx, scope, cursorBatches(trx, ids, batchSize))
}

async function* metOneByOne(
  trx: Kysely<DB>,
  scope: Scope,
  batches: AsyncGenerator<readonly { id: number }[]>,
): ListedPeople {
  for await (const batch of batches)
    yield await personRows(
      trx,
      scope,
      batch.map(({ id }) => id),
    )
}

async function* atMost(limit: number | undefined, batches: ListedPeople): ListedPeople {
  let left = limit ?? Number.POSITIVE_INFINITY
  for await (const people of batches) {
    yield people.slice(0, left)
    left -= people.length
    if (left <= 0) return
  }
}

/** More ids are not held in memory (a million take 8 MB): PostgreSQL finds them as it reads. */
const mostHeld = 1_000_000

/** A list of ids gives the planner the right row count; filters do not. */
type Found = { count: number; isFound: RawBuilder<SqlBool> }

async function foundPeople(
  trx: Kysely<DB>,
  copy: CopyNow | undefined,
  { scope, values, least }: { scope: Scope; values: DefendantValues; least: number },
): Promise<Found> {
  const found = (engine: CaseEngine, question: Question<DefendantValues>) =>
    numbersFound(engine, question, { most: mostHeld, least })
  const { count, ids } =
    (await askCopyAt(trx, copy, { scope, values, joined: 'case_defendant' }, found)) ??
    (await found(postgresql(trx), { scope, values }))
  return {
    count,
    isFound:
      ids === null
        ? sql`case_defendant.defendant_id in (${peopleFound(postgresql(trx), { scope, values }, least)})`
        : sql`case_defendant.defendant_id = any(${`{${ids}}`}::integer[])`,
  }
}

/**
 * Very many people with all that is told of them, in order: tables are read once from end to end, which costs a quarter of looking
 * everybody up when they are a share of all. Memory holds a batch.
 */
const rowsAtOnce = 4_000

/** `isFound`: of an appearance, whether it is one of theirs; absent: everybody. To be read in a snapshot, by one reader. */
async function* peopleAtOnce(
  trx: Kysely<DB>,
  question: Question<DefendantValues>,
  ordering: DefendantOrdering,
  isFound?: RawBuilder<SqlBool>,
): AsyncGenerator<PersonRow[]> {
  const articles = new Map<number, ArticleRow>()
  let last: Seen[] = []
  for await (const rows of cursorBatches(trx, inOrder(trx, question, ordering, isFound), rowsAtOnce)) {
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
  { scope, values }: Question<DefendantValues>,
  ordering: DefendantOrdering,
  isFound: RawBuilder<SqlBool> | undefined,
): RawBuilder<Seen> {
  const direction = sql.raw(isDescending(ordering) ? 'desc' : 'asc')
  const all = seenOfPeople(trx, scope)
  const seen = isFound === undefined ? all : all.where(isFound)
  return orders[defendantOrderColumn(ordering)](seen, direction, () =>
    countedCases(postgresql(trx), { scope, values }, 1),
  )
}

type Rows = ReturnType<typeof seenOfPeople>
const byKey = (seen: Rows, key: RawBuilder<unknown>, direction: RawBuilder<unknown>): RawBuilder<Seen> => sql<Seen>`
  with seen as materialized (${seen}), whole as (${key})
  select seen.* from whole join seen on seen.id = whole.id order by whole.key ${direction} nulls last, seen.id ${direction}`

/** The same orders as those of the list (list-people.ts). */
const orders: {
  readonly [K in DefendantOrderColumn]: (
    seen: Rows,
    direction: RawBuilder<unknown>,
    counted: () => ReturnType<typeof countedCases>,
  ) => RawBuilder<Seen>
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
  found_count: (seen, direction, counted) =>
    byKey(seen, sql`select defendant_id as id, found_count as key from (${counted()}) as counted`, direction),
}
