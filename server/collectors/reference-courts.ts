import { courts, magistrates } from '../db/reference/tables.ts'
import type { Court, CourtDirectory } from './collector.ts'

/** Courts by their site and by their code, from the reference data. Read when first asked for. */
export const siteHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    // «leninsky--kir.sudrf.ru» and «leninsky.kir.sudrf.ru» are one site (seen 2019–2026).
    .replaceAll('--', '.')

let read: { byHost: Map<string, Court | undefined>; byCode: Map<string, Court> } | undefined

function directory() {
  if (read !== undefined) return read
  const byHost = new Map<string, Court | undefined>()
  const byCode = new Map<string, Court>()
  for (const { title, region, city, vnkod, url } of [...courts(), ...magistrates()]) {
    const court: Court = { title, region, city, ...(vnkod === null ? {} : { vnkod }) }
    const host = siteHost(URL.parse(url)?.hostname ?? '')
    // A host of several courts says nothing about whose page it is.
    if (host !== '') byHost.set(host, byHost.has(host) ? undefined : court)
    if (vnkod !== null) byCode.set(vnkod, court)
  }
  read = { byHost, byCode }
  return read
}

export const referenceCourts: CourtDirectory = {
  ofHost: host => directory().byHost.get(siteHost(host)),
  ofCode: vnkod => directory().byCode.get(vnkod.toUpperCase()),
}
