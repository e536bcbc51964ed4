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
 * An action requested under an idempotency key (decision 0081). Each of its transactions records itself as committed, so that a retry after `kill -9`
 * learns whether the action was done. A transaction fails if another process has taken the action over.
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
    // Follow-up work after a successful answer does not belong to the action. After a failed one nothing may be committed any more.
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
