import type { Kysely } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { mostNewsADay, type NewsKind, newsKindValues, rehearsalDays, usualKinds } from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import type { Scope } from '../cases/predicates.ts'
import { type Reading, readCases } from '../cases/reading.ts'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { requestError } from '../http/errors.ts'
import { searching, withinTime } from '../texts/searching.ts'
import { lessNoise } from './less-noise.ts'
import { type NewsAsked, type NewsCounts, newsOf } from './news-of.ts'
import { type Owner, scopeOf } from './owner.ts'
import type { Watched } from './watched-cases.ts'

/**
 * What the last hundred days would have brought, by the dates that courts give; what courts do not date (a hearing that
 * was moved, a text that vanished) by what was noticed here. More cases than anybody reads are not counted to the end.
 */
const mostCases = mostNewsADay * rehearsalDays
const longestSeconds = 10
const shownCauses = 5

/** `last`: the last of the days. */
type Asked = { watched: Watched; kinds?: readonly NewsKind[] | undefined; last?: string }

export async function rehearse(
  reading: Reading,
  owner: Owner,
  { watched, kinds, last = today() }: Asked,
): Promise<Rehearsal> {
  const chosen = kinds ?? usualKinds(watched.about)
  const news = await countNews(reading, owner, watched, {
    kinds: chosen,
    since: dayBefore(last, rehearsalDays - 1),
    until: last,
    mostCases,
  })
  const days = Array.from({ length: rehearsalDays }, (_, n) => {
    const day = dayBefore(last, rehearsalDays - 1 - n)
    return { day, count: news.byDay.get(day) ?? 0 }
  })
  const { total, isCut } = news
  const per_day = Math.round((total / rehearsalDays) * 10) / 10
  const place = ({ kind }: { kind: NewsKind }): number => newsKindValues.indexOf(kind)
  const causes = news.causes
    .toSorted((one, other) => other.count - one.count || place(one) - place(other) || (one.what < other.what ? -1 : 1))
    .slice(0, shownCauses)
  return {
    days,
    total,
    cases: news.cases,
    per_day,
    causes,
    less: isCut ? [] : await lessNoise(reading.db, owner, watched, chosen, news),
    refusal: refusalOf(watched, { total, per_day, isCut }),
  }
}

const dayBefore = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - by * 86_400_000).toISOString().slice(0, 10)

function refusalOf(
  watched: Watched,
  { total, per_day, isCut }: { total: number; per_day: number; isCut: boolean },
): string | null {
  if (watched.about !== 'filters') return null
  const numbers = isCut
    ? `больше ${showNumber(mostCases)} дел за ${rehearsalDays} дней`
    : `за ${rehearsalDays} дней — ${showNumber(total)}, в день — ${showNumber(per_day)}`
  if (Object.keys(watched.values).length === 0)
    return `Фильтров нет: подписка сообщала бы обо всех делах (новостей ${numbers}). Добавьте хотя бы один фильтр.`
  return isCut || per_day > mostNewsADay
    ? `Слишком широко: новостей ${numbers}, а читать можно не больше ${mostNewsADay} в день. Сузьте фильтры или уберите виды новостей.`
    : null
}

/** Filters are read where they are read soonest; one case or one person is found at once. */
async function countNews(reading: Reading, owner: Owner, watched: Watched, asked: NewsAsked): Promise<NewsCounts> {
  const { db } = reading
  const scope = scopeOf(owner)
  try {
    if (watched.about !== 'filters')
      return await withinTime(db, longestSeconds, on => newsOf(on, scope, watched, asked))
    const read = (on: Kysely<DB>, among: Scope, values: AnyValues): Promise<NewsCounts> => {
      const count = (there: Kysely<DB>) => newsOf(there, among, { about: 'filters', values }, asked)
      return on === db ? inTime(db, values, count) : count(on)
    }
    return await readCases(reading, scope, watched.values, read, { find: (ask, by) => inTime(db, by, ask) })
  } catch (error) {
    if (errorCode(error) !== '57014') throw error
    throw requestError(
      `Слишком широко: новости за ${rehearsalDays} дней не сосчитать за ${longestSeconds}\u00a0секунд. Сузьте фильтры.`,
    )
  }
}

const inTime = <T>(db: Kysely<DB>, values: AnyValues, run: (db: Kysely<DB>) => Promise<T>): Promise<T> =>
  values.result_text_search === undefined
    ? withinTime(db, longestSeconds, run)
    : searching(db, values, run, longestSeconds)
