import type { FastifyRequest } from 'fastify'
import type { ListOf } from '#shared/api/lists.ts'
import { toQuery, toRecord, type WireRecord } from '#shared/filters/wire.ts'

/** Where the product is reached: the address it was given, else the one it was called by. */
export const siteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`

type Page = { page: number; size: number }

/** The parameters of the request that are not filters and not the page, as they were asked. */
export const askedBeside = (request: FastifyRequest, names: readonly string[]): WireRecord =>
  Object.fromEntries(
    Object.entries(toRecord(request.originalUrl.split('?')[1] ?? '')).filter(([name]) => names.includes(name)),
  )

/** `{ count, next, previous, results }`; `query` is all that the neighbouring pages are to be asked with but their number. */
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
    // From past the end, back to the last page there is.
    previous: page > 1 ? address(Math.min(page - 1, lastPage)) : null,
    results: found.rows,
  }
}

/** A list without pages: whole, or the best of `count`. */
export const wholeList = <T>(results: T[], count = results.length): ListOf<T> => ({
  count,
  next: null,
  previous: null,
  results,
})

/** A page of rows that are few enough to be all at hand. `beside`: the parameters that the neighbouring pages keep. */
export const pageOfRows = <T>(
  request: FastifyRequest,
  rows: readonly T[],
  page: Page,
  { publicUrl, beside }: { publicUrl: string | undefined; beside: readonly string[] },
): ListOf<T> =>
  listAnswer({ count: rows.length, rows: rows.slice((page.page - 1) * page.size, page.page * page.size) }, page, {
    here: siteOrigin(request, publicUrl) + (request.routeOptions.url ?? ''),
    query: askedBeside(request, beside),
  })
