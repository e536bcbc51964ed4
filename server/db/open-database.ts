import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Env } from '../env.ts'
import { connect } from './connect.ts'
import { closeUnusedFolder } from './data-folder.ts'
import { untilItAnswers } from './database-trouble.ts'
import { buildDeferredIndexes } from './deferred-indexes.ts'
import { openEmbedded } from './embedded.ts'
import { latestMigration, migrate } from './migrate.ts'
import { seedReference } from './reference/seed.ts'
import { errorCode, Refusal } from './refusal.ts'
import type { DB } from './schema.ts'

/** The database, from DATABASE_URL or embedded: checked, migrated, with reference data. Every command opens it here and closes it. */
export type OpenDatabase = {
  db: Kysely<DB>
  url: string
  dataDir?: string
  /** @throws Refusal when another server works on these embedded data; several may share a PostgreSQL of one's own. */
  claimServing(address: string): Promise<void>
  close(longestWait?: number): Promise<void>
  migrated: readonly string[]
}

type OpenOptions = { say?: (sentence: string) => void; onStarting?: () => void; max?: number }

/** @throws Refusal when there is no database to be had */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'dataDir' | 'dataDirGiven'>,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const server =
    env.databaseUrl === undefined
      ? await openEmbedded({ ...env, ...options })
      : await openOwn(env.databaseUrl, env.dataDir)
  const db = connect(server.url, options)
  const close = async (longestWait = usualWait): Promise<void> => {
    await Promise.race([db.destroy(), sleep(longestWait, undefined, { ref: false })])
    await server.close()
  }
  try {
    // Each step may be begun again.
    const migrated = await untilItAnswers(AbortSignal.timeout(longestAbsence), () =>
      migrate(db, latestMigration, () => options.say?.(updating)),
    )
    await untilItAnswers(AbortSignal.timeout(longestAbsence), async () => {
      await buildDeferredIndexes(db)
      await seedReference(db)
    })
    return { ...server, db, close, migrated }
  } catch (error) {
    await close()
    throw explained(error)
  }
}

const updating =
  'Обновляю базу данных. Индексы слов строятся заново несколько минут на каждые сто тысяч текстов; до конца страницы не отвечают.'
const usualWait = 10_000
const longestAbsence = 60_000

type DatabaseServer = Pick<OpenDatabase, 'url' | 'dataDir' | 'claimServing'> & { close(): Promise<void> }

const openOwn = async (url: string, dataDir: string): Promise<DatabaseServer> => {
  await check(url)
  closeUnusedFolder(dataDir)
  return { url, claimServing: async () => undefined, close: async () => undefined }
}

const oldestVersion = 15

async function check(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'sudmonitor',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; name: string; encoding: string; russian: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name,
         getdatabaseencoding() as encoding, lower('Ё') = 'ё' as russian`,
    )
    const found = rows[0]
    if (found === undefined || found.version < oldestVersion)
      throw new Refusal(
        `По адресу DATABASE_URL отвечает PostgreSQL ${found?.name}, а нужен ${oldestVersion} или новее.`,
      )
    if (found.encoding !== 'UTF8')
      throw new Refusal(`База по адресу DATABASE_URL — в кодировке ${found.encoding}, а нужна UTF8. ${createdRight}`)
    if (!found.russian)
      throw new Refusal(`База по адресу DATABASE_URL не различает регистр русских букв (локаль C). ${createdRight}`)
  } catch (error) {
    throw explained(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const createdRight = `Создайте базу так: create database sudmonitor template template0 encoding 'UTF8' locale 'C.UTF-8'`

const explained = (error: unknown, url?: string): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const sentence = sentenceFor(error, url === undefined ? '' : ` (${new URL(url).host || 'локальный сокет'})`)
  return sentence === undefined ? error : new Refusal(sentence, { cause: error })
}

const sentenceFor = (error: Error, where: string): string | undefined => {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `По адресу DATABASE_URL${where} никто не отвечает: PostgreSQL не запущен или адрес неверен.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Узел из DATABASE_URL${where} не найден.`
    case 'ENOENT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `До адреса DATABASE_URL${where} не достучаться: ${error.message}.`
    case '28P01':
    case '28000':
      return `PostgreSQL не принял имя или пароль из DATABASE_URL: ${error.message}.`
    case '3D000':
      return `Базы, названной в DATABASE_URL, нет: ${error.message}. ${createdRight}`
    case '42501':
      return `Учётной записи из DATABASE_URL не хватает прав: ${error.message}. Сделайте её владельцем базы.`
    case '0A000':
      return /extension/.test(error.message)
        ? `Серверу PostgreSQL не хватает расширения: ${error.message}. Установите пакет с дополнительными модулями (contrib).`
        : undefined
    case '53300':
      return 'PostgreSQL не принимает новых соединений: их слишком много.'
    case undefined:
      return /timeout|terminated/i.test(error.message)
        ? `По адресу DATABASE_URL${where} не отвечает PostgreSQL: ${error.message}.`
        : undefined
    default:
      return undefined
  }
}
