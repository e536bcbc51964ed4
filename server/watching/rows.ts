import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import type { WatchDecision, WatchGiven } from '#shared/api/set-watch.ts'
import { isRegion } from '#shared/domain/regions.ts'
import { maxWatchRows, type WatchKind, type WatchVerdict } from '#shared/domain/set-watch.ts'
import { counted } from '#shared/domain/wording.ts'
import { isNumber, tidyCell, writtenUid } from '#shared/tables/case-reference.ts'
import { articleInCell, dayInCell } from '#shared/tables/cells.ts'
import { recordAudit } from '../db/audit.ts'
import { recordset } from '../db/bulk-parameters.ts'
import { countRows } from '../db/page-of-query.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { type SetScope, withSet } from '../sets/access.ts'
import { addItems, amongCases, removeItems } from '../sets/items.ts'
import { type CourtReader, readCourts } from '../tables/meant-courts.ts'
import { readOnce } from './judge-watched.ts'
import { keysOfRow } from './name-keys.ts'

/** Rows of a watch list, and decisions about their matches. All within `withSet`: editors write, readers read. */
export type In = { scope: SetScope; setId: number }
export type NewRow = {
  kind: WatchKind
  text: string
  court: string
  courts: number[]
  region: number | null
  article: string
  day: string | null
}
type Refused = { row: number; text: string; why: string }

/** Courts imply a region when all candidates are in one. */
type RegionOf = ReadonlyMap<number, number>
function readRow(given: WatchGiven, readCourt: CourtReader, regionOf: RegionOf): NewRow | string {
  const text = tidyCell(given.text)
  const courts = given.court === '' ? [] : [...readCourt(given.court).ids]
  if (given.court !== '' && courts.length === 0) return `Не понятно, какой это суд: «${given.court}».`
  if (given.region !== null && !isRegion(given.region)) return 'Такого региона нет.'
  if (given.article !== '' && articleInCell(given.article) === undefined)
    return `Не понятно, какая это статья: «${given.article}».`
  const day = given.day === '' ? null : dayInCell(given.day)
  if (day === undefined) return `Не понятно, какая это дата: «${given.day}».`
  const regions = new Set(courts.flatMap(court => regionOf.get(court) ?? []))
  const region = given.region ?? (regions.size === 1 ? ([...regions][0] ?? null) : null)
  const beside = { court: given.court, courts, region, article: given.article, day }
  const uid = writtenUid(text)
  if (uid !== undefined) return { kind: 'uid', text: uid, ...beside }
  if (isNumber(text))
    return courts.length === 0
      ? 'Один номер дела бывает у многих судов: укажите суд.'
      : { kind: 'number', text, ...beside }
  const name = readOnce(text)
  if (name === undefined) return 'Это не похоже на имя человека, номер дела или УИД.'
  if (name.parts === undefined && courts.length === 0 && given.article === '' && day === null)
    return 'Одной фамилии мало: добавьте имя, суд, статью или дату.'
  return { kind: 'name', text, ...beside }
}

/** Rows of the list of a set that are not removed. */
export const living = (trx: Kysely<DB>, setId: number) =>
  trx.selectFrom('case_set_watch').where('set_id', '=', setId).where('removed_at', 'is', null)

type Added = { added: number[]; already: number; refused: Refused[] }
/** Adds rows that can be watched; existing ones are not duplicated. @throws HttpError 400 beyond the limit */
export const addRows = async (db: Kysely<DB>, { scope, setId }: In, given: readonly WatchGiven[]): Promise<Added> => {
  const read = await readRows(db, given)
  const rows = read.filter(row => typeof row !== 'string')
  const refused = read.flatMap((why, row) =>
    typeof why === 'string' ? [{ row, text: given[row]?.text ?? '', why }] : [],
  )
  const added = await withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, trx =>
    putRows(trx, { scope, setId }, rows),
  )
  return { added, already: rows.length - added.length, refused }
}

