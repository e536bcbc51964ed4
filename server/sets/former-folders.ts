import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { maxId } from '#shared/domain/limits.ts'
import { isPagePath } from '#shared/domain/routes.ts'
import { toQuery, toRecord, type WireRecord } from '#shared/filters/wire.ts'
import type { DB } from '../db/schema.ts'
import { HttpError } from '../http/errors.ts'

/**
 * Folders of favourites became sets (decision 0107). An address that still names a folder (a bookmark, a letter, a
 * program) is read as the set that replaced it: API calls directly, pages by a redirect to the new address. A set and a
 * folder together meant both, which a list of sets cannot express: API calls get an error, pages show which condition
 * was not read.
 */
const names = ['favorite_folder', 'favorite_folder_not', 'in_folder'] as const
const anyName = new RegExp(names.join('|'))
const asParameter = new RegExp(`(?:^|&)(?:${names.join('|')})=`)
const notBoth =
  'Папки стали подборками, а дела, которые есть сразу в двух подборках, не отбираются: оставьте что-то одно.'
export const followFolders = (db: Kysely<DB>) => async (request: FastifyRequest, reply: FastifyReply) => {
  const [path, search] = parted(request.originalUrl)
  const isCall = path.startsWith('/api/')
  if (!isRead(request) || !anyName.test(search) || !(isCall || isPagePath(path))) return
  const asked = toRecord(search)
  const numbers = foldersIn(asked).filter(id => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= maxId)
  const rows =
    numbers.length === 0
      ? []
      : await db
          .selectFrom('case_set')
          .where(sql<boolean>`former_folder = any(${numbers.map(Number)}::integer[])`)
          .select(['id', 'former_folder'])
          .execute()
  const now = withSets(asked, new Map(rows.map(({ id, former_folder }) => [String(former_folder), String(id)])))
  const unsaid = isCall ? names.filter(name => now[name] !== undefined) : []
  if (unsaid.length > 0) throw new HttpError(400, Object.fromEntries(unsaid.map(name => [name, [notBoth]])))
  // The names may merely occur inside a value.
  if (toQuery(now) === toQuery(asked)) return
  if (isCall) request.query = now
  else return reply.redirect(`${path}?${toQuery(now)}`)
}
/** The query string begins at the first question mark. */
const parted = (address: string): [path: string, search: string] => {
  const at = address.indexOf('?')
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)]
}
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

const listed = (value: string | string[] | undefined): string[] => [value ?? []].flat().filter(id => id !== '')
/** Filters nested in a parameter: the comparison of a chart, the base of a count, the page after sign-in. */
const within = (value: string): [before: string, query: string] => {
  const [path, search] = parted(value)
  return value.startsWith('/') && search !== '' ? [`${path}?`, search] : ['', value]
}
const isQuery = (value: string): boolean => asParameter.test(within(value)[1])
const nested = (record: WireRecord): string[] =>
  Object.values(record)
    .flat()
    .filter(isQuery)
    .map(value => within(value)[1])
const foldersIn = (record: WireRecord): string[] => [
  ...[record.favorite_folder, record.favorite_folder_not].flatMap(listed),
  ...nested(record).flatMap(value => foldersIn(toRecord(value))),
]

/** A reference to a deleted folder still finds nothing: no set has this id. */
const noSet = String(maxId)
const flag = z.enum(['true', 'false'])
/** The intersection of two lists of sets; undefined when one list cannot express it. */
const bothOf = (some: string[], others: string[]): string[] | undefined => {
  if (some.length === 0 || others.length === 0) return [...some, ...others]
  if (some.every(id => others.includes(id))) return some
  return others.every(id => some.includes(id)) ? others : undefined
}

export function withSets(record: WireRecord, setOf: ReadonlyMap<string, string>): WireRecord {
  const { favorite_folder, favorite_folder_not, in_folder, ...others } = record
  const setsOf = (folders: string[]): string[] => folders.flatMap(id => setOf.get(id) ?? [])
  const beside = listed(others.set)
  const asked = listed(favorite_folder)
  const found = asked.length > 0 && setsOf(asked).length === 0 ? [noSet] : setsOf(asked)
  const both = bothOf(beside, found)
  const set = both ?? beside
  const set_not = [...listed(others.set_not), ...setsOf(listed(favorite_folder_not))]
  const rest = Object.entries(others).map(([name, value]): [string, string | string[]] => {
    const rewritten = (one: string): string => {
      const [before, query] = within(one)
      return isQuery(one) ? before + toQuery(withSets(toRecord(query), setOf)) : one
    }
    return [name, Array.isArray(value) ? value.map(rewritten) : rewritten(value)]
  })
  const inSet = flag.safeParse(in_folder).data
  const isInSaid = inSet === undefined || beside.length === 0
  return {
    ...Object.fromEntries(rest),
    ...(set.length > 0 && { set: [...new Set(set)] }),
    ...(set_not.length > 0 && { set_not: [...new Set(set_not)] }),
    ...(both === undefined && { favorite_folder: asked }),
    ...(!isInSaid && { in_folder: inSet }),
    ...(isInSaid && inSet !== undefined && others.in_set === undefined && { in_set: inSet }),
  }
}
