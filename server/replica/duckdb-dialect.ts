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
 * Kysely over DuckDB, which understands what is compiled for PostgreSQL. `connections` is how many queries run at once, the last of them
 * for pages alone: each takes one of Node's few threads for as long as it runs; DuckDB's own threads are shared by all of them.
 */
type DialectOptions = {
  connections: number
  /** Absent: every query is run. */
  answers?: KeptAnswers
  /** The file cannot be read, or DuckDB gave up on it: no query will be answered any more. */
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
  /** Connections that heavy requests have: one of them would otherwise run several statements beside those of pages. */
  readonly #heavy = new Set<ReplicaConnection>()
  readonly #reserved: number
  #emptied: PromiseWithResolvers<void> | undefined

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
    if (this.#emptied !== undefined) throw closed()
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
    if (this.#free.length === this.#all.length) this.#emptied?.resolve()
  }

  async beginTransaction(connection: ReplicaConnection): Promise<void> {
    connection.beganIn(this.#options.answers?.state)
    await connection.run('begin transaction')
    // DuckDB's moment is that of the first query, and an answer that is kept is none.
    await connection.run('from duckdb_databases()')
  }

  async commitTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('commit')
    connection.beganIn(null)
  }

  async rollbackTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('rollback')
    connection.beganIn(null)
  }

  /** Who reads is interrupted: an answer from elsewhere is as good. */
  async destroy(): Promise<void> {
    this.#emptied = Promise.withResolvers()
    for (const waiter of [...this.#pages.splice(0), ...this.#others.splice(0)]) waiter.reject(closed())
    if (this.#free.length === this.#all.length) this.#emptied.resolve()
    for (const connection of this.#all) connection.interrupt()
    await this.#emptied.promise
    for (const connection of this.#all.splice(0)) connection.close()
  }
}
type Waiter = PromiseWithResolvers<ReplicaConnection> & { isHeavy: boolean }
const closed = (): Error => new Error('The copy was closed')

class ReplicaConnection implements DatabaseConnection {
  readonly #connection: DuckDBConnection
  readonly #options: DialectOptions
  /** The state of the copy in which a transaction began; null: there is none. */
  #began: symbol | undefined | null = null

  constructor(connection: DuckDBConnection, options: DialectOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** A query whose signal is aborted, or that nobody waits for any more, ends with an error within milliseconds. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal = askingNow()?.signal }: { signal?: AbortSignal } = {},
  ): Promise<QueryResult<R>> {
    const run = (wanted: AbortSignal | undefined) => this.#rowsOf(sql, parameters, wanted)
    const { answers } = this.#options
    // What a transaction reads is of the moment when it began.
    const isOfNow = answers?.state !== undefined && (this.#began === null || this.#began === answers.state)
    const rows =
      isOfNow && /^\s*(?:select|with)\b/i.test(sql)
        ? await answers.get(sql, parameters, signal, run)
        : await run(signal)
    // What a query answers is what its type says: this is where it is believed.
    return { rows: rows.slice() as R[] }
  }

  async #rowsOf(
    sql: string,
    parameters: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Record<string, unknown>[]> {
    signal?.throwIfAborted()
    const interrupt = (): void => this.interrupt()
    const statement = await this.#reported(this.#connection.prepare(sql))
    try {
      // Who left meanwhile does not leave again.
      signal?.throwIfAborted()
      bind(statement, parameters)
      signal?.addEventListener('abort', interrupt, { once: true })
      const result = await this.#reported(statement.run())
      return await result.convertRowObjects<unknown>(fromDuckDB)
    } finally {
      signal?.removeEventListener('abort', interrupt)
      statement.destroySync()
    }
  }

  async #reported<T>(answer: Promise<T>): Promise<T> {
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

  beganIn(state: symbol | undefined | null): void {
    this.#began = state
  }

  close(): void {
    this.#connection.closeSync()
  }
}

/** As DuckDB words what is wrong with itself or its file, not with the query. */
const broken = /^(FATAL|INTERNAL|IO|Serialization) Error|has been invalidated/
const isBroken = (error: unknown): boolean => error instanceof Error && broken.test(error.message)
