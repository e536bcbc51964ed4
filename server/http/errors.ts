import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type DatabaseTrouble, databaseTrouble, troubleSentences } from '../db/database-trouble.ts'
import { ObjectStoreFailure } from '../outgoing/object-store.ts'

/**
 * Errors for clients as values to throw, and their handler (design §7): `{ field: ["предложение"] }` for 400, `{ detail
 * }` for others. Unforeseen errors are 500 with an id that is also in the log.
 */
type Body = { detail: string } | Record<string, readonly string[]>

export class HttpError extends Error {
  readonly status: number
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
  /** Extra fields of the body: for example the current rows after a conflicting change. */
  readonly beside: Readonly<Record<string, unknown>>
  constructor(
    status: number,
    body: Body,
    headers: Readonly<Record<string, string>> = {},
    beside: Readonly<Record<string, unknown>> = {},
  ) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
    this.beside = beside
  }
}

const noField = 'non_field_errors'
const notAnObject = 'Тело запроса должно быть объектом JSON.'
export const fieldError = (field: string, sentence: string): HttpError => new HttpError(400, { [field]: [sentence] })
export const requestError = (sentence: string): HttpError => fieldError(noField, sentence)
const withDetail =
  (status: number, usual: string) =>
  (detail: string = usual): HttpError =>
    new HttpError(status, { detail })
export const unauthorized = (): HttpError =>
  new HttpError(401, { detail: 'Нужно войти.' }, { 'www-authenticate': 'Bearer' })
export const forbidden = withDetail(403, 'Для этого не хватает прав.')
export const notFound = withDetail(404, 'Здесь ничего нет.')
export const notAllowed = (methods: readonly string[]): HttpError =>
  new HttpError(405, { detail: `Здесь можно только ${methods.join(', ')}.` }, { allow: methods.join(', ') })
export const conflict = withDetail(409, 'Уже изменено кем-то другим.')
export const tooLarge = withDetail(413, 'Запрос слишком велик: тело не больше 1 МБ.')
const unsupportedType = withDetail(415, 'Тело запроса должно быть в виде application/json.')
/** `seconds` until a retry makes sense. */
const retryLater = (status: number, seconds: number, sentence: string, headers = {}): HttpError =>
  new HttpError(
    status,
    {
      detail: `${sentence} Повторите через ${seconds <= 90 ? `${seconds}\u00a0с` : `${Math.ceil(seconds / 60)}\u00a0мин`}.`,
    },
    { 'retry-after': String(seconds), ...headers },
  )
export const tooMany = (seconds: number, sentence = 'Слишком много запросов.'): HttpError =>
  retryLater(429, seconds, sentence, { 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) })
/** Not caused by this account. */
export const overloaded = (seconds: number, sentence: string): HttpError => retryLater(503, seconds, sentence)

/** 507 (RFC 4918) for writes without disk space. */
const databaseFailure = (trouble: DatabaseTrouble): HttpError =>
  new HttpError(
    trouble === 'full' ? 507 : 503,
    { detail: troubleSentences[trouble] },
    { 'retry-after': String(secondsUntilBack) },
  )
const secondsUntilBack = 60

/** Nobody who asks can do anything about settings: `refused` is as good as away. */
const storeFailure = ({ kind }: ObjectStoreFailure): HttpError =>
  kind === 'lost' ? notFound(fileIsGone) : overloaded(secondsUntilBack, 'Хранилище файлов не отвечает.')
export const fileIsGone = 'Файла уже нет: закажите выгрузку заново.'

type Thrown = { code?: unknown; statusCode?: unknown; validation?: readonly Issue[]; validationContext?: unknown }
/** A zod issue as the type provider passes it on; `instancePath` is `/field/0`. */
type Issue = { keyword: string; instancePath: string; message?: string; params: Record<string, unknown> }

const isThrown = (error: unknown): error is Thrown => typeof error === 'object' && error !== null

