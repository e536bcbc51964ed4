import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/**
 * An act that somebody asked for under a key (decision 0081). Each transaction that is committed for it says so within itself, so that
 * whoever asks again after `kill -9` learns whether it was done; and it fails once another process has taken the act over.
 */
export type AskedAct = { accountId: number; key: string; attempt: number; state: 'running' | 'answered' | 'given back' }
const acts = new AsyncLocalStorage<AskedAct>()
export const actingAs = (act: AskedAct, work: () => void): void => acts.run(act, work)

const noteDone = `update asked_act set acted_at = clock_timestamp() where account_id = $1 and key = $2 and attempt = $3`

class ActDriver extends PostgresDriver {
  readonly #reading = new WeakSet<DatabaseConnection>()

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    if (settings.accessMode === 'read only') this.#reading.add(connection)
    else this.#reading.delete(connection)
    await super.beginTransaction(connection, settings)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const act = acts.getStore()
    // What a good answer leaves behind to be done is not the act; what goes on after a bad one may no longer be committed.
    if (act !== undefined && act.state !== 'answered' && !this.#reading.has(connection)) {
      const { numAffectedRows } = await connection.executeQuery(
        CompiledQuery.raw(noteDone, [act.accountId, act.key, act.attempt]),
      )
      if (numAffectedRows !== 1n) throw new Error('the act was given back, or taken over by another request')
    }
    await super.commitTransaction(connection)
  }
}

export class ActDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): ActDriver {
    return new ActDriver(this.#config)
  }
}
