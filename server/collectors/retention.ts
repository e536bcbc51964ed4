import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

/** Deletes old journal data of collecting. Cases, revisions, stored pages and their readings stay. */
const rules: readonly { older: string; forget: (than: RawBuilder<Date>) => RawBuilder<unknown> }[] = [
  {
    // The last search of each kind stays: the schedule continues from its days.
    older: '90 days',
    forget: than => sql`
      delete from collect_window w where ended_at < ${than} and state <> 'split'
        and (state = 'failed' or exists (
          select from collect_window later
          where later.site_id = w.site_id and later.type = w.type and later.stage = w.stage and later.article = w.article
            and later.state in ('done', 'short') and later.to_day >= w.to_day and later.ended_at > w.ended_at))`,
  },
  { older: '180 days', forget: than => sql`delete from collect_window where state = 'split' and ended_at < ${than}` },
  { older: '90 days', forget: than => sql`delete from court_request where asked_at < ${than}` },
  { older: '30 days', forget: than => sql`delete from captcha where ended_at < ${than}` },
  {
    older: '180 days',
    forget: than => sql`
      update court_check set not_understood = coalesce((
        select jsonb_agg(n.note order by n.place) from jsonb_array_elements(not_understood) with ordinality n(note, place)
        where coalesce((n.note ->> 'at')::timestamptz >= ${than}, false)), '[]')
      where exists (
        select from jsonb_array_elements(not_understood) note where coalesce((note ->> 'at')::timestamptz < ${than}, true))`,
  },
  {
    older: '180 days',
    forget: than => sql`
      delete from court_check k where coalesce(last_tried_at < ${than}, true)
        and not exists (select from court_site s where s.court_id = k.court_id)`,
  },
]

export async function deleteOldCollectingData(db: Kysely<DB>, at: Date = new Date()): Promise<void> {
  for (const { older, forget } of rules) await forget(sql<Date>`(${at}::timestamptz - ${older}::interval)`).execute(db)
}
