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
import { bind, fromDuckDB } from './values.ts'

/**
 * Kysely over DuckDB, which understands what is compiled for PostgreSQL. `connections` is how many queries run at once:
 * each takes one of Node's few threads for as long as it runs; DuckDB's own threads are shared by all of them.
 */
type DialectOptions = {
  connections: number
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
  readonly #waiting: PromiseWithResolvers<ReplicaConnection>[] = []

  #emptied: PromiseWithResolvers<void> | undefined

  constructor(instance: DuckDBInstance, options: DialectOptions) {
    this.#instance = instance
    this.#options = options
  }

  async init(): Promise<void> {
    for (let made = 0; made < this.#options.connections; made++) {
      const connection = new ReplicaConnection(await this.#instance.connect(), this.#options.onBroken)
      this.#all.push(connection)
      this.#free.push(connection)
    }
  }

  async acquireConnection(): Promise<ReplicaConnection> {
    if (this.#emptied !== undefined) throw closed()
    const free = this.#free.pop()
    if (free !== undefined) return free
    const waiter = Promise.withResolvers<ReplicaConnection>()
    this.#waiting.push(waiter)
    return waiter.promise
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = this.#all.find(each => each === connection)
    if (own === undefined) return
    const next = this.#waiting.shift()
    if (next !== undefined) return next.resolve(own)
    this.#free.push(own)
    if (this.#free.length === this.#all.length) this.#emptied?.resolve()
  }

  async beginTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('begin transaction')
  }

  async commitTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('commit')
  }

  async rollbackTransaction(connection: ReplicaConnection): Promise<void> {
    await connection.run('rollback')
  }

  /** Who reads is interrupted: an answer from elsewhere is as good. */
  async destroy(): Promise<void> {
    this.#emptied = Promise.withResolvers()
    for (const waiter of this.#waiting.splice(0)) waiter.reject(closed())
    if (this.#free.length === this.#all.length) this.#emptied.resolve()
    for (const connection of this.#all) connection.interrupt()
    await this.#emptied.promise
    for (const connection of this.#all.splice(0)) connection.close()
  }
}
const closed = (): Error => new Error('The copy was closed')

class ReplicaConnection implements DatabaseConnection {
  readonly #connection: DuckDBConnection
  readonly #onBroken: (error: unknown) => void

  constructor(connection: DuckDBConnection, onBroken: (error: unknown) => void) {
    this.#connection = connection
    this.#onBroken = onBroken
  }

  /** A query whose signal is aborted ends with an error within milliseconds. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<QueryResult<R>> {
    signal?.throwIfAborted()
    const interrupt = (): void => this.interrupt()
    const statement = await this.#reported(this.#connection.prepare(sql))
    try {
      bind(statement, parameters)
      signal?.addEventListener('abort', interrupt, { once: true })
      const result = await this.#reported(statement.run())
      const rows = await result.convertRowObjects<unknown>(fromDuckDB)
      // What a query answers is what its type says: this is where it is believed.
      return { rows: rows as R[] }
    } finally {
      signal?.removeEventListener('abort', interrupt)
      statement.destroySync()
    }
  }

  async #reported<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (isBroken(error)) this.#onBroken(error)
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

  close(): void {
    this.#connection.closeSync()
  }
}

/** As DuckDB words what is wrong with itself or its file, not with the query. */
const broken = /^(FATAL|INTERNAL|IO|Serialization) Error|has been invalidated/
const isBroken = (error: unknown): boolean => error instanceof Error && broken.test(error.message)
