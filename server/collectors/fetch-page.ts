import * as http from 'node:http'
import * as https from 'node:https'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import {
  type AnswerFacts,
  type Connection,
  guardedConnection,
  NotReachable,
  sendRequest,
} from '../outgoing/guarded-request.ts'

/**
 * Follows no redirects and does not retry. Connects to public addresses only, unless the operator's proxy makes the
 * connection.
 */
export type PageRequest = {
  url: string
  method?: 'GET' | 'POST'
  form?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>>
}
/** `body` has its content coding removed. */
export type PageAnswer = {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
  facts: AnswerFacts & { askedAt: Date; answeredAt: Date }
}
type FailureKind = 'timeout' | 'cut' | 'unreachable' | 'too_large' | 'not_public' | 'unreadable'
export type FetchPage = (request: PageRequest, signal?: AbortSignal) => Promise<PageAnswer>

export class FetchFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

export type FetchOptions = {
  proxy?: string | undefined
  /** Contact for site owners: an e-mail or web address. */
  contact?: string | undefined
  timeout?: number
  largest?: number
}

const anyTimeout = 60_000
const anyLargest = 30_000_000

export const userAgent = (contact: string | undefined): string =>
  `Mozilla/5.0 (compatible; Sudmonitor/1.0${contact === undefined ? '' : `; ${contact}`})`

export function fetchPageWith({ proxy, contact, timeout = anyTimeout, largest = anyLargest }: FetchOptions): FetchPage {
  const throughProxy =
    proxy === undefined
      ? undefined
      : {
          'http:': { agent: new http.Agent({ proxyEnv: { HTTP_PROXY: proxy } }) },
          'https:': { agent: new https.Agent({ proxyEnv: { HTTPS_PROXY: proxy } }) },
        }
  return async (request, signal) => {
    const url = new URL(request.url)
    const { protocol } = url
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new FetchFailure('not_public', `адрес ${protocol} не запрашивается`)
    const late = AbortSignal.timeout(timeout)
    const ending = signal === undefined ? late : AbortSignal.any([late, signal])
    const body = request.form === undefined ? undefined : new URLSearchParams(request.form).toString()
    try {
      const connection: Connection =
        throughProxy?.[protocol] ?? (await guardedConnection(url, { plainHttp: true, signal: ending }))
      const askedAt = new Date()
      const { flaw, facts, ...answer } = await sendRequest(url, {
        method: request.method ?? 'GET',
        headers: {
          'user-agent': userAgent(contact),
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'ru',
          ...request.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
        },
        body,
        signal: ending,
        connection,
        largest,
      })
      if (flaw === 'too_large') throw new FetchFailure('too_large', `ответ больше ${largest} байт`)
      if (flaw === 'cut') throw new FetchFailure('cut', 'соединение прервано')
      if (flaw !== undefined) throw flaw
      const answeredAt = new Date()
      // The peer address of a proxied connection is that of the proxy.
      const address = proxy === undefined ? facts.address : undefined
      return {
        ...answer,
        facts: { ...facts, address, askedAt, answeredAt },
        body: unpacked(answer.body, answer.headers['content-encoding'], largest),
      }
    } catch (error) {
      throw error instanceof FetchFailure || signal?.aborted ? error : failureOf(error, url, late)
    }
  }
}

type Unpack = (body: Buffer, options: { maxOutputLength: number }) => Buffer
const asItCame: Unpack = body => body
const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['', asItCame],
  ['identity', asItCame],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
])
const unpacked = (body: Buffer, coding = '', maxOutputLength: number): Buffer => {
  try {
    const unpack = unpackers.get(coding.toLowerCase())
    if (unpack === undefined) throw new Error(coding)
    return unpack(body, { maxOutputLength })
  } catch (error) {
    throw new FetchFailure('unreadable', `ответ не распаковывается: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const failureOf = (error: unknown, url: URL, late: AbortSignal): FetchFailure => {
  if (late.aborted) return new FetchFailure('timeout', 'сайт не ответил вовремя')
  if (error instanceof NotReachable && error.kind === 'inner')
    return new FetchFailure('not_public', `${url.hostname} — не публичный адрес`)
  const cause = error instanceof NotReachable ? error.cause : error
  const code = codeOf(cause)
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_'))
    return new FetchFailure('cut', `соединение прервано (${code})`)
  return new FetchFailure('unreachable', `сайт недоступен (${code || messageOf(error)})`)
}
