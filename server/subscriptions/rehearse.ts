import { type Kysely, sql } from 'kysely'
import type { Rehearsal } from '#shared/api/subscriptions.ts'
import { mostNewsADay, type NewsKind, newsKindValues, rehearsalDays, usualKinds } from '#shared/domain/news.ts'
import { today } from '#shared/domain/relative-dates.ts'
import { showNumber } from '#shared/domain/wording.ts'
import { errorCode } from '../db/refusal.ts'
import type { DB } from '../db/schema.ts'
import { requestError } from '../http/errors.ts'
import { searching, withinTime } from '../texts/searching.ts'
import { lessNoise } from './less-noise.ts'
import { type Owner, scopeOf } from './owner.ts'
import { casesWatched, type Watched } from './watched-cases.ts'

/**
 * What the last hundred days would have brought, by the dates that courts give; what courts do not date (a hearing that
 * was moved, a text that vanished) by what was noticed here. More cases than anybody reads are not counted to the end.
 */
export type NewsRow = { case_id: number; day: string; kind: NewsKind; what: string }
const mostCases = mostNewsADay * rehearsalDays
const longestSeconds = 10
const shownCauses = 5

type Asked = { watched: Watched; kinds?: readonly NewsKind[] | undefined }

export async function rehearse(db: Kysely<DB>, owner: Owner, { watched, kinds }: Asked): Promise<Rehearsal> {
  const chosen = kinds ?? usualKinds(watched.about)
  const { rows, isCut } = await withLimit(db, watched, on => newsOf(on, owner, watched, chosen))
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const last = today()
  const days = Array.from({ length: rehearsalDays }, (_, n) => {
    const day = dayBefore(last, rehearsalDays - 1 - n)
    return { day, count: byDay.get(day)?.length ?? 0 }
  })
  const total = rows.length
  const per_day = Math.round((total / rehearsalDays) * 10) / 10
  const causes = [...Map.groupBy(rows, ({ kind, what }) => JSON.stringify([kind, what])).values()]
    .flatMap(some => (some[0] ? [{ kind: some[0].kind, what: some[0].what, count: some.length }] : []))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, shownCauses)
  return {
    days,
    total,
    cases: new Set(rows.map(({ case_id }) => case_id)).size,
    per_day,
    causes,
    less: isCut ? [] : await lessNoise(db, owner, watched, chosen, rows),
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

async function withLimit<T>(db: Kysely<DB>, watched: Watched, run: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  try {
    return watched.about === 'filters' && watched.values.result_text_search !== undefined
      ? await searching(db, watched.values, run, longestSeconds)
      : await withinTime(db, longestSeconds, run)
  } catch (error) {
    if (errorCode(error) !== '57014') throw error
    throw requestError(
      `Слишком широко: новости за ${rehearsalDays} дней не сосчитать за ${longestSeconds}\u00a0секунд. Сузьте фильтры.`,
    )
  }
}

async function newsOf(
  db: Kysely<DB>,
  owner: Owner,
  watched: Watched,
  kinds: readonly NewsKind[],
): Promise<{ rows: NewsRow[]; isCut: boolean }> {
  const since = dayBefore(today(), rehearsalDays - 1)
  const until = today()
  const within = (column: string) => sql`${sql.ref(column)} between ${since}::date and ${until}::date`
  const cases = casesWatched(db, scopeOf(owner), watched)
    .where(
      sql<boolean>`(${within('court_case.entry_date')} or ${within('court_case.result_date')}
        or ${within('court_case.result_published_date')} or ${within('court_case.appeal_date')}
        or exists (select from case_event where case_event.case_id = court_case.id and ${within('case_event.event_date')})
        or exists (
          select from case_change where case_change.case_id = court_case.id and kinds <> '{}'
            and at >= ${since}::date and kinds && ${noticed}::text[]
        ))`,
    )
    .select([
      'court_case.id',
      'court_case.entry_date',
      'court_case.result_date',
      'court_case.result_published_date',
      'court_case.appeal_date',
      'court_case.appeal_result',
      'court_case.result_type_id',
      'court_case.has_text',
    ])
    .limit(mostCases + 1)
  const { rows } = await sql<NewsRow & { cut: boolean }>`
    with one as materialized (${cases}),
    news as (
      select id as case_id, entry_date as day, 'new' as kind, '' as what from one
      union all select one.id, result_date, 'result', coalesce(title, '') from one
        left join result_type on result_type.id = result_type_id
      union all select id, result_published_date, 'text', '' from one where has_text
      union all select id, appeal_date, 'appeal', coalesce(appeal_result, '') from one
      union all select one.id, event_date, case when is_hearing then 'hearing_set' else 'event' end, title
        from one join case_event on case_event.case_id = one.id join event_type on event_type.id = event_type_id
      union all select one.id, (at at time zone 'Europe/Moscow')::date, kind, ''
        from one join case_change on case_change.case_id = one.id and kinds <> '{}' cross join unnest(kinds) kind
        where kind = any(${noticed}::text[])
    )
    select case_id, day::text, kind, what, (select count(*) from one) > ${mostCases} as cut from news
    where ${within('day')} and kind = any(${[...kinds]}::text[])
    limit ${mostCases * 3}`.execute(db)
  return { rows, isCut: rows[0]?.cut ?? false }
}
/** What no date of a court tells. */
const noticed: readonly string[] = newsKindValues.filter(kind =>
  ['hearing_moved', 'hearing_cancelled', 'disappeared', 'changed'].includes(kind),
)
