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
  /** Restricts the answer to cases that PostgreSQL has found (plan.ts). */
  among?: Among | undefined
}
/** A set of cases as SQL of the engine that stores it. */
export type Among = { join?: RawBuilder<unknown>; isOne: Expression<SqlBool> }

/** How a child table joins cases: `rowKey` of a row of `rows` equals `caseKey` of the case. */
export type ChildRows = {
  /** The relation with the rows; a query gives it the alias of the child table. */
  rows: string
  rowKey: RawBuilder<unknown>
  caseKey: RawBuilder<number>
  /** The column of `court_case` behind `caseKey`. */
  caseColumn: string
  on: RawBuilder<boolean>
}

/**
 * An engine that answers questions about cases: PostgreSQL or its columnar copy. Both give the same answer. SQL common
 * to both is written once over these parts; only the engine knows how its tables are laid out.
 */
export type CaseEngine = {
  db: Kysely<DB>
  /** Columns are read separately, so that reading cases again is cheaper than materialising them. */
  isColumnar: boolean
  /** PostgreSQL without a copy: totals are counted as far as time allows (countable.ts). */
  isAlone: boolean
  /** A query over `court_case` for the question; parameters as in `selectCases` (case-query.ts). */
  cases(question: Question, joined?: string, excludes?: Excluding): CaseQuery
  matches: Matches
  exists(table: string, scope: Scope): Predicate
  /** `columns`: columns of the child table that the query reads; absent means all. */
  childRows(table: string, columns?: readonly string[]): ChildRows
  /** Columns of `court_case` under aliases, and `cases`: how many cases a row represents. */
  cells(question: Question, columns: Readonly<Record<string, string>>): RawBuilder<unknown>
  /** Counts a group of `facetGroups` in one scan of the cases. */
  facets?(question: Question, group: readonly Facet[]): Promise<FacetCounts>
}

/** Every case belongs to one of these options: all but the last are counted, the last is the remainder. */
export type FacetOptions = { sought: readonly (string | true)[]; rest: string }
export type ValueCounts = { value: string; count: number }[]
/** By the key of the facet; `groups` counts whole articles. */
export type FacetCounts = Record<'facets' | 'groups', ReadonlyMap<string, ValueCounts>>
export type Facet = {
  key: string
  /** The table whose rows are counted. */
  table: string
  /** The table in which the existence of a row is looked up, when it differs from `table`. */
  home: string
  /** The counted column of the table; absent when the existence of a row is counted. */
  column?: string
  /** All filters except the facet's own. */
  others: AnyValues
  value: (engine: CaseEngine, scope: Scope) => RawBuilder<unknown>
  options?: FacetOptions
}
/** What the copy can answer. PostgreSQL can answer everything. */
export type Capabilities = { filters: ReadonlySet<string>; tables: ReadonlySet<string> }

export type CopyEngine = CaseEngine & {
  capabilities: Capabilities
  /** Whether PostgreSQL has committed changes that the copy lacks. */
  isBehind(): boolean
  /** Facets that the copy counts together; others are counted as in PostgreSQL. */
  facetGroups(facets: readonly Facet[]): readonly (readonly Facet[])[]
  /** Stores a set of cases that PostgreSQL has found. */
  hold(found: CaseSet): Promise<Among>
  /** Runs the queries in one snapshot. */
  transaction<T>(work: (engine: CaseEngine) => Promise<T>): Promise<T>
  /** The same in the given PostgreSQL snapshot; undefined when the copy is of another moment. */
  atSnapshot<T>(snapshot: Kysely<DB>, work: (engine: CaseEngine) => Promise<T>): Promise<T | undefined>
  /** Reports a failure; the question then goes to PostgreSQL. */
  failed(error: unknown): void
}
/** Undefined while there is no copy to read from. */
export type CopyNow = {
  (): CopyEngine | undefined | Promise<CopyEngine | undefined>
  /**
   * Absent when no copy is configured. A copy may exist and still lack, for a moment, what the asker has just written.
   */
  isThere?: () => Promise<boolean>
}
export type Engines = {
  db: Kysely<DB>
  /**
   * The primary, for reading rows of cases that the copy has found: the copy may be ahead of a standby. Absent when
   * `db` never lags behind the copy.
   */
  primary?: Kysely<DB>
  copy?: CopyNow | undefined
  /** The copy of the base at the end of a day. */
  copyOn?: CopyOn | undefined
  /** The base as of the end of this day; absent means now. */
  day?: string
}
/** `edition` changes when the history of past days has been rewritten. */
export type CopyOn = (day: string, edition: number) => ReturnType<CopyNow>
