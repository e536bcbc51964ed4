import { type Kysely, sql } from 'kysely'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import type { DB } from '../db/schema.ts'
import type { Site } from './sites.ts'

/** How well each court is watched, updated with each answer; problems raise a flag within a day. */
export const flags = {
  not_understood: 'страницы сайта больше не понятны',
  layout_changed: 'сайт сменил устройство',
  failing: 'сайт не отвечает',
  captcha: 'ждёт проверочного кода',
  short: 'сайт показывает меньше дел, чем обещает',
  silent: 'новых дел нет, хотя они всегда были',
} as const
export type Flag = keyof typeof flags

type Told = { layout?: LayoutName | null; captcha?: boolean }
export const recordAttempt = async (trx: Kysely<DB>, { court_id }: Site, { layout, captcha }: Told): Promise<void> =>
  void (await sql`
    insert into court_check as k (court_id, last_tried_at, layout, captcha_since)
    values (${court_id}, now(), ${layout ?? ''}, case when ${captcha ?? false} then now() end)
    on conflict (court_id) do update set last_tried_at = now(), layout = coalesce(nullif(excluded.layout, ''), k.layout),
      captcha_since = coalesce(k.captcha_since, excluded.captcha_since)`.execute(trx))

/** `search`: the court could not be queried at all; a single failed card does not make the court silent. */
export async function recordFailure(
  trx: Kysely<DB>,
  { court_id }: Site,
  reason: string,
  { search }: { search: boolean },
): Promise<void> {
  await sql`
    insert into court_check as k (court_id, last_tried_at, errors, failing_since, last_error)
    values (${court_id}, now(), 1, case when ${search} then now() end, ${reason})
    on conflict (court_id) do update set last_tried_at = now(), errors = k.errors + 1,
      failing_since = coalesce(k.failing_since, excluded.failing_since), last_error = excluded.last_error`.execute(trx)
}

/** A successful search; promised totals are summed over recently closed windows. */
export async function recordSuccess(
  trx: Kysely<DB>,
  { court_id }: Site,
  { layout, fresh }: { layout: LayoutName | null; fresh: number },
): Promise<void> {
  await sql`
    insert into court_check as k (court_id, layout, last_tried_at, last_good_at, last_new_at, promised, held)
    select ${court_id}, ${layout ?? ''}, now(), now(), case when ${fresh} > 0 then now() end, sums.promised, sums.held
    from (
      select coalesce(sum(promised), 0) as promised, coalesce(sum(least(promised, held)), 0) as held from (
        select distinct on (w.site_id, w.type, w.stage, w.article, w.server, w.catalogue, w.from_day, w.to_day) w.promised, (
          select count(*) from collect_window_row r where r.window_id = w.id) as held
        from collect_window w join court_site s on s.id = w.site_id
        where s.court_id = ${court_id} and w.state in ('done', 'short') and w.promised is not null
          and w.ended_at > now() - ${round}::interval
        order by w.site_id, w.type, w.stage, w.article, w.server, w.catalogue, w.from_day, w.to_day, w.ended_at desc
      ) ended
    ) sums
    on conflict (court_id) do update set layout = coalesce(nullif(excluded.layout, ''), k.layout), last_tried_at = now(),
      last_good_at = now(), last_new_at = coalesce(excluded.last_new_at, k.last_new_at), promised = excluded.promised,
      held = excluded.held, errors = 0, failing_since = null, last_error = null, captcha_since = null`.execute(trx)
}
/** A day plus the delays of the following night. */
const round = '36 hours'

type NotUnderstood = { code: string; where: string; value: string; at: string }
const kept = 20
const longestValue = 300

