import { isIP } from 'node:net'
import { z } from 'zod'
import { exportDirectLimit } from '#shared/domain/limits.ts'
import { defaultMemoryShare } from './replica/copy-memory.ts'

const flag = (name: string) =>
  z
    .enum(['0', '1'], { error: ({ input }) => `${name}=${String(input)}: допустимы значения 0 и 1.` })
    .transform(value => value === '1')

const address = (name: string, schemes: readonly string[], example: string) =>
  z.string().refine(
    value => URL.canParse(value) && schemes.includes(new URL(value).protocol),
    // The value is not shown: it may contain a password.
    `${name}: это не адрес вида ${example}.`,
  )

const isNetwork = (text: string): boolean => {
  const [start = '', bits = '', ...rest] = text.split('/')
  const family = isIP(start)
  return rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const listOf = <T extends z.ZodType<unknown, string>>(one: T) =>
  z
    .string()
    .transform(value => value.split(',').map(part => part.trim()))
    .pipe(z.array(one))
const networks = (name: string, example: string) =>
  z
    .string()
    .transform(value => value.split(',').map(network => network.trim()))
    .refine(all => all.every(isNetwork), { error: `${name}: нужны сети через запятую, например ${example}.` })

/** What a node does: answers people, does jobs, keeps the columnar copy. */
const allRoles = ['web', 'worker', 'copy'] as const
type Role = (typeof allRoles)[number]
const isRole = (name: string): name is Role => allRoles.some(role => role === name)
const roles = z
  .string()
  .default(allRoles.join())
  .transform(value => value.split(',').map(name => name.trim()))
  .refine(names => names.every(isRole), {
    error: ({ input }) => `ROLES=${String(input)}: роли узла — web, worker и copy, через запятую.`,
  })
  .transform((names): ReadonlySet<Role> => new Set(names.filter(isRole)))
  .refine(given => given.has('web') || [...given].join() === 'worker', {
    error: 'ROLES без web: столбцовая копия нужна узлу, который отвечает людям. Добавьте web или уберите copy.',
  })

/** The rest is Node's, PostgreSQL's and the file cache's. */
const mostShare = 80

/** Environment variables (design §8), each with the sentence for a bad value. An empty one counts as absent. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .default('3000')
    .refine(value => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, {
      error: ({ input }) => `PORT=${String(input)}: порт — это целое число от 0 до 65535.`,
    })
    .transform(Number),
  DATABASE_URL: address(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'postgres://имя:пароль@узел:5432/база',
  ).optional(),
  DATABASE_DIRECT_URL: address(
    'DATABASE_DIRECT_URL',
    ['postgres:', 'postgresql:'],
    'postgres://имя:пароль@узел:5432/база',
  ).optional(),
  DATABASE_READ_URL: z
    .string()
    .transform(value => value.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(address('DATABASE_READ_URL', ['postgres:', 'postgresql:'], 'postgres://имя:пароль@узел:5432/база')))
    .optional(),
  DATA_DIR: z.string().optional(),
  ADMIN_USERNAME: z.string().trim().min(1, 'ADMIN_USERNAME: имя не может быть пустым.').default('admin'),
  ADMIN_PASSWORD: z.string().optional(),
  SUPERUSER_SECOND_FACTOR: flag('SUPERUSER_SECOND_FACTOR').default(false),
  DEMO: flag('DEMO').optional(),
  PUBLIC_URL: listOf(
    address('PUBLIC_URL', ['http:', 'https:'], 'https://sudmonitor.example').transform(value =>
      value.replace(/\/+$/, ''),
    ),
  ).optional(),
  TRUSTED_PROXIES: networks('TRUSTED_PROXIES', '192.0.2.10/32, 10.20.0.0/16').optional(),
  SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:'], 'smtp://имя:пароль@узел:587').optional(),
  MAIL_FROM: z.string().optional(),
  EXPORT_DIRECT_LIMIT: z
    .string()
    .regex(/^\d{1,8}$/, 'EXPORT_DIRECT_LIMIT: нужно целое число, до скольких дел файл предлагается ссылкой.')
    .default(String(exportDirectLimit))
    .transform(Number),
  EXPORTS_URL: z
    .string()
    .regex(
      /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w-][\w.-]*)*\/?$/,
      'EXPORTS_URL: нужен адрес вида s3://корзина/папка, латиницей.',
    )
    .optional(),
  S3_ENDPOINT: address('S3_ENDPOINT', ['http:', 'https:'], 'https://storage.example')
    .refine(value => isOrigin(value), 'S3_ENDPOINT: нужен адрес хранилища без имени, пароля и пути.')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z\d-]{1,60}$/, 'S3_REGION: нужно имя региона, например ru-central1.')
    .default('us-east-1'),
  // The values are not repeated: they are secrets.
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'S3_ACCESS_KEY_ID: в ключе есть пробелы или лишние знаки.')
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'S3_SECRET_ACCESS_KEY: в ключе есть пробелы или лишние знаки.')
    .optional(),
  MANUAL_URL: address('MANUAL_URL', ['http:', 'https:'], 'https://manual.example').optional(),
  SUGGEST_ARTICLE_URL: address('SUGGEST_ARTICLE_URL', ['http:', 'https:'], 'https://form.example').optional(),
  HELP_BOT_URL: address('HELP_BOT_URL', ['http:', 'https:'], 'https://t.me/bot').optional(),
  DONATE_URL: address('DONATE_URL', ['http:', 'https:'], 'https://donate.example').optional(),
  // The value is not repeated: it is a secret.
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]{20,}$/, 'TELEGRAM_BOT_TOKEN: это не токен бота вида 123456789:AAE….')
    .optional(),
  TSA_URL: address('TSA_URL', ['http:', 'https:'], 'https://tsa.example/tsr').optional(),
  OTS_CALENDAR: address('OTS_CALENDAR', ['http:', 'https:'], 'https://a.pool.opentimestamps.org')
    .transform(value => value.replace(/\/+$/, ''))
    .optional(),
  // The value is not repeated: it is a secret.
  FORGETTING_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'FORGETTING_KEY: нужны 64 шестнадцатеричные цифры, их даёт openssl rand -hex 32.')
    .optional(),
  REPLICA: flag('REPLICA').default(true),
  COPY_MEMORY: z
    .string()
    .default(String(defaultMemoryShare))
    .refine(value => /^[1-9]\d?$/.test(value) && Number(value) <= mostShare, {
      error: ({ input }) =>
        `COPY_MEMORY=${String(input)}: нужно целое число от 1 до ${mostShare} — сколько процентов памяти машины или контейнера отдать столбцовой копии.`,
    })
    .transform(Number),
  ROLES: roles,
  DISK_RESERVE: z
    .string()
    .regex(/^\d{1,8}$/, 'DISK_RESERVE: нужно целое число мегабайт, которые должны оставаться свободными.')
    .default('1024')
    .transform(value => Number(value) * 1_048_576),
  COLLECT: flag('COLLECT').optional(),
  COLLECT_CONTACT: z
    .string()
    .regex(/^[\x21-\x7e]{3,200}$/, 'COLLECT_CONTACT: нужен адрес почты или сайта латиницей, без пробелов.')
    .optional(),
  COLLECT_PROXY: address('COLLECT_PROXY', ['http:'], 'http://127.0.0.1:3128').optional(),
  WEBHOOK_NETWORKS: networks('WEBHOOK_NETWORKS', '10.20.0.0/16, fd00::/8').optional(),
  WEBHOOK_PORTS: z
    .string()
    .transform(value => value.split(',').map(port => Number(port.trim())))
    .refine(ports => ports.every(port => Number.isInteger(port) && port > 0 && port <= 65_535), {
      error: 'WEBHOOK_PORTS: нужны номера портов через запятую, например 443, 8443.',
    })
    .optional(),
  TELEGRAM_API_ROOT: address('TELEGRAM_API_ROOT', ['http:', 'https:'], 'https://api.telegram.org').optional(),
})

const isOrigin = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { href, origin } = new URL(value)
  return href === `${origin}/`
}
