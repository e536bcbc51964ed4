import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { recordset } from './recordset.ts'
import type { Directories } from './resolve-directories.ts'
import { drawIds, type PlacedCase } from './write-cases.ts'

/** The people on cases, and who they are across cases. */

/** A person on a case before the change: who they were taken for, and what is known of them beyond the record. */
type FormerPerson = { case_id: number; name: string; defendant_id: number | null; at_risk: boolean }
export type FormerPeople = Map<string, FormerPerson[]>

export async function takeFormerPeople(trx: Transaction<DB>, caseIds: readonly number[]): Promise<FormerPeople> {
  if (caseIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('case_defendant')
    .select(['case_id', 'name', 'defendant_id', 'at_risk'])
    .where(sql<boolean>`case_id = any(${caseIds})`)
    .orderBy('case_id')
    .orderBy('ordinal')
    .execute()
  return Map.groupBy(rows, ({ case_id, name }) => `${case_id} ${name}`)
}

/**
 * A full name is one person within a region. Anything less is a person of their own on each case, kept through changes of
 * the case; a hidden name is nobody. Nothing is merged by guess.
 */
export async function writeDefendants(
  trx: Transaction<DB>,
  directories: Directories,
  cases: readonly PlacedCase[],
  former: FormerPeople,
): Promise<void> {
  const appearances = cases.flatMap(({ id, prepared }) =>
    prepared.people.map((person, ordinal) => {
      const before = former.get(`${id} ${person.name}`)?.shift()
      const known = directories.knownPerson(prepared, person)
      return { case_id: id, ordinal, person, before, defendant_id: known ?? before?.defendant_id ?? null }
    }),
  )
  const nameless = [...former.values()]
    .flat()
    .flatMap(({ defendant_id }) => (defendant_id === null ? [] : [defendant_id]))
  if (appearances.length > 0) {
    const alone = appearances.filter(({ person, defendant_id }) => !person.hidden && defendant_id === null)
    const ids = await drawIds(trx, 'defendant', alone.length)
    for (const [index, appearance] of alone.entries()) appearance.defendant_id = ids[index] ?? null
    if (alone.length > 0)
      await sql`
        insert into defendant (id, name, name_normal, gender) overriding system value
        select id, name, name_normal, gender
        from ${recordset(
          alone.map(({ defendant_id, person: { name, normal, gender } }) => ({
            id: defendant_id,
            name,
            name_normal: normal,
            gender,
          })),
          'id integer, name text, name_normal text, gender text',
        )}`.execute(trx)
    const rows = appearances.map(({ case_id, ordinal, person, before, defendant_id }) => ({
      case_id,
      ordinal,
      defendant_id: person.hidden ? null : defendant_id,
      name: person.name,
      gender: person.gender,
      hidden: person.hidden,
      at_risk: before?.at_risk ?? false,
      article_ids: person.articleKeys.map(directories.article),
    }))
    await sql`
      insert into case_defendant (case_id, ordinal, defendant_id, name, gender, hidden, at_risk, article_ids)
      select case_id, ordinal, defendant_id, name, gender, hidden, at_risk, article_ids
      from ${recordset(
        rows,
        `case_id integer, ordinal smallint, defendant_id integer, name text, gender text, hidden boolean,
        at_risk boolean, article_ids integer[]`,
      )}`.execute(trx)
  }
  // People known from one case only, who are on it no more.
  if (nameless.length > 0)
    await sql`
      delete from defendant where id = any(${nameless}) and match_key is null
        and not exists (select from case_defendant where defendant_id = defendant.id)`.execute(trx)
}
