import { type Kysely, sql } from 'kysely'
import type { WaitingCaptcha } from '#shared/api/collecting.ts'
import { isPicture, waitingCaptchas } from '../collectors/captcha.ts'
import type { DB } from '../db/schema.ts'

/** What waits on the desk, with the courts it holds up. */
const old = 20 * 60_000

export async function captchasOnDesk(db: Kysely<DB>): Promise<WaitingCaptcha[]> {
  // What a browser might run is not shown, whatever the site has sent.
  const waiting = (await waitingCaptchas(db)).filter(({ media_type }) => isPicture(media_type))
  if (waiting.length === 0) return []
  const courts = await db
    .selectFrom('court_site')
    .innerJoin('court', 'court.id', 'court_site.court_id')
    .where('court_site.host', '=', sql<string>`any(${waiting.map(({ host }) => host)}::text[])`)
    .select(['court_site.host', 'court.title'])
    .orderBy('court.title')
    .execute()
  return waiting.map(({ id, host, picture, media_type, asked_at, waiting: held, was_wrong }) => ({
    id,
    host,
    courts: courts.filter(court => court.host === host).map(({ title }) => title),
    picture: `data:${media_type};base64,${picture.toString('base64')}`,
    asked_at: asked_at.toISOString(),
    is_old: Date.now() - asked_at.getTime() > old,
    waiting: held,
    was_wrong,
  }))
}
