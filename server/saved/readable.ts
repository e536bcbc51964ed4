import { type Kysely, sql } from 'kysely'
import { maxReadableText } from '#shared/domain/limits.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { type Chip, describeValues, type Names } from '#shared/filters/describe.ts'
import { type AnyValues, excluded } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { withWholeArticles } from '#shared/filters/whole-articles.ts'
import type { Scope } from '../cases/predicates.ts'
import { type NamedDirectory, readableNames } from '../cases/readable-names.ts'
import type { DB } from '../db/schema.ts'

/** Filters in words are made when they are shown, by what the reader may see by then; they are kept nowhere. */
type DescribedFilter = Pick<Chip, 'name' | 'key' | 'label' | 'text'>
export type DescribedFilters = { each: DescribedFilter[]; sentence: string }

/** Names of the rows that each refers to, as the reader may know them, and all parts of the articles among these that the reader may know. */
async function namesOfAll(db: Kysely<DB>, all: readonly AnyValues[], reader: Scope) {
  const named = all.map(namedIn)
  const idsOf = Map.groupBy(named.flat(), ({ directory }) => directory)
  const parts = await partsOf(
    db,
    (idsOf.get('articles') ?? []).flatMap(({ ids }) => ids),
  )
  const wanted = [...idsOf].map(([directory, some]) => {
    const beside = directory === 'articles' ? parts.map(({ id }) => id) : []
    return [directory, [...new Set([...some.flatMap(({ ids }) => ids), ...beside])]] as const
  })
  const known = await readableNames(db, wanted, reader)
  const nameOf = (directory: NamedDirectory, id: number): [string, string][] => {
    const name = known[directory]?.[id] ?? (reader.regions === 'all' ? undefined : unseen[directory])
    return name === undefined ? [] : [[String(id), name]]
  }
  const names = named.map(
    (own): Names =>
      Object.fromEntries(
        own.map(({ key, directory, ids }) => [key, Object.fromEntries(ids.flatMap(id => nameOf(directory, id)))]),
      ),
  )
  return { names, parts: parts.filter(({ id }) => known.articles?.[id] !== undefined) }
}

const partsOf = async (db: Kysely<DB>, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('article')
        .innerJoin('article as chosen', join =>
          join
            .onRef('chosen.codex', '=', 'article.codex')
            .onRef('chosen.article_number', '=', 'article.article_number'),
        )
        .where(sql<boolean>`chosen.id = any(${[...new Set(ids)]}::integer[])`)
        .select(['article.id', 'article.codex', 'article.article_number'])
        .distinct()
        .orderBy('article.id')
        .execute()

/** Each set filter of each, in its order; and all of them as one sentence, which is whole: what it is written in may have to cut it, and says so. */
export async function describeAll(
  db: Kysely<DB>,
  all: readonly AnyValues[],
  reader: Scope,
): Promise<DescribedFilters[]> {
  const { names, parts } = await namesOfAll(db, all, reader)
  return all.map((asked, n) => {
    // Who sees some regions is told of the parts that occur there now: on a day of the past others may have.
    const isOfNow = reader.regions === 'all' || asked.as_of === undefined
    const short = withWholeArticles(asked, names[n] ?? {}, isOfNow ? parts : [])
    const [values, called] = short ? [short.values, short.names] : [asked, names[n]]
    return {
      each: describeValues(caseListFields, values, called).map(({ name, key, label, text }) => ({
        name,
        key,
        label,
        text: cut(text),
      })),
      sentence: sayFilters(caseListFields, values, called),
    }
  })
}
const cut = (text: string): string => text.slice(0, maxReadableText).toWellFormed()

export const describedFilters = async (db: Kysely<DB>, values: AnyValues, reader: Scope): Promise<DescribedFilters> =>
  (await describeAll(db, [values], reader))[0] ?? { each: [], sentence: '' }

/** §3 `human_readable`. */
export const readableOf = (described: readonly DescribedFilter[]): Record<string, string> =>
  Object.fromEntries(described.map(({ name, text }) => [name, text]))

const namedIn = (values: AnyValues) =>
  Object.entries(caseListFields).flatMap(([key, field]) => {
    if (field.kind !== 'reference' || !isNamed(field.directory)) return []
    const ids = [values[key], values[excluded(key)]].flat().filter(id => typeof id === 'number')
    return ids.length > 0 ? [{ key, directory: field.directory, ids }] : []
  })
const isNamed = (directory: NamedDirectory | 'cities'): directory is NamedDirectory => directory !== 'cities'

/** The same for what was never there. Regions are always named, working sets of others never. */
const unseen: { readonly [D in NamedDirectory]?: string } = {
  articles: 'статья вне ваших регионов',
  courts: 'суд вне ваших регионов',
  defence_params: 'сведения вне ваших регионов',
  event_types: 'событие вне ваших регионов',
  judges: 'судья вне ваших регионов',
  result_types: 'результат вне ваших регионов',
  tags: 'метка вне ваших регионов',
}
