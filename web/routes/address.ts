import { maxPage } from '#shared/domain/limits.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { localPath } from '../layout/local-path.ts'

/** Search params stay in wire form (design §13). */
export const wireSearch = (search: Record<string, unknown>): WireRecord =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
export const isEmpty = (search: WireRecord): boolean => Object.keys(search).length === 0

/** Where to go on after signing in, as a search; home needs no saying. */
export const nextOf = (href: string): { next?: string } => {
  const next = localPath(href)
  return next === undefined || next === '/' ? {} : { next }
}

/** The number of a case, a person: nine digits at most, so that PostgreSQL takes it. */
export const isId = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)

/** A page the address names badly is the first. */
export const pageOfAddress = ({ page }: WireRecord): number =>
  typeof page === 'string' && isId(page) && Number(page) <= maxPage ? Number(page) : 1
