import { isRegion, regionOfCode } from '#shared/domain/regions.ts'
import type { Court, CourtDirectory } from './collector.ts'
import { fold } from './court-words.ts'
import type { OpenedPage } from './open-page.ts'
import { tidy } from './read-html.ts'
import { siteHost } from './reference-courts.ts'

/**
 * Who a page of ГАС «Правосудие» is about: the court, and the identity of the case. A case keeps its GUID when the card moves
 * to another address or server, and when it gets another number; addresses without one know it by catalogue and id.
 */
export function sudrfKey(url: URL | undefined, court: Court | undefined, number: string): string {
  const isSomewhere = url !== undefined && url.host !== nowhere.host
  const host = isSomewhere ? siteHost(url.host) : (court?.vnkod ?? court?.title ?? '')
  const asked = (names: readonly string[]): string =>
    names
      .map(name => url?.searchParams.get(name) ?? '')
      .find(value => value !== '')
      ?.toLowerCase() ?? ''
  const guid = asked(['case_uid', '_uid'])
  if (guid !== '') return `sudrf|${host}|${guid}`
  const id = asked(['case_id', '_id'])
  const catalogue = asked(['delo_id', '_deloId'])
  return id === '' ? `sudrf|${host}|${catalogue}|${fold(number)}` : `sudrf|${host}|${catalogue}|${id}`
}

/** Where the links of a page without an address lead: their parameters alone can be read. */
const nowhere = new URL('http://nowhere.invalid/')
export const linkTarget = (link: string): URL | undefined => URL.parse(link, nowhere.href) ?? undefined

/**
 * By the host of the page; else by the code that the site carries in its own links; else by the title of the page and the
 * region in that code, which military courts do not carry.
 */
export function sudrfCourt({ url, html, $ }: OpenedPage, courts: CourtDirectory): Court | undefined {
  const byHost = url === undefined ? undefined : courts.ofHost(siteHost(url.host))
  if (byHost !== undefined) return byHost
  const codes = [...html.matchAll(/(?:[?&;]vnkod=|fromOa=)(\d{2}[A-Z]{2}\d{4})(?!\d)/g)].map(([, code = '']) => code)
  const [code] = mostFrequentFirst(codes)
  if (code === undefined) return undefined
  const known = courts.ofCode(code)
  if (known !== undefined) return known
  const title = tidy($('head > title').first().text())
  const region = regionOfCode(code)
  const isCivil = !/^\d\d(?:GV|OV|KV|AV)/.test(code)
  return title !== '' && isCivil && isRegion(region) ? { title, region, vnkod: code } : undefined
}

const mostFrequentFirst = (values: readonly string[]): string[] =>
  [...Map.groupBy(values, value => value)]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([value]) => value)
