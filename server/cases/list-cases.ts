import { type Kysely, sql } from 'kysely'
import { type CaseOrdering, orderColumn } from '#shared/domain/orderings.ts'
import type { CaseFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { snippetsOf } from '../texts/find-hits.ts'
import { searching } from '../texts/searching.ts'
import type { Snippet } from '../texts/snippet.ts'
import { inOrder } from './case-order.ts'
import { selectCases } from './case-query.ts'
import { type CaseRecordRow, caseRows, type Reader } from './case-rows.ts'
import type { Scope } from './predicates.ts'
import { type Reading, readCases } from './reading.ts'

/** One page of the list and the total. Empty values come last in either direction; every order ends in `id`. */
export type Page = { ordering: CaseOrdering; page: number; size: number }
type CaseValues = Values<CaseFields>

export async function listCases(
  reading: Reading,
  scope: Scope,
  values: CaseValues,
  page: Page,
  reader: Reader,
): Promise<{ count: number; rows: CaseRecordRow[]; snippets: ReadonlyMap<number, Snippet> }> {
  const { db } = reading
  const words = values.result_text_search
  const { ids, count } = await readCases(
    reading,
    scope,
    values,
    (on, among, asked) =>
      asked.result_text_search
        ? searching(on, asked, trx => pageByWords(trx, among, asked, page))
        : pageByIndexes(on, among, asked, page),
    { find: ask => searching(db, values, ask) },
  )
  const [rows, snippets] = await Promise.all([
    caseRows(db, scope, ids, reader),
    words ? searching(db, values, on => snippetsOf(on, ids, words)) : new Map<number, Snippet>(),
  ])
  return { count, rows, snippets }
}

type Found = { ids: readonly number[]; count: number }

async function pageByIndexes(db: Kysely<DB>, scope: Scope, values: CaseValues, page: Page): Promise<Found> {
  const [ids, count] = await Promise.all([pageOfIds(db, scope, values, page), countCases(db, scope, values)])
  return { ids, count }
}

/**
 * Words are looked for once, for the page and the total together: some of them cost a reading of texts. An index of the order
 * would not help, for it knows nothing of words.
 */
async function pageByWords(
  db: Kysely<DB>,
  scope: Scope,
  values: CaseValues,
  { ordering, page, size }: Page,
): Promise<Found> {
  const column = orderColumn(ordering)
  const found = selectCases(db, scope, values).select(['court_case.id', `court_case.${column}`])
  const { rows } = await sql<Found>`
    with found as materialized (${found})
    select (select count(*) from found) as count, array(
      select id from found order by ${inOrder(ordering, 'found')} limit ${size} offset ${(page - 1) * size}
    ) as ids`.execute(db)
  return rows[0] ?? { ids: [], count: 0 }
}

/** Reads nothing but what the order needs, so that an index can answer. */
async function pageOfIds(
  db: Kysely<DB>,
  scope: Scope,
  values: CaseValues,
  { ordering, page, size }: Page,
): Promise<number[]> {
  const found = await selectCases(db, scope, values)
    .select('court_case.id')
    .orderBy(inOrder(ordering))
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return found.map(({ id }) => id)
}

export async function countCases(db: Kysely<DB>, scope: Scope, values: CaseValues): Promise<number> {
  const { count } = await selectCases(db, scope, values)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