/** Unknown wording of a page; the newest are kept, without duplicates. */
export async function recordUnknownWording(
  trx: Kysely<DB>,
  { court_id }: Pick<Site, 'court_id'>,
  notes: readonly Omit<NotUnderstood, 'at'>[],
): Promise<void> {
  const told = notes.filter(({ code }) => !harmless.has(code))
  if (told.length === 0) return
  const at = new Date().toISOString()
  const fresh = told.map(({ code, where, value }) => ({
    code,
    where,
    value: value.slice(0, longestValue).toWellFormed().replaceAll('\0', ''),
    at,
  }))
  const row = await trx
    .selectFrom('court_check')
    .where('court_id', '=', court_id)
    .select('not_understood')
    .forUpdate()
    .executeTakeFirst()
  const seen = new Set<string>()
  const all = [...fresh, ...(Array.isArray(row?.not_understood) ? row.not_understood : [])].filter(note => {
    const key = JSON.stringify([note.code, note.where, note.value])
    return !seen.has(key) && seen.add(key)
  })
  await sql`
    insert into court_check (court_id, not_understood) values (${court_id}, ${JSON.stringify(all.slice(0, kept))}::jsonb)
    on conflict (court_id) do update set not_understood = excluded.not_understood`.execute(trx)
}
/**
 * Notes that mean the layout has changed. A new wording is kept as well, but raises no flag: new ones appear all the
 * time.
 */
const structural =
  'unknown_page unknown_column missing count_differs unknown_court php_notice parser_failed refused_by_schema'.split(
    ' ',
  )
const fewDays = '3 days'
const harmless = new Set(['other_proceedings', 'several_texts', 'undated_event'])

export const deleteUnknownWording = async (db: Kysely<DB>, courtId: number): Promise<void> =>
  void (await sql`update court_check set not_understood = '[]' where court_id = ${courtId}`.execute(db))

/** Silent: no new case for so many working days that the probability, at the usual rate, is below 1 in 1,000. */
export async function raiseFlags(db: Kysely<DB>, at: Date = new Date()): Promise<number> {
  const strange = strangeAt(at)
  const { rows } = await sql<{ raised: boolean }>`
    with told as (
      select k.court_id, case
        when ${strange} is not null then 'not_understood'
        when k.layout <> '' and not exists (
          select from court_site s where s.court_id = k.court_id and s.layout = k.layout)
          and exists (select from court_site s where s.court_id = k.court_id) then 'layout_changed'
        when k.failing_since < ${at}::timestamptz - ${toleratedFor}::interval then 'failing'
        when k.captcha_since < ${at}::timestamptz - ${toleratedFor}::interval then 'captcha'
        when exists (
          select from collect_window w join court_site s on s.id = w.site_id
          where s.court_id = k.court_id and w.state in ('short', 'failed')
            and w.ended_at > ${at}::timestamptz - ${round}::interval) then 'short'
        when k.last_good_at is not null and (
          select count(*) filter (where l.entry_date > last.day - ${usual}::integer) * ${lambdaFactor}::float8 * (
            select count(*) from generate_series(last.day + 1, ${at}::date - 1, interval '1 day') d
            where extract(isodow from d) < 6)
          from listed_case l join court_site s on s.id = l.site_id, (
            select max(l.entry_date) as day from listed_case l join court_site s on s.id = l.site_id
            where s.court_id = k.court_id) last
          where s.court_id = k.court_id group by last.day
        ) > ${surelySilent} then 'silent'
      end as flag from court_check k
    )
    update court_check k set flag = told.flag,
      flagged_at = case when told.flag is null then null when told.flag = k.flag then k.flagged_at else ${at} end,
      flag_why = case told.flag when 'failing' then k.last_error when 'not_understood' then ${strange}
        when 'short' then k.held || ' из ' || k.promised when 'layout_changed' then k.layout end
    from told where told.court_id = k.court_id and (told.flag is distinct from k.flag or told.flag is not null)
    returning told.flag is not null as raised`.execute(db)
  return rows.filter(({ raised }) => raised).length
}
const strangeAt = (at: Date) => sql`(
  select n.note ->> 'value' from jsonb_array_elements(k.not_understood) with ordinality n(note, place)
  where n.note ->> 'code' = any(${structural}) and (n.note ->> 'at')::timestamptz > ${at}::timestamptz - ${fewDays}::interval
  order by n.place limit 1)`
/** Less than a day, so that the flag is raised within one. */
const toleratedFor = '20 hours'
/** Days over which the usual rate is measured, and the working days among them. */
const usual = 56
const lambdaFactor = 1 / 40
const surelySilent = 6.9
