import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/**
 * One request, one whole answer or a failure that has a name. Nothing is followed, nothing is retried. Only public
 * addresses are reached, unless a proxy of the operator reaches them for us.
 */
export type PageRequest = {
  url: string
  method?: 'GET' | 'POST'
  /** Form fields of a POST. */
  form?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>>
}
export type PageAnswer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer }
export type FailureKind = 'timeout' | 'cut' | 'unreachable' | 'too_large' | 'not_public' | 'unreadable'
export type FetchPage = (request: PageRequest, signal?: AbortSignal) => Promise<PageAnswer>

export class FetchFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

export type FetchOptions = {
  /** `http://host:port` of a proxy. */
  proxy?: string | undefined
  /** Contact for those who keep the site: an address of mail or of the web. */
  contact?: string | undefined
  /** For the whole answer. */
  timeout?: number
  largest?: number
}

const anyTimeout = 60_000
const anyLargest = 30_000_000

export const userAgent = (contact: string | undefined): string =>
  `Mozilla/5.0 (compatible; Sudmonitor/1.0${contact === undefined ? '' : `; ${contact}`})`

export function fetchPageWith({ proxy, contact, timeout = anyTimeout, largest = anyLargest }: FetchOptions): FetchPage {
  const agents =
    proxy === undefined
      ? undefined
      : {
          'http:': new http.Agent({ proxyEnv: { HTTP_PROXY: proxy } }),
          'https:': new https.Agent({ proxyEnv: { HTTPS_PROXY: proxy } }),
        }
  return (ask, signal) =>
    new Promise<PageAnswer>((resolve, reject) => {
      const url = new URL(ask.url)
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        return reject(new FetchFailure('not_public', `адрес ${url.protocol} не запрашивается`))
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      if (agents === undefined && isIP(literal) !== 0 && !isPublic(literal))
        return reject(new FetchFailure('not_public', `${url.hostname} — не публичный адрес`))
      const body = ask.form === undefined ? undefined : new URLSearchParams(ask.form).toString()
      const ending = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])])
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: ask.method ?? 'GET',
        signal: ending,
        agent: agents?.[url.protocol] ?? false,
        ...(agents === undefined ? { lookup: onlyPublic } : {}),
        headers: {
          'user-agent': userAgent(contact),
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'ru',
          ...ask.headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
        },
      })
      const fail = (error: unknown): void =>
        reject(error instanceof FetchFailure || signal?.aborted ? error : failureOf(error, ending))
      request.on('error', fail)
      request.on('response', response => {
        const parts: Buffer[] = []
        let size = 0
        response.on('error', fail)
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > largest) request.destroy(new FetchFailure('too_large', `ответ больше ${largest} байт`))
          else parts.push(part)
        })
        // A connection that was cut ends in `error`; only a whole answer comes here.
        response.on('end', () => {
          try {
            if (!response.complete) throw new FetchFailure('cut', 'соединение прервано')
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: unpacked(Buffer.concat(parts), response.headers['content-encoding'], largest),
            })
          } catch (error) {
            fail(error)
          }
        })
      })
      request.end(body)
    })
}

const unpacked = (body: Buffer, coding: string | undefined, largest: number): Buffer => {
  const options = { maxOutputLength: largest }
  try {
    switch (coding?.toLowerCase()) {
      case undefined:
      case '':
      case 'identity':
        return body
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, options)
      case 'deflate':
        return inflateSync(body, options)
      case 'br':
        return brotliDecompressSync(body, options)
      default:
        throw new Error(coding)
    }
  } catch (error) {
    throw new FetchFailure('unreadable', `ответ не распаковывается: ${messageOf(error)}`)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

const failureOf = (error: unknown, ending: AbortSignal): FetchFailure => {
  if (ending.aborted) return new FetchFailure('timeout', 'сайт не ответил вовремя')
  const code = codeOf(error)
  if (code === 'ECONNRESET' || code === 'EPIPE' || code.startsWith('HPE_'))
    return new FetchFailure('cut', `соединение прервано (${code})`)
  return new FetchFailure('unreachable', `сайт недоступен (${code || messageOf(error)})`)
}

const closed = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
] as const)
  closed.addSubnet(net, prefix, 'ipv6')

/** Whether an address is of the open internet: not of this machine, its network, or of nobody. */
export const isPublic = (address: string): boolean => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  const family = isIP(plain)
  return family !== 0 && !closed.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Asked after the name was resolved, so that a name cannot point inside. */
const onlyPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { all: true }).then(
    found => {
      const open = found.filter(({ address }) => isPublic(address))
      const [first] = open
      if (first === undefined) return done(new FetchFailure('not_public', `${hostname} — не публичный адрес`), '', 4)
      if (options.all) return done(null, open)
      done(null, first.address, first.family)
    },
    error => done(error, '', 4),
  )
}
