import {
  type CaptchaPass,
  captchaPass,
  cookiesAfter,
  endCaptchaPass,
  goesInUrl,
  isCaptchaWaiting,
  isPicture,
  pictureInPage,
  recordPassUse,
  storeCaptcha,
} from './captcha.ts'
import type { SiteSearch } from './collector.ts'
import { cancelLease, type HostLease, releaseLease } from './host-lease.ts'
import { type CollectContext, type LeasedCall, requestLeased, waitForLease } from './leased-request.ts'
import { hostOf } from './site-address.ts'
import { awaitingCaptcha, type ReadPage, type SiteAnswer, type Sought, unavailableSite } from './site-answer.ts'
import type { Site } from './sites.ts'

/**
 * Sends a request with the answer to the host's captcha, if there is one: search forms take it in the URL, gates as a
 * form that sets a cookie. A captcha in the response is stored for a person to answer, and the result is then
 * `captcha`.
 */
export type SiteTarget = { url: string } | { search: SiteSearch; catalogue: number }
export type SiteCall = { sought: Sought; target: SiteTarget; urgent: boolean }

export async function askSite(
  context: CollectContext,
  lease: HostLease,
  site: Site,
  { sought, target, urgent }: SiteCall,
  signal: AbortSignal,
): Promise<SiteAnswer | undefined> {
  const { db } = context
  const pass = await captchaPass(db, lease.host)
  const isSearch = 'search' in target
  if (isSearch && pass === undefined && (await isCaptchaWaiting(db, lease.host))) {
    await cancelLease(db, lease)
    return awaitingCaptcha
  }
  // Most cards and files need no captcha: an answer for search forms is not used up on them.
  const used = pass !== undefined && (isSearch || !goesInUrl(pass)) ? pass : undefined
  const call: LeasedCall = {
    url: isSearch ? searchUrl(context, site, target, used) : target.url,
    layout: site.layout,
    sought,
    zone: site.time_zone,
    urgent,
  }
  const answer = await requestLeased(context, lease, { ...call, ...(used && passingWith(used)) }, signal)
  if (answer?.class !== 'captcha' || answer.page === undefined) {
    const isAnswered = answer !== undefined && answer.class !== 'blocked' && answer.class !== 'unavailable'
    if (used !== undefined && isAnswered) await recordPassUse(db, used.id)
    return answer
  }
  if (pass !== undefined) await endCaptchaPass(db, pass.id, pass.accepted ? 'asked_again' : 'wrong_code')
  const shown = answer.page.reading.kind === 'captcha' ? answer : await askForm(context, lease, call, signal)
  if (shown === undefined || shown.class === 'blocked' || shown.class === 'unavailable') return shown
  if (shown.class !== 'captcha' || shown.page === undefined) return noPicture
  return showCaptcha(context, lease, { call, page: shown.page, cookies: pass?.cookies ?? '' }, signal)
}

const searchUrl = (
  { searchUrls }: CollectContext,
  { layout }: Site,
  { search, catalogue }: Extract<SiteTarget, { search: SiteSearch }>,
  pass: CaptchaPass | undefined,
): string => {
  const captcha =
    pass !== undefined && goesInUrl(pass) ? { code: pass.answer, id: pass.hidden_fields.captchaid ?? '' } : undefined
  return searchUrls(layout, { ...search, ...(captcha && { captcha }) })[catalogue] ?? ''
}

/** The answer is sent once; afterwards the cookie identifies us. */
const passingWith = (pass: CaptchaPass) => ({
  ...(pass.cookies === '' ? {} : { headers: { cookie: pass.cookies } }),
  ...(goesInUrl(pass) || pass.accepted || pass.answer_field === ''
    ? {}
    : { method: 'POST' as const, form: { ...pass.hidden_fields, [pass.answer_field]: pass.answer } }),
})

/**
 * The response «Неверно указан проверочный код» has no picture; the form has it (`name_op=sf` instead of `name_op=r`,
 * sudrf.ru, 2026).
 */
async function askForm(context: CollectContext, { host }: HostLease, call: LeasedCall, signal: AbortSignal) {
  const url = new URL(call.url)
  url.searchParams.set('name_op', 'sf')
  for (const name of ['captcha', 'captchaid', 'page', '_page']) url.searchParams.delete(name)
  const form = { ...call, url: url.href }
  const lease = await waitForLease(context, { ...form, host }, signal)
  return lease && requestLeased(context, lease, form, signal)
}

type Shown = { call: LeasedCall; page: ReadPage; cookies: string }
async function showCaptcha(
  context: CollectContext,
  { host }: HostLease,
  { call, page, cookies: before }: Shown,
  signal: AbortSignal,
): Promise<SiteAnswer | undefined> {
  const { db } = context
  if (await isCaptchaWaiting(db, host)) return awaitingCaptcha
  const { reading: form, headers, url } = page
  const cookies = cookiesAfter(before, headers['set-cookie'])
  const address = form.kind === 'captcha' ? form.picture : undefined
  if (form.kind !== 'captcha' || address === undefined) return noPicture
  const picture = address.startsWith('data:')
    ? pictureInPage(address)
    : await fetchPicture(context, { ...call, url: address, host, cookies }, signal)
  if (picture === undefined) return signal.aborted ? undefined : noPicture
  await storeCaptcha(db, { host, url, layout: call.layout, picture, form, cookies })
  return awaitingCaptcha
}
const noPicture = unavailableSite('Картинка проверочного кода не получена.')

async function fetchPicture(
  context: CollectContext,
  asked: { url: string; host: string; zone: string; urgent: boolean; cookies: string },
  signal: AbortSignal,
): Promise<{ body: Buffer; media_type: string } | undefined> {
  const { db, limits } = context
  if (!URL.canParse(asked.url) || hostOf(asked.url) !== asked.host) return undefined
  const lease = await waitForLease(context, asked, signal)
  if (lease === undefined) return undefined
  try {
    const { status, headers, body } = await context.fetchPage(
      { url: asked.url, ...(asked.cookies === '' ? {} : { headers: { cookie: asked.cookies } }) },
      signal,
    )
    await releaseLease(db, lease, { status, kind: 'picture' }, limits)
    const media_type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    return status === 200 && isPicture(media_type) ? { body, media_type } : undefined
  } catch (error) {
    await releaseLease(db, lease, { error: error instanceof Error ? error.message : String(error) }, limits)
    return undefined
  }
}
