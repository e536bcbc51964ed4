import type { Kysely } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { addDays } from '#shared/domain/dates.ts'
import {
  defaultNewsKinds,
  maxNewsPerDay,
  type NewsKind,
  newsAbout,
  newsKindValues,
  previewDays,
} from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { inQuotes } from '#shared/domain/typography.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { toStored } from '#shared/filters/stored-params.ts'
import { writeValues } from '#shared/filters/wire.ts'
import type { CaseQuery } from '../cases/case-query.ts'
import type { CaseEngine, Engines } from '../cases/engine/engine.ts'
import { postgresql } from '../cases/engine/postgresql.ts'
import { askCases } from '../cases/engine/run.ts'
import { readableNames } from '../cases/readable-names.ts'
import { countRows } from '../db/page-of-query.ts'
import { isCancelled } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { requestError } from '../http/errors.ts'
import { withinTime } from '../texts/text-search.ts'
import {
  countNewsOf,
  type ExcludingFilter,
  leastShare,
  mostShare,
  type NewsCounts,
  type NewsQuery,
  type ValueCount,
} from './count-news.ts'
import { casesNext, nextHearings } from './next-hearings.ts'
import { type Watched, watchedCases } from './watched-cases.ts'

/**
 * What the last hundred days would have brought, by the dates that courts give, and by our own journal for what courts
 * do not date (a moved hearing, a vanished text).
 */
const mostCases = maxNewsPerDay * previewDays
const longestSeconds = 10
const shownCauses = 5

type RehearsalRequest = { watched: Watched; kinds?: readonly NewsKind[] | undefined; last?: string }

export async function rehearse(
  engines: Engines,
  owner: AccountRights,
  { watched, kinds, last = today() }: RehearsalRequest,
): Promise<Rehearsal> {
  const chosen = kinds ?? defaultNewsKinds(watched.about)
  const since = addDays(last, 1 - previewDays)
  const { ahead, next, ...news } = await countNews(engines, owner, watched, {
    kinds: chosen,
    since,
    until: last,
    mostCases,
  })
  const days = Array.from({ length: previewDays }, (_, n) => {
    const day = addDays(since, n)
    return { day, count: news.byDay.get(day) ?? 0 }
  })
  const { total, isCut } = news
  const per_day = Math.round((total / previewDays) * 10) / 10
  const place = ({ kind }: { kind: NewsKind }): number => newsKindValues.indexOf(kind)
  const causes = news.causes
    .toSorted((one, other) => other.count - one.count || place(one) - place(other) || (one.what < other.what ? -1 : 1))
    .slice(0, shownCauses)
  return {
    days,
    total,
    cases: news.cases,
    per_day,
    ahead,
    hearings: await nextHearings(engines.db, scopeOf(owner), next, last),
    causes,
    less: isCut ? [] : await suggestNarrowing(engines.db, owner, watched, chosen, news),
    refusal: refusalOf(watched, { total, per_day, isCut }),
  }
}

function refusalOf(
  watched: Watched,
  { total, per_day, isCut }: { total: number; per_day: number; isCut: boolean },
): string | null {
  if (watched.about !== 'filters') return null
  const numbers = isCut
    ? `больше ${showNumber(mostCases)} дел за ${previewDays} дней`
    : `за ${previewDays} дней — ${showNumber(total)}, в день — ${showNumber(per_day)}`
  if (Object.keys(watched.values).length === 0)
    return `Фильтров нет: подписка сообщала бы обо всех делах (новостей ${numbers}). Добавьте хотя бы один фильтр.`
  return isCut || per_day > maxNewsPerDay
    ? `Слишком широко: новостей ${numbers}, а читать можно не больше ${maxNewsPerDay} в день. Сузьте фильтры или уберите виды новостей.`
    : null
}

