import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/**
 * Under which of its own addresses the product was asked. `Host` and `X-Forwarded-Host` only choose among them: a link
 * with what somebody else wrote there would lead whoever opens it, and its secrets, to them.
 */
export type OwnAddresses = {
  /** Where messages and whoever came by another name are led. */
  publicUrl?: string | undefined
  otherUrls?: readonly string[] | undefined
}

export function siteOriginOf(request: FastifyRequest, { publicUrl, otherUrls = [] }: OwnAddresses): string {
  if (publicUrl === undefined) return localOrigin(request)
  const asked = [publicUrl, ...otherUrls].find(url => {
    const own = URL.parse(url)
    // The scheme of the own address: a proxy may not tell its own.
    return own !== null && URL.parse(`${own.protocol}//${request.host}`)?.host === own.host
  })
  return (asked ?? publicUrl).replace(/\/+$/, '')
}

export const isHttps = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || request.siteOrigin.startsWith('https:')

/** Without `PUBLIC_URL` its own are only this machine's name for itself and the address that the connection came to. */
function localOrigin({ raw: { socket }, host, protocol }: FastifyRequest): string {
  const { localAddress, localPort } = socket
  const address = localAddress === undefined ? undefined : ipaddr.process(localAddress).toString()
  const asked = URL.parse(`${protocol === 'https' ? 'https' : 'http'}://${host}`)
  const named = asked?.hostname.replace(/^\[|\]$/g, '')
  // As it was read, not as it was written: another program may take what stands beside the name for the name.
  if (asked !== null && (named === 'localhost' || named === address)) return asked.origin
  if (address === undefined) return 'http://localhost'
  return `http://${address.includes(':') ? `[${address}]` : address}:${localPort}`
}

/**
 * What `X-Forwarded-For` says is kept as far as it is addresses, from the nearest proxy on: behind anything else stands
 * whatever the first of them was sent, which must neither count as a network of its own nor reach a list of sessions.
 */
export const trimForwardedFor = async ({ raw: { headers } }: FastifyRequest): Promise<void> => {
  const given = [headers['x-forwarded-for'] ?? []].flat().join(',')
  if (given === '') return
  const all = given.split(',').map(one => one.trim())
  const lastOther = all.findLastIndex(one => isIP(one) === 0)
  headers['x-forwarded-for'] = all.slice(lastOther + 1).join(', ')
}
