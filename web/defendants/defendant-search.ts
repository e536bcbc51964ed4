import { type DefendantOrdering, defaultDefendantOrdering, defendantOrderingValues } from '#shared/domain/orderings.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import { readLenient, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import {
  type LooseRecord,
  readOrdering,
  readPaging,
  saysTheSame,
  useAddressSearch,
  writePaging,
} from '../filters/case-search.ts'

type DefendantValues = Values<typeof defendantFields>
export type DefendantSearch = { values: DefendantValues; ordering: DefendantOrdering; page: number; size: number }

export const readDefendantSearch = (record: LooseRecord): DefendantSearch => ({
  values: readLenient(defendantFields, record),
  ordering: readOrdering(record, defendantOrderingValues, defaultDefendantOrdering),
  ...readPaging(record),
})

/** For the address: defaults are left out. */
export const writeDefendantSearch = ({ values, ordering, ...paging }: DefendantSearch): WireRecord => ({
  ...writeValues(defendantFields, values),
  ...(ordering !== defaultDefendantOrdering && { ordering }),
  ...writePaging(paging),
})

/** For the API: defaults are spelled out, so that equal lists share a cache entry. */
export const defendantApiQuery = (search: DefendantSearch): WireRecord => ({
  ...writeValues(defendantFields, search.values),
  ordering: search.ordering,
  page: String(search.page),
  size: String(search.size),
})

export const normalizedSearch = (record: WireRecord): WireRecord | undefined => {
  const tidy = writeDefendantSearch(readDefendantSearch(record))
  return saysTheSame(tidy, record) ? undefined : tidy
}

export const useDefendantSearch = () => useAddressSearch(readDefendantSearch, writeDefendantSearch)

declare module '@tanstack/react-router' {
  interface HistoryState {
    peopleSearch?: WireRecord
  }
}