/** A single case or person is found quickly in PostgreSQL. */
async function countNews(
  engines: Engines,
  owner: AccountRights,
  watched: Watched,
  asked: NewsQuery,
): Promise<NewsCounts & { ahead: number; next: number[] }> {
  const { db } = engines
  const scope = scopeOf(owner)
  const counted = async (engine: CaseEngine, cases: () => CaseQuery) => {
    // Hearings already scheduled are no future news.
    const ahead = () => cases().where('court_case.last_scheduled_hearing_date', '>=', asked.until)
    return {
      ...(await countNewsOf(engine, cases, asked)),
      ahead: await countRows(ahead()),
      next: await casesNext(engine.db, ahead(), asked.until),
    }
  }
  try {
    if (watched.about !== 'filters')
      return await withinTime(db, longestSeconds, on => counted(postgresql(on), () => watchedCases(on, scope, watched)))
    return await askCases(
      engines,
      { scope, values: watched.values },
      (engine, question) => counted(engine, () => engine.cases(question)),
      { seconds: longestSeconds },
    )
  } catch (error) {
    if (!isCancelled(error)) throw error
    throw requestError(
      `Слишком широко: новости за ${previewDays} дней не сосчитать за ${longestSeconds}\u00a0секунд. Сузьте фильтры.`,
    )
  }
}

const shownSuggestions = 5

const dimensions = [
  { name: 'codex_articles', directory: 'articles', label: 'Кроме статьи' },
  { name: 'court', directory: 'courts', label: 'Кроме суда' },
  { name: 'regions', directory: 'regions', label: 'Кроме региона' },
  { name: 'result_type', directory: 'result_types', label: 'Кроме результата' },
] as const satisfies readonly { name: ExcludingFilter; directory: string; label: string }[]

/**
 * What could be excluded so that the subscription sends less: a kind of news, or cases of one article, court or region.
 */
async function suggestNarrowing(
  db: Kysely<DB>,
  owner: AccountRights,
  watched: Watched,
  kinds: readonly NewsKind[],
  { total, causes, byValue }: NewsCounts,
): Promise<Rehearsal['less']> {
  const byKind = newsKindValues.flatMap(kind => {
    const removes = causes.reduce((sum, one) => (one.kind === kind ? sum + one.count : sum), 0)
    const isWorth = removes > 0 && removes >= total * leastShare && removes <= total * mostShare
    const change = { kinds: kinds.filter(other => other !== kind) }
    return isWorth ? [{ label: `Не сообщать ${newsAbout(kind)}`, removes, change }] : []
  })
  const excluded = watched.about === 'filters' ? await excluding(db, owner, watched.values, byValue) : []
  return [...byKind, ...excluded].toSorted((one, other) => other.removes - one.removes).slice(0, shownSuggestions)
}

async function excluding(
  db: Kysely<DB>,
  owner: AccountRights,
  values: AnyValues,
  byValue: readonly ValueCount[],
): Promise<Rehearsal['less']> {
  const place = ({ name }: ValueCount): number => dimensions.findIndex(one => one.name === name)
  const worth = byValue
    .toSorted((one, other) => other.count - one.count || place(one) - place(other) || one.id - other.id)
    .slice(0, shownSuggestions)
  const names = await readableNames(
    db,
    dimensions.map(
      ({ name, directory }) => [directory, worth.flatMap(one => (one.name === name ? [one.id] : []))] as const,
    ),
    scopeOf(owner),
  )
  return worth.flatMap(({ name, id, count: removes }) => {
    const dimension = dimensions.find(one => one.name === name)
    const title = dimension && names[dimension.directory]?.[id]
    if (dimension === undefined || title === undefined) return []
    const before = values[`${name}_not`]
    const excluded = [...(Array.isArray(before) ? before : []), id].map(Number)
    const get_params = toStored(writeValues(caseListFields, { ...values, [`${name}_not`]: excluded }))
    return [{ label: `${dimension.label} ${inQuotes(title)}`, removes, change: { get_params } }]
  })
}
