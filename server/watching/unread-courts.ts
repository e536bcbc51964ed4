import { type Kysely, sql } from 'kysely'
import type { WatchRow } from '#shared/api/set-watch.ts'
import { regionOfCode } from '#shared/domain/regions.ts'
import type { Scope } from '../cases/predicates.ts'
import { courtsRead } from '../collecting/courts-read.ts'
import type { DB } from '../db/schema.ts'

/** What determines the courts that a watch row is about. */
type Row = Pick<WatchRow, 'kind' | 'text' | 'region'> & { courts: readonly number[] }

const mostNamed = 5
/**
 * Courts of each row that were not read within the usual time (decision 0061): «нигде не нашлось» does not cover them.
 * УИД begins with the code of its court; a row without court and region is about every court that its reader may see.
 */
export async function unreadCourtsOf(
  db: Kysely<DB>,
  scope: Scope,
  rows: readonly Row[],
): Promise<WatchRow['unread'][]> {
  // Includes other regions: a court that the reader may not see counts as none, and is not replaced by courts of
  // another region.
  const { rows: standing } = await sql<{ id: number; vnkod: string | null }>`
    select id, vnkod from court where state not in ('gone', 'renumbered')
      and (id = any(${rows.flatMap(row => row.courts)}::integer[]) or vnkod = any(${rows.flatMap(row => courtCode(row) ?? [])}::text[]))`.execute(
    db,
  )
  const asked = rows.map(row => {
    const code = courtCode(row)
    const isMeant = ({ id, vnkod }: (typeof standing)[number]) =>
      row.courts.length > 0 ? row.courts.includes(id) : vnkod === code
    const courts = standing.filter(isMeant).map(({ id }) => id)
    return { courts, region: row.region ?? regionOfCode(code ?? '') ?? null }
  })
  const named = [...new Set(asked.flatMap(({ courts }) => courts))]
  const regions = new Set(asked.map(({ region }) => region))
  const states = [
    ...(asked.length === 0
      ? []
      : regions.has(null)
        ? await everyCourt(db, scope)
        : await readStates(db, scope, { regions: [...regions].filter(region => region !== null) })),
    ...(named.length === 0 ? [] : await readStates(db, scope, { court: named })),
  ]
  const unique = [...new Map(states.map(one => [one.id, one])).values()]
  return asked.map(({ courts, region }) => {
    // The cases of an abolished court are elsewhere.
    const all = unique.filter(one =>
      courts.length > 0 ? courts.includes(one.id) : region === null || one.region === region,
    )
    const unread = all.filter(one => one.state !== 'fresh')
    return { count: unread.length, of: all.length, courts: unread.slice(0, mostNamed).map(({ title }) => title) }
  })
}
const courtCode = ({ kind, text }: Pick<Row, 'kind' | 'text'>): string | undefined =>
  kind === 'uid' ? text.slice(0, 8) : undefined
type States = ReturnType<typeof readStates>
async function readStates(db: Kysely<DB>, scope: Scope, values: Parameters<typeof courtsRead>[1]) {
  const { rows } = await sql<{ id: number; title: string; region: number; state: string }>`
    ${courtsRead(scope, values)}
    select court.id, title, court.region, courts.state from courts join court on court.id = courts.id
    order by court.region, title collate "C", court.id`.execute(db)
  return rows
}

/**
 * Reading ten thousand courts takes a sixth of a second, a page polls every five seconds while rows are searched, and
 * the states change once a night.
 */
const keptFor = 60_000
const keptOf = new WeakMap<Kysely<DB>, Map<string, { at: number; states: States }>>()
function everyCourt(db: Kysely<DB>, scope: Scope): States {
  const now = Date.now()
  const kept = keptOf.get(db) ?? new Map<string, { at: number; states: States }>()
  keptOf.set(db, kept)
  for (const [key, { at }] of kept) if (now - at >= keptFor) kept.delete(key)
  const key = String(scope.regions === 'all' ? 'all' : scope.regions.toSorted((a, b) => a - b))
  const known = kept.get(key)
  if (known) return known.states
  const states = readStates(db, scope, {})
  kept.set(key, { at: now, states })
  states.catch(() => kept.delete(key))
  return states
}
