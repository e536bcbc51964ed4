import type { Kysely } from 'kysely'
import { type CaseOrdering, isDescending, orderColumn } from '#shared/domain/orderings.ts'
import type { CaseFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import type { DB } from '../db/schema.ts'
import { snippetsOf } from '../texts/find-hits.ts'
import { searching } from '../texts/searching.ts'
import type { Snippet } from '../texts/snippet.ts'
import { selectCases } from './case-query.ts'
import { type CaseRecordRow, caseRows, type Reader } from './case-rows.ts'
import type { Scope } from './predicates.ts'

/** One page of the list and the total. Empty values come last in either direction; every order ends in `id`. */
export type Page = { ordering: CaseOrdering; page: number; size: number }
type CaseValues = Values<CaseFields>

export async function listCases(
  db: Kysely<DB>,
  scope: Scope,
  values: CaseValues,
  page: Page,
  reader: Reader,
): Promise<{ count: number; rows: CaseRecordRow[]; snippets: ReadonlyMap<number, Snippet> }> {
  const [ids, count] = await Promise.all([
    searching(db, values, on => pageOfIds(on, scope, values, page)),
    searching(db, values, on => countCases(on, scope, values)),
  ])
  const words = values.result_text_search
  const [rows, snippets] = await Promise.all([
    caseRows(db, ids, reader),
    words ? searching(db, values, on => snippetsOf(on, ids, words)) : new Map<number, Snippet>(),
  ])
  return { count, rows, snippets }
}

/** Saying where empty values go would keep an index from being read backwards. */
const neverEmpty: ReadonlySet<string> = new Set(['case_number', 'region'])

/** Reads nothing but what the order needs, so that an index can answer. */
async function pageOfIds(
  db: Kysely<DB>,
  scope: Scope,
  values: CaseValues,
  { ordering, page, size }: Page,
): Promise<number[]> {
  const down = isDescending(ordering)
  const column = orderColumn(ordering)
  const found = await selectCases(db, scope, values)
    .select('court_case.id')
    .orderBy(`court_case.${column}`, order => {
      const directed = down ? order.desc() : order.asc()
      return neverEmpty.has(column) ? directed : directed.nullsLast()
    })
    .orderBy('court_case.id', down ? 'desc' : 'asc')
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
