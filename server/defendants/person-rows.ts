import { type Kysely, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { Gender } from '#shared/domain/outcomes.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { appearances } from './appearances.ts'

/** What a list tells of people, by their numbers: only from cases the asker may see, their very names too. */
export type Article = { id: number; codex: Codex; article_number: string; part: string }
export type PersonRow = {
  id: number
  /** As courts wrote it: the spelling by which the person is known, if the asker may see it; else the fullest seen. */
  names: string[]
  genders: Gender[]
  gender: Gender
  regions: number[]
  cities: string[]
  cases_count: number
  second_instance_count: number
  first_entry_date: string | null
  last_entry_date: string | null
  at_risk: boolean
  articles: Article[]
}

/** All that is seen of people: the rows of which theirs are put together. */
export const seenOfPeople = (db: Kysely<DB>, scope: Scope) =>
  appearances(db, scope, {})
    .innerJoin('defendant', 'defendant.id', 'case_defendant.defendant_id')
    .select([
      'defendant.id',
      'defendant.gender as known_gender',
      'case_defendant.case_id',
      'case_defendant.name',
      'case_defendant.gender',
      'case_defendant.at_risk',
      'court_case.stage',
      'court_case.region',
      'court_case.city',
      'court_case.entry_date',
      'case_defendant.article_ids',
    ])
    .select(sql<string | null>`nullif(defendant.name, case_defendant.name)`.as('known_name'))

export async function personRows(db: Kysely<DB>, scope: Scope, ids: readonly number[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  // Put together here: most people stand on one case, and sorting each of their groups is what would cost the database most.
  const seen = await seenOfPeople(db, scope)
    .where(({ eb, fn }) => eb('case_defendant.defendant_id', '=', fn.any(eb.val([...ids]))))
    .execute()
  const articles = await articlesByIds(db, new Set(seen.flatMap(({ article_ids }) => article_ids)))
  const byId = Map.groupBy(seen, ({ id }) => id)
  return ids.flatMap(id => {
    const all = byId.get(id) ?? []
    const [first] = all
    return first === undefined ? [] : [wholeOf(first, all, articles)]
  })
}

export type Seen = Pick<PersonRow, 'id' | 'gender' | 'at_risk'> & {
  /** Null: as it is written here. */
  known_name: string | null
  known_gender: Gender
  case_id: number
  name: string
  stage: number
  region: number
  city: string | null
  entry_date: string | null
  article_ids: number[]
}
export function wholeOf(
  { id, known_name, known_gender, name }: Seen,
  all: readonly Seen[],
  articles: ReadonlyMap<number, Article>,
): PersonRow {
  const known = known_name ?? name
  const days = all.flatMap(({ entry_date }) => entry_date ?? []).toSorted()
  return {
    id,
    names: distinct(all.map(one => one.name)).toSorted(
      (a, b) => Number(b === known) - Number(a === known) || b.length - a.length || (a < b ? -1 : 1),
    ),
    genders: distinct(all.map(({ gender }) => gender)).toSorted(),
    gender: known_gender,
    regions: distinct(all.map(({ region }) => region)).toSorted((a, b) => a - b),
    cities: distinct(all.flatMap(({ city }) => city || [])).toSorted(),
    cases_count: distinct(all.map(({ case_id }) => case_id)).length,
    second_instance_count: distinct(all.flatMap(({ stage, case_id }) => (stage === 2 ? case_id : []))).length,
    first_entry_date: days[0] ?? null,
    last_entry_date: days.at(-1) ?? null,
    at_risk: all.some(({ at_risk }) => at_risk),
    articles: distinct(all.flatMap(({ article_ids }) => article_ids)).flatMap(one => articles.get(one) ?? []),
  }
}
/** Most people stand on one case. */
const distinct = <T>(values: readonly T[]): readonly T[] => (values.length < 2 ? values : [...new Set(values)])

export const articlesByIds = async (
  db: Kysely<DB>,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Article>> => {
  if (ids.size === 0) return new Map()
  const found = await db
    .selectFrom('article')
    .where(({ eb, fn }) => eb('id', '=', fn.any(eb.val([...ids]))))
    .select(['id', 'codex', 'article_number', 'part'])
    .execute()
  return new Map(found.map(article => [article.id, article]))
}
