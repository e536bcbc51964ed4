import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { askingNow, heavyAtOnce } from '../http/fair-queue.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { bind, fromDuckDB } from './values.ts'

/**
 * Kysely over DuckDB, which understands SQL compiled for PostgreSQL. `connections`: concurrent queries, the last of them
 * reserved for pages. Each query occupies one of Node's few threads while it runs; all share DuckDB's own threads.
 */
type DialectOptions = {
  connections: number
  /** Absent: every query is run. */
  answers?: KeptAnswers
  /** Called when the file cannot be read or DuckDB has failed: no further query will be answered. */
  onBroken: (error: unknown) => void
}
export const duckdbDialect = (instance: DuckDBInstance, options: DialectOptions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DuckDBDriver(instance, options),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class DuckDBDriver implements Driver {
  readonly #instance: DuckDBInstance
  readonly #options: DialectOptions
  readonly #all: ReplicaConnection[] = []
  readonly #free: ReplicaConnection[] = []
  readonly #pages: Waiter[] = []
  readonly #others: Waiter[] = []
  /** Connections used by heavy requests, which run several statements at once and would leave none for pages. */
  readonly #heavy = new Set<ReplicaConnection>()
  readonly #reserved: number
  #drained: PromiseWithResolvers<void> | undefined

  constructor(instance: DuckDBInstance, options: DialectOptions) {
    this.#instance = instance
    this.#options = options
    this.#reserved = options.connections > 1 ? 1 : 0
  }

  async init(): Promise<void> {
    for (let made = 0; made < this.#options.connections; made++) {
      const connection = new ReplicaConnection(await this.#instance.connect(), this.#options)
      this.#all.push(connection)
      this.#free.push(connection)
    }
  }

  async acquireConnection(): Promise<ReplicaConnection> {
    if (this.#drained !== undefined) throw closedError()
    const lane = askingNow()?.lane
    const waiter: Waiter = { ...Promise.withResolvers(), isHeavy: lane === 'figures' || lane === 'texts' }
    ;(lane === 'page' ? this.#pages : this.#others).push(waiter)
    this.#giveFree()
    return waiter.promise
  }

  #giveFree(): void {
    for (;;) {
      const next = this.#free.length > 0 ? (this.#pages.shift() ?? this.#nextOther()) : undefined
      const free = next && this.#free.pop()
      if (free === undefined) return
      if (next?.isHeavy) this.#heavy.add(free)
      next?.resolve(free)
    }
  }

  #nextOther(): Waiter | undefined {
    if (this.#free.length <= this.#reserved) return
    const at = this.#others.findIndex(({ isHeavy }) => !isHeavy || this.#heavy.size < heavyAtOnce)
    return at < 0 ? undefined : this.#others.splice(at, 1)[0]
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = this.#all.find(each => each === connection)
    if (own === undefined) return
    this.#heavy.delete(own)
    this.#free.push(own)
    this.#giveFree()
    if (this.#free.length === this.#all.length) this.#drained?.resolve()
  }

  async beginTransaction(connection: ReplicaConnection): Promise<void> {
    connection.setTransactionState(this.#options.answers?.state)
    await connection.run('begin transaction')
    // DuckDB takes the snapshot at the first query, and a cached answer is no query.
    await connection.run('from duckdb_databases()')
  }

  async commitTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('commit')
    connection.setTransactionState(null)
  }

  async rollbackTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('rollback')
    connection.setTransactionState(null)
  }

  /** Interrupts running queries: PostgreSQL answers them as well. */
  async destroy(): Promise<void> {
    this.#drained = Promise.withResolvers()
    for (const waiter of [...this.#pages.splice(0), ...this.#others.splice(0)]) waiter.reject(closedError())
    if (this.#free.length === this.#all.length) this.#drained.resolve()
    for (const connection of this.#all) connection.interrupt()
    await this.#drained.promise
    for (const connection of this.#all.splice(0)) connection.close()
  }
}
type Waiter = PromiseWithResolvers<ReplicaConnection> & { isHeavy: boolean }
const closedError = (): Error => new Error('The copy was closed')

class ReplicaConnection implements DatabaseConnection {
  readonly #connection: DuckDBConnection
  readonly #options: DialectOptions
  /** The state of the copy in which the open transaction began; null: no transaction is open. */
  #transactionState: symbol | undefined | null = null

  constructor(connection: DuckDBConnection, options: DialectOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** A query whose signal is aborted, for example because its client has left, fails within milliseconds. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal = askingNow()?.signal }: { signal?: AbortSignal } = {},
  ): Promise<QueryResult<R>> {
    const run = (wanted: AbortSignal | undefined) => this.#rowsOf(sql, parameters, wanted)
    const { answers } = this.#options
    // A transaction reads the state in which it began: cached answers of another state do not apply.
    const isCacheable =
      answers?.state !== undefined && (this.#transactionState === null || this.#transactionState === answers.state)
    const rows =
      isCacheable && /^\s*(?:select|with)\b/i.test(sql)
        ? await answers.get(sql, parameters, signal, run)
        : await run(signal)
    // Kysely has typed the query; its rows are not checked again.
    return { rows: rows.slice() as R[] }
  }

  async #rowsOf(
    sql: string,
    parameters: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Record<string, unknown>[]> {
    signal?.throwIfAborted()
    const interrupt = (): void => this.interrupt()
    const statement = await this.#reportBroken(this.#connection.prepare(sql))
    try {
      // A signal aborted meanwhile fires no further event.
      signal?.throwIfAborted()
      bind(statement, parameters)
      signal?.addEventListener('abort', interrupt, { once: true })
      const result = await this.#reportBroken(statement.run())
      return await result.convertRowObjects<unknown>(fromDuckDB)
    } finally {
      signal?.removeEventListener('abort', interrupt)
      statement.destroySync()
    }
  }

  async #reportBroken<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (isBroken(error)) this.#options.onBroken(error)
      throw error
    }
  }

  async cancelQuery(): Promise<void> {
    this.interrupt()
  }

  interrupt(): void {
    this.#connection.interrupt()
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield* []
    throw new Error('The replica answers whole')
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql)
  }

  setTransactionState(state: symbol | undefined | null): void {
    this.#transactionState = state
  }

  close(): void {
    this.#connection.closeSync()
  }
}

/** Messages of DuckDB about itself or its file, not about the query. */
const broken = /^(FATAL|INTERNAL|IO|Serialization) Error|has been invalidated/
const isBroken = (error: unknown): boolean => error instanceof Error && broken.test(error.message)
