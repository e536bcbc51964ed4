import {
  askCaptcha,
  type CaptchaPass,
  captchaPass,
  cookiesAfter,
  endPass,
  isCaptchaWaiting,
  isOfAddress,
  isPicture,
  notePass,
  pictureInPage,
} from './captcha.ts'
import type { Search } from './collector.ts'
import { type Call, type Crew, type Visited, visit, waitForTurn } from './fetch-politely.ts'
import { cancelTurn, endTurn, type HeldTurn } from './host-turn.ts'
import type { Site } from './sites.ts'

/**
 * A search form is asked, with the host's captcha where it has one that was answered. A form that wants a captcha leaves
 * its picture for the desk, and the search waits.
 */
export type Searched =
  | Visited
  | { outcome: 'captcha' }
  /** The layout names no address for such a search. */
  | { outcome: 'cannot' }

export type SearchCall = { site: Site; search: Search; catalogue: number; urgent: boolean }

export async function askSearch(
  crew: Crew,
  held: HeldTurn,
  { site, search, catalogue, urgent }: SearchCall,
  signal: AbortSignal,
): Promise<Searched> {
  const { db } = crew
  const pass = await captchaPass(db, held.host)
  if (pass === undefined && (await isCaptchaWaiting(db, held.host))) {
    await cancelTurn(db, held)
    return { outcome: 'captcha' }
  }
  const inAddress = pass !== undefined && isOfAddress(pass)
  const url = crew.searchUrls(site.layout, {
    ...search,
    ...(inAddress ? { captcha: { code: pass.answer, id: pass.hidden_fields.captchaid ?? '' } } : {}),
  })[catalogue]
  if (url === undefined) {
    await cancelTurn(db, held)
    return { outcome: 'cannot' }
  }
  const call = { url, layout: site.layout, zone: site.time_zone, urgent, ...(pass ? requestWith(pass) : {}) }
  const visited = await visit(crew, held, call, signal)
  if (visited.outcome !== 'read') return visited
  const { reading } = visited
  if (reading.kind === 'wrong_code' || reading.kind === 'captcha') {
    if (pass !== undefined) await endPass(db, pass.id, pass.accepted ? 'asked_again' : 'wrong_code')
    const form = reading.kind === 'captcha' ? visited : await askForm(crew, held, call, signal)
    return form.outcome === 'read'
      ? showCaptcha(crew, held, { site, urgent, visited: form, cookies: pass?.cookies ?? '' }, signal)
      : form
  }
  if (pass !== undefined) await notePass(db, pass.id)
  return visited
}

/** The answer itself is sent once; after that the site knows us by its cookie. */
const requestWith = (pass: CaptchaPass) => ({
  ...(pass.cookies === '' ? {} : { headers: { cookie: pass.cookies } }),
  ...(isOfAddress(pass) || pass.accepted || pass.answer_field === ''
    ? {}
    : { method: 'POST' as const, form: { ...pass.hidden_fields, [pass.answer_field]: pass.answer } }),
})

/**
 * The answer «Неверно указан проверочный код» shows no picture: it stands on the form, which lies beside the results
 * (`name_op=sf` for `name_op=r`, sudrf.ru, 2026).
 */
async function askForm(crew: Crew, { host }: HeldTurn, call: Call, signal: AbortSignal): Promise<Visited> {
  const url = new URL(call.url)
  url.searchParams.set('name_op', 'sf')
  for (const name of ['captcha', 'captchaid', 'page', '_page']) url.searchParams.delete(name)
  const turn = await waitForTurn(crew, { ...call, host, url: url.href }, signal)
  if (turn === undefined) return { outcome: 'stopped' }
  return visit(crew, turn, { url: url.href, layout: call.layout, zone: call.zone, urgent: call.urgent }, signal)
}

async function showCaptcha(
  crew: Crew,
  { host }: HeldTurn,
  {
    site,
    urgent,
    visited,
    cookies: before,
  }: { site: Site; urgent: boolean; visited: Extract<Visited, { outcome: 'read' }>; cookies: string },
  signal: AbortSignal,
): Promise<Searched> {
  const { db } = crew
  if (await isCaptchaWaiting(db, host)) return { outcome: 'captcha' }
  const cookies = cookiesAfter(before, visited.answer.headers['set-cookie'])
  const failed: Visited = { outcome: 'failed', kind: 'captcha', reason: 'Картинка проверочного кода не получена.' }
  const { reading } = visited
  const address = reading.kind === 'captcha' ? reading.picture : undefined
  if (reading.kind !== 'captcha' || address === undefined) return failed
  const found = address.startsWith('data:')
    ? pictureInPage(address)
    : await fetchPicture(crew, { url: address, host, zone: site.time_zone, urgent, cookies }, signal)
  if (found === undefined) return signal.aborted ? { outcome: 'stopped' } : failed
  await askCaptcha(db, { host, url: visited.url, layout: site.layout, picture: found, form: reading, cookies })
  return { outcome: 'captcha' }
}

async function fetchPicture(
  crew: Crew,
  asked: { url: string; host: string; zone: string; urgent: boolean; cookies: string },
  signal: AbortSignal,
): Promise<{ body: Buffer; media_type: string } | undefined> {
  const turn = await waitForTurn(crew, asked, signal)
  if (turn === undefined) return undefined
  try {
    const { status, headers, body } = await crew.fetchPage(
      { url: asked.url, ...(asked.cookies === '' ? {} : { headers: { cookie: asked.cookies } }) },
      signal,
    )
    await endTurn(crew.db, turn, { status, kind: 'picture' }, crew.rules)
    const media_type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
    return status === 200 && isPicture(media_type) ? { body, media_type } : undefined
  } catch (error) {
    await endTurn(crew.db, turn, { error: error instanceof Error ? error.message : String(error) }, crew.rules)
    return undefined
  }
}
