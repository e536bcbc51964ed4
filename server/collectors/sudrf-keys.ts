import { isRegion, regionOfCode } from '#shared/domain/regions.ts'
import type { CaseKeys, ToldOfCase } from './card-case.ts'
import type { Court, CourtDirectory } from './collector.ts'
import { fold } from './court-words.ts'
import type { OpenedPage } from './open-page.ts'
import { tidy } from './read-html.ts'
import { siteHost } from './reference-courts.ts'

/**
 * Who a page of ГАС «Правосудие» is about: the court, and the identity of the case. A case keeps its GUID when the card moves
 * to another address or server, and when it gets another number; addresses without one know it by catalogue and id. A page that has
 * no such address is known by УИД and the day of entry, which stay when its number does not; the key that earlier readers made of the
 * number is its former one.
 */
export function sudrfKeys(
  url: URL | undefined,
  court: Court | undefined,
  told: ToldOfCase | { written: string },
): CaseKeys {
  const isSomewhere = url !== undefined && url.host !== nowhere.host
  const host = isSomewhere ? siteHost(url.host) : (court?.vnkod ?? court?.title ?? '')
  const asked = (names: readonly string[]): string =>
    names
      .map(name => url?.searchParams.get(name) ?? '')
      .find(value => value !== '')
      ?.toLowerCase() ?? ''
  const guid = asked(['case_uid', '_uid'])
  if (guid !== '') return { source_key: `sudrf|${host}|${guid}` }
  const id = asked(['case_id', '_id'])
  const catalogue = asked(['delo_id', '_deloId'])
  if (id !== '') return { source_key: `sudrf|${host}|${catalogue}|${id}` }
  const byNumber = `sudrf|${host}|${catalogue}|${fold(told.written)}`
  return 'proceedings' in told ? byUid(`sudrf|${host}`, told, byNumber) : { source_key: byNumber }
}

/** A case returned for a new trial has its УИД again, and another day of entry. Where a page tells no УИД the number has to do. */
export const byUid = (place: string, { proceedings, case_uid, entry_date }: ToldOfCase, byNumber: string): CaseKeys =>
  case_uid === undefined
    ? { source_key: byNumber }
    : {
        source_key: `${place}|${proceedings.type}-${proceedings.stage}|${case_uid.toLowerCase()}|${entry_date ?? ''}`,
        former_keys: [byNumber],
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
