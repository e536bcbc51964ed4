import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { articleName, byArticleNumber, type Codex } from '#shared/domain/codex.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Engines } from '../cases/engine/engine.ts'
import { occurringIn, type SharedDirectory } from '../cases/occurring-values.ts'
import type { Scope } from '../cases/predicates.ts'
import { fixedVocabulary } from '../db/reference/fixed-vocabulary.ts'
import type { DB } from '../db/schema.ts'
import { findArticles } from './article-search.ts'

/**
 * Directories and their suggestions (§3, §5). The best suggestions come first, twenty at most, with the total count;
 * `within`: lists of regions, each of which a row must match: those of the account and those of the request.
 */
export type SuggestedRows<T> = { count: number; rows: T[] }
type Within = readonly (readonly number[] | undefined)[]

/**
 * For directories without regions: values that court sites have added are shown only if they occur in cases that the
 * account may see.
 */
async function toldOf<R extends { id: number }>(
  engines: Engines,
  scope: Scope,
  directory: SharedDirectory,
  rows: readonly R[],
  { isFixed, values = {} }: { isFixed: (row: R) => boolean; values?: AnyValues },
): Promise<R[]> {
  if (scope.regions === 'all') return [...rows]
  const learned = rows.filter(row => !isFixed(row)).map(({ id }) => id)
  const occurring = await occurringIn(engines, scope, directory, learned, values)
  return rows.filter(row => isFixed(row) || occurring.has(row.id))
}

const titleOfCourt = sql.ref('court.title')
const nameOfJudge = sql.ref('judge.name')
const nameOfCity = sql.ref('court.city')
const valueOfTag = sql.ref('tag.value')

const standsIn = (within: Within) =>
  sql<SqlBool>`${sql.join(
    [
      sql`true`,
      ...within.flatMap(regions => (regions === undefined ? [] : [sql`court.region = any(${regions}::integer[])`])),
    ],
    sql` and `,
  )}`

/** Separates the total from the rows; suggestions have no pages, so an empty list means zero. */
const withCount = <T extends { total: number }>(rows: readonly T[]): SuggestedRows<Omit<T, 'total'>> => ({
  count: rows[0]?.total ?? 0,
  rows: rows.map(({ total: _, ...row }) => row),
})
const total = sql<number>`count(*) over ()`.as('total')

export async function allArticles(engines: Engines, scope: Scope, codex: Codex | undefined) {
  const articles = await engines.db
    .selectFrom('article')
    .$if(codex !== undefined, query => query.where('codex', '=', codex ?? 'koap'))
    .select(['id', 'article_number', 'part', 'codex', 'title'])
    .execute()
  const told = await toldOf(engines, scope, 'articles', articles, { isFixed: fixedVocabulary.articles })
  return told
    .toSorted((a, b) => a.codex.localeCompare(b.codex) || byArticleNumber(a, b))
    .map(article => ({ ...article, name: articleName(article) }))
}

/** Few enough to be searched in memory, where «20.2 ч. 5» can be understood. */
export async function searchArticles(
  engines: Engines,
  scope: Scope,
  typed: string,
  { codex, size }: { codex: Codex | undefined; size: number },
) {
  const found = findArticles(await allArticles(engines, scope, codex), typed)
  return { count: found.length, rows: found.slice(0, size) }
}

export const searchCourts = async (db: Kysely<DB>, typed: string, { within, size }: { within: Within; size: number }) =>
  withCount(
    await db
      .selectFrom('court')
      .where(hasWords(titleOfCourt, typed))
      .where(standsIn(within))
      // A closed district of magistrates can be chosen only if it has cases.
      .where(sql<SqlBool>`(state not in ('gone', 'renumbered') or exists (
        select from court_case where court_case.court_id = court.id))`)
      .select(['court.id', 'court.title', 'court.city', 'court.region', total])
      // Three quarters of courts are magistrates: they come last.
      .orderBy(sql`kind = 'magistrate'`)
      .orderBy(nearness(titleOfCourt, typed))
      .orderBy(sql`length(court.title)`)
      .orderBy('court.title')
      .orderBy('court.id')
      .limit(size)
      .execute(),
  )

export async function searchJudges(
  db: Kysely<DB>,
  typed: string,
  { within, courts, size }: { within: Within; courts: readonly number[] | undefined; size: number },
) {
  const { count, rows } = withCount(
    await db
      .selectFrom('judge')
      .innerJoin('court', 'court.id', 'judge.court_id')
      .where(hasWords(nameOfJudge, typed))
      .where(standsIn(within))
      .$if(courts !== undefined, query => query.where(sql<SqlBool>`judge.court_id = any(${courts}::integer[])`))
      .select(['judge.id', 'judge.name', 'court.id as court_id', 'court.title', 'court.region', total])
      .orderBy(nearness(nameOfJudge, typed))
      .orderBy(plainColumn(nameOfJudge))
      .orderBy('court.title')
      .orderBy('judge.id')
      .limit(size)
      .execute(),
  )
  return {
    count,
    rows: rows.map(({ id, name, court_id, title, region }) => ({ id, name, court: { id: court_id, title, region } })),
  }
}