/** A string is the reason why the row cannot be watched. */
export async function readRows(db: Kysely<DB>, given: readonly WatchGiven[]): Promise<(NewRow | string)[]> {
  const [readCourt, courts] = await Promise.all([
    readCourts(db),
    given.some(({ court }) => court !== '') ? db.selectFrom('court').select(['id', 'region']).execute() : [],
  ])
  const regionOf = new Map(courts.map(({ id, region }) => [id, region]))
  return given.map(one => readRow(one, readCourt, regionOf))
}

export const newRows = (rows: readonly NewRow[]) =>
  recordset(
    rows.map((row, place) => ({ ...row, place })),
    'kind text, text text, court text, courts integer[], region smallint, article text, day date, place integer',
  )
/** Rows are equal when these columns are. */
export const isSameRow = sql<SqlBool>`own.removed_at is null
  and (own.kind, own.text, own.courts, own.region, own.article, own.day)
    is not distinct from (r.kind, r.text, r.courts, r.region, r.article, r.day)`

/**
 * Returns the new ones. `ofTables`: created for table rows; entries also added by hand stay when those go. @throws
 * HttpError 400 beyond the limit
 */
export async function putRows(
  trx: Transaction<DB>,
  { scope, setId }: In,
  rows: readonly NewRow[],
  { ofTables = false } = {},
): Promise<number[]> {
  if (!ofTables)
    await sql`
      update case_set_watch own set of_tables = false from ${newRows(rows)}
      where own.set_id = ${setId} and own.of_tables and ${isSameRow}`.execute(trx)
  const { rows: made } = await sql<{ id: number; kind: WatchKind; text: string }>`
    insert into case_set_watch (set_id, kind, text, court, courts, region, article, day, created_by, of_tables)
    select ${setId}::integer, r.kind, r.text, r.court, r.courts, r.region, r.article, r.day, ${scope.accountId}::integer, ${ofTables}::boolean
    from (
      select distinct on (kind, text, courts, region, article, day) * from ${newRows(rows)}
      order by kind, text, courts, region, article, day, place
    ) r
    where not exists (select from case_set_watch own where own.set_id = ${setId} and ${isSameRow})
    order by r.place returning id, kind, text`.execute(trx)
  if ((await countRows(living(trx, setId))) > maxWatchRows)
    throw fieldError('rows', `В списке не больше ${counted(maxWatchRows, ['строка', 'строки', 'строк'])}.`)
  await postKeys(trx, made)
  if (made.length > 0) await recordAudit(trx, scope, 'set_watch_added', { set_id: setId, rows: made.length })
  await keepList(trx, setId)
  return made.map(({ id }) => id)
}

export async function postKeys(
  trx: Kysely<DB>,
  rows: readonly { id: number; kind: WatchKind; text: string }[],
): Promise<void> {
  const keys = rows.flatMap(({ id, kind, text }) => keysOfRow(kind, text).map(key => ({ id, key, text })))
  // Only when the text is still there: a text masked meanwhile has no keys.
  await sql`
    with own as (
      select id, text from case_set_watch where id = any(${rows.map(({ id }) => id)}::integer[]) order by id for share
    )
    insert into case_set_watch_key (key, watch_id)
    select hashtextextended(key, 0), own.id from ${recordset(keys, 'id integer, key text, text text')}
    join own on own.id = r.id and own.text = r.text order by 1, 2 on conflict do nothing`.execute(trx)
}

/** Any change prolongs a list; an ended one also searches what it has missed. */
export async function keepList(trx: Transaction<DB>, setId: number): Promise<void> {
  await sql`
    with ended as (select set_id from case_set_watching where set_id = ${setId} and ended_at is not null)
    update case_set_watch set searched_at = null where set_id in (select set_id from ended)`.execute(trx)
  await sql`
    insert into case_set_watching (set_id) values (${setId})
    on conflict (set_id) do update set kept_at = now(), warned_at = null, ended_at = null`.execute(trx)
}

/** Prolongs a list before its end, or resumes an ended one. */
export const prolong = (db: Kysely<DB>, { scope, setId }: In): Promise<void> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    await keepList(trx, setId)
    await recordAudit(trx, scope, 'set_watch_kept', { set_id: setId })
  })

