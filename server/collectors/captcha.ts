import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import type { DB } from '../db/schema.ts'
import type { CaptchaForm } from './collector.ts'

/** Captchas that wait for a person, one per host: searches of the host pause, its cards continue. */
type PendingCaptcha = Pick<Selectable<DB['captcha']>, 'id' | 'host' | 'picture' | 'media_type' | 'asked_at'> & {
  waiting: number
  /** The previous recent answer for the same host was rejected. */
  was_wrong: boolean
}

export const pendingCaptchas = async (db: Kysely<DB>): Promise<PendingCaptcha[]> =>
  (
    await sql<PendingCaptcha>`
      select c.id, c.host, c.picture, c.media_type, c.asked_at, (
        select count(*) from collect_window w join court_site s on s.id = w.site_id
        where s.host = c.host and w.state = 'captcha')::integer + (
        select count(*) from listed_case l join court_site s on s.id = l.site_id
        where s.host = c.host and l.due_at = 'infinity')::integer as waiting, coalesce((
        select before.ended_why = 'wrong_code' and before.ended_at > c.asked_at - ${lately}::interval from captcha before
        where before.host = c.host and before.id < c.id order by before.id desc limit 1), false) as was_wrong
      from captcha c where c.ended_at is null and c.answer is null order by c.asked_at, c.id`.execute(db)
  ).rows

const lately = '1 hour'

export const answerCaptcha = (db: Kysely<DB>, id: number, answer: string, accountId: number | null): Promise<boolean> =>
  resumeAfter(
    db,
    sql`
      update captcha set answer = ${answer.trim()}, answered_at = now(), account_id = ${accountId}
      where id = ${id} and answer is null and ended_at is null returning host`,
  )

export const discardCaptcha = (db: Kysely<DB>, id: number): Promise<boolean> =>
  resumeAfter(
    db,
    sql`
      update captcha set ended_at = now(), ended_why = 'unreadable' where id = ${id} and ended_at is null
      returning host`,
  )

/** A site forgets its pictures: captchas that nobody opened in time are deleted, and the site is asked again. */
export const expireCaptchas = (db: Kysely<DB>): Promise<boolean> =>
  resumeAfter(
    db,
    sql`
      update captcha set ended_at = now(), ended_why = 'expired'
      where ended_at is null and answer is null and asked_at < now() - ${longest}::interval returning host`,
  )
const longest = '12 hours'

/** Resumes searches of the hosts whose captchas `update` changes. Returns false when there were none. */
const resumeAfter = (db: Kysely<DB>, update: RawBuilder<{ host: string }>): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { rows } = await update.execute(trx)
    for (const { host } of rows) {
      await sql`
        update collect_window set state = 'open', due_at = now() from court_site s
        where s.id = site_id and s.host = ${host} and state = 'captcha'`.execute(trx)
      await sql`
        update listed_case set due_at = now() from court_site s
        where s.id = site_id and s.host = ${host} and due_at = 'infinity'`.execute(trx)
    }
    return rows.length > 0
  })

export type CaptchaPass = {
  id: number
  answer: string
  answer_field: string
  hidden_fields: Record<string, string>
  cookies: string
  accepted: boolean
}
export async function captchaPass(db: Kysely<DB>, host: string): Promise<CaptchaPass | undefined> {
  const { rows } = await sql<CaptchaPass>`
    select id, answer, answer_field, hidden_fields, cookies, accepted_at is not null as accepted
    from captcha where host = ${host} and ended_at is null and answer is not null`.execute(db)
  return rows[0]
}

/** How an answer is sent: in the URL where the layout allows it, or as the form that the site showed. */
export const goesInUrl = ({ hidden_fields }: CaptchaPass): boolean => hidden_fields.captchaid !== undefined

export const recordPassUse = async (db: Kysely<DB>, id: number): Promise<void> =>
  void (await sql`update captcha set accepted_at = coalesce(accepted_at, now()), used = used + 1 where id = ${id}`.execute(
    db,
  ))

export const endCaptchaPass = async (db: Kysely<DB>, id: number, why: 'wrong_code' | 'asked_again'): Promise<void> =>
  void (await sql`update captcha set ended_at = now(), ended_why = ${why} where id = ${id} and ended_at is null`.execute(
    db,
  ))

type NewCaptcha = {
  host: string
  url: string
  layout: LayoutName
  picture: { body: Buffer; media_type: string }
  form: CaptchaForm
  cookies: string
}
/** A pending captcha is kept: somebody may be looking at its picture. */
export const storeCaptcha = async (
  db: Kysely<DB>,
  { host, url, layout, picture, form, cookies }: NewCaptcha,
): Promise<void> =>
  void (await sql`
    insert into captcha (host, url, layout, picture, media_type, answer_field, hidden_fields, cookies)
    values (${host}, ${url}, ${layout}, ${picture.body}, ${picture.media_type}, ${form.answer_field ?? ''},
      ${JSON.stringify(form.hidden_fields)}::jsonb, ${cookies})
    on conflict (host) where ended_at is null do nothing`.execute(db))

export const isCaptchaWaiting = async (db: Kysely<DB>, host: string): Promise<boolean> =>
  (await db
    .selectFrom('captcha')
    .where('host', '=', host)
    .where('answer', 'is', null)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

export const isPicture = (media_type: string): boolean => /^image\/(?:png|jpeg|gif|webp|bmp)$/.test(media_type)

export function pictureInPage(address: string): { body: Buffer; media_type: string } | undefined {
  const found = /^data:\s*(image\/[\w.+-]+)\s*;\s*base64\s*,(.*)$/s.exec(address.trim())
  if (found === null) return undefined
  const body = Buffer.from(decodeURIComponent(found[2] ?? '').replace(/\s/g, ''), 'base64')
  const media_type = found[1]?.toLowerCase() ?? ''
  return body.length === 0 || !isPicture(media_type) ? undefined : { body, media_type }
}

export function cookiesAfter(before: string, set: readonly string[] | undefined): string {
  const jar = new Map(before.split('; ').flatMap(pair => (pair.includes('=') ? [splitPair(pair)] : [])))
  for (const line of set ?? []) {
    const [name, value] = splitPair(line.split(';')[0] ?? '')
    if (name !== '') jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
const splitPair = (pair: string): [name: string, value: string] => {
  const at = pair.indexOf('=')
  return at < 0 ? ['', ''] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
