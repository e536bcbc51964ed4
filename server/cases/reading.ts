import { type Kysely, sql } from 'kysely'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Fields, type FilterParam, filterParamsOf, type ValueOf } from '#shared/filters/field.ts'
import type { Copy, CopyNow } from '../db/copy.ts'
import type { DB } from '../db/schema.ts'
import { foundCases } from '../texts/found-cases.ts'
import { selectCases } from './case-query.ts'
import { amongThem, type CaseSet, caseSet } from './case-sets.ts'
import { homeOf, isPersonal, type Scope } from './predicates.ts'

/**
 * Cases are read where they are read soonest (design §1): the truth finds words, letters and what is somebody's own; the
 * copy counts and orders. The same query runs on either, and gives the same.
 */
export type Reading = { db: Kysely<DB>; copy?: CopyNow | undefined }

/** What is read of cases: on the truth or on the copy, as it is told. */
export type Read<V, T> = (on: Kysely<DB>, scope: Scope, values: V) => Promise<T>
type How = {
  /** A child table that stands beside the cases in what is read: filters on it hold for its rows, and cannot be carried over. */
  joined?: string | undefined
  /** How the truth is asked which cases to carry over, under the filters it is asked by; null: too many, or not in time. */
  find?: ((ask: (on: Kysely<DB>) => Promise<CaseSet | null>, by: AnyValues) => Promise<CaseSet | null>) | undefined
}

/** More cases than these are not carried over to the copy: the truth reads the rest as well. */
const mostCarried = 2_000_000

/**
 * Reads on the copy what it can answer, else on the truth. What only the truth can find is found there first and carried over as
 * numbers of cases.
 */
export async function readCases<V extends AnyValues, T>(
  { db, copy: copyNow }: Reading,
  scope: Scope,
  values: V,
  read: Read<V, T>,
  { joined = 'court_case', find = ask => ask(db) }: How = {},
): Promise<T> {
  const copy = copyNow?.()
  if (copy === undefined) return read(db, scope, values)
  const { own, others } = apart(copy, values)
  const rest = foreignTables(copy, values)
  if (joined !== 'court_case' && (!copy.holds(`${joined}.case_id`) || rest.has(joined))) return read(db, scope, values)
  // What else is asked may spare the reading of texts: found is then under all of it.
  const by = others.result_text_search === undefined ? others : values
  const left = async (most: number) =>
    (await listed(copy.db, { ...scope, copy: { layout: copy.layout } }, own, most))?.list ?? null
  const found = rest.size > 0 ? await find(on => carried(db, on, scope, others, left), by) : undefined
  if (found === null) return read(db, scope, values)
  try {
    const among = found && (await amongThem(copy.db, found))
    return await read(copy.db, { ...scope, copy: { layout: copy.layout, among } }, own)
  } catch (error) {
    copy.failed(error)
    return read(db, scope, values)
  }
}

const fields: Fields = caseFields
const isHeld = (copy: Copy, { field }: FilterParam): boolean => {
  // Letters are found by an index of PostgreSQL, wherever the column is.
  if (field.kind === 'text' || field.kind === 'people') return false
  if ('of' in field) return !isPersonal(field.of) && copy.holds(`${field.of}.case_id`)
  return copy.holds(field.column) && (!('since' in field) || field.since === undefined || copy.holds(field.since))
}
const paramsIn = (values: AnyValues): FilterParam[] =>
  filterParamsOf(fields).filter(({ name }) => values[name] !== undefined)

/** Where filters that the copy cannot answer look. */
export const foreignTables = (copy: Copy, values: AnyValues): ReadonlySet<string> =>
  new Set(
    paramsIn(values)
      .filter(param => !isHeld(copy, param))
      .map(homeOf),
  )

/** Filters on one child table go together, for they hold for one of its rows; those on the case hold each alone. */
function apart<V extends AnyValues>(copy: Copy, values: V): { own: V; others: V } {
  const foreign = foreignTables(copy, values)
  const isOwn = (param: FilterParam): boolean => {
    const home = homeOf(param)
    return home === 'court_case' ? isHeld(copy, param) : !foreign.has(home)
  }
  const names = (wanted: boolean): string[] =>
    paramsIn(values).flatMap(param => (isOwn(param) === wanted ? [param.name] : []))
  return { own: without(values, names(false)), others: without(values, names(true)) }
}
function without<V extends AnyValues>(values: V, names: readonly string[]): V {
  const kept = { ...values }
  for (const name of names) Reflect.deleteProperty(kept, name)
  return kept
}

/** The numbers of the cases, as the copy reads a list of them; words alone are found where their answers are kept. */
async function carried(
  db: Kysely<DB>,
  on: Kysely<DB>,
  scope: Scope,
  { result_text_search: words, ...others }: AnyValues,
  left: (most: number) => Promise<string | null>,
): Promise<CaseSet | null> {
  const isAlone = Object.values(others).every(value => value === undefined)
  if (isAlone && isWords(words)) return foundCases({ db, on, words, others: left })
  const asked = words === undefined ? others : { ...others, result_text_search: words }
  const found = await listed(on, scope, asked, mostCarried)
  return found && caseSet(found.list, found.count)
}
const isWords = (value: AnyValues[string]): value is ValueOf['words'] =>
  typeof value === 'object' && 'mode' in value && 'text' in value

/** One text, which nobody needs to take apart on the way. Null: there are more than `most`. */
async function listed(
  db: Kysely<DB>,
  scope: Scope,
  values: AnyValues,
  most: number,
): Promise<{ list: string; count: number } | null> {
  const found = selectCases(db, scope, values)
    .select('court_case.id')
    .limit(most + 1)
  const { rows } = await sql<{ count: number; ids: string | null }>`
    select count(*)::integer as count, string_agg(id::text, ',') as ids from (${found}) as found`.execute(db)
  const [{ count = 0, ids = null } = {}] = rows
  return count > most ? null : { list: `[${ids ?? ''}]`, count }
}
