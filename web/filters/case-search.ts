import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { defaultPageSize, maxPage, pageSizes } from '#shared/domain/limits.ts'
import { defaultOrdering, type ListOrdering, listOrderingValues, relevance } from '#shared/domain/orderings.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Fields, Values } from '#shared/filters/field.ts'
import { tableParams } from '#shared/filters/views.ts'
import { readLenient, toQuery, unreadIn, type WireRecord, wireShape, writeValues } from '#shared/filters/wire.ts'

/** The address bar is the only state of a list (design §4): parsed leniently, written in the one wire form. */
export type CaseValues = Values<typeof caseListFields>
export type CaseSearch = {
  values: CaseValues
  ordering: ListOrdering
  page: number
  size: number
  /** Parameters of the table over the same cases; other views only preserve them. */
  table?: WireRecord
  /** Unreadable parts of the address as `name=value`, shown until the filters or the table change. */
  unread?: string[]
}

/** For an empty address when nothing is remembered (§4, §9). Not a default of the schema: an absent value means all. */
export const initialRecord: WireRecord = { type: '1', ordering: defaultOrdering }

export type LooseRecord = { readonly [key: string]: string | string[] | undefined }
export type Paging = { page: number; size: number }

const one = (raw: string | string[] | undefined): string | undefined => (typeof raw === 'string' ? raw : raw?.at(-1))
export const readPaging = (record: LooseRecord): Paging => {
  const page = one(record.page) ?? ''
  return {
    page: /^[1-9]\d{0,8}$/.test(page) && Number(page) <= maxPage ? Number(page) : 1,
    size: pageSizes.find(size => String(size) === one(record.size)) ?? defaultPageSize,
  }
}
export const readOrdering = <O extends string>(record: LooseRecord, known: readonly O[], usual: O): O =>
  known.find(value => value === one(record.ordering)) ?? usual
export const writePaging = ({ page, size }: Paging): WireRecord => ({
  ...(page > 1 && { page: String(page) }),
  ...(size !== defaultPageSize && { size: String(size) }),
})

export const readCaseSearch = (record: LooseRecord): CaseSearch => {
  const values = readLenient(caseListFields, record)
  const ordering = readOrdering(record, listOrderingValues, defaultOrdering)
  return {
    values,
    ordering: orderFor(values, ordering),
    ...readPaging(record),
    ...ofTable(record),
    ...(record.unread && { unread: [record.unread].flat() }),
  }
}
/** Without words there is no relevance to sort by. */
const orderFor = (values: CaseValues, ordering: ListOrdering): ListOrdering =>
  ordering === relevance && values.result_text_search === undefined ? defaultOrdering : ordering
const ofTable = (record: LooseRecord): { table?: WireRecord } => {
  const table = tableParams.flatMap(name => (record[name] === undefined ? [] : [[name, record[name]] as const]))
  return table.length > 0 ? { table: Object.fromEntries(table) } : {}
}

export const listFrom = (values: CaseValues): CaseSearch => ({
  values,
  ordering: defaultOrdering,
  page: 1,
  size: defaultPageSize,
})

/**
 * For the address: the order is always explicit, so that «все» is not an empty address; page and size only when not
 * default.
 */
export const writeCaseSearch = ({ values, ordering, table, unread, ...paging }: CaseSearch): WireRecord => ({
  ...writeValues(caseListFields, values),
  ordering: orderFor(values, ordering),
  ...writePaging(paging),
  ...table,
  ...(unread?.length && { unread }),
})

const besideFilters = ['ordering', 'page', 'size'] as const

const knownIn = (fields: Fields, ...others: string[]) =>
  new Set([...Object.keys(wireShape(fields)), ...besideFilters, ...others])
/** Tracking parameters added by mail programs and advertising are ignored. */
const foreign = /^utm_|^_|clid$/
/** Unknown parameter names, as `name=value`. */
const unknownIn = (fields: Fields, record: WireRecord): string[] => {
  const known = knownIn(fields, ...tableParams, 'unread')
  return Object.entries(record).flatMap(([name, value]) =>
    known.has(name) || foreign.test(name) ? [] : [value].flat().map(one => `${name}=${one}`),
  )
}
/** Invalid orders, pages and sizes, which defaults replace. */
const unreadBeside = (record: WireRecord): string[] => {
  const { page, size } = readPaging(record)
  const read: WireRecord = {
    ordering: listOrderingValues.find(value => value === one(record.ordering)) ?? '',
    page: String(page),
    size: String(size),
  }
  return besideFilters.flatMap(name => {
    const said = one(record[name])
    return said && said !== read[name] ? [`${name}=${said}`] : []
  })
}
/**
 * Ignored parts of an address, as `name=value`. `fields`: fields that this person may use; `known`: fields whose names
 * are valid.
 */
