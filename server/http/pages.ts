import type { FastifyRequest } from 'fastify'
import type { ListOf } from '#shared/api/lists.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { toQuery, toRecord, wireShape, writeValues } from '#shared/filters/wire.ts'
import type { PageAsked, PageFound } from '../db/page-of-query.ts'

/** The filters of a list, for the links to its pages in their one wire form. */
type AskedFilters = { fields: Fields; values: AnyValues }
const unfiltered: AskedFilters = { fields: {}, values: {} }

/** One page of rows. Links to neighbouring pages are the request's address with another page number. */
export function pageOf<T>(
  request: FastifyRequest,
  { count, rows }: PageFound<T>,
  { page, size }: PageAsked,
  { fields, values }: AskedFilters = unfiltered,
): ListOf<T> {
  // Some programs send an absolute URL: this takes the path of either form.
  const { pathname, search } = new URL(request.originalUrl, 'http://-')
  const shape = wireShape(fields)
  const beside = Object.entries(toRecord(search)).filter(([name]) => name !== 'page' && !Object.hasOwn(shape, name))
  const query = { ...writeValues(fields, values), ...Object.fromEntries(beside) }
  const address = (number: number): string =>
    `${request.siteOrigin}${pathname}?${toQuery({ ...query, page: String(number) })}`
  const lastPage = Math.max(1, Math.ceil(count / size))
  return {
    count,
    next: page < lastPage ? address(page + 1) : null,
    // From beyond the end, the previous page is the last one.
    previous: page > 1 ? address(Math.min(page - 1, lastPage)) : null,
    results: rows,
  }
}

/** A page of rows that are all in memory. */
export const pageOfRows = <T>(request: FastifyRequest, all: readonly T[], page: PageAsked): ListOf<T> =>
  pageOf(request, { count: all.length, rows: all.slice((page.page - 1) * page.size, page.page * page.size) }, page)

export const wholeList = <T>(results: T[], count = results.length): ListOf<T> => ({
  count,
  next: null,
  previous: null,
  results,
})
