import { isMagistrateTitle, plainCourtTitle } from '#shared/domain/court-kinds.ts'
import { regionOfCode } from '#shared/domain/regions.ts'
import type { Card, CourtDirectory, Inferred, SiteCourt } from './collector.ts'
import type { OpenedPage } from './open-page.ts'
import { shownText, tidy } from './read-html.ts'
import { uidIn } from './sudrf-keys.ts'

/**
 * The district of a magistrate: by host, by the code in the page counter, else by УИД together with the title. УИД
 * names the district where a matter began; when the title differs, the title is right.
 */
export function magistrateCourt(
  page: OpenedPage,
  url: URL | undefined,
  courts: CourtDirectory,
  card?: Card,
): { court: SiteCourt | undefined; inferred?: Inferred } {
  const title = titleOf(page)
  const code = /\bssid=(\d{2}MS\d{4})\b/.exec(page.html)?.[1]
  const known = (url === undefined ? undefined : courts.ofHost(url.hostname)) ?? (code && courts.ofCode(code))
  // Districts are renamed: the title of the page is current, and the code identifies the court.
  if (known) return { court: title !== '' && known.vnkod !== undefined ? { ...known, title } : known }
  const region = regionOfCode(code ?? '')
  if (code !== undefined && title !== '' && region !== undefined) return { court: { title, region, vnkod: code } }
  return byUidAndTitle(title, card && uidIn(card), courts)
}

/** Quotes in the title break the attributes of `meta`; the heading has it whole. */
const titleOf = ({ $ }: OpenedPage): string =>
  [$('#court_name').first(), $('.court-name').first(), $('head > title').first(), $('footer p').last()]
    .map(node => shownText(node) || tidy(node.text()))
    .find(text => text !== '' && isMagistrateTitle(text)) ?? ''

/** `agreed`: УИД and title name the same district. `titleAlone`: they differ, and the title is taken to be complete. */
const certainty = { agreed: 0.99, titleAlone: 0.9 }

function byUidAndTitle(
  title: string,
  uid: string | undefined,
  courts: CourtDirectory,
): { court: SiteCourt | undefined; inferred?: Inferred } {
  const code = /^(\d{2}MS\d{4})-/.exec(uid ?? '')?.[1]
  const region = regionOfCode(code ?? '')
  if (code === undefined || title === '' || region === undefined) return { court: undefined }
  const began = courts.ofCode(code)
  const from = (what: string): string => `${what}: ${uid}, ${title}`
  if (began !== undefined && isSameDistrict(began.title, title))
    return {
      court: { ...began, title },
      inferred: { field: 'court', from: from('УИД и заголовок'), certainty: certainty.agreed },
    }
  return {
    court: { title, region },
    inferred: { field: 'court', from: from('заголовок, регион по УИД'), certainty: certainty.titleAlone },
  }
}

export function isSameDistrict(left: string, right: string): boolean {
  const [one, other] = [plainCourtTitle(left), plainCourtTitle(right)]
  if (one === other) return true
  const number = (title: string): string | undefined => /№ ?(\d+)/.exec(title)?.[1]
  return (
    number(left) !== undefined &&
    number(left) === number(right) &&
    placesIn(one).some(word => placesIn(other).includes(word))
  )
}
const common = /^(?:судебн|участ|миров|район|област|город|край|кра[яю]|республик|округ|муниципальн|судь)/u
const placesIn = (plain: string): string[] =>
  plain
    .split(/[^\p{L}]+/u)
    .filter(word => word.length > 4 && !common.test(word))
    .map(word => word.slice(0, 6))
