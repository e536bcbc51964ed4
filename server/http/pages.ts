import type { FastifyRequest } from 'fastify'
import type { ListOf } from '#shared/api/lists.ts'
import { toQuery, toRecord, type WireRecord } from '#shared/filters/wire.ts'

/** The public address, else the one of the request. */
export const siteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`

type Page = { page: number; size: number }

/** Parameters of the request that are neither filters nor the page. */
export const askedBeside = (request: FastifyRequest, names: readonly string[]): WireRecord =>
  Object.fromEntries(
    Object.entries(toRecord(request.originalUrl.split('?')[1] ?? '')).filter(([name]) => names.includes(name)),
  )

/** `query`: of the neighbouring pages, but for their number. */
export function listAnswer<T>(
  found: { count: number; rows: T[] },
  { page, size }: Page,
  { here, query }: { here: string; query: WireRecord },
): ListOf<T> {
  const lastPage = Math.max(1, Math.ceil(found.count / size))
  const address = (number: number): string => `${here}?${toQuery({ ...query, page: String(number) })}`
  return {
    count: found.count,
    next: page < lastPage ? address(page + 1) : null,
    // From past the end to the last page.
    previous: page > 1 ? address(Math.min(page - 1, lastPage)) : null,
    results: found.rows,
  }
}

export const wholeList = <T>(results: T[], count = results.length): ListOf<T> => ({
  count,
  next: null,
  previous: null,
  results,
})

type PagedOptions = { publicUrl: string | undefined; beside: readonly string[]; filters?: WireRecord }
/** One page of rows; the neighbouring pages keep the filters and the parameters `beside`. */
export const pageOf = <T>(
  request: FastifyRequest,
  found: { count: number; rows: T[] },
  page: Page,
  { publicUrl, beside, filters }: PagedOptions,
): ListOf<T> =>
  listAnswer(found, page, {
    here: siteOrigin(request, publicUrl) + (request.routeOptions.url ?? ''),
    query: { ...filters, ...askedBeside(request, beside) },
  })

/** A page of few rows that are all at hand. */
export const pageOfRows = <T>(
  request: FastifyRequest,
  rows: readonly T[],
  page: Page,
  options: PagedOptions,
): ListOf<T> =>
  pageOf(
    request,
    { count: rows.length, rows: rows.slice((page.page - 1) * page.size, page.page * page.size) },
    page,
    options,
  )
