import { setImmediate as breath } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { type NewsKind, newsKindValues } from '#shared/domain/news.ts'
import type { Right } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { isPersonal } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { readFilters } from '../saved/checked-filters.ts'
import type { Traits } from './case-traits.ts'
import { type Conditions, conditionsOf, homeOf, type Test } from './conditions.ts'
import { Places, placeOf, places, testsLeft } from './places.ts'

/**
 * Every subscription that is not paused, kept in memory by what it can be found by: a case, a person, a rare value, some
 * letters. Equal filters are one group, tested once. Brought up to date before each use, by transactions; what is told
 * is decided in the database, so that a moment's delay here tells nobody too much.
 */
export type Watcher = { id: number; version: number; kinds: number }
export type Group = {
  watchers: Map<number, Watcher>
  /** Of all its watchers together. */
  kinds: number
  filters:
    | {
        values: AnyValues
        matched: string
        /** The same with only some of the values, by which. */
        narrowed: Map<string, string>
        conditions: Conditions
        tests: readonly Test[]
        needs: Right | null
      }
    | undefined
  /** Whose favourites and notes count; null: nobody's. */
  accountId: number | null
  /** By whom it was last looked at, so that one look meets it once. */
  look: number
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

const whole = { groups: [], is_superuser: true } as const
/** Few enough that pages are answered between two of them. */
const chunk = 300

export class WatchList {
  readonly #groups = new Map<string, Group>()
  /** Of which group a subscription is. */
  readonly #keys = new Map<number, string>()
  readonly #places = new Places<Group>()
  #horizon = '0'
  #look = 0

  get size(): number {
    return this.#keys.size
  }

  /** Reads what has changed since it last did; the first time, everything. Others may work between its steps. */
  async refresh(db: Kysely<DB>): Promise<void> {
    const since = this.#horizon
    for (let after = 0; ; ) {
      const { rows } = await sql<Row & { horizon: string }>`
        select id, account_id, watch_version as version, kinds, about_case_id as case_id, about_person_id as person_id,
          encode(filter_key, 'base64') as key, get_params, paused_at is null and deleted_at is null as live,
          pg_snapshot_xmin(pg_current_snapshot())::text as horizon
        from subscription where id > ${after} and changed_xid >= ${since}::xid8 order by id limit ${chunk}`.execute(db)
      for (const row of rows) this.#put(row)
      // What was written while the first part was read is read again the next time.
      if (after === 0) this.#horizon = rows[0]?.horizon ?? since
      if (rows.length < chunk) return
      after = rows.at(-1)?.id ?? after
      await breath()
    }
  }

  #put(row: Row): void {
    this.#drop(row.id)
    if (!row.live) return
    const key = this.#keyOf(row)
    const group = this.#groups.get(key) ?? this.#open(key, row)
    if (group === undefined) return
    const watcher = { id: row.id, version: row.version, kinds: maskOf(row.kinds) }
    group.watchers.set(row.id, watcher)
    group.kinds |= watcher.kinds
    this.#keys.set(row.id, key)
  }

  #drop(id: number): void {
    const key = this.#keys.get(id)
    const group = key === undefined ? undefined : this.#groups.get(key)
    if (key === undefined || group === undefined) return
    this.#keys.delete(id)
    group.watchers.delete(id)
    group.kinds = [...group.watchers.values()].reduce((mask, { kinds }) => mask | kinds, 0)
    if (group.watchers.size > 0) return
    this.#groups.delete(key)
    this.#places.remove(group)
  }

  #keyOf({ case_id, person_id, key, account_id, get_params }: Row): string {
    if (case_id !== null) return placeOf('case', case_id)
    if (person_id !== null) return placeOf('person', person_id)
    // Only the fields of what is kept are looked at: reading all of it costs more than the rest.
    const names = typeof get_params === 'object' && get_params !== null ? Object.keys(get_params) : []
    return names.some(name => personalNames.has(name)) ? `${key} of ${account_id}` : (key ?? '')
  }

  /** Undefined: its filters do not mean any more what they meant, and are not to find more than was asked for. */
  #open(key: string, { case_id, person_id, get_params, account_id }: Row): Group | undefined {
    const group: Group = { watchers: new Map(), kinds: 0, filters: undefined, accountId: null, look: 0 }
    if (case_id !== null || person_id !== null) this.#places.put(group, [key])
    else {
      const { values, note } = readFilters(storedParams.catch({}).parse(get_params), whole)
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
        tests: testsLeft(conditions),
        needs: needs?.field.onlyFor ?? null,
      }
      this.#places.putBy(group, conditions)
    }
    this.#groups.set(key, group)
    return group
  }

  /** Groups that the case may match, by what they are found by, each once. */
  near(traits: Traits, consider: (group: Group) => void): void {
    const look = ++this.#look
    this.#places.near(traits, group => {
      if (group.look === look) return
      group.look = look
      consider(group)
    })
  }
  /** Groups found by letters of a column, and by words of the decision: each looked for once in all the cases. */
  get spelt(): Iterable<Group> {
    return this.#places.at(places.letters)
  }
  get worded(): Iterable<Group> {
    return this.#places.at(places.words)
  }
}

const personalNames: ReadonlySet<string> = new Set(
  filterParamsOf(caseListFields)
    .filter(({ field }) => isPersonal(homeOf(field)))
    .map(({ name }) => name),
)
