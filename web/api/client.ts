import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { detailError, fieldErrors } from '#shared/api/lists.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { requestInit, takeEarly } from './early.ts'

/** The one way to call the server: answers are checked by shared schemas. `status` 0: no connection. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, readonly string[]>>
  constructor(status: number, message: string, fields: Readonly<Record<string, readonly string[]>> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: WireRecord
  body?: unknown
  form?: FormData
  signal?: AbortSignal
  /** Idempotent: repeated once when the network or the server fails (§7). */
  repeatable?: boolean
  /** A 401 is an answer to this call, not the end of the session. */
  guest?: boolean
}

let signedOut: () => void = () => {}
/** What to do when any call says that the session is over (§8). */
export const whenSignedOut = (listener: () => void): void => {
  signedOut = listener
}

export const request = async <T extends z.ZodType>(
  schema: T,
  path: string,
  call: RequestOptions = {},
): Promise<z.infer<T>> => {
  const { status, isGood, body } = await send(path, call)
  if (!isGood) {
    if (status === 401 && !call.guest) signedOut()
    throw errorOf(status, body)
  }
  const answer = schema.safeParse(body)
  if (!answer.success) {
    const [issue] = answer.error.issues
    console.error(`${path}: ${issue?.path.join('.')}: ${issue?.message}`)
    throw new ApiError(status, 'Сервер ответил не так, как ожидалось. Обновите страницу.')
  }
  return answer.data
}

export const get =
  <T extends z.ZodType>(schema: T, path: string, query?: WireRecord) =>
  ({ signal }: { signal: AbortSignal }): Promise<z.infer<T>> =>
    request(schema, path, { ...(query && { query }), signal })

/** `body`: undefined for one that is not JSON. */
type Answer = { status: number; isGood: boolean; body: unknown }

const send = async (path: string, call: RequestOptions): Promise<Answer> => {
  const { method = 'GET', query, body, form, signal, repeatable = method === 'GET' } = call
  const address = `/api/v1/${path}${query && Object.keys(query).length > 0 ? `?${toQuery(query)}` : ''}`
  const init: RequestInit = {
    method,
    ...requestInit,
    headers: { ...requestInit.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined ? { body: JSON.stringify(body) } : form && { body: form }),
    ...(signal && { signal }),
  }
  const early = method === 'GET' ? takeEarly(address) : undefined
  for (let attemptsLeft = repeatable ? 1 : 0, answer = early; ; attemptsLeft--, answer = undefined) {
    try {
      const response = await (answer ?? fetch(address, init))
      signal?.throwIfAborted()
      // A connection that breaks within the body has not answered.
      const text = await response.text()
      const { status, ok } = response
      if (status < 500 || attemptsLeft === 0) return { status, isGood: ok, body: readJson(text) }
    } catch (cause) {
      if (signal?.aborted) throw cause
      if (attemptsLeft === 0) throw new ApiError(0, 'Нет связи с сервером. Проверьте сеть и повторите.')
    }
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sentences: Readonly<Record<number, string>> = {
  401: 'Нужно войти.',
  403: 'Для этого не хватает прав.',
  404: 'Здесь ничего нет.',
  429: 'Слишком много запросов. Подождите минуту и повторите.',
}

const errorOf = (status: number, body: unknown): ApiError => {
  const detail = detailError.safeParse(body)
  if (detail.success) return new ApiError(status, detail.data.detail)
  const fields = fieldErrors.safeParse(body)
  if (fields.success) {
    const first = Object.values(fields.data)[0]?.[0]
    if (first) return new ApiError(status, first, fields.data)
  }
  const fallback = status >= 500 ? 'Сервер не справился. Повторите через минуту.' : 'Запрос не удался.'
  return new ApiError(status, sentences[status] ?? fallback)
}

/** Does what is answered with a sentence: what has come of it, a letter to somebody included. */
export const requestSentence = async (path: string, call: RequestOptions): Promise<string> =>
  (await request(detailError, path, call)).detail

/** Deletes. Idempotent: 404 means that it is gone already. */
export const remove = async (path: string, call: Pick<RequestOptions, 'query'> = {}): Promise<void> => {
  try {
    await request(z.unknown(), path, { ...call, method: 'DELETE', repeatable: true })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Values of a form by the schema that the server checks them by; what is wrong is thrown as the server would say it. */
export const validated = <T extends z.ZodType>(schema: T, values: unknown): z.output<T> => {
  const answer = schema.safeParse(values)
  if (answer.success) return answer.data
  const byField = Map.groupBy(answer.error.issues, ({ path }) => String(path[0] ?? 'non_field_errors'))
  const fields = Object.fromEntries([...byField].map(([name, issues]) => [name, issues.map(({ message }) => message)]))
  throw new ApiError(400, Object.values(fields)[0]?.[0] ?? 'Проверьте поля.', fields)
}

/** What the answers under these keys say may have changed: those on screen are asked for again, the others when shown. */
export const askAgain = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))

/** A sentence for the person, whatever was thrown. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Что-то пошло не так. Обновите страницу и попробуйте еще раз'
