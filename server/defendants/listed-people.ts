import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DefendantOrdering } from '#shared/domain/orderings.ts'
import type { CaseEngine, CopyNow, Question } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCopyAt } from '../cases/engine/run.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { cursorBatches } from '../db/snapshot.ts'
import { type DefendantValues, isUnlimited, numbersFound, peopleFound } from './appearances.ts'
import { orderedPeople } from './list-people.ts'
import { peopleAtOnce } from './people-at-once.ts'
import { type PersonRow, personRows } from './person-rows.ts'

/** The ordered list of people in batches. The copy finds them if it is at the same moment as the snapshot. */
export type ListedPeople = AsyncGenerator<readonly PersonRow[]>
type Asked = { ordering: DefendantOrdering; limit: number | undefined }

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
  scope: Scope,
  values: DefendantValues,
): Promise<Found> {
  const found = (engine: CaseEngine, question: Question<DefendantValues>) => numbersFound(engine, question, mostHeld)
  const { count, ids } =
    (await askCopyAt(trx, copy, { scope, values, joined: 'case_defendant' }, found)) ??
    (await found(postgresql(trx), { scope, values }))
  return {
    count,
    isFound:
      ids === null
        ? sql`case_defendant.defendant_id in (${peopleFound(postgresql(trx), { scope, values })})`
        : sql`case_defendant.defendant_id = any(${`{${ids}}`}::integer[])`,
  }
}
