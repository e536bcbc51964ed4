import { type Kysely, sql } from 'kysely'
import { numberSpellings } from '#shared/tables/case-reference.ts'
import { recordset } from '../db/bulk-parameters.ts'
import type { DB } from '../db/schema.ts'
import { askedSpelling, spellingOf, wordBeginning } from '../db/spelling.ts'
import { comparedCases } from './compared-cases.ts'
import { readOnce, type WatchedRow } from './judge-watched.ts'
import { isLive, rowColumns, watchedRows } from './match-rows.ts'
import { formsThere } from './name-forms.ts'
import { judgeAndRecord } from './record-matches.ts'
import { postKeys } from './rows.ts'

/**
 * Searches existing cases when rows are new or a list resumes. People are indexed by normal form («Радугодуб В.О.»), so
 * a name is looked up in every normal form that it may have, including misspellings.
 */
const rowsAtOnce = 100
const mostCasesOfForm = 100
const mostCasesOfRow = 300
/** A part of the account's own list at once; the matching job does the rest (decision 0105). */
export const searchFirstRows = async (db: Kysely<DB>, setId: number, added: number): Promise<void> => {
  if (added <= mostAtOnce) await searchRows(db, { setId })
}
const mostAtOnce = 20
type Searched = WatchedRow & { regions: number[] | null }

/** Includes rows left by a process that stopped before searching. Returns how many rows were searched. */
export async function searchRows(
  db: Kysely<DB>,
  { setId, isStopped = () => false }: { setId?: number; isStopped?: () => boolean } = {},
): Promise<number> {
  let searched = 0
  for (let after = 0; !isStopped(); ) {
    const { rows } = await sql<Searched>`
      select ${rowColumns}, owner.regions from ${watchedRows}
      where watch.searched_at is null and ${isLive} and watch.id > ${after}
        and (${setId ?? null}::integer is null or watch.set_id = ${setId ?? null}::integer) order by watch.id limit ${rowsAtOnce}`.execute(
      db,
    )
    if (rows.length === 0) break
    // The keys of a row may have grown since.
    await postKeys(db, rows)
    await searchSome(db, rows)
    await db
      .updateTable('case_set_watch')
      .set({ searched_at: sql<Date>`now()` })
      .where(({ eb, fn }) => eb('id', '=', fn.any(eb.val(rows.map(({ id }) => id)))))
      .execute()
    searched += rows.length
    after = rows.at(-1)?.id ?? after
  }
  return searched
}

async function searchSome(db: Kysely<DB>, rows: readonly Searched[]): Promise<void> {
  const all = await metBy(db, rows)
  const met = all.filter(({ is_over }) => !is_over)
  const cut = all.flatMap(({ id, is_over }) => (is_over ? [id] : []))
  await sql`
    update case_set_watch set is_cut = id = any(${cut}::integer[])
    where id = any(${rows.map(({ id }) => id)}::integer[]) and is_cut <> (id = any(${cut}::integer[]))`.execute(db)
  const byId = new Map(
    (await comparedCases(db, [...new Set(met.map(({ case_id }) => case_id))])).map(one => [one.id, one]),
  )
  const rowOf = new Map(rows.map(row => [row.id, row]))
  await judgeAndRecord(
    db,
    met.flatMap(({ id, case_id }) => {
      const [row, one] = [rowOf.get(id), byId.get(case_id)]
      return row === undefined || one === undefined ? [] : [{ row, one }]
    }),
  )
}

/** `is_over`: beyond the limit of compared cases. */
type Met = { id: number; case_id: number; is_over: boolean }
/** Agreeing cases first: the limit drops the least likely. */
const rank = sql`(coalesce(court_case.court_id = any(asked.courts), false)::integer
  + (court_case.region is not distinct from asked.region)::integer
  + coalesce(${spellingOf(sql.ref('name'))} = asked.plain, false)::integer
  + (coalesce(asked.day = entry_date, false) or coalesce(asked.day = result_date, false)
    or exists (select from case_event where case_event.case_id = court_case.id and event_date = asked.day))::integer)`
const inRegions = sql`(asked.regions is null or court_case.region = any(asked.regions))`

async function metBy(db: Kysely<DB>, rows: readonly Searched[]): Promise<Met[]> {
  const uids = rows.flatMap(({ id, kind, text, regions }) => (kind === 'uid' ? [{ id, text, regions }] : []))
  const numbers = rows.flatMap(({ id, kind, text, regions, courts }) =>
    kind === 'number' ? numberSpellings(text).same.map(same => ({ id, text: same, regions, courts })) : [],
  )
  const near = ({ id, text, regions, courts, region, day }: Searched) => ({
    ...{ id, regions, courts, region, day },
    plain: askedSpelling(text),
  })
  const names = rows.filter(({ kind }) => kind === 'name')
  const there = await formsThere(db, [...new Set(names.map(({ text }) => text))])
  const forms = names.flatMap(row => (there.get(row.text) ?? []).map(text => ({ ...near(row), text })))
  const surnames = rows.flatMap(row => {
    const name = row.kind === 'name' ? readOnce(row.text) : undefined
    return name === undefined
      ? []
      : [{ ...near(row), text: wordBeginning(name.parts?.surname.join('-') ?? name.surname) }]
  })
  const besides = ', courts integer[], region integer, day date, plain text'
  const columns = 'id integer, text text, regions integer[]'
  const asked = (given: readonly object[], more = '') =>
    sql`(select * from ${recordset(given, columns + more)}) as asked`
  // One statement per way; each loops over the rows, so that the planner's estimates do not matter.
  const { rows: met } = await sql<Met>`
    select asked.id, court_case.id as case_id, false as is_over from ${asked(uids)}
    join court_case on court_case.case_uid collate "C" = asked.text where ${inRegions}
    union
    select asked.id, near.id, false from ${asked(numbers, ', courts integer[]')} cross join lateral (
      select id from court_case where case_number collate "C" = asked.text and court_id = any(asked.courts) and ${inRegions}
    ) near
    union
    select id, case_id, place > ${mostCasesOfForm} or nth > ${mostCasesOfRow} as is_over from (
      select asked.id, near.*, row_number() over (partition by asked.id order by place > ${mostCasesOfForm}, rank desc, case_id desc) as nth
      from ${asked(forms, besides)} cross join lateral (
        select case_id, ${rank} as rank, row_number() over (order by ${rank} desc, case_id desc) as place from (
          select coalesce(merged_into, id) as person from defendant where name_normal = asked.text
          union select coalesce(merged_into, id) from defendant where own_normal = asked.text
        ) bearer
        join case_defendant on case_defendant.defendant_id = bearer.person
        join court_case on court_case.id = case_defendant.case_id
        where ${inRegions} order by rank desc, case_id desc limit ${mostCasesOfForm} + 1
      ) near
    ) named
    union
    select own.watch_id, own.case_id, false from case_set_watch_case own
    where own.watch_id = any(${rows.map(({ id }) => id)}::integer[]) and own.verdict is null
      and exists (select from case_set_watch_key key where key.watch_id = own.watch_id)
    union
    select asked.id, near.case_id, place > ${mostCasesOfForm} from ${asked(surnames, besides)} cross join lateral (
      select case_id, ${rank} as rank, row_number() over (order by ${rank} desc, case_id desc) as place
      from case_participant join court_case on court_case.id = case_id
      where translate(name, 'Ёё', 'Ее') ~* asked.text and role = 'unknown' and articles = 'not_told' and ${inRegions}
      order by rank desc, case_id desc limit ${mostCasesOfForm} + 1
    ) near`.execute(db)
  return met
}
