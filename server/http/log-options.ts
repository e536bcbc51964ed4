import type { FastifyServerOptions } from 'fastify'

/** Keeps secrets and search words out of logs. PostgreSQL errors lose their details, which contain rows. */
type LogOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>

const secrets = ['password', 'old_password', 'new_password', 'token', 'authorization', 'cookie', 'set-cookie']
/** Secret parts of addresses. */
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
      // Query strings contain what people search for.
      path: url.split('?')[0]?.replace(secretPart, '/$1/…'),
      ip,
    }),
  },
} satisfies LogOptions

export const safeLogger = (logger: FastifyServerOptions['logger']): NonNullable<FastifyServerOptions['logger']> =>
  logger === undefined || logger === false ? false : { ...(logger === true ? {} : logger), ...withoutSecrets }
