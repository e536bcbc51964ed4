import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DefendantOrdering } from '#shared/domain/defendant-orderings.ts'
import type { CaseEngine, CopyNow, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCopyAt } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { inBatches } from '../db/snapshot.ts'
import { type DefendantValues, isUnlimited, peopleFound } from './appearances.ts'
import { orderedPeople } from './list-people.ts'
import { peopleAtOnce } from './people-at-once.ts'
import { type PersonRow, personRows } from './person-rows.ts'

/**
 * The list of people in its order with all that is told of them, a batch at a time, however many they are. Who is found is asked of the
 * copy when it is at the very moment of the file.
 */
export type ListedPeople = AsyncGenerator<readonly PersonRow[]>
type Asked = { ordering: DefendantOrdering; limit: number | undefined }

/** Of a greater share of those found than this, each is looked at once: meeting so many one by one takes longer. */
const mostMet = 1 / 8
/** So many are met one by one at most, when everybody is asked for: they are not counted then. */
const mostMetOfAll = 5_000
const batchSize = 1_000

/** `trx`: a snapshot of the truth, which is read as long as the batches are; one list at a time. */
export async function listedPeople(
  trx: Kysely<DB>,
  copy: CopyNow | undefined,
  scope: Scope,
  values: DefendantValues,
  { ordering, limit }: Asked,
): Promise<ListedPeople> {
  const found = isUnlimited(scope, values) ? undefined : await foundPeople(trx, copy, scope, values)
  const isFew = limit !== undefined && limit <= (found === undefined ? mostMetOfAll : found.count * mostMet)
  if (!isFew) return atMost(limit, peopleAtOnce(trx, scope, ordering, found?.isFound))
  const ids = orderedPeople(trx, scope, values, found?.count ?? Number.POSITIVE_INFINITY, {
    ordering,
    limit,
    offset: 0,
  })
  return metOneByOne(trx, scope, inBatches(trx, ids, batchSize))
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

/** More numbers are not held in memory: the truth finds them as it reads. A million are eight megabytes. */
const mostHeld = 1_000_000

/** Numbers tell a planner how many they are, which it would guess wrong from filters. */
type Found = { count: number; isFound: RawBuilder<SqlBool> }

async function foundPeople(
  trx: Kysely<DB>,
  copy: CopyNow | undefined,
  scope: Scope,
  values: DefendantValues,
): Promise<Found> {
  const { count, ids } =
    (await askCopyAt(trx, copy, { scope, values, joined: 'case_defendant' }, numbersFound)) ??
    (await numbersFound(postgresql(trx), { scope, values }))
  return {
    count,
    isFound:
      ids === null
        ? sql`case_defendant.defendant_id in (${peopleFound(postgresql(trx), { scope, values })})`
        : sql`case_defendant.defendant_id = any(${`{${ids}}`}::integer[])`,
  }
}

/** As one text, which nobody takes apart on the way. Null: there are too many to hold. */
async function numbersFound(
  engine: CaseEngine,
  question: Question<DefendantValues>,
): Promise<{ count: number; ids: string | null }> {
  const { rows } = await sql<{ count: number; ids: string | null }>`
    with found as materialized (${peopleFound(engine, question)}), counted as (select count(*) as count from found)
    select count, case when count <= ${sql.lit(mostHeld)}
      then (select coalesce(string_agg(defendant_id::text, ','), '') from found) end as ids
    from counted`.execute(engine.db)
  return rows[0] ?? { count: 0, ids: '' }
}
