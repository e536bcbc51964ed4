import pg from 'pg'
import { z } from 'zod'
import { databaseClientOptions, hasDirect } from './client-options.ts'
import { databaseTrouble, retryUntilConnected } from './database-trouble.ts'
import { errorCode, Refusal } from './refusal.ts'

/**
 * Requirements for an external PostgreSQL; an unfit one is refused before it is used (decision 0119). `longestAnswerMs`: time limit of one query.
 */
export type WaitOptions = { longestMs: number; say: ((sentence: string) => void) | undefined; longestAnswerMs?: number }
type Way = { variable: string; url?: string }
const usual = 'DATABASE_URL'
const past = 'DATABASE_DIRECT_URL'
const standby = 'DATABASE_READ_URL'

/** SQL that identifies the database, whatever address leads to it. */
export const thisDatabase = `(select system_identifier from pg_control_system()) || ' ' || (select oid from pg_database where datname = current_database())`

const facts = z.object({
  version: z.number(),
  name: z.string(),
  encoding: z.string(),
  russian: z.boolean(),
  standby: z.boolean(),
  writes: z.boolean(),
  compiles: z.boolean(),
  fires: z.boolean(),
  database: z.string(),
})
type Facts = z.infer<typeof facts>
const oldestVersion = 15

/** @throws Refusal */
export async function checkOwnServer(
  url: string,
  { longestMs, say, longestAnswerMs = usualAnswerMs }: WaitOptions,
): Promise<void> {
  let at: Way = { variable: usual, url }
  let isWaiting = false
  const check = async (): Promise<void> => {
    at = { variable: usual, url }
    const isDirectGiven = hasDirect(url)
    const { shares, ...found } = await look(at, 'transactions', longestAnswerMs)
    refuseUnfit(found, usual)
    if (!isDirectGiven && shares)
      throw new Refusal(
        `${usual} ведёт через пул соединений, который даёт каждой транзакции другой сеанс. Назовите в ${past} адрес самого PostgreSQL или переведите пул в режим сеансов.`,
      )
    if (!isDirectGiven) return
    at = { variable: past, url: databaseClientOptions(url).connectionString }
    const direct = await look(at, 'session', longestAnswerMs)
    refuseUnfit(direct, past)
    if (direct.shares) throw new Refusal(`${past} тоже ведёт через пул соединений. Нужен адрес самого PostgreSQL.`)
    if (direct.database !== found.database)
      throw new Refusal(`${usual} и ${past} ведут в разные базы данных. Нужны два адреса одной базы.`)
  }
  try {
    await retryUntilConnected(AbortSignal.timeout(longestMs), check, () => {
      if (!isWaiting)
        say?.(`PostgreSQL по адресу ${at.variable} пока не отвечает, жду до ${Math.ceil(longestMs / 1000)}\u00a0с.`)
      isWaiting = true
    })
  } catch (error) {
    throw explained(error, at)
  }
}

/** A standby that is away is used once it is back; one that is no copy of `primary` never could be. @throws Refusal */
export async function checkStandbys(
  urls: readonly string[],
  primary: string,
  say: (sentence: string) => void,
): Promise<void> {
  const { database } = await look({ variable: usual, url: primary }, 'session')
  for (const url of urls) {
    const at: Way = { variable: standby, url }
    try {
      const found = await look(at, 'session')
      if (found.shares)
        throw new Refusal(`${standby} ведёт через пул соединений. Нужны адреса самих резервных серверов.`)
      if (found.database !== database)
        throw new Refusal(
          `По адресу ${standby}${hostOf(url)} отвечает не резервный сервер базы из ${usual}, а другая база.`,
        )
    } catch (error) {
      if (databaseTrouble(error) !== 'away') throw explained(error, at)
      say(`Резервный сервер${hostOf(url)} пока не отвечает: вместо него читаем с основного.`)
    }
  }
}

/** Checks that a text node is fit (texts/spread) and returns its identity. @throws Refusal */
export async function databaseAt(url: string, variable: string): Promise<string> {
  const at: Way = { variable, url }
  try {
    const found = await look(at, 'session')
    refuseUnfit(found, variable)
    if (found.shares) throw new Refusal(`${variable} ведёт через пул соединений. Нужен адрес самого PostgreSQL.`)
    return found.database
  } catch (error) {
    throw explained(error, at)
  }
}

