import { type Kysely, sql } from 'kysely'
import type { AnyValues } from '#shared/filters/field.ts'
import type { StoredParams } from '#shared/filters/stored-params.ts'
import { selectCases } from '../cases/case-query.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { fieldError } from '../http/errors.ts'
import { checkFilters } from '../saved/checked-filters.ts'
import type { Owner } from './owner.ts'

/** What a subscription watches: filters, one case, or one person; and the cases of it that its owner may see. */
export type Watched =
  | { about: 'filters'; stored: StoredParams; values: AnyValues; key: Buffer }
  | { about: 'case'; id: number; title: string }
  | { about: 'person'; id: number; title: string }

type Given = {
  get_params?: Parameters<typeof checkFilters>[0] | undefined
  case?: number | undefined
  person?: number | undefined
}

/** @throws HttpError that names what is wrong; what the owner may not see is like what is not there */
export async function readWatched(db: Kysely<DB>, owner: Owner, scope: Scope, given: Given): Promise<Watched> {
  if (given.case !== undefined) {
    const found = await selectCases(db, scope, {})
      .where('court_case.id', '=', given.case)
      .select('case_number')
      .executeTakeFirst()
    if (found === undefined) throw fieldError('case', 'Такого дела нет.')
    return { about: 'case', id: given.case, title: `Дело ${found.case_number}` }
  }
  if (given.person !== undefined) {
    const name = await nameOfPerson(db, scope, given.person)
    if (name === undefined) throw fieldError('person', 'Такого лица нет.')
    return { about: 'person', id: given.person, title: name }
  }
  return { about: 'filters', ...checkFilters(given.get_params ?? {}, owner) }
}

/** As much of it as finds the cases. */
export type Watching = { about: 'filters'; values: AnyValues } | { about: 'case' | 'person'; id: number }

/** The cases themselves. */
export const casesWatched = (db: Kysely<DB>, scope: Scope, watched: Watching) => {
  switch (watched.about) {
    case 'filters':
      return selectCases(db, scope, watched.values)
    case 'case':
      return selectCases(db, scope, {}).where('court_case.id', '=', watched.id)
    case 'person':
      return selectCases(db, scope, {}).where(ofPerson(watched.id))
  }
}

/** A person goes by every number they had before they were found to be one with another. */
const ofPerson = (id: number) => sql<boolean>`exists (
  select from case_defendant join defendant on defendant.id = ${id}
  where case_defendant.case_id = court_case.id
    and case_defendant.defendant_id in (defendant.id, defendant.merged_into)
)`

/** As most of the visible cases name them; undefined: no visible case does. */
export async function nameOfPerson(db: Kysely<DB>, scope: Scope, id: number): Promise<string | undefined> {
  const found = await selectCases(db, scope, {})
    .innerJoin('case_defendant', 'case_defendant.case_id', 'court_case.id')
    .where(
      sql<boolean>`case_defendant.defendant_id in (select unnest(array[id, merged_into]) from defendant where id = ${id})`,
    )
    .groupBy('case_defendant.name')
    .select('case_defendant.name')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`length(case_defendant.name)`, 'desc')
    .orderBy(sql`case_defendant.name collate "C"`)
    .limit(1)
    .executeTakeFirst()
  return found?.name
}
