import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Codex } from '#shared/domain/codex.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { appearances } from './appearances.ts'

/** Rows of the list of people, including names, composed only of cases visible to the asker. */
export type ArticleRow = { id: number; codex: Codex; article_number: string; part: string }
export type PersonRow = ReturnType<typeof wholePersonOf>

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

export async function personRows(db: Kysely<DB>, scope: Scope, ids: readonly number[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  // Grouped here: most people have one case, and sorting each group in SQL costs most.
  const seen = await seenOfPeople(db, scope)
    .where(({ eb, fn }) => eb('case_defendant.defendant_id', '=', fn.any(eb.val([...ids]))))
    .execute()
  const articles = await articlesByIds(db, new Set(seen.flatMap(({ article_ids }) => article_ids)))
  const byId = Map.groupBy(seen, ({ id }) => id)
  return ids.flatMap(id => {
    const all = byId.get(id) ?? []
    const [first] = all
    return first === undefined ? [] : [wholePersonOf(first, all, articles)]
  })
}

export type Seen = Awaited<ReturnType<ReturnType<typeof seenOfPeople>['execute']>>[number]
export function wholePersonOf(
  { id, known_gender }: Pick<Seen, 'id' | 'known_gender'>,
  all: readonly Seen[],
  articles: ReadonlyMap<number, ArticleRow>,
) {
  const days = all.flatMap(({ entry_date }) => entry_date ?? []).toSorted()
  return {
    id,
    names: byFrequency(all.map(one => one.name)),
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
/** The most frequent first, then the longest, then alphabetically: `shownName` repeats this order in SQL. */
function byFrequency(spellings: readonly string[]): string[] {
  const [only] = spellings
  if (only !== undefined && spellings.length === 1) return [only]
  const counts = new Map<string, number>()
  for (const name of spellings) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, times], [b, otherTimes]) => otherTimes - times || b.length - a.length || (a < b ? -1 : 1))
    .map(([name]) => name)
}
/** The name of a person on visible cases; `id` is a column. */
export const shownName = (db: Kysely<DB>, scope: Scope, id: string): RawBuilder<string> => sql<string>`(
  select name from (${appearances(db, scope, {})
    .where(sql<boolean>`case_defendant.defendant_id = ${sql.ref(id)}`)
    .select('case_defendant.name')}) as seen
  group by name order by count(*) desc, length(name) desc, name collate "C" limit 1
)`
const distinct = <T>(values: readonly T[]): readonly T[] => (values.length < 2 ? values : [...new Set(values)])

export const articlesByIds = async (
  db: Kysely<DB>,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ArticleRow>> => {
  if (ids.size === 0) return new Map()
  const found = await db
    .selectFrom('article')
    .where(({ eb, fn }) => eb('id', '=', fn.any(eb.val([...ids]))))
    .select(['id', 'codex', 'article_number', 'part'])
    .execute()
  return new Map(found.map(article => [article.id, article]))
}