export const searchCities = async (db: Kysely<DB>, typed: string, { within, size }: { within: Within; size: number }) =>
  withCount(
    await db
      .selectFrom(
        db
          .selectFrom('court')
          .where('court.city', '<>', '')
          .where(hasWords(nameOfCity, typed))
          .where(standsIn(within))
          .select(['court.city', 'court.region'])
          .distinct()
          .as('court'),
      )
      .select(['court.city', 'court.region', total])
      .orderBy(nearness(nameOfCity, typed))
      .orderBy(plainColumn(nameOfCity))
      .orderBy('court.region')
      .limit(size)
      .execute(),
  )

export async function searchTags(engines: Engines, scope: Scope, typed: string, { size }: { size: number }) {
  const found = await engines.db
    .selectFrom('tag')
    .where(hasWords(valueOfTag, typed))
    .select(['tag.id', 'tag.value'])
    .orderBy(nearness(valueOfTag, typed))
    .orderBy(plainColumn(valueOfTag))
    .execute()
  const told = await toldOf(engines, scope, 'tags', found, { isFixed: () => false })
  return { count: told.length, rows: told.slice(0, size) }
}

/**
 * Results that occur with this codex and in this instance (§5), in the reference data or in a case that the account
 * may see.
 */
export async function allResultTypes(
  engines: Engines,
  scope: Scope,
  { type, stage }: { type?: number | undefined; stage?: number | undefined },
) {
  const rows = await engines.db
    .selectFrom('result_type')
    .$if(type !== undefined || stage !== undefined, query =>
      query.where(eb =>
        eb.exists(
          eb
            .selectFrom('result_type_use')
            .whereRef('result_type_use.result_type_id', '=', 'result_type.id')
            .$if(type !== undefined, use => use.where('result_type_use.type', '=', type ?? 0))
            .$if(stage !== undefined, use => use.where('result_type_use.stage', '=', stage ?? 0))
            .select('result_type_use.result_type_id'),
        ),
      ),
    )
    .select(['id', 'title'])
    .orderBy('title')
    .execute()
  return toldOf(engines, scope, 'result_types', rows, {
    isFixed: row => fixedVocabulary.result_types(row, { type, stage }),
    values: { ...(type !== undefined && { type: String(type) }), ...(stage !== undefined && { stage: String(stage) }) },
  })
}

export const allEventTypes = async (engines: Engines, scope: Scope) =>
  toldOf(
    engines,
    scope,
    'event_types',
    await engines.db.selectFrom('event_type').select(['id', 'title', 'is_hearing']).orderBy('title').execute(),
    { isFixed: fixedVocabulary.event_types },
  )

export const allDefenceParams = async (engines: Engines, scope: Scope) =>
  toldOf(
    engines,
    scope,
    'defence_params',
    await engines.db
      .selectFrom('defence_param')
      .select(['id', 'key', 'value'])
      .orderBy('key')
      .orderBy('value')
      .execute(),
    { isFixed: fixedVocabulary.defence_params },
  )

/** A letter е may stand for ё: the trigram index gets a wildcard there, and the match is checked afterwards. */
const typedWords = (typed: string): string[] => plain(typed).split(/\s+/).filter(Boolean)

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/**
 * The form in which the column is compared and ordered: in PostgreSQL's plain order ё comes after all other letters.
 */
const plainColumn = (column: RawBuilder<unknown>): RawBuilder<string> => sql`translate(lower(${column}), 'ё', 'е')`

const hasWords = (column: RawBuilder<unknown>, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    typedWords(typed).map(word => {
      const contained = `%${literal(word)}%`
      return sql`${column} ilike ${contained.replaceAll('е', '_')} and ${plainColumn(column)} like ${contained}`
    }),
    sql` and `,
  )})`

/**
 * Rank of a suggestion, the best first: titles that begin with the first word, then titles with a word that begins
 * so, then the rest.
 */
const nearness = (column: RawBuilder<unknown>, typed: string): RawBuilder<number> => {
  const first = literal(typedWords(typed)[0] ?? '')
  return sql<number>`case when ${plainColumn(column)} like ${`${first}%`} then 0
    when ${plainColumn(column)} like ${`% ${first}%`} then 1 else 2 end`
}