export const unreadOf = (fields: Fields, record: WireRecord, known: Fields = caseListFields): string[] => [
  ...unreadIn(fields, record),
  ...unknownIn(known, record),
  ...unreadBeside(record),
]

/**
 * The canonical address (§4); without any known parameter it is empty except for the unread parts. `fields`: fields
 * that this person may use.
 */
export const cleanAddress = (record: WireRecord, fields: Fields): WireRecord => {
  const known = knownIn(fields)
  const search = readCaseSearch(record)
  const unread = [...(search.unread ?? []), ...unreadOf(fields, record)]
  if (!Object.keys(record).some(name => known.has(name))) return unread.length > 0 ? { unread } : {}
  return {
    ...writeValues(fields, readLenient(fields, record)),
    ...writeCaseSearch({ ...search, unread, values: {} }),
    ordering: search.ordering,
  }
}
/** The same on a page of figures, which does not use the order but preserves it. */
export const cleanViewAddress = (record: WireRecord, fields: Fields): WireRecord =>
  withoutUnsaid({ ...ofTable(record).table, ...cleanAddress(record, fields) }, record)
export const withoutUnsaid = ({ ordering, ...address }: WireRecord, before: LooseRecord): WireRecord =>
  ordering === undefined || before.ordering === undefined ? address : { ...address, ordering }
export const withoutTable = (record: WireRecord): WireRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !tableParams.some(param => param === name)))

export const equalQueries = (one: WireRecord, other: WireRecord): boolean => sorted(one) === sorted(other)
const sorted = (record: WireRecord): string => toQuery(record).split('&').toSorted().join('&')

/** The API query: page and size are explicit, so that equal lists share a cache entry. */
export const caseApiQuery = (search: CaseSearch, { onlyFavourites = false } = {}): WireRecord => ({
  ...writeValues(caseListFields, search.values),
  ordering: search.ordering,
  page: String(search.page),
  size: String(search.size),
  ...(onlyFavourites && { in_favorites: 'true' }),
})

export const withoutFilter = (values: object, name: string): Record<string, unknown> => {
  const { [name]: _gone, ...others }: Record<string, unknown> = { ...values }
  return others
}

export type CaseSearchChange = Partial<CaseSearch>
export const withSearchChange = <S extends Paging>(search: S, change: Partial<S>): S => ({
  ...search,
  page: 1,
  // Unread parts belong to the previous filters.
  ...('values' in change && { unread: undefined }),
  ...change,
})

export const useCaseSearch = () => useAddressSearch(readCaseSearch, writeCaseSearch)
export const useViewSearch = () => useAddressSearch(readCaseSearch, writeCaseSearch, withoutUnsaid)

export const useAddressSearch = <S extends Paging>(
  read: (record: LooseRecord) => S,
  write: (search: S) => WireRecord,
  asBefore: (written: WireRecord, before: LooseRecord) => WireRecord = written => written,
) => {
  const router = useRouter()
  const navigate = useNavigate()
  // The page's own match: during navigation the address bar already has the next page's search.
  const record = useMatch({ strict: false, select: match => match.search, structuralSharing: true })
  const path = useMatch({ strict: false, select: match => match.pathname })
  const search = useMemo(() => read(record), [read, record])
  const change = useCallback(
    (next: Partial<S>, { replace = false } = {}): void => {
      void navigate({ to: path, search: asBefore(write(withSearchChange(search, next)), record), replace })
    },
    [navigate, path, record, search, write, asBefore],
  )
  const hrefOf = useCallback(
    (next: Partial<S>): string =>
      router.buildLocation({ to: path, search: asBefore(write(withSearchChange(search, next)), record) }).href,
    [router, path, record, search, write, asBefore],
  )
  return { search, change, hrefOf }
}
