import { sql, type Transaction } from 'kysely'
import { copyRows } from '../db/copy-rows.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { writeRows } from './replace-rows.ts'
import type { Directories } from './resolve-directories.ts'
import { drawIds, type PlacedCase } from './write-cases.ts'

type FormerPerson = RowOf<'case_defendant', 'case_id' | 'name' | 'defendant_id' | 'own_id' | 'at_risk'> & {
  is_parted: boolean
}
export type FormerPeople = Map<string, FormerPerson[]>

export async function takeFormerPeople(trx: Transaction<DB>, caseIds: readonly number[]): Promise<FormerPeople> {
  if (caseIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('case_defendant')
    .leftJoin('defendant as own', join =>
      join.on(({ eb, fn }) => eb('own.id', '=', fn.coalesce('case_defendant.own_id', 'case_defendant.defendant_id'))),
    )
    .select(['case_id', 'case_defendant.name', 'defendant_id', 'at_risk', 'own.id as own_id'])
    .select(sql<boolean>`own.parted_from is not null`.as('is_parted'))
    .where(sql<boolean>`case_id = any(${caseIds})`)
    .orderBy('case_id')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(rows, ({ case_id, name }) => `${case_id} ${name}`)
}

/**
 * A full name is one person within a court, unless somebody has declared several. A partial name is a separate person on each case, kept through
 * changes; a hidden name is nobody. Merges are kept, never made here.
 */
export async function writeDefendants(
  trx: Transaction<DB>,
  directories: Directories,
  { cases, replaced }: { cases: readonly PlacedCase[]; replaced: ReadonlySet<number> },
  former: FormerPeople,
): Promise<void> {
  const appearances = cases.flatMap(({ id, prepared }) =>
    prepared.people.map((person, ordinal) => {
      const before = former.get(`${id} ${person.name}`)?.shift()
      const known = directories.knownPerson(prepared, person)
      const own_id = before?.is_parted ? before.own_id : (known ?? before?.own_id ?? null)
      return { case_id: id, ordinal, person, before, own_id }
    }),
  )
  const nameless = [...former.values()]
    .flat()
    .flatMap(({ own_id, defendant_id }) => [own_id, defendant_id])
    .filter(id => id !== null)
  const mergedInto = await lockPeople(
    trx,
    appearances.flatMap(({ own_id }) => own_id ?? []),
  )
  const alone = appearances.filter(({ person, own_id }) => !person.hidden && own_id === null)
  const ids = await drawIds(trx, 'defendant', alone.length)
  for (const [index, appearance] of alone.entries()) appearance.own_id = ids[index] ?? null
  await copyRows(
    trx,
    'defendant',
    alone.map(({ own_id, person: { name, normal, gender } }) => ({ id: own_id, name, name_normal: normal, gender })),
  )
  await writeRows(
    trx,
    'case_defendant',
    appearances.map(({ case_id, ordinal, person, before, own_id }) => {
      const person_id = mergedInto.get(own_id ?? 0)
      return {
        case_id,
        ordinal,
        defendant_id: person.hidden ? null : (person_id ?? own_id),
        own_id: person.hidden || person_id === undefined ? null : own_id,
        name: person.name,
        gender: person.gender,
        hidden: person.hidden,
        at_risk: before?.at_risk ?? false,
        article_ids: person.articleKeys.map(directories.article),
        own_result: person.result,
        own_result_date: person.result_date,
      }
    }),
    replaced,
  )
  const due = [...new Set(appearances.filter(({ person }) => !person.hidden).map(({ case_id }) => case_id))]
  if (due.length > 0)
    await sql`
      insert into people_due (case_id) select unnest(${due.sort((a, b) => a - b)}::int[])
      on conflict (case_id) do update set turn = people_due.turn + 1`.execute(trx)
  // Deletes people of one case who are no longer on it, unless an undoable merge refers to them.
  if (nameless.length > 0)
    await sql`
      delete from defendant where id = any(${nameless}) and match_key is null
        and not exists (select from case_defendant where defendant_id = defendant.id or own_id = defendant.id)
        and not exists (select from person_merge where left_id = defendant.id or right_id = defendant.id)`.execute(trx)
}

/** Concurrent merges of these people wait for this transaction, which sees earlier merges. */
async function lockPeople(trx: Transaction<DB>, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; merged_into: number | null }>`
    select id, merged_into from defendant where id = any(${[...new Set(ids)]}) order by id for key share`.execute(trx)
  return new Map(rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : [[id, merged_into] as const])))
}
