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
export const duckdbDialect = (instance: DuckDBInstance, { connections }: { connections: number }): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DuckDBDriver(instance, connections),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class DuckDBDriver implements Driver {
  readonly #instance: DuckDBInstance
  readonly #most: number
  readonly #all: ReplicaConnection[] = []
  readonly #free: ReplicaConnection[] = []
  readonly #waiting: PromiseWithResolvers<ReplicaConnection>[] = []

  constructor(instance: DuckDBInstance, most: number) {
    this.#instance = instance
    this.#most = most
  }

  async init(): Promise<void> {
    for (let made = 0; made < this.#most; made++) {
      const connection = new ReplicaConnection(await this.#instance.connect())
      this.#all.push(connection)
      this.#free.push(connection)
    }
  }

  async acquireConnection(): Promise<ReplicaConnection> {
    const free = this.#free.pop()
    if (free !== undefined) return free
    const turn = Promise.withResolvers<ReplicaConnection>()
    this.#waiting.push(turn)
    return turn.promise
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = this.#all.find(each => each === connection)
    if (own === undefined) return
    const next = this.#waiting.shift()
    if (next === undefined) this.#free.push(own)
    else next.resolve(own)
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

  async destroy(): Promise<void> {
    for (const turn of this.#waiting.splice(0)) turn.reject(new Error('The replica was closed'))
    for (const connection of this.#all.splice(0)) connection.close()
    this.#free.length = 0
  }
}

class ReplicaConnection implements DatabaseConnection {
  readonly #connection: DuckDBConnection
  constructor(connection: DuckDBConnection) {
    this.#connection = connection
  }

  /** A query whose signal is aborted ends with an error within milliseconds. */
  async executeQuery<R>(
    { sql, parameters }: CompiledQuery,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<QueryResult<R>> {
    signal?.throwIfAborted()
    const interrupt = (): void => this.#connection.interrupt()
    const statement = await this.#connection.prepare(sql)
    try {
      bind(statement, parameters)
      signal?.addEventListener('abort', interrupt, { once: true })
      const result = await statement.run()
      const rows = await result.convertRowObjects<unknown>(fromDuckDB)
      // What a query answers is what its type says: this is where it is believed.
      return { rows: rows as R[] }
    } finally {
      signal?.removeEventListener('abort', interrupt)
      statement.destroySync()
    }
  }

  async cancelQuery(): Promise<void> {
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
