import type { FastifyServerOptions } from 'fastify'

/** Secrets and search words never reach a log. Errors of PostgreSQL lose their details, which hold rows. */
type LogOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>

const secrets = ['password', 'old_password', 'new_password', 'token', 'authorization', 'cookie', 'set-cookie']
/** Addresses that are secrets. */
const secretPart = /\/(feeds|unsubscribe)\/[^/]+/
const withoutSecrets = {
  redact: {
    paths: [
      ...secrets.flatMap(name => [`*["${name}"]`, `*.headers["${name}"]`, `*.body["${name}"]`]),
      'err.detail',
      'err.where',
      'err.parameters',
      'err.query',
    ],
    censor: '[скрыто]',
  },
  serializers: {
    req: ({ method, url, ip }: { method: string; url: string; ip?: string }) => ({
      method,
      // Queries hold what people search for.
      path: url.split('?')[0]?.replace(secretPart, '/$1/…'),
      ip,
    }),
  },
} satisfies LogOptions

export const safeLogger = (logger: FastifyServerOptions['logger']): NonNullable<FastifyServerOptions['logger']> =>
  logger === undefined || logger === false ? false : { ...(logger === true ? {} : logger), ...withoutSecrets }
