import { type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Outskirts } from '../http/feature.ts'
import { NotReachable, reachableAddresses } from './public-address.ts'

/**
 * One call of an address that a person gave: to the address that was checked and no other, with nothing followed, not much
 * read and not long waited for. What the other side says besides its status is nobody's business here.
 */
export type Posted =
  | { status: number; ms: number; retryAfter?: number }
  /** There was no answer. */
  | { status: null; ms: number; said: string }
type PostRequest = { headers: Readonly<Record<string, string>>; body: string }
export type Post = (url: string, request: PostRequest, signal?: AbortSignal) => Promise<Posted>

const longestCall = 10_000
const mostHeaders = 16_384
const mostRead = 65_536

export const postOutside =
  ({ inner = [], resolve, longest = longestCall }: Outskirts = {}): Post =>
  async (given, { headers, body }, signal) => {
    const began = performance.now()
    const ms = (): number => Math.round(performance.now() - began)
    const late = AbortSignal.timeout(longest)
    try {
      const url = new URL(given)
      const addresses = await reachableAddresses(url, { inner, ...(resolve && { resolve }) })
      const answer = await call(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // A connection of its own: none is left open to whatever the name meant before.
        agent: false,
        lookup: pinnedTo(addresses),
        maxHeaderSize: mostHeaders,
        signal: signal ? AbortSignal.any([late, signal]) : late,
        body,
      })
      return { ...answer, ms: ms() }
    } catch (error) {
      // Who stops us is not who was called.
      signal?.throwIfAborted()
      const said = late.aborted ? `Нет ответа за ${longest / 1000}\u00a0секунд.` : saidOf(error)
      return { status: null, ms: ms(), said }
    }
  }

type Call = RequestOptions & { body: string }
const call = (url: URL, { body, ...options }: Call): Promise<{ status: number; retryAfter?: number }> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter?: number }>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, response => {
    const status = response.statusCode ?? 0
    const retryAfter = Number(response.headers['retry-after'] ?? Number.NaN)
    let read = 0
    const end = (): void => {
      resolve({ status, ...(Number.isFinite(retryAfter) && retryAfter > 0 && { retryAfter }) })
      request.destroy()
    }
    response
      .on('data', (part: Buffer) => {
        read += part.length
        if (read > mostRead) end()
      })
      .on('end', end)
      .on('error', end)
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

/** The connection asks for no name: it gets what was found and checked. */
const pinnedTo =
  (addresses: readonly string[]): LookupFunction =>
  (_, { all }, done) => {
    const found = addresses.map(address => ({ address, family: isIP(address) }))
    const [first] = found
    if (all === true || first === undefined) done(null, found)
    else done(null, first.address, first.family)
  }

const sentences: readonly (readonly [code: RegExp, said: string])[] = [
  [/^ECONNREFUSED$/, 'В соединении отказано.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'Узел недоступен.'],
  [/^(CERT_|ERR_TLS_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_)/, 'Сертификат узла не принят.'],
  [/^(EPROTO|ERR_SSL_)/, 'Узел не говорит по https.'],
  [/^HPE_/, 'Ответ не похож на HTTP.'],
]
const saidOf = (error: unknown): string => {
  if (error instanceof NotReachable) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences.find(([known]) => known.test(code))?.[1] ?? 'Соединение прервалось.'
}
