import { maxPage } from '#shared/domain/limits.ts'
import type { Fields } from '#shared/filters/field.ts'
import { tableParams } from '#shared/filters/views.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { localPath } from '../layout/local-path.ts'
import { loadChunk } from '../ui/load-chunk.ts'

/** Search params stay in wire form (design §13). */
export const wireSearch = (search: Record<string, unknown>): WireRecord =>
  Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, Array.isArray(value) ? value.map(String) : String(value)]),
  )
/** Parses the table parameters of an address as their page does; loaded on demand, because few addresses have any. */
export const withTableRead = async (search: WireRecord, fields: Fields): Promise<WireRecord> => {
  if (!tableParams.some(name => name in search)) return search
  const { cleanTable } = await loadChunk(() => import('../filters/table-definition.ts'))
  return cleanTable(search, fields)
}
export const isEmpty = (search: WireRecord): boolean => Object.keys(search).length === 0

/**
 * The destination after sign-in, omitted for home. The fragment stays in the fragment: it may be the secret of an
 * invitation, which must not be sent to a server.
 */
export const nextOf = ({
  href,
  hash,
}: {
  href: string
  hash: string
}): { search: { next?: string }; hash?: string } => {
  const next = localPath(href.split('#', 1)[0])
  return { search: next === undefined || next === '/' ? {} : { next }, ...(hash !== '' && { hash }) }
}

/** An id of a case or person: at most nine digits, which fits PostgreSQL's integer. */
export const isId = (id: string): boolean => /^[1-9]\d{0,8}$/.test(id)

/** An invalid page number means the first page. */
export const pageOfAddress = ({ page }: WireRecord): number =>
  typeof page === 'string' && isId(page) && Number(page) <= maxPage ? Number(page) : 1
