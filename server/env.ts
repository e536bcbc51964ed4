import { homedir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import type { z } from 'zod'
import { addressWithDirect } from './db/client-options.ts'
import { Refusal } from './db/refusal.ts'
import { variables } from './env-variables.ts'
import type { ObjectStoreSettings } from './outgoing/object-store.ts'

export const packageRoot = dirname(import.meta.dirname)
/** What Node runs to be the product: a source in a checkout, JavaScript in a package. */
export const commandLine = join(import.meta.dirname, `cli${extname(import.meta.filename)}`)
/** A checkout keeps its data within it. A package is replaced by each update: its data are at home. */
const defaultDataDir = import.meta.filename.endsWith('.ts')
  ? join(packageRoot, 'data')
  : join(homedir(), '.local/share/sudmonitor')

/** `dataDirGiven`: a chosen folder must not be moved; the default may be. `adminPassword`: absent, one is generated and printed once. */
export type Env = ReturnType<typeof readEnv>

/** @throws Refusal naming every variable that has a bad value */
export function readEnv(source: Readonly<Record<string, string | undefined>> = process.env) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const { data, error } = variables.safeParse(given)
  if (error) throw new Refusal(error.issues.map(({ message }) => message).join('\n'))
  if ((data.SMTP_URL === undefined) !== (data.MAIL_FROM === undefined))
    throw new Refusal('Для писем нужны обе переменные: SMTP_URL и MAIL_FROM.')
  if (data.DATABASE_DIRECT_URL !== undefined && data.DATABASE_URL === undefined)
    throw new Refusal('DATABASE_DIRECT_URL — второй адрес базы из DATABASE_URL, а её нет.')
  if (data.DATABASE_READ_URL !== undefined && data.DATABASE_URL === undefined)
    throw new Refusal('DATABASE_READ_URL — резервные серверы базы из DATABASE_URL, а её нет.')
  const exportStore = exportStoreOf(data)
  const [publicUrl, ...otherUrls] = data.PUBLIC_URL ?? []
  return {
    host: data.HOST,
    port: data.PORT,
    databaseUrl: data.DATABASE_URL && addressWithDirect(data.DATABASE_URL, data.DATABASE_DIRECT_URL),
    databaseReadUrls: data.DATABASE_READ_URL ?? [],
    dataDir: resolve(data.DATA_DIR ?? defaultDataDir),
    dataDirGiven: data.DATA_DIR !== undefined,
    adminUsername: data.ADMIN_USERNAME,
    adminPassword: data.ADMIN_PASSWORD,
    superuserSecondFactor: data.SUPERUSER_SECOND_FACTOR,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    diskReserve: data.DISK_RESERVE,
    forgettingKey: data.FORGETTING_KEY,
    roles: data.ROLES,
    replica: data.REPLICA && data.ROLES.has('web') && data.ROLES.has('copy'),
    copyMemory: data.COPY_MEMORY,
    collecting: { scheduled: data.COLLECT ?? false, contact: data.COLLECT_CONTACT, proxy: data.COLLECT_PROXY },
    publicUrl,
    otherUrls,
    trustedProxies: data.TRUSTED_PROXIES,
    exportStore,
    exportDirectLimit: data.EXPORT_DIRECT_LIMIT,
    outgoing: { allowed: data.WEBHOOK_NETWORKS ?? [], ports: data.WEBHOOK_PORTS },
    timestamping: timestampingBy(data.TSA_URL, data.WEBHOOK_NETWORKS),
    calendar: timestampingBy(data.OTS_CALENDAR, data.WEBHOOK_NETWORKS),
    links: {
      manual: data.MANUAL_URL,
      suggest_article: data.SUGGEST_ARTICLE_URL,
      help_bot: data.HELP_BOT_URL,
      donate: data.DONATE_URL,
    },
    mail:
      data.SMTP_URL === undefined || data.MAIL_FROM === undefined
        ? undefined
        : { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM },
    bot:
      data.TELEGRAM_BOT_TOKEN === undefined
        ? undefined
        : { token: data.TELEGRAM_BOT_TOKEN, apiRoot: data.TELEGRAM_API_ROOT?.replace(/\/+$/, '') },
  }
}

/** Where files of exports lie besides the database. Keys alone: what was written to S3 before is read and deleted. */
function exportStoreOf(data: z.output<typeof variables>): ObjectStoreSettings | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region, EXPORTS_URL } = data
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Refusal('Для S3 нужны оба ключа: S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY.')
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    if (EXPORTS_URL !== undefined)
      throw new Refusal('Для EXPORTS_URL нужны ключи S3: S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY.')
    return undefined
  }
  const endpoint = data.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const root = EXPORTS_URL && `${new URL(endpoint).origin}/${EXPORTS_URL.slice('s3://'.length).replace(/\/$/, '')}`
  return { root, region, accessKeyId, secretAccessKey }
}

/** In the same networks of one's own as webhooks may call. */
const timestampingBy = (url: string | undefined, allowed: readonly string[] = []) =>
  url === undefined ? undefined : { url, guard: { allowed } }
