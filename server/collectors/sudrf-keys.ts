import { regionOfCode } from '#shared/domain/regions.ts'
import type { CardFacts, CaseKeys } from './card-case.ts'
import { plainUid } from './card-values.ts'
import { labelMeaning } from './card-words.ts'
import type { Card, CourtDirectory, Inferred, SiteCourt } from './collector.ts'
import { fold } from './court-words.ts'
import type { OpenedPage } from './open-page.ts'
import { tidy } from './read-html.ts'
import { siteHost } from './site-address.ts'

/**
 * The court and the identity of a case. A GUID is stable when the card moves or the number changes; next best are
 * catalogue and id; else УИД with the day of entry, with the key by number as a former key.
 */
export function sudrfKeys(
  url: URL | undefined,
  court: SiteCourt | undefined,
  told: CardFacts | { written: string },
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

/** A case returned for a new trial keeps its УИД and gets a new day of entry. Without УИД the number is used. */
export const byUid = (place: string, { proceedings, case_uid, entry_date }: CardFacts, byNumber: string): CaseKeys =>
  case_uid === undefined
    ? { source_key: byNumber }
    : {
        source_key: `${place}|${proceedings.type}-${proceedings.stage}|${case_uid.toLowerCase()}|${entry_date ?? ''}`,
        former_keys: [byNumber],
      }

const nowhere = new URL('http://nowhere.invalid/')
export const linkTarget = (link: string): URL | undefined => URL.parse(link, nowhere.href) ?? undefined

/** By host; else by the court code in the site's own links; else by title and the region of that code. */
export function sudrfCourt({ url, html, $ }: OpenedPage, courts: CourtDirectory): SiteCourt | undefined {
  const byHost = url === undefined ? undefined : courts.ofHost(siteHost(url.host))
  if (byHost !== undefined) return byHost
  const codes = [...html.matchAll(/(?:[?&;]vnkod=|fromOa=)(\d{2}[A-Z]{2}\d{4})(?!\d)/g)].map(([, code = '']) => code)
  const [code] = mostFrequentFirst(codes)
  if (code === undefined) return undefined
  const known = courts.ofCode(code)
  if (known !== undefined) return known
  const title = tidy($('head > title').first().text())
  const region = regionOfCode(code)
  return title !== '' && region !== undefined ? { title, region, vnkod: code } : undefined
}

/** Certainty of a title that only one court has, and of a title together with the region of УИД. */
const certainty = { known: 0.98, regionOfUid: 0.9 }
const isElsewhere = /кассацион|апелляцион|военн|верховн/iu
const isTitle = /(?:район|город|област|краев)\p{L}* суд(?!\p{L})/iu

/** The court of a card: unlike other pages it has УИД, used when neither host nor links identify the court. */
export function courtOfCard(
  page: OpenedPage,
  courts: CourtDirectory,
  card: Pick<Card, 'sections'>,
): { court: SiteCourt | undefined; inferred?: Inferred[] } {
  const court = sudrfCourt(page, courts)
  const title = tidy(page.$('head > title').first().text())
  if (court !== undefined || title === '') return { court }
  const from = `заголовок: ${title}`
  const known = courts.ofTitle?.(title)
  if (known !== undefined) return { court: known, inferred: [{ field: 'court', from, certainty: certainty.known }] }
  const uid = uidIn(card) ?? ''
  const region = regionOfCode(uid)
  if (region === undefined || !isTitle.test(title) || isElsewhere.test(title)) return { court: undefined }
  const inferred = { field: 'court', from: `${from}, регион по УИД ${uid}`, certainty: certainty.regionOfUid }
  return { court: { title, region }, inferred: [inferred] }
}

export const uidIn = ({ sections }: Pick<Card, 'sections'>): string | undefined => {
  const told = sections.flatMap(({ fields }) => fields).find(({ label }) => labelMeaning(label) === 'case_uid')
  return told && plainUid(told.value)
}

const mostFrequentFirst = (values: readonly string[]): string[] =>
  [...Map.groupBy(values, value => value)]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(([value]) => value)
