import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { z } from 'zod'
import { detailError } from '#shared/api/lists.ts'
import { toQuery, type WireRecord } from '#shared/filters/wire.ts'
import { ApiError, errorOf } from './api-error.ts'
import { noteKept, waitOutOutage } from './connection.ts'
import { requestInit, takeEarly } from './early.ts'

/** The only way to call the server: answers are validated by shared schemas. */
type RequestOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: WireRecord
  body?: unknown
  form?: FormData
  signal?: AbortSignal
  /** Not a user action, although it is not a GET: it need not be retried after an outage. */
  isAct?: boolean
  /** A 401 is an answer to this call, not the end of the session. */
  guest?: boolean
}

let signedOut: () => void = () => {}
/** Called when any call answers that the session is over (§8). */
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
    console.error(`${path}: ${issue?.path.join('.')}: ${issue?.code}`)
    throw new ApiError(status, 'Сервер ответил не так, как ожидалось. Обновите страницу.')
  }
  return answer.data
}

export const get =
  <T extends z.ZodType>(schema: T, path: string, query?: WireRecord) =>
  ({ signal }: { signal: AbortSignal }): Promise<z.infer<T>> =>
    request(schema, path, { ...(query && { query }), signal })

/** `body`: undefined unless it is JSON. */
type Answer = { status: number; isGood: boolean; body: unknown }

/**
 * Each call is retried once after a network or server failure (§7), and again after an outage; writes have an
 * idempotency key (decision 0081).
 */
const send = async (path: string, call: RequestOptions): Promise<Answer> => {
  const { method = 'GET', query, body, form, signal, isAct = method !== 'GET' } = call
  const address = `/api/v1/${path}${query && Object.keys(query).length > 0 ? `?${toQuery(query)}` : ''}`
  const json = body === undefined ? undefined : JSON.stringify(body)
  // A PUT is idempotent by itself. Files have no text to recognise a repeated call by.
  const act = `${method} ${address} ${json}`
  const key = isAct && method !== 'PUT' ? ((form ? undefined : unanswered.get(act)) ?? newKey()) : undefined
  const init: RequestInit = {
    method,
    ...requestInit,
    headers: {
      ...requestInit.headers,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    ...(json !== undefined ? { body: json } : form && { body: form }),
  }
  const waiting = isAct ? abortedOnSignOut(signal) : signal
  const early = method === 'GET' ? takeEarly(address) : undefined
  if (isAct) changeUnsent(+1)
  try {
    let { attemptsLeft, wasFoundThere } = { attemptsLeft: 1, wasFoundThere: false }
    for (let sent = early; ; sent = undefined) {
      const answer = await attempt(sent, address, init, signal)
      const isFinal = answer && (answer.status === 409 ? answer.pause === undefined : answer.status < 500)
      if (isFinal) {
        unanswered.delete(act)
        return answer
      }
      if (key !== undefined) unanswered.set(act, key)
      const pause = answer?.pause ?? 0
      if (attemptsLeft > 0 && pause <= longestPause) {
        attemptsLeft -= 1
        await rest(pause, waiting)
        continue
      }
      if (answer && !outageStatuses.has(answer.status)) return answer
      if (await waitOutOutage(waiting)) attemptsLeft = 1
      // An answer of the server itself is no outage.
      else if (answer) return answer
      else if (wasFoundThere) throw new ApiError(0, 'Нет связи с сервером. Проверьте сеть и повторите.')
      // The server may have come back between the attempts.
      else wasFoundThere = true
    }
  } finally {
    if (isAct) changeUnsent(-1)
  }
}

/** Milliseconds. A longer Retry-After is not waited for. */
const longestPause = 20_000
/** Sent by a server that is starting or stopping, by a proxy whose server is gone, and by a busy server. */
const outageStatuses: ReadonlySet<number> = new Set([502, 503, 504])
/** Milliseconds without an answer before the health check. */
const suspicious = 10_000

/** Undefined when there was no answer. */
const attempt = async (
  sent: Promise<Response> | undefined,
  address: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<(Answer & { pause?: number }) | undefined> => {
  // A vanished machine closes no connection: the call is aborted and sent again once the server is back.
  const lost = new AbortController()
  const timer = setTimeout(() => {
    waitOutOutage(lost.signal).then(
      wasAway => wasAway && lost.abort(),
      () => {},
    )
  }, suspicious)
  try {
    const response = await (sent ??
      fetch(address, { ...init, signal: AbortSignal.any([lost.signal, ...(signal ? [signal] : [])]) }))
    signal?.throwIfAborted()
    // A connection that breaks within the body has not answered.
    const text = await response.text()
    const after = Number(response.headers.get('Retry-After') ?? Number.NaN)
    const keptAt = response.headers.get('X-Kept-At')
    if (keptAt !== null) noteKept(keptAt)
    return {
      status: response.status,
      isGood: response.ok,
      body: readJson(text),
      ...(after >= 0 && { pause: after * 1000 }),
    }
  } catch (cause) {
    if (signal?.aborted) throw cause
    return undefined
  } finally {
    clearTimeout(timer)
    lost.abort()
  }
}

const rest = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  if (milliseconds > 0) await new Promise(resolve => setTimeout(resolve, milliseconds))
  signal?.throwIfAborted()
}

/** Idempotency keys of calls with an unknown outcome: when the user retries, the same key is sent. */
const unanswered = new Map<string, string>()
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Waiting calls belong to the current user and are not sent after somebody else signs in. */
let session = new AbortController()
export const dropUnsent = (): void => {
  session.abort(new ApiError(401, 'Вход закончился раньше, чем это удалось отправить.'))
  session = new AbortController()
  unanswered.clear()
}
const abortedOnSignOut = (signal: AbortSignal | undefined): AbortSignal =>
  signal ? AbortSignal.any([signal, session.signal]) : session.signal

let unsent = 0
let allSent: PromiseWithResolvers<void> | undefined
const changeUnsent = (by: 1 | -1): void => {
  unsent += by
  if (unsent > 0) return
  allSent?.resolve()
  allSent = undefined
}
export const hasUnsent = (): boolean => unsent > 0
/** Resolves when no call is in flight. */
export const waitForPendingCalls = async (): Promise<void> => {
  if (unsent === 0) return
  allSent ??= Promise.withResolvers<void>()
  await allSent.promise
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** For calls that answer with a sentence about their result, for example whether a letter was sent. */
export const requestSentence = async (path: string, call: RequestOptions): Promise<string> =>
  (await request(detailError, path, call)).detail

/** Deletes. Idempotent: 404 means that it is already gone. */
export const remove = async (path: string, call: Pick<RequestOptions, 'query'> = {}): Promise<void> => {
  try {
    await request(z.unknown(), path, { ...call, method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

/** Validates form values by the server's schema; errors are thrown in the server's form. */
export const validated = <T extends z.ZodType>(schema: T, values: unknown): z.output<T> => {
  const answer = schema.safeParse(values)
  if (answer.success) return answer.data
  const byField = Map.groupBy(answer.error.issues, ({ path }) => String(path[0] ?? 'non_field_errors'))
  const fields = Object.fromEntries([...byField].map(([name, issues]) => [name, issues.map(({ message }) => message)]))
  throw new ApiError(400, Object.values(fields)[0]?.[0] ?? 'Проверьте поля.', fields)
}

/** Invalidates the queries under these keys: those on screen are refetched now, others when shown. */
export const invalidateKeys = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
