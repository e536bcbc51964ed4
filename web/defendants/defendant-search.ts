import {
  type DefendantOrdering,
  defaultDefendantOrdering,
  defendantOrderingValues,
} from '#shared/domain/defendant-orderings.ts'
import { maxPageSize } from '#shared/domain/limits.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import { readLenient, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import {
  equalQueries,
  type LooseRecord,
  type Paging,
  readOrdering,
  readPaging,
  useAddressSearch,
  writePaging,
} from '../filters/case-search.ts'

type DefendantValues = Values<typeof defendantFields>
/** `least`: only people found in at least so many cases. */
type PeopleOrder = Paging & { ordering: DefendantOrdering; least: number }
export type DefendantSearch = PeopleOrder & { values: DefendantValues }

/** `usual`: the default order. */
export const readPeopleOrder = (record: LooseRecord, usual: DefendantOrdering): PeopleOrder => ({
  ordering: readOrdering(record, defendantOrderingValues, usual),
  least: leastIn(record.found_from),
  ...readPaging(record),
})
/** As the API parses it. */
const leastIn = (written: unknown): number =>
  typeof written === 'string' && /^[1-9]\d{0,2}$/.test(written) && Number(written) <= maxPageSize ? Number(written) : 1
export const writePeopleOrder = (
  { ordering, least, page, size }: PeopleOrder,
  usual: DefendantOrdering,
): WireRecord => ({ ...writeLeast(least), ...(ordering !== usual && { ordering }), ...writePaging({ page, size }) })
export const writeLeast = (least: number): WireRecord => (least > 1 ? { found_from: String(least) } : {})

export const readDefendantSearch = (record: LooseRecord): DefendantSearch => ({
  values: readLenient(defendantFields, record),
  ...readPeopleOrder(record, defaultDefendantOrdering),
})

/** For the address: defaults are omitted. */
export const writeDefendantSearch = ({ values, ...order }: DefendantSearch): WireRecord => ({
  ...writeValues(defendantFields, values),
  ...writePeopleOrder(order, defaultDefendantOrdering),
})

/** For the API: defaults are explicit, so that equal lists share a cache entry. */
export const defendantApiQuery = (search: DefendantSearch): WireRecord => ({
  ...writeValues(defendantFields, search.values),
  ...writeLeast(search.least),
  ordering: search.ordering,
  page: String(search.page),
  size: String(search.size),
})

export const normalizedSearch = (record: WireRecord): WireRecord | undefined => {
  const tidy = writeDefendantSearch(readDefendantSearch(record))
  return equalQueries(tidy, record) ? undefined : tidy
}

export const useDefendantSearch = () => useAddressSearch(readDefendantSearch, writeDefendantSearch)

declare module '@tanstack/react-router' {
  interface HistoryState {
    peopleSearch?: WireRecord
  }
}
