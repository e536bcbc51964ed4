import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { showNumber } from '#shared/domain/wording.ts'
import { ensureFirstSuperuser } from './accounts/accounts.ts'
import { tellFailure, untilItAnswers } from './db/database-trouble.ts'
import { wantsFirstDemo } from './db/installation.ts'
import { type OpenDatabase, openDatabase } from './db/open-database.ts'
import { errorCode, Refusal } from './db/refusal.ts'
import type { Env } from './env.ts'
import { mailerOf } from './messenger/mailer.ts'
import { telegramOf } from './messenger/telegram.ts'
import type { StopSignals } from './operations/stop-signals.ts'
import { type Started, startReplica, startWithout } from './replica/start-replica.ts'

/** Returns when asked to stop and everything is closed. */
export async function serve(env: Env, stop: StopSignals): Promise<void> {
  // While PostgreSQL starts; a failure is told where it is needed.
  const loadAhead = (): void => void import('./app.ts').catch(() => undefined)
  const database = await openDatabase(env, { say: tell, onStarting: loadAhead })
  let stopping = false
  let demo: Demo | undefined
  let app: FastifyInstance | undefined
  let stopWork: (() => Promise<void>) | undefined
  let replica: Started | undefined
  const mailer = mailerOf(env.mail, error => app?.log.error({ err: error }, 'a letter was not sent'))
  try {
    await database.claimServing(addressOf(env.host, env.port))
    const dataDir = database.dataDir ?? env.dataDir
    const failed = (error: unknown): void => {
      if (!stopping) tellFailure('Столбцовая копия дел недоступна, считает PostgreSQL', error)
    }
    const { buildApp } = await import('./app.ts')
    app = await buildApp({
      db: database.db,
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
      dataDir,
      diskReserve: env.diskReserve,
      outgoing: env.outgoing,
      timestamping: env.timestamping,
      // Only our faults; requests are counted in /metrics.
      logger: { level: 'warn', stream: process.stderr },
      isReady: () => !stopping,
      busyWith: () => demo?.note(),
    })
    const address = await listen(app, env)
    const { username, password } = await untilItAnswers(stop.signal, () => ensureFirstSuperuser(database.db, env))
    tell(`Судмонитор работает: ${address}`)
    if (password !== undefined)
      tell(`Имя: ${username}\nПароль: ${password}\nЭтот пароль показан один раз, запишите его.`)
    if (env.demo && (await untilItAnswers(stop.signal, () => wantsFirstDemo(database.db))))
      demo = loadDemoAside(database)
    await pause(firstPages, undefined, { signal: stop.signal })
    replica = env.replica
      ? await startReplica(database.db, { url: database.url, folder: join(dataDir, 'replica') }, failed)
      : startWithout(database.db, failed)
    const { startWork } = await import('./worker.ts')
    stopWork = await startWork(env, database, {
      mailer,
      onError: error => {
        if (!stopping) tellFailure('Задание не выполнено', error)
      },
      signal: stop.signal,
    })
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
    await database.close()
  }
}

/** Milliseconds in which nothing but pages is worked on: people wait for the first ones, DuckDB and jobs take the processor to load. */
const firstPages = 1_000
const answerTimeout = 10_000

async function closeInTime(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), answerTimeout)
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

type Demo = { note: () => string | undefined; stop: () => Promise<void> }

const progress = z.union([
  z.object({ finished: z.literal(false), loaded: z.number(), total: z.number() }),
  z.object({ finished: z.literal(true) }),
])

function loadDemoAside({ url }: OpenDatabase): Demo {
  const began = Date.now()
  let note: string | undefined = 'Загружаются демонстрационные дела.'
  let stopping = false
  tell('Загружаю демонстрационные дела (DEMO=0 — не загружать).')
  const worker = new Worker(new URL('./demo/load-thread.ts', import.meta.url), { workerData: { url } })
  const ended = new Promise<void>(resolve => {
    worker.on('message', message => {
      const told = progress.parse(message)
      note = told.finished
        ? undefined
        : `Загружаются демонстрационные дела: ${showNumber(told.loaded)} из ${showNumber(told.total)}.`
      if (told.finished)
        tell(
          `Демонстрационные дела загружены за ${showNumber(Math.round((Date.now() - began) / 1000))}\u00a0с. Удалить их: npx sudmonitor demo --remove`,
        )
    })
    worker.on('error', error => {
      note = undefined
      if (!stopping) console.error(`Демонстрационные дела не загрузились: ${error.message}`)
    })
    worker.on('exit', () => {
      note = undefined
      resolve()
    })
  })
  return {
    note: () => note,
    stop: async () => {
      stopping = true
      await worker.terminate()
      await ended
    },
  }
}
