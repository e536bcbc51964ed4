import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { Outskirts } from '../http/feature.ts'

/**
 * Which addresses of the network may be called for a person who wrote them: only what the whole world can reach. Inner
 * networks, this machine and everything that only leads there are not; every address of a name must pass.
 */
export class NotReachable extends Error {}

/** A name may stand for many addresses; one that takes longer to say so is not there. */
const longestLookup = 5_000
const resolveName: NonNullable<Outskirts['resolve']> = async hostname => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NotReachable('Имя узла не удалось найти вовремя.')), longestLookup)
  try {
    const found = await Promise.race([lookup(hostname, { all: true, verbatim: true }), late.promise])
    return found.map(({ address }) => address)
  } catch (error) {
    throw error instanceof NotReachable ? error : new NotReachable('Такого узла нет: его имя не находится в DNS.')
  } finally {
    clearTimeout(timer)
  }
}

/** An address in one of `networks` (`10.0.0.0/8`), by its own family. */
export const isWithin = (address: string, networks: readonly string[]): boolean => {
  const parsed = ipaddr.process(address)
  return networks.some(network => {
    const [start, bits] = ipaddr.parseCIDR(network)
    return start.kind() === parsed.kind() && parsed.match(start, bits)
  })
}

/** Of IPv6, only what is given out to the world: what another address is hidden in is none of it. */
const world = '2000::/3'
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isWithin(address, [world]))
}

/**
 * All addresses of a host, each of which may be called: what is connected to must be one of these, so that the name cannot
 * mean something else a moment later. `inner`: networks that this server's operator lets be called.
 * @throws NotReachable with a sentence
 */
export async function reachableAddresses(
  url: URL,
  { resolve = resolveName, inner = [] }: Pick<Outskirts, 'resolve' | 'inner'> = {},
): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = ipaddr.isValid(host) ? [host] : [...(await resolve(host))]
  if (addresses.length === 0) throw new NotReachable('Такого узла нет: у его имени нет адресов.')
  const areInner = addresses.every(address => ipaddr.isValid(address) && isWithin(address, inner))
  if (!areInner && !addresses.every(isPublic))
    throw new NotReachable('Адрес ведёт во внутреннюю сеть: такие не вызываются.')
  if (url.protocol !== 'https:' && !areInner) throw new NotReachable('Нужен адрес, который начинается с https://.')
  return addresses
}
