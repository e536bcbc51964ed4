import type { Expression, Kysely, RawBuilder, SqlBool } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { DB } from '../../db/schema.ts'
import type { CaseQuery } from '../case-query.ts'
import type { Predicate } from '../filter-kinds.ts'
import type { Excluding, Matches, Scope } from '../predicates.ts'
import type { CaseSet } from './case-set.ts'

export type Question<V extends AnyValues = AnyValues> = {
  scope: Scope
  values: V
  /** Only these cases, which PostgreSQL has found (plan.ts). */
  among?: Among | undefined
}
/** A set of cases in the SQL of the engine that holds it. */
export type Among = { join?: RawBuilder<unknown>; isOne: Expression<SqlBool> }

/** How rows of a child table hang on a case: `rowKey` of a row of `rows` equals `caseKey` of the case. */
export type ChildRows = {
  /** Where the rows are; a query calls it by the name of the child table. */
  rows: string
  rowKey: RawBuilder<unknown>
  caseKey: RawBuilder<number>
  /** The column of `court_case` that `caseKey` is. */
  caseColumn: string
  on: RawBuilder<boolean>
}

/**
 * What answers questions about cases: PostgreSQL, or its columnar copy. Both give the same answer. What is the same SQL on both is
 * written once over these parts; an engine alone knows how its tables lie.
 */
export type CaseEngine = {
  db: Kysely<DB>
  /** Columns are read one by one: to read cases again is cheaper than to store what was read. */
  isColumnar: boolean
  /** PostgreSQL in place of a copy: totals are counted as far as it can in time (countable.ts). */
  isAlone: boolean
  /** The cases of the question as a query over `court_case`, with the parameters of `selectCases` (case-query.ts). */
  cases(question: Question, joined?: string, excludes?: Excluding): CaseQuery
  matches: Matches
  exists(table: string, scope: Scope): Predicate
  /** `columns`: those of the child table that the query reads; absent: all. */
  childRows(table: string, columns?: readonly string[]): ChildRows
  /** Columns of `court_case` under other names, and `cases`: how many cases a row stands for. */
  cells(question: Question, columns: Readonly<Record<string, string>>): RawBuilder<unknown>
  /** A group of `facetGroups`, in one reading of the cases. */
  facets?(question: Question, group: readonly Facet[]): Promise<FacetCounts>
}

/** Every case is under one of these: all but the last are looked for, and the rest is the rest. */
export type FacetOptions = { sought: readonly (string | true)[]; rest: string }
export type ValueCounts = { value: string; count: number }[]
/** By the key of the facet; `groups`: of whole articles. */
export type FacetCounts = Record<'facets' | 'groups', ReadonlyMap<string, ValueCounts>>
export type Facet = {
  key: string
  /** Where the rows are that are counted. */
  table: string
  /** Where whether a row exists is looked up, if it is; else the table. */
  home: string
  /** Its column of the table; absent: whether a row exists is counted. */
  column?: string
  /** All filters but its own. */
  others: AnyValues
  value: (engine: CaseEngine, scope: Scope) => RawBuilder<unknown>
  options?: FacetOptions
}
/** What the copy can answer; PostgreSQL can answer everything. */
export type Capabilities = { filters: ReadonlySet<string>; tables: ReadonlySet<string> }

export type CopyEngine = CaseEngine & {
  capabilities: Capabilities
  /** Whether something has been written that it does not have yet. */
  isBehind(): boolean
  /** Facets that it counts together; those of no group are counted as PostgreSQL counts them. */
  facetGroups(facets: readonly Facet[]): readonly (readonly Facet[])[]
  /** Takes in cases that PostgreSQL has found. */
  hold(found: CaseSet): Promise<Among>
  /** At one moment. */
  transaction<T>(work: (engine: CaseEngine) => Promise<T>): Promise<T>
  /** The same when the copy is as that snapshot of PostgreSQL is; undefined: it is of another moment. */
  atSnapshot<T>(snapshot: Kysely<DB>, work: (engine: CaseEngine) => Promise<T>): Promise<T | undefined>
  /** Told that it did not answer; PostgreSQL is asked instead. */
  failed(error: unknown): void
}
/** Undefined while there is none to read from. */
export type CopyNow = {
  (): CopyEngine | undefined | Promise<CopyEngine | undefined>
  /** Absent: where none is given there is none. It may be there and lack for a moment what the asker has just written. */
  isThere?: () => Promise<boolean>
}
export type Engines = {
  db: Kysely<DB>
  /** Where what the copy has found is read, which may be ahead of a standby: the primary. Absent: `db` is never behind the copy. */
  primary?: Kysely<DB>
  copy?: CopyNow | undefined
  /** The copy of the base as it was at the end of a day. */
  copyOn?: CopyOn | undefined
  /** Of whose end the base is; absent: it is the base of now. */
  day?: string
}
/** `edition`: another number where what was known on days has been rewritten since. */
export type CopyOn = (day: string, edition: number) => ReturnType<CopyNow>
