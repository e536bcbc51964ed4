import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { defaultPageSize, maxPage, pageSizes } from '#shared/domain/limits.ts'
import { type DefendantOrdering, defaultDefendantOrdering, defendantOrderingValues } from '#shared/domain/orderings.ts'
import { defendantFields } from '#shared/filters/case-fields.ts'
import type { Values } from '#shared/filters/field.ts'
import { readLenient, toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'

type DefendantValues = Values<typeof defendantFields>
export type DefendantSearch = { values: DefendantValues; ordering: DefendantOrdering; page: number; size: number }

type LooseRecord = { readonly [key: string]: string | string[] | undefined }
const one = (raw: string | string[] | undefined): string | undefined => (typeof raw === 'string' ? raw : raw?.at(-1))

export const readDefendantSearch = (record: LooseRecord): DefendantSearch => {
  const page = one(record.page) ?? ''
  return {
    values: readLenient(defendantFields, record),
    ordering: defendantOrderingValues.find(value => value === one(record.ordering)) ?? defaultDefendantOrdering,
    page: /^[1-9]\d{0,8}$/.test(page) && Number(page) <= maxPage ? Number(page) : 1,
    size: pageSizes.find(size => String(size) === one(record.size)) ?? defaultPageSize,
  }
}

/** For the address: defaults are left out. */
export const writeDefendantSearch = ({ values, ordering, page, size }: DefendantSearch): WireRecord => ({
  ...writeValues(defendantFields, values),
  ...(ordering !== defaultDefendantOrdering && { ordering }),
  ...(page > 1 && { page: String(page) }),
  ...(size !== defaultPageSize && { size: String(size) }),
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
  return sorted(tidy) === sorted(record) ? undefined : tidy
}
const sorted = (record: WireRecord): string => toQuery(record).split('&').toSorted().join('&')

type DefendantChange = Partial<DefendantSearch>
/** A change of what is shown goes back to the first page, unless it names the page. */
export const withChange = (search: DefendantSearch, change: DefendantChange): DefendantSearch => ({
  ...search,
  page: 1,
  ...change,
})

export const useDefendantSearch = () => {
  const router = useRouter()
  const navigate = useNavigate()
  const search = useMatch({
    strict: false,
    select: match => readDefendantSearch(match.search),
    structuralSharing: true,
  })
  const change = useCallback(
    (next: DefendantChange): void => {
      void navigate({ to: '/defendants', search: writeDefendantSearch(withChange(search, next)) })
    },
    [navigate, search],
  )
  const hrefOf = useCallback(
    (next: DefendantChange): string =>
      router.buildLocation({ to: '/defendants', search: writeDefendantSearch(withChange(search, next)) }).href,
    [router, search],
  )
  return { search, change, hrefOf }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    peopleSearch?: WireRecord
  }
}
