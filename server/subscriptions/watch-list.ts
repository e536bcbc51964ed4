import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { type NewsKind, newsKindValues } from '#shared/domain/news.ts'
import type { Right } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { isPersonal, tableOfFilter } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { readFilters } from '../saved/checked-filters.ts'
import type { Traits } from './case-traits.ts'
import { type Conditions, conditionsOf, type Test } from './conditions.ts'
import { commonTerms, InvertedIndex, indexTerm, remainingTests } from './inverted-index.ts'

export type Watcher = { id: number; version: number; kinds: number }
export type FilterGroup = {
  watchers: Map<number, Watcher>
  /** Union of the kinds of its subscriptions. */
  kinds: number
  filters:
    | {
        values: AnyValues
        matched: string
        /** `matched` reduced to the values that matched, by these values. */
        narrowed: Map<string, string>
        conditions: Conditions
        tests: readonly Test[]
        needs: Right | null
      }
    | undefined
  /** Whose favourites and notes the filters mean; null when personal data is not involved. */
  accountId: number | null
  /** Number of the last visit, so that each visit meets it once. */
  visit: number
}
type Row = {
  id: number
  account_id: number
  version: number
  kinds: NewsKind[]
  case_id: number | null
  person_id: number | null
  key: string | null
  get_params: unknown
  live: boolean
}

export const maskOf = (kinds: readonly string[]): number =>
  newsKindValues.reduce((mask, kind, n) => (kinds.includes(kind) ? mask | (1 << n) : mask), 0)

const allRights = { groups: [], is_superuser: true } as const
/** Small enough to answer pages between two chunks. */
const chunk = 300

/**
 * Every active subscription in memory. Refreshed before each use; hits are checked again in the database, so a stale
 * entry reveals nothing.
 */
export class WatchList {
  readonly #groups = new Map<string, FilterGroup>()
  readonly #groupKeys = new Map<number, string>()
  readonly #index = new InvertedIndex<FilterGroup>()
  #horizon = '0'
  #visits = 0

  get size(): number {
    return this.#groupKeys.size
  }

  /** The first call loads everything. */
  async refresh(db: Kysely<DB>): Promise<void> {
    const since = this.#horizon
    for (let after = 0; ; ) {
      const { rows } = await sql<Row & { horizon: string }>`
        select id, account_id, watch_version as version, kinds, about_case_id as case_id, about_person_id as person_id,
          encode(filter_key, 'base64') as key, get_params, paused_at is null and deleted_at is null and sends = 'news' as live,
          pg_snapshot_xmin(pg_current_snapshot())::text as horizon
        from subscription where id > ${after} and changed_xid >= ${since}::xid8 order by id limit ${chunk}`.execute(db)
      for (const row of rows) this.#add(row)
      // Rows written meanwhile are read again next time.
      if (after === 0) this.#horizon = rows[0]?.horizon ?? since
      if (rows.length < chunk) return
      after = rows.at(-1)?.id ?? after
      await yieldToEventLoop()
    }
  }

  #add(row: Row): void {
    this.#remove(row.id)
    if (!row.live) return
    const key = this.#keyOf(row)
    const group = this.#groups.get(key) ?? this.#open(key, row)
    if (group === undefined) return
    const watcher = { id: row.id, version: row.version, kinds: maskOf(row.kinds) }
    group.watchers.set(row.id, watcher)
    group.kinds |= watcher.kinds
    this.#groupKeys.set(row.id, key)
  }

  #remove(id: number): void {
    const key = this.#groupKeys.get(id)
    const group = key === undefined ? undefined : this.#groups.get(key)
    if (key === undefined || group === undefined) return
    this.#groupKeys.delete(id)
    group.watchers.delete(id)
    group.kinds = [...group.watchers.values()].reduce((mask, { kinds }) => mask | kinds, 0)
    if (group.watchers.size > 0) return
    this.#groups.delete(key)
    this.#index.remove(group)
  }

  #keyOf({ case_id, person_id, key, account_id, get_params }: Row): string {
    if (case_id !== null) return indexTerm('case', case_id)
    if (person_id !== null) return indexTerm('person', person_id)
    // Parsing the filters completely would cost more than everything else.
    const names = typeof get_params === 'object' && get_params !== null ? Object.keys(get_params) : []
    return names.some(name => personalNames.has(name)) ? `${key} of ${account_id}` : (key ?? '')
  }

  /** Undefined when a filter is no longer valid: without it the others would find more than requested. */
  #open(key: string, { case_id, person_id, get_params, account_id }: Row): FilterGroup | undefined {
    const group: FilterGroup = { watchers: new Map(), kinds: 0, filters: undefined, accountId: null, visit: 0 }
    if (case_id !== null || person_id !== null) this.#index.add(group, [key])
    else {
      const { values, note } = readFilters(storedParams.catch({}).parse(get_params), allRights)
      if (note !== null) return undefined
      const conditions = conditionsOf(caseListFields, values)
      const needs = filterParamsOf(caseListFields).find(
        ({ name, field }) => values[name] !== undefined && field.onlyFor,
      )
      if (conditions.personal) group.accountId = account_id
      const matched = JSON.stringify(writeValues(caseListFields, values))
      group.filters = {
        values,
        matched,
        narrowed: new Map(),
        conditions,
        tests: remainingTests(conditions),
        needs: needs?.field.onlyFor ?? null,
      }
      this.#index.addFilter(group, conditions)
    }
    this.#groups.set(key, group)
    return group
  }

  candidates(traits: Traits, consider: (group: FilterGroup) => void): void {
    const visit = ++this.#visits
    this.#index.candidates(traits, group => {
      if (group.visit === visit) return
      group.visit = visit
      consider(group)
    })
  }
  /** Groups without a selective value: each is looked up once for all cases. */
  get byLetters(): Iterable<FilterGroup> {
    return this.#index.at(commonTerms.letters)
  }
  get byWords(): Iterable<FilterGroup> {
    return this.#index.at(commonTerms.words)
  }
}

const personalNames: ReadonlySet<string> = new Set(
  filterParamsOf(caseListFields)
    .filter(({ field }) => isPersonal(tableOfFilter(field)))
    .map(({ name }) => name),
)
