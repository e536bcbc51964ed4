import { plainCourtTitle } from '#shared/domain/court-kinds.ts'
import { lazily, referenceCourtRows, referenceMagistrates } from '../db/reference/tables.ts'
import type { CourtDirectory, SiteCourt } from './collector.ts'
import { siteHost } from './site-address.ts'

/** Courts by site and by code, from the reference data, loaded on first use. */
const directory = lazily(() => {
  const byHost = new Map<string, SiteCourt | undefined>()
  const byCode = new Map<string, SiteCourt>()
  const byTitle = new Map<string, SiteCourt | undefined>()
  for (const { title, region, city, vnkod, url } of [...referenceCourtRows(), ...referenceMagistrates()]) {
    const court: SiteCourt = { title, region, city, ...(vnkod === null ? {} : { vnkod }) }
    const host = siteHost(URL.parse(url)?.hostname ?? '')
    // A host shared by several courts does not identify one.
    if (host !== '') byHost.set(host, byHost.has(host) ? undefined : court)
    if (vnkod !== null) byCode.set(vnkod, court)
    const plain = plainCourtTitle(title)
    byTitle.set(plain, byTitle.has(plain) ? undefined : court)
  }
  return { byHost, byCode, byTitle }
})

export const referenceCourts: CourtDirectory = {
  ofHost: host => directory().byHost.get(siteHost(host)),
  ofCode: vnkod => directory().byCode.get(vnkod.toUpperCase()),
  ofTitle: title => directory().byTitle.get(plainCourtTitle(title)),
}
