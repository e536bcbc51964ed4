import { type Kysely, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { readInstallation, writeInstallation } from '../../db/installation.ts'
import { lockPeople } from '../../db/people-locks.ts'
import type { DB } from '../../db/schema.ts'
import { namedOf, ownName } from './find-pairs.ts'
import { allNames, commonFrom, fewestOfSurname, surnameOf } from './name-use.ts'

/**
 * Counts the full names per surname as people come in. When a surname turns out to be common, or a surname at all, merges that relied on
 * its rarity are judged again.
 */
const noteKey = 'counted_names'
const note = z.object({ after: z.number() })
const batch = 5_000
/** Ids become visible out of order: the last of those counted are read again. */
const overlap = 2_000

export async function countNames(db: Kysely<DB>, isStopped: () => boolean): Promise<void> {
  let last = note.safeParse(await readInstallation(db, noteKey)).data?.after ?? 0
  const { max } = await db
    .selectFrom('defendant')
    .select(({ fn }) => fn.max('id').as('max'))
    .executeTakeFirstOrThrow()
  if (max === null || max <= last) return
  last = Math.max(0, last - overlap)
  while (!isStopped()) {
    const from = last
    const after = await db.transaction().execute(trx => countAfter(trx, from))
    if (after === undefined) break
    last = after
  }
}

async function countAfter(trx: Transaction<DB>, last: number): Promise<number | undefined> {
  // Whoever is forgotten between reading and counting would be counted, with the surname in words.
  await lockPeople(trx)
  const { rows } = await sql<{ id: number; name: string; normal: string }>`
    select id, ${ownName()} from defendant where id > ${last} order by id limit ${batch}`.execute(trx)
  const after = rows.at(-1)?.id
  if (after !== undefined) await countSome(trx, rows, after)
  return after
}

async function countSome(
  trx: Transaction<DB>,
  rows: readonly { id: number; name: string; normal: string }[],
  after: number,
): Promise<void> {
  const names = rows.flatMap(row => {
    const parts = namedOf(row)?.parts
    if (parts?.given === undefined || parts.father === undefined) return []
    const surname = surnameOf(parts)
    return [{ surname, name: `${surname} ${parts.given} ${parts.father}` }]
  })
  const added = await sql<{ surname: string }>`
    with asked as (
      select distinct on (1) hashtextextended(name, 0) as hash, surname
      from json_to_recordset(${JSON.stringify(names)}::json) as r(surname text, name text) order by 1
    ),
    added as (insert into counted_name (name) select hash from asked on conflict do nothing returning name)
    select surname from asked join added on added.name = hash`.execute(trx)
  const grown = [...Map.groupBy(added.rows, ({ surname }) => surname)].map(([surname, { length }]) => ({
    surname,
    bearers: length,
  }))
  if (grown.length > 0) {
    const counts = JSON.stringify([...grown, { surname: allNames, bearers: added.rows.length }])
    const known = await sql<{ surname: string; bearers: number }>`
      insert into surname as known (surname, bearers)
      select surname, bearers from json_to_recordset(${counts}::json) as r(surname text, bearers integer) order by 1
      on conflict (surname) do update set bearers = known.bearers + excluded.bearers
      returning surname, bearers`.execute(trx)
    const now = new Map(known.rows.map(({ surname, bearers }) => [surname, bearers]))
    const lines = [fewestOfSurname, commonFrom(now.get(allNames) ?? 0)]
    await requeueMergesOf(
      trx,
      new Set(
        grown.flatMap(({ surname, bearers }) => {
          const count = now.get(surname) ?? 0
          return lines.some(line => count >= line && count - bearers < line) ? [surname] : []
        }),
      ),
    )
  }
  await writeInstallation(trx, noteKey, { after })
}

/** Merges that relied on a rare surname, or on a misspelt one. */
async function requeueMergesOf(db: Kysely<DB>, surnames: ReadonlySet<string>): Promise<void> {
  if (surnames.size === 0) return
  const { rows } = await sql<{ id: number; name: string; normal: string }>`
    select one.id, ${ownName('one')} from person_merge
    join defendant one on one.id in (left_id, right_id)
    where undone_at is null and why = 'automatic' and (name_relation in ('typing_surname', 'initials_typing')
      or evidence && '{rare_name,rare_full_name}')`.execute(db)
  const concerned = rows.flatMap(row => {
    const parts = namedOf(row)?.parts
    return parts !== undefined && surnames.has(surnameOf(parts)) ? [row.id] : []
  })
  await queueCasesOf(db, concerned)
}

/** Queues all cases of these people for resolving. */
export async function queueCasesOf(db: Kysely<DB>, people: readonly number[]): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into people_due (case_id)
    select distinct case_id from defendant
    join case_defendant on case_defendant.defendant_id = coalesce(defendant.merged_into, defendant.id)
      and coalesce(own_id, defendant_id) = defendant.id
    where defendant.id = any(${people}::integer[]) order by 1
    on conflict (case_id) do update set turn = people_due.turn + 1`.execute(db)
}
