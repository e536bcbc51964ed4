import { hash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { maskListed } from '../forgetting/ingest-door.ts'
import type { ListRow } from './collector.ts'
import type { Site } from './sites.ts'
import type { SearchWindow } from './task-queue.ts'

/** A moved case is recognised by number, day and people; one from another source by number and day in its court. */
type RecordedRows = { listed: number[]; fresh: number }

type Known = { id: number; place: string; url: string; digest: string; people: string; entry_date: string | null }

export async function recordRows(
  trx: Transaction<DB>,
  site: Site,
  window: SearchWindow,
  told: readonly ListRow[],
): Promise<RecordedRows> {
  const rows = await maskListed(trx, site.region, told)
  const byPlace = new Map(rows.map(row => [row.source_key, row]))
  const places = [...byPlace.keys()]
  const numbers = [...byPlace.values()].flatMap(row => [row.case_number, ...row.former_numbers])
  const known = new Map((await atPlaces(trx, places)).map(one => [one.place, one]))
  const elsewhere = await withNumbers(trx, site, window, numbers, places)
  const stored = await storedCases(trx, site, window, numbers)
  const listed: number[] = []
  let fresh = 0
  for (const [place, row] of byPlace) {
    const digest = digestOf(row)
    const people = peopleOf(row)
    const at = known.get(place)
    const moved = at === undefined ? soleMatch(elsewhere.filter(one => isSame(one, row, people))) : undefined
    const old = at ?? moved
    if (old !== undefined) {
      await sql`
        update listed_case set place = ${place}, url = ${row.url}, people = ${people}, digest = ${digest},
          case_number = ${row.case_number}, entry_date = coalesce(${row.entry_date ?? null}::date, entry_date),
          former_urls = case when url = ${row.url} then former_urls else former_urls || url end,
          server = ${window.server}, catalogue = ${window.catalogue}, last_seen_at = now()
        where id = ${old.id}`.execute(trx)
      // A row that reappears makes its card due again; a changed address is read, so that the case has it.
      await sql`
        update listed_case set task = 'card', urgency = least(urgency, 2), due_at = least(due_at, now()), attempts = 0, way = 0,
          missing_since = null
        where id = ${old.id} and (${old.digest !== digest || old.url !== row.url} or missing_since is not null)`.execute(
        trx,
      )
      listed.push(old.id)
      continue
    }
    const held = soleMatch(
      stored.filter(one => one.case_number === row.case_number && one.entry_date === (row.entry_date ?? null)),
    )
    const { rows: added } = await sql<{ id: number }>`
      insert into listed_case (site_id, source_key, place, url, type, stage, server, catalogue, case_number, entry_date,
        people, digest, case_id)
      values (${site.id}, ${held?.source_key ?? row.source_key}, ${place}, ${row.url}, ${window.type}, ${window.stage},
        ${window.server}, ${window.catalogue}, ${row.case_number}, ${row.entry_date ?? null}, ${people}, ${digest},
        ${held?.case_id ?? null})
      on conflict (source_key) do update set place = excluded.place, url = excluded.url, digest = excluded.digest,
        last_seen_at = now(), task = 'card', due_at = now()
      returning id`.execute(trx)
    listed.push(...added.map(({ id }) => id))
    fresh += 1
  }
  await sql`
    insert into collect_window_row (window_id, listed_id)
    select ${window.id}, unnest(${listed}::integer[]) on conflict do nothing`.execute(trx)
  return { listed, fresh }
}

export async function countWindowRows(trx: Transaction<DB>, windowId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from collect_window_row where window_id = ${windowId}`.execute(trx)
  return rows[0]?.count ?? 0
}

const digestOf = ({ url: _, source_key: __, text_urls, ...said }: ListRow): string =>
  hash('sha256', JSON.stringify([Object.entries(said).sort(), text_urls.length]), 'hex')
export const peopleOf = ({ people }: Pick<ListRow, 'people'>): string => people.map(({ name }) => name).join('; ')

const isSame = (one: Known & { case_number: string }, row: ListRow, people: string): boolean =>
  [row.case_number, ...row.former_numbers].includes(one.case_number) &&
  (row.entry_date === undefined || one.entry_date === null || one.entry_date === row.entry_date) &&
  (one.people === people || one.people === '' || people === '')

/** Several matches count as none: nothing is merged by guess. */
export const soleMatch = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

const atPlaces = async (trx: Transaction<DB>, places: readonly string[]): Promise<Known[]> =>
  (
    await sql<Known>`
      select id, place, url, digest, people, entry_date from listed_case
      where place = any(${places}) for no key update`.execute(trx)
  ).rows

/**
 * A case that this window shows at its old place has not moved: the other row is a different case with the same data.
 */
const withNumbers = async (
  trx: Transaction<DB>,
  site: Site,
  { id, type, stage }: SearchWindow,
  numbers: readonly string[],
  places: readonly string[],
): Promise<(Known & { case_number: string })[]> =>
  (
    await sql<Known & { case_number: string }>`
      select id, place, url, digest, people, entry_date, case_number from listed_case
      where site_id = ${site.id} and type = ${type} and stage = ${stage} and case_number = any(${numbers})
        and place <> all(${places})
        and not exists (select from collect_window_row r where r.window_id = ${id} and r.listed_id = listed_case.id)
      for no key update`.execute(trx)
  ).rows

type Stored = { case_id: number; source_key: string; case_number: string; entry_date: string | null }
export const storedCases = async (
  trx: Kysely<DB>,
  site: Site,
  { type, stage }: Pick<SearchWindow, 'type' | 'stage'>,
  numbers: readonly string[],
): Promise<Stored[]> =>
  (
    await sql<Stored>`
      select k.id as case_id, s.source_key, k.case_number, k.entry_date
      from court_case k join case_source s on s.case_id = k.id
      where k.court_id = ${site.court_id} and k.type = ${type} and k.stage = ${stage} and k.case_number = any(${numbers})
        and s.origin <> 'demo'
        and not exists (select from listed_case l where l.source_key = s.source_key)`.execute(trx)
  ).rows
