import { type Kysely, sql } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { type NewsKind, newsLabel } from '#shared/domain/news.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { readableNames } from '../db/readable-names.ts'
import type { DB } from '../db/schema.ts'
import { type Owner, scopeOf } from './owner.ts'
import type { NewsRow } from './rehearse.ts'
import type { Watched } from './watched-cases.ts'

/** What could be left out of a subscription so that it says less: a kind of news, or cases of one article, court, region. */
const leastShare = 0.1
const mostShare = 0.9
const shown = 5

/** By which filters cases are left out, and where their values stand. */
const dimensions = [
  { name: 'codex_articles', directory: 'articles', label: 'Кроме статьи' },
  { name: 'court', directory: 'courts', label: 'Кроме суда' },
  { name: 'regions', directory: 'regions', label: 'Кроме региона' },
  { name: 'result_type', directory: 'result_types', label: 'Кроме результата' },
] as const
type Name = (typeof dimensions)[number]['name']

export async function lessNoise(
  db: Kysely<DB>,
  owner: Owner,
  watched: Watched,
  kinds: readonly NewsKind[],
  rows: readonly NewsRow[],
): Promise<Rehearsal['less']> {
  const isWorth = (removes: number): boolean =>
    removes >= rows.length * leastShare && removes <= rows.length * mostShare
  const byKind = [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => ({
    label: `Без новостей «${newsLabel(kind)}»`,
    removes: some.length,
    change: { kinds: kinds.filter(other => other !== kind) },
  }))
  const byValue = watched.about === 'filters' ? await excluding(db, owner, watched.values, rows, isWorth) : []
  return [...byKind, ...byValue]
    .filter(({ removes }) => isWorth(removes))
    .toSorted((one, other) => other.removes - one.removes)
    .slice(0, shown)
}

async function excluding(
  db: Kysely<DB>,
  owner: Owner,
  values: AnyValues,
  rows: readonly NewsRow[],
  isWorth: (removes: number) => boolean,
): Promise<Rehearsal['less']> {
  const news = new Map([...Map.groupBy(rows, ({ case_id }) => case_id)].map(([id, some]) => [id, some.length]))
  const { rows: found } = await sql<{ name: Name; id: number; removes: number }>`
    with one as materialized (
      select case_id, count from unnest(${[...news.keys()]}::int[], ${[...news.values()]}::int[]) as one(case_id, count)
    )
    select name, id, sum(count)::integer as removes from (
      select 'codex_articles' as name, article_id as id, count from one join case_article using (case_id)
      union all select 'court', court_id, count from one join court_case on court_case.id = case_id
      union all select 'regions', region, count from one join court_case on court_case.id = case_id
      union all select 'result_type', result_type_id, count from one join court_case on court_case.id = case_id
        where result_type_id is not null
    ) each_of group by 1, 2 order by 3 desc limit 40`.execute(db)
  const worth = found.filter(({ removes }) => isWorth(removes)).slice(0, shown)
  const names = await readableNames(
    db,
    dimensions.map(
      ({ name, directory }) => [directory, worth.flatMap(one => (one.name === name ? [one.id] : []))] as const,
    ),
    scopeOf(owner).regions,
  )
  return worth.flatMap(({ name, id, removes }) => {
    const dimension = dimensions.find(one => one.name === name)
    const title = dimension && names[dimension.directory]?.[id]
    if (dimension === undefined || title === undefined) return []
    const before = values[`${name}_not`]
    const excluded = [...(Array.isArray(before) ? before : []), id].map(Number)
    const get_params = toStored(writeValues(caseListFields, { ...values, [`${name}_not`]: excluded }))
    return [{ label: `${dimension.label} «${title}»`, removes, change: { get_params } }]
  })
}
