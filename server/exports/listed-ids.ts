import { type Kysely, type SqlBool, sql } from 'kysely'
import { type CaseOrdering, defaultOrdering, type ListOrdering, relevance } from '#shared/domain/orderings.ts'
import type { CaseFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import { inOrder, orderKey } from '../cases/case-query.ts'
import type { CaseEngine, CopyNow } from '../cases/engine/engine.ts'
import { isFoundFirst } from '../cases/engine/plan.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCopyAt } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import { rankedCases, toRank, wordsToRank } from '../cases/ranked-cases.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { cursorBatches } from '../db/snapshot.ts'

/**
 * The ids of the cases of a list in its order, in batches, and their count. They come from the columnar copy only when it is at the
 * snapshot of the file: the rows come from PostgreSQL, and must match the filters.
 */
export type AskedIds = {
  scope: Scope
  values: Values<CaseFields>
  ordering: ListOrdering
  limit?: number | undefined
  offset?: number | undefined
  /** Only these cases of the list. */
  cases?: readonly number[] | undefined
}
type ListedIds = {
  count: number
  /** To be read once, by one reader. */
  batches(size: number): AsyncIterable<readonly number[]>
}

/** `trx`: a snapshot of PostgreSQL, which must stay open until the batches have been read. */
export async function listedIds(trx: Kysely<DB>, copy: CopyNow | undefined, given: AskedIds): Promise<ListedIds> {
  const { ordering } = given
  // Picked cases are ordered by date.
  if (ordering === relevance && given.cases === undefined) return rankedIds(trx, given)
  const asked: OrderedIds = { ...given, ordering: ordering === relevance ? defaultOrdering : ordering }
  return (
    (await idsOfCopy(trx, copy, asked)) ?? { count: await countOf(trx, asked), batches: size => read(trx, asked, size) }
  )
}

type OrderedIds = AskedIds & { ordering: CaseOrdering }

/** At most ten thousand. PostgreSQL finds them, in the snapshot in which their texts are read. */
async function rankedIds(
  trx: Kysely<DB>,
  { scope, values, ordering, limit, offset = 0 }: AskedIds,
): Promise<ListedIds> {
  const words = wordsToRank(ordering, values)
  if (words === undefined) throw new Error('No words to rank by')
  const all = await toRank(postgresql(trx), { scope, values })
  const ids = await rankedCases(trx, all, words, { size: limit ?? all.count, offset })
  return { count: ids.length, batches: size => inSizes([ids.join(',')].filter(Boolean), size) }
}

const found = (engine: CaseEngine, { cases, ...question }: AskedIds) =>
  engine
    .cases(question)
    .$if(cases !== undefined, query => query.where(sql<SqlBool>`court_case.id = any(${cases ?? []}::integer[])`))

export const countOf = (db: Kysely<DB>, asked: AskedIds): Promise<number> => countOn(postgresql(db), asked)

async function countOn(engine: CaseEngine, asked: AskedIds): Promise<number> {
  const count = await countRows(found(engine, asked))
  return Math.min(Math.max(count - (asked.offset ?? 0), 0), asked.limit ?? count)
}

async function* read(trx: Kysely<DB>, asked: OrderedIds, size: number): AsyncGenerator<readonly number[]> {
  for await (const rows of cursorBatches(trx, orderedIds(trx, asked), size)) yield rows.map(({ id }) => id)
}

/** Cases found by words or sets, and picked ones, are sorted afterwards: an index of the order would not help. */
function orderedIds(db: Kysely<DB>, asked: OrderedIds) {
  const engine = postgresql(db)
  const { values, ordering, limit, offset } = asked
  const atMost = sql`${limit === undefined ? sql`` : sql` limit ${limit}`}${offset === undefined ? sql`` : sql` offset ${offset}`}`
  if (!isFoundFirst(values) && asked.cases === undefined)
    return sql<{ id: number }>`${found(engine, asked)
      .select('court_case.id')
      .orderBy(inOrder(ordering, orderKey(engine, ordering)))}${atMost}`
  return sql<{ id: number }>`
    with found as materialized (${found(engine, asked).select(['court_case.id', orderKey(engine, ordering).as('key')])})
    select id from found order by ${inOrder(ordering, sql.ref('found.key'), 'found')}${atMost}`
}

/** Longer lists are not held in memory, but read from PostgreSQL in batches. A million ids are eight megabytes. */
const mostHeld = 1_000_000
/** Ids in one string, which is split only when its batch is read. */
const inText = 10_000

/** Undefined: the copy cannot answer by itself, or is at another snapshot. */
const idsOfCopy = (trx: Kysely<DB>, copy: CopyNow | undefined, asked: OrderedIds): Promise<ListedIds | undefined> =>
  asked.cases === undefined
    ? askCopyAt(trx, copy, { scope: asked.scope, values: asked.values }, engine => textsOf(engine, asked))
    : Promise.resolve(undefined)

async function textsOf(engine: CaseEngine, asked: OrderedIds): Promise<ListedIds | undefined> {
  const { ordering, offset = 0, limit } = asked
  const count = await countOn(engine, asked)
  if (count > mostHeld) return undefined
  const placed = found(engine, asked).select([
    'court_case.id',
    sql`row_number() over (order by ${inOrder(ordering, orderKey(engine, ordering))})`.as('place'),
  ])
  const { rows } = await sql<{ ids: string }>`
    select string_agg(id::text, ',' order by place) as ids from (${placed}) as placed
    where place > ${offset} ${limit === undefined ? sql`` : sql`and place <= ${offset + limit}`}
    group by floor((place - 1) / ${sql.lit(inText)}) order by min(place)`.execute(engine.db)
  return {
    count,
    batches: size =>
      inSizes(
        rows.map(({ ids }) => ids),
        size,
      ),
  }
}

async function* inSizes(texts: readonly string[], size: number): AsyncGenerator<readonly number[]> {
  for (const text of texts) {
    const ids = text.split(',').map(Number)
    for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size)
  }
}
