import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Which of its own addresses the product was requested by. `Host` and `X-Forwarded-Host` only choose among them: a
 * forged host in a link would lead users, and its secrets, to another site.
 */
export type OwnAddresses = {
  /** The address in messages, and the redirect target for requests by other names. */
  publicUrl?: string | undefined
  otherUrls?: readonly string[] | undefined
}

export function siteOriginOf(request: FastifyRequest, { publicUrl, otherUrls = [] }: OwnAddresses): string {
  if (publicUrl === undefined) return localOrigin(request)
  const asked = [publicUrl, ...otherUrls].find(url => {
    const own = URL.parse(url)
    // The scheme comes from our own address: a proxy may not report its own.
    return own !== null && URL.parse(`${own.protocol}//${request.host}`)?.host === own.host
  })
  return (asked ?? publicUrl).replace(/\/+$/, '')
}

export const isHttps = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || request.siteOrigin.startsWith('https:')

/** Without `PUBLIC_URL` only the name `localhost` and the address of the connection are accepted. */
function localOrigin({ raw: { socket }, host, protocol }: FastifyRequest): string {
  const { localAddress, localPort } = socket
  const address = localAddress === undefined ? undefined : ipaddr.process(localAddress).toString()
  const asked = URL.parse(`${protocol === 'https' ? 'https' : 'http'}://${host}`)
  const named = asked?.hostname.replace(/^\[|\]$/g, '')
  // Compared as parsed, not as written: another program may parse the text around the host differently.
  if (asked !== null && (named === 'localhost' || named === address)) return asked.origin
  if (address === undefined) return 'http://localhost'
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/**
 * Keeps valid addresses of `X-Forwarded-For`, from the nearest proxy on: anything further may be forged, and must
 * neither count as a network nor reach the list of sessions.
 */
export const trimForwardedFor = async ({ raw: { headers } }: FastifyRequest): Promise<void> => {
  const given = [headers['x-forwarded-for'] ?? []].flat().join(',')
  if (given === '') return
  const all = given.split(',').map(one => one.trim())
  const lastOther = all.findLastIndex(one => isIP(one) === 0)
  headers['x-forwarded-for'] = all.slice(lastOther + 1).join(', ')
}