/** @throws Refusal */
export function refuseUnfit(
  { version, name, encoding, russian, standby, writes, fires }: Facts,
  variable: string,
): void {
  if (version < oldestVersion)
    throw new Refusal(`По адресу ${variable} отвечает PostgreSQL ${name}, а нужен ${oldestVersion} или новее.`)
  if (standby)
    throw new Refusal(`По адресу ${variable} отвечает резервный сервер: он только читает. Назовите основной.`)
  if (!writes)
    throw new Refusal(
      `База по адресу ${variable} открыта только для чтения (default_transaction_read_only = on). Уберите эту настройку или освободите место на диске, если её включил провайдер.`,
    )
  if (!fires)
    throw new Refusal(
      `Учётной записи из ${variable} задано session_replication_role = replica: изменения дел прошли бы незамеченными. Уберите эту настройку.`,
    )
  if (encoding !== 'UTF8')
    throw new Refusal(`База по адресу ${variable} — в кодировке ${encoding}, а нужна UTF8. ${createdRight}`)
  if (!russian)
    throw new Refusal(`База по адресу ${variable} не различает регистр русских букв (локаль C). ${createdRight}`)
}

/**
 * `shares`: sessions are shared between clients, so a pooler assigns them by transaction. A load balancer may distribute clients over several
 * poolers, and sharing is only seen when two clients reach the same one: likely with six clients.
 */
const clientsThatLook = 6
const longestConnectingMs = 10_000
/** A server under load answers slowly; a paused pooler never does. */
const usualAnswerMs = 30_000
async function look(
  { url = '' }: Way,
  need: 'session' | 'transactions',
  longestAnswerMs = usualAnswerMs,
): Promise<Facts & { shares: boolean }> {
  const options = {
    ...databaseClientOptions(url, need),
    connectionTimeoutMillis: longestConnectingMs,
    // A paused pooler accepts the login but answers nothing.
    query_timeout: longestAnswerMs,
    application_name: 'sudmonitor start',
  }
  const one = new pg.Client(options)
  const clients = [one, ...Array.from({ length: clientsThatLook - 1 }, () => new pg.Client(options))]
  try {
    for (const client of clients) {
      client.on('error', () => undefined)
      await client.connect()
    }
    const { rows } = await one.query(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as name,
         getdatabaseencoding() as encoding, lower('Ё') = 'ё' as russian, pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'off' as writes,
         current_setting('jit') = 'on' as compiles, current_setting('session_replication_role') <> 'replica' as fires,
         ${thisDatabase} as database`,
    )
    const found = facts.parse(rows[0])
    const clientsOf = new Map<number, Set<pg.Client>>()
    // A single client may get the session it has just released; a round-robin pooler would give each client the same one in the same order.
    for (const client of [...clients, ...clients.toReversed(), ...clients]) {
      const { rows: answer } = await client.query('select pg_backend_pid() as pid')
      const { pid } = z.object({ pid: z.number() }).parse(answer[0])
      clientsOf.set(pid, (clientsOf.get(pid) ?? new Set()).add(client))
    }
    const shares = clientsOf.size > clients.length || [...clientsOf.values()].some(({ size }) => size > 1)
    // JIT compilation takes longer than our queries. Set for the role, since settings of a session do not survive a pooler.
    if (found.compiles && !found.standby && found.writes)
      await one
        .query(
          `do $$ begin execute format('alter role current_user in database %I set jit = off', current_database()); end $$`,
        )
        .catch(() => undefined)
    return { ...found, shares }
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => undefined)))
  }
}

const createdRight = `Создайте базу так: create database sudmonitor template template0 encoding 'UTF8' locale 'C.UTF-8'`

export const explained = (error: unknown, at: Way = { variable: usual }): unknown => {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  const sentence = sentenceFor(error, at)
  return sentence === undefined ? error : new Refusal(sentence, { cause: error })
}

const hostOf = (url: string | undefined): string =>
  url === undefined ? '' : ` (${new URL(url).host || 'локальный сокет'})`

const sentenceFor = (error: Error, { variable, url }: Way): string | undefined => {
  const where = hostOf(url)
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return `По адресу ${variable}${where} никто не отвечает: PostgreSQL не запущен или адрес неверен.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Узел из ${variable}${where} не найден.`
    case 'ENOENT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `До адреса ${variable}${where} не достучаться: ${error.message}.`
    case '28P01':
    case '28000':
      return `PostgreSQL не принял имя или пароль из ${variable}: ${error.message}.`
    case '3D000':
      return `Базы, названной в ${variable}, нет: ${error.message}. ${createdRight}`
    case '42501':
      return `Учётной записи из ${variable} не хватает прав: ${error.message}. Сделайте её владельцем базы.`
    case '0A000':
      return /extension/.test(error.message)
        ? `Серверу PostgreSQL не хватает расширения: ${error.message}. Установите пакет с дополнительными модулями (contrib).`
        : undefined
    case '53300':
      return 'PostgreSQL не принимает новых соединений: их слишком много.'
    case undefined:
      return /timeout|terminated/i.test(error.message)
        ? `По адресу ${variable}${where} не отвечает PostgreSQL: ${error.message}.`
        : undefined
    default:
      return undefined
  }
}