const byCode: Readonly<Record<string, () => HttpError>> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: () => requestError('Тело запроса пусто, нужен JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => requestError('Тело запроса — не JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => requestError('Длина тела не та, что обещана.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => unsupportedType(),
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_ERR_BAD_URL: () => requestError('Адрес закодирован неверно.'),
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(),
  // Statement timeout.
  '57014': () => requestError('Ответ готовился слишком долго, и запрос остановлен. Добавьте фильтров.'),
}

/** Undefined for an internal error. */
const foreseen = (error: unknown): HttpError | undefined => {
  if (error instanceof HttpError) return error
  if (error instanceof ObjectStoreFailure) return storeFailure(error)
  if (!isThrown(error)) return undefined
  const trouble = databaseTrouble(error)
  if (trouble !== undefined) return databaseFailure(trouble)
  if (error.validation) return invalid(error.validation, error.validationContext)
  const known = typeof error.code === 'string' ? byCode[error.code] : undefined
  if (known) return known()
  const status = error.statusCode
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  // Refusals of the JSON parser (`__proto__` in a body) have only a status.
  if (status === 400) return requestError('Запрос составлен неверно.')
  if (status === 404) return notFound()
  return new HttpError(status, { detail: 'Запрос не принят.' })
}

const invalid = (issues: readonly Issue[], context: unknown): HttpError => {
  if (context === 'params') return notFound()
  const unknown = context === 'querystring' ? 'Неизвестный параметр.' : 'Неизвестное поле.'
  const said = issues.flatMap(({ keyword, instancePath, message = 'Недопустимое значение.', params }) => {
    const field = instancePath.split('/')[1] || noField
    if (keyword !== 'unrecognized_keys' || !Array.isArray(params.keys))
      return [{ field, sentence: field === noField && message === needsObject ? notAnObject : message }]
    return params.keys.map(key =>
      field === noField ? { field: String(key), sentence: unknown } : { field, sentence: `Неизвестное поле «${key}».` },
    )
  })
  const byField = [...Map.groupBy(said, ({ field }) => field)]
  const distinct = byField.map(([field, all]) => [field, [...new Set(all.map(({ sentence }) => sentence))]])
  return new HttpError(400, Object.fromEntries(distinct))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the response body broke off: compression hides the reason. */
    bodyFailure?: unknown
  }
}

/** Work cancelled because its client is gone (fair-queue.ts). */
const isClientGone = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Logs what operators have to know, but not errors that the client gets a sentence about. */
export function logFailure(error: unknown, request: FastifyRequest): void {
  const answer = foreseen(error)
  if (databaseTrouble(error) !== undefined) request.log.warn({ req: request, reason: String(error) }, 'request failed')
  else if (!isClientGone(error) && (answer === undefined || answer.status >= 500))
    request.log.error({ req: request, err: error }, 'request failed')
}

export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = request.bodyFailure ?? thrown
  logFailure(error, request)
  const { status, body, headers, beside } =
    foreseen(error) ??
    new HttpError(500, { detail: `Сервер не справился с запросом. Номер для обращения: ${request.id}.` })
  // Headers of a body that failed before its first byte was sent.
  for (const name of ['content-encoding', 'content-disposition', 'content-length']) reply.removeHeader(name)
  // Bypasses the response schema, which does not cover errors.
  reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, ...beside })
}

/** Messages for schemas without their own (design §7); about values, not types. */
type SchemaIssue = z.core.$ZodRawIssue
const needsObject = 'Нужен объект JSON.'

const byType: Readonly<Record<string, string>> = {
  array: 'Нужен список.',
  boolean: 'Нужно true или false.',
  int: 'Нужно целое число.',
  number: 'Нужно число.',
  object: needsObject,
  record: needsObject,
  string: 'Нужно одно значение.',
}
const units: Readonly<Record<string, string>> = { array: ' значений', string: ' знаков' }

export const plainSentence = (issue: SchemaIssue): string => {
  if (issue.code === 'invalid_type') return byType[issue.expected] ?? 'Недопустимое значение.'
  if (issue.code === 'invalid_value') return `Возможные значения: ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'too_big') return `Не больше ${issue.maximum}${units[issue.origin] ?? ''}.`
  if (issue.code === 'too_small') return `Не меньше ${issue.minimum}${units[issue.origin] ?? ''}.`
  return 'Недопустимое значение.'
}