type Undo = { row: number; case_id: number; verdict: WatchVerdict }
const isMeant = sql<SqlBool>`(coalesce(own.verdict, own.state) in ('found', 'confirmed'))`

/**
 * A confirmed case joins the set, a rejected one leaves it unless another row means it. Only for cases that the account
 * sees. @throws HttpError 400
 */
export const decide = (db: Kysely<DB>, { scope, setId }: In, decisions: readonly WatchDecision[]): Promise<Undo[]> =>
  withSet(db, { accountId: scope.accountId, setId, least: 'editor' }, async trx => {
    if (new Set(decisions.map(({ row, case_id }) => `${row} ${case_id}`)).size < decisions.length)
      throw fieldError('decisions', 'Дело названо дважды.')
    const given = recordset(
      decisions.map(({ row, ...said }) => ({ watch_id: row, ...said })),
      'watch_id integer, case_id integer, verdict text',
    )
    const { rows: before } = await sql<{ row: number; case_id: number; verdict: WatchVerdict }>`
      select r.watch_id as "row", r.case_id, coalesce(own.verdict, 'open') as verdict from ${given}
      join case_set_watch watch on watch.id = r.watch_id and watch.set_id = ${setId} and watch.removed_at is null
      join case_set_watch_case own on own.watch_id = r.watch_id and own.case_id = r.case_id
      join court_case on court_case.id = r.case_id
      where ${scope.regions === 'all'} or court_case.region = any(${scope.regions === 'all' ? [] : [...scope.regions]}::integer[])`.execute(
      trx,
    )
    if (before.length < decisions.length) throw fieldError('decisions', 'Среди найденного такого дела нет.')
    await sql`
      update case_set_watch_case own set verdict = nullif(r.verdict, 'open'), joined_at = coalesce(joined_at, now()),
        decided_by = ${scope.accountId}::integer, decided_at = now()
      from ${given} where own.watch_id = r.watch_id and own.case_id = r.case_id
        and coalesce(own.verdict, 'open') <> r.verdict`.execute(trx)
    const cases = [...new Set(decisions.map(({ case_id }) => case_id))]
    const { rows: meant } = await sql<{ case_id: number }>`
      select distinct own.case_id from case_set_watch_case own join case_set_watch watch on watch.id = own.watch_id
      where watch.set_id = ${setId} and watch.removed_at is null and ${amongCases('own.case_id', cases)} and ${isMeant}`.execute(
      trx,
    )
    const stays = new Set(meant.map(({ case_id }) => case_id))
    const was = new Map(before.map(({ row, case_id, verdict }) => [`${row} ${case_id}`, verdict]))
    const isBack = ({ row, case_id, verdict }: WatchDecision): boolean =>
      verdict === 'confirmed' || (verdict === 'open' && was.get(`${row} ${case_id}`) === 'refused')
    const now = new Set(decisions.filter(isBack).flatMap(({ case_id }) => (stays.has(case_id) ? [case_id] : [])))
    const added = await addItems(trx, { scope, setId, cases: [...now] })
    const ofSet = sql`watch_id in (select id from case_set_watch where set_id = ${setId})`
    await sql`update case_set_watch_case set joined_at = now() where ${ofSet} and ${amongCases('case_id', added)}`.execute(
      trx,
    )
    // Cases added by a person stay.
    const { rows: gone } = await sql<{ case_id: number }>`
      select case_id from case_set_item item where set_id = ${setId}
        and ${amongCases(
          'case_id',
          cases.filter(id => !stays.has(id)),
        )}
        and exists (select from case_set_watch_case own where ${ofSet} and own.case_id = item.case_id and joined_at = added_at)`.execute(
      trx,
    )
    await removeItems(trx, { scope, setId, cases: gone.map(({ case_id }) => case_id) })
    const count = (verdict: WatchVerdict): number => decisions.filter(one => one.verdict === verdict).length
    await recordAudit(trx, scope, 'set_watch_decided', {
      set_id: setId,
      confirmed: count('confirmed'),
      refused: count('refused'),
    })
    await keepList(trx, setId)
    return before.map(({ row, case_id, verdict }) => ({ row, case_id, verdict }))
  })
