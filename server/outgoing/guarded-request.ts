import { lookup } from 'node:dns/promises'
import { type Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/**
 * Requests to URLs given by people or pages, guarded against SSRF: only public addresses are called, unless the operator's allow-list contains the
 * network. Every address of a host name must pass, and the checked address is the one connected to. request-filtering-agent refuses the rest at the
 * connection; this module adds the allow-list, a stricter rule for IPv6, and error sentences. Redirects are never followed.
 */
export type NetworkGuard = {
  /** Private networks of the operator that may be called: `10.0.0.0/8`. */
  allowed?: readonly string[]
  resolve?: (hostname: string) => Promise<readonly string[]>
  /** Allows public addresses without TLS. */
  plainHttp?: boolean
  /** Allowed ports; absent: any. */
  ports?: readonly number[] | undefined
  /** Aborts name resolution; absent: after five seconds. */
  signal?: AbortSignal
}

export class NotReachable extends Error {
  readonly kind: 'no_name' | 'late' | 'inner' | 'no_tls' | 'port'
  constructor(kind: NotReachable['kind'], reason: string, cause?: unknown) {
    super(reason, { cause })
    this.kind = kind
  }
}

/** Only global unicast IPv6, without ranges that embed other addresses. */
const worldOfIPv6 = '2000::/3'
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isWithin(address, [worldOfIPv6]))
}

export const isWithin = (address: string, networks: readonly string[]): boolean => {
  const parsed = ipaddr.process(address)
  return networks.some(network => {
    const [start, bits] = ipaddr.parseCIDR(network)
    return start.kind() === parsed.kind() && parsed.match(start, bits)
  })
}

async function resolveName(hostname: string, signal = AbortSignal.timeout(5_000)): Promise<string[]> {
  const late = Promise.withResolvers<never>()
  const stop = (): void => late.reject(new NotReachable('late', 'Имя узла не удалось найти вовремя.'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  try {
    const found = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late.promise])
    return found.map(({ address }) => address)
  } catch (error) {
    if (error instanceof NotReachable) throw error
    throw new NotReachable('no_name', 'Такого узла нет: его имя не находится в DNS.', error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Reachable = { addresses: string[]; isAllowed: boolean }
/** @throws NotReachable with a sentence */
export async function reachableAddresses(
  url: URL,
  { allowed = [], resolve, plainHttp = false, ports, signal }: NetworkGuard = {},
): Promise<Reachable> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (ports?.includes(port) === false) throw new NotReachable('port', `Порт ${port} не вызывается.`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const named = () => (resolve === undefined ? resolveName(host, signal) : resolve(host))
  const addresses = ipaddr.isValid(host) ? [host] : [...(await named())]
  if (addresses.length === 0) throw new NotReachable('no_name', 'Такого узла нет: у его имени нет адресов.')
  const isAllowed = addresses.every(address => ipaddr.isValid(address) && isWithin(address, allowed))
  if (!isAllowed && !addresses.every(isPublic))
    throw new NotReachable('inner', 'Адрес ведёт во внутреннюю сеть: такие не вызываются.')
  if (!plainHttp && url.protocol !== 'https:' && !isAllowed)
    throw new NotReachable('no_tls', 'Нужен адрес, который начинается с https://.')
  return { addresses, isAllowed }
}

export type Connection = { agent: Agent; lookup?: LookupFunction }
/** A fresh connection to the checked address: the host name is not resolved again, and the connection is not kept alive. */
export async function guardedConnection(url: URL, guard: NetworkGuard): Promise<Connection> {
  const { addresses, isAllowed } = await reachableAddresses(url, guard)
  const FilteringAgent = url.protocol === 'https:' ? RequestFilteringHttpsAgent : RequestFilteringHttpAgent
  const agent = new FilteringAgent({ keepAlive: false, allowIPAddressList: isAllowed ? addresses : [] })
  const found = addresses.map(address => ({ address, family: isIP(address) }))
  const pinned: LookupFunction = (_, { all }, done) => {
    const [first] = found
    if (all === true || first === undefined) done(null, found)
    else done(null, first.address, first.family)
  }
  return { agent, lookup: pinned }
}

type OutgoingRequest = {
  method: string
  headers: Readonly<Record<string, string | number>>
  body?: string | Uint8Array | undefined
  signal: AbortSignal
  connection: Connection
  /** Limit of the response body in bytes. */
  largest: number
  maxHeaderSize?: number
}
/** SHA-256 of the peer's certificate chain, its own certificate first, in hexadecimal. */
type TlsFacts = { protocol: string; certificates: string[] }
/** A response as received: status line, headers in order, address of the peer. */
export type AnswerFacts = {
  statusLine: string
  headers: [name: string, value: string][]
  address: string | undefined
  tls: TlsFacts | undefined
}
/** `flaw`: why the body is incomplete. */
type OutgoingAnswer = {
  status: number
  facts: AnswerFacts
  headers: IncomingHttpHeaders
  body: Buffer
  flaw?: Error | 'too_large' | 'cut'
}

export function sendRequest(
  url: URL,
  { body, connection, largest, ...options }: OutgoingRequest,
): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, { ...options, ...connection }, response => {
    const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders, socket } = response
    const facts: AnswerFacts = {
      statusLine: `HTTP/${httpVersion} ${statusCode} ${statusMessage}`.trimEnd(),
      headers: paired(rawHeaders),
      address: socket.remoteAddress,
      tls: tlsFactsOf(socket),
    }
    const parts: Buffer[] = []
    let size = 0
    const end = (flaw?: OutgoingAnswer['flaw']): void => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, facts, body: Buffer.concat(parts), ...(flaw && { flaw }) })
      request.destroy()
    }
    response
      .on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > largest) end('too_large')
      })
      .on('end', () => end(response.complete ? undefined : 'cut'))
      .on('error', end)
  })
  request.on('error', reject)
  request.end(body)
  return promise
}

const paired = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))

function tlsFactsOf(socket: Socket): TlsFacts | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const certificates: string[] = []
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
  // A root certificate is its own issuer.
  while (next?.fingerprint256 !== undefined) {
    const digest = next.fingerprint256.replaceAll(':', '').toLowerCase()
    if (certificates.includes(digest)) break
    certificates.push(digest)
    next = next.issuerCertificate
  }
  return { protocol: socket.getProtocol() ?? '', certificates }
}
