import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ensureFirstSuperuser } from './accounts/accounts.ts'
import type { AppOptions } from './app.ts'
import { retryUntilConnected, tellFailure } from './db/database-trouble.ts'
import { wantsFirstDemo } from './db/installation.ts'
import { openDatabase } from './db/open-database.ts'
import { checkStandbys } from './db/own-server.ts'
import { errorCode, Refusal } from './db/refusal.ts'
import { openStandbys, type Standbys } from './db/standbys.ts'
import { checkTextNodes } from './db/text-nodes.ts'
import type { DemoLoad } from './demo/load-aside.ts'
import type { Env } from './env.ts'
import { checkExportStore } from './exports/object-removal.ts'
import { mailerOf } from './messenger/mailer.ts'
import { telegramOf } from './messenger/telegram.ts'
import type { OperationsOptions } from './operations/routes.ts'
import type { StopSignals } from './operations/stop-signals.ts'
import { type StartedReplica, startReplica, startWithoutReplica } from './replica/start-replica.ts'

/** One node, with the roles it is given (decision 0119). Returns when asked to stop and everything is closed. */
export async function serve(env: Env, stop: StopSignals): Promise<void> {
  // While PostgreSQL starts; a failure is told where it is needed.
  const [isWeb, isWorker] = [env.roles.has('web'), env.roles.has('worker')]
  const loadAhead = (): void => void (isWeb && import('./app.ts').catch(() => undefined))
  const database = await openDatabase(env, { say: tell, onStarting: loadAhead })
  let stopping = false
  let demo: DemoLoad | undefined
  let app: FastifyInstance | undefined
  let stopWork: (() => Promise<void>) | undefined
  let replica: StartedReplica | undefined
  let standbys: Standbys | undefined
  const mailer = mailerOf(env.mail, error => app?.log.error({ err: error }, 'a letter was not sent'))
  try {
    await retryUntilConnected(stop.signal, () => checkTextNodes(database.db, tell))
    const exportStore = env.exportStore && (await import('./outgoing/object-store.ts')).objectStoreOf(env.exportStore)
    await retryUntilConnected(stop.signal, () => checkExportStore(database.db, exportStore, tell))
    if (isWeb) await database.claimServing(addressOf(env.host, env.port))
    const dataDir = database.dataDir ?? env.dataDir
    const { isSealKeyMissing, sealKeyMissing, takeSealKey } = await import('./forgetting/seal.ts')
    if (env.forgettingKey !== undefined) takeSealKey(dataDir, env.forgettingKey)
    const failed = (error: unknown): void => {
      if (!stopping) tellFailure('Столбцовая копия дел недоступна, считает PostgreSQL', error)
    }
    const webApp = async (
      state: OperationsOptions & Pick<AppOptions, 'standbys' | 'exportStore'>,
    ): Promise<FastifyInstance> => {
      const { buildApp } = await import('./app.ts')
      return buildApp({
        ...state,
        copy: () => replica?.now(),
        copyOn: (day, edition) => replica?.on?.(day, edition),
        ...(env.replica && {
          copyState: () => replica?.state?.() ?? { state: 'loading', lag: null },
          // Whatever is written before the copy is opened is read when it is.
          copyCaughtUp: async () => replica?.caughtUp?.(),
        }),
        publicUrl: env.publicUrl,
        otherUrls: env.otherUrls,
        superuserSecondFactor: env.superuserSecondFactor,
        trustedProxies: env.trustedProxies,
        exportDirectLimit: env.exportDirectLimit,
        links: env.links,
        mailer,
        hasBot: env.bot !== undefined,
        reachChat: telegramOf(env.bot)?.reach,
        outgoing: env.outgoing,
        timestamping: env.timestamping,
        // Only our faults; requests are counted in /metrics.
        logger: { level: 'warn', stream: process.stderr },
      })
    }
    const state = {
      db: database.db,
      dataDir,
      diskReserve: env.diskReserve,
      isReady: () => !stopping,
      busyWith: () => demo?.note(),
      exportStore,
    }
    if (isWeb) {
      if (env.databaseReadUrls.length > 0) await checkStandbys(env.databaseReadUrls, database.url, tell)
      standbys = openStandbys(database.db, env.databaseReadUrls)
      app = await webApp({ ...state, standbys })
      const address = await listen(app, env)
      const { username, password } = await retryUntilConnected(stop.signal, () =>
        ensureFirstSuperuser(database.db, env),
      )
      tell(`Судмонитор работает: ${address}`)
      if (password !== undefined)
        tell(`Имя: ${username}\nПароль: ${password}\nЭтот пароль показан один раз, запишите его.`)
    }
    if (await retryUntilConnected(stop.signal, () => isSealKeyMissing(database.db, dataDir))) tell(sealKeyMissing)
    if (isWorker && env.demo && (await retryUntilConnected(stop.signal, () => wantsFirstDemo(database.db))))
      demo = (await import('./demo/load-aside.ts')).loadDemoAside(database.url, tell)
    if (isWeb) {
      await pause(firstPagesMs, undefined, { signal: stop.signal })
      replica = env.replica
        ? await startReplica(
            database.db,
            { url: database.url, folder: join(dataDir, 'replica'), memoryShare: env.copyMemory },
            failed,
          )
        : startWithoutReplica(database.db, failed)
    }
    if (isWorker) {
      const { startWork } = await import('./worker.ts')
      stopWork = await startWork(env, database, {
        mailer,
        exportStore,
        onError: error => {
          if (!stopping) tellFailure('Задание не выполнено', error)
        },
        signal: stop.signal,
      })
    }
    if (!isWeb) {
      app = await probeApp(state)
      tell(`Судмонитор выполняет задания; готов ли он, отвечает ${await listen(app, env)}/readyz`)
    }
    await stop.asked
    tell('Останавливаюсь…')
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    stopping = true
    // Running requests are answered; loading goes on at the next start.
    await demo?.stop()
    await stopWork?.()
    if (app !== undefined) await closeInTime(app)
    await replica?.stop()
    await mailer?.close()
    await standbys?.close()
    await database.close()
  }
}

const probeApp = async (state: OperationsOptions): Promise<FastifyInstance> =>
  (await import('./operations/probe-app.ts')).buildProbeApp(state)

/** Nothing but pages is worked on: people wait for the first ones, DuckDB and jobs take the processor to load. */
const firstPagesMs = 1_000
const answerTimeoutMs = 10_000

async function closeInTime(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), answerTimeoutMs)
  await app.close()
  clearTimeout(timer)
}

const tell = (sentence: string): void => console.log(sentence)

const addressOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

async function listen(app: FastifyInstance, { host, port }: Env): Promise<string> {
  try {
    await app.listen({ host, port })
    const address = app.server.address()
    return addressOf(host, typeof address === 'object' && address !== null ? address.port : port)
  } catch (error) {
    throw listenRefusal(error, host, port)
  }
}

const listenRefusal = (error: unknown, host: string, port: number): unknown => {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new Refusal(
        `Порт ${port} на ${host} уже занят. Освободите его или укажите другой, например: PORT=${port + 1} npm start`,
      )
    case 'EACCES':
      return new Refusal(`Порт ${port} занимать нельзя: порты до 1024 доступны только root. Укажите другой в PORT.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Refusal(`HOST=${host}: у этого компьютера нет такого адреса.`)
    default:
      return error
  }
}
