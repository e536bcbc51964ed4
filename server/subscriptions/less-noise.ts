import type { Kysely } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { type NewsKind, newsKindValues, newsLabel } from '#shared/domain/news.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { readableNames } from '../db/readable-names.ts'
import type { DB } from '../db/schema.ts'
import { type ExcludingFilter, leastShare, mostShare, type NewsCounts, type ValueCount } from './news-of.ts'
import { type Owner, scopeOf } from './owner.ts'
import type { Watched } from './watched-cases.ts'

/** What could be left out of a subscription so that it says less: a kind of news, or cases of one article, court, region. */
const shown = 5

/** By which filters cases are left out, and where their values stand. */
const dimensions = [
  { name: 'codex_articles', directory: 'articles', label: 'Кроме статьи' },
  { name: 'court', directory: 'courts', label: 'Кроме суда' },
  { name: 'regions', directory: 'regions', label: 'Кроме региона' },
  { name: 'result_type', directory: 'result_types', label: 'Кроме результата' },
] as const satisfies readonly { name: ExcludingFilter; directory: string; label: string }[]

export async function lessNoise(
  db: Kysely<DB>,
  owner: Owner,
  watched: Watched,
  kinds: readonly NewsKind[],
  { total, causes, byValue }: NewsCounts,
): Promise<Rehearsal['less']> {
  const byKind = newsKindValues.flatMap(kind => {
    const removes = causes.reduce((sum, one) => (one.kind === kind ? sum + one.count : sum), 0)
    const isWorth = removes > 0 && removes >= total * leastShare && removes <= total * mostShare
    const change = { kinds: kinds.filter(other => other !== kind) }
    return isWorth ? [{ label: `Без новостей «${newsLabel(kind)}»`, removes, change }] : []
  })
  const excluded = watched.about === 'filters' ? await excluding(db, owner, watched.values, byValue) : []
  return [...byKind, ...excluded].toSorted((one, other) => other.removes - one.removes).slice(0, shown)
}

async function excluding(
  db: Kysely<DB>,
  owner: Owner,
  values: AnyValues,
  byValue: readonly ValueCount[],
): Promise<Rehearsal['less']> {
  const place = ({ name }: ValueCount): number => dimensions.findIndex(one => one.name === name)
  const worth = byValue
    .toSorted((one, other) => other.count - one.count || place(one) - place(other) || one.id - other.id)
    .slice(0, shown)
  const names = await readableNames(
    db,
    dimensions.map(
      ({ name, directory }) => [directory, worth.flatMap(one => (one.name === name ? [one.id] : []))] as const,
    ),
    scopeOf(owner).regions,
  )
  return worth.flatMap(({ name, id, count: removes }) => {
    const dimension = dimensions.find(one => one.name === name)
    const title = dimension && names[dimension.directory]?.[id]
    if (dimension === undefined || title === undefined) return []
    const before = values[`${name}_not`]
    const excluded = [...(Array.isArray(before) ? before : []), id].map(Number)
    const get_params = toStored(writeValues(caseListFields, { ...values, [`${name}_not`]: excluded }))
    return [{ label: `${dimension.label} «${title}»`, removes, change: { get_params } }]
  })
}
