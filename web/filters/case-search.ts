import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { defaultPageSize, maxPage, pageSizes } from '#shared/domain/limits.ts'
import { type CaseOrdering, caseOrderingValues, defaultOrdering } from '#shared/domain/orderings.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Fields, Values } from '#shared/filters/field.ts'
import { readLenient, toQuery, type WireRecord, wireShape, writeValues } from '#shared/filters/wire.ts'

/** The address bar is the only state of a list (design §4): read leniently, written in the one wire form. */
export type CaseValues = Values<typeof caseListFields>
export type CaseSearch = { values: CaseValues; ordering: CaseOrdering; page: number; size: number }

/** For an address that says nothing while nothing is remembered (§4, §9). Never a default of the schema: absent means all. */
export const initialRecord: WireRecord = { type: '1', ordering: defaultOrdering }

type LooseRecord = { readonly [key: string]: string | string[] | undefined }

const one = (raw: string | string[] | undefined): string | undefined => (typeof raw === 'string' ? raw : raw?.at(-1))
const wholeNumber = (raw: string | string[] | undefined, fallback: number, max: number): number => {
  const text = one(raw) ?? ''
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
  return number <= max ? number : fallback
}

/** Only the bad item is dropped; the rest of the address counts. */
export const readCaseSearch = (record: LooseRecord): CaseSearch => {
  const size = wholeNumber(record.size, defaultPageSize, Number.MAX_SAFE_INTEGER)
  return {
    values: readLenient(caseListFields, record),
    ordering: caseOrderingValues.find(value => value === one(record.ordering)) ?? defaultOrdering,
    page: wholeNumber(record.page, 1, maxPage),
    size: pageSizes.find(allowed => allowed === size) ?? defaultPageSize,
  }
}

/** For the address: the order is always said, so that «все» is not an empty address; page and size when they are not the usual ones. */
export const writeCaseSearch = ({ values, ordering, page, size }: CaseSearch): WireRecord => ({
  ...writeValues(caseListFields, values),
  ordering,
  ...(page > 1 && { page: String(page) }),
  ...(size !== defaultPageSize && { size: String(size) }),
})

const besideFilters = ['ordering', 'page', 'size'] as const

/** An address as it should stand (§4); one that says nothing known is empty. `fields`: those this person may use. */
export const cleanAddress = (record: WireRecord, fields: Fields): WireRecord => {
  const known = new Set<string>([...Object.keys(wireShape(fields)), ...besideFilters])
  if (!Object.keys(record).some(name => known.has(name))) return {}
  const search = readCaseSearch(record)
  return { ...writeValues(fields, readLenient(fields, record)), ...writeCaseSearch({ ...search, values: {} }) }
}
export const saysTheSame = (one: WireRecord, other: WireRecord): boolean => sorted(one) === sorted(other)
const sorted = (record: WireRecord): string => toQuery(record).split('&').toSorted().join('&')

/** The API query: page and size always, so that equal lists share a cache entry. */
export const caseApiQuery = (search: CaseSearch, { onlyFavourites = false } = {}): WireRecord => ({
  ...writeValues(caseListFields, search.values),
  ordering: search.ordering,
  page: String(search.page),
  size: String(search.size),
  ...(onlyFavourites && { in_favorites: 'true' }),
})

export const withoutFilter = (values: CaseValues, name: string): CaseValues => {
  const { [name]: _gone, ...others }: Record<string, unknown> = values
  return others
}

export type CaseSearchChange = Partial<CaseSearch>
export const withSearchChange = (search: CaseSearch, change: CaseSearchChange): CaseSearch => ({
  ...search,
  page: 1,
  ...change,
})

export const useCaseSearch = () => {
  const router = useRouter()
  const navigate = useNavigate()
  // The page's own search: while another page is on its way, the address bar already holds that page's.
  const search = useMatch({ strict: false, select: match => readCaseSearch(match.search), structuralSharing: true })
  const path = useMatch({ strict: false, select: match => match.pathname })
  const change = useCallback(
    (next: CaseSearchChange, { replace = false } = {}): void => {
      void navigate({ to: path, search: writeCaseSearch(withSearchChange(search, next)), replace })
    },
    [navigate, path, search],
  )
  const hrefOf = useCallback(
    (next: CaseSearchChange): string =>
      router.buildLocation({ to: path, search: writeCaseSearch(withSearchChange(search, next)) }).href,
    [router, path, search],
  )
  return { search, change, hrefOf }
}
