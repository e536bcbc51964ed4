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
import { type Crew, type Call as PoliteCall, type Visited, visit, waitForTurn } from './fetch-politely.ts'
import { cancelTurn, endTurn, type HeldTurn } from './host-turn.ts'
import { hostOf } from './manners.ts'
import type { Site } from './sites.ts'

/**
 * Search forms are asked, with the host's captcha where it has one that was answered; pages behind a gate with the cookie that
 * the gate has given. Whoever is shown a captcha leaves its picture for the desk, and waits.
 */
export type Guarded = Visited | { outcome: 'captcha' }
/** `cannot`: the layout names no address for such a search. */
export type Searched = Guarded | { outcome: 'cannot' }

type Call = { site: Site; url: string; urgent: boolean }
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
  const captcha =
    pass !== undefined && isOfAddress(pass) ? { code: pass.answer, id: pass.hidden_fields.captchaid ?? '' } : undefined
  const url = crew.searchUrls(site.layout, { ...search, ...(captcha ? { captcha } : {}) })[catalogue]
  if (url !== undefined) return askGuarded(crew, held, { site, url, urgent }, { pass, using: pass }, signal)
  await cancelTurn(db, held)
  return { outcome: 'cannot' }
}

/** A card or a file: most lie open, and then an answer that serves the search forms is not spent on them. */
export async function askPage(crew: Crew, held: HeldTurn, call: Call, signal: AbortSignal): Promise<Guarded> {
  const pass = await captchaPass(crew.db, held.host)
  const using = pass === undefined || isOfAddress(pass) ? undefined : pass
  return askGuarded(crew, held, call, { pass, using }, signal)
}

async function askGuarded(
  crew: Crew,
  held: HeldTurn,
  { site, url, urgent }: Call,
  { pass, using }: { pass: CaptchaPass | undefined; using: CaptchaPass | undefined },
  signal: AbortSignal,
): Promise<Guarded> {
  const { db } = crew
  const asked = { url, layout: site.layout, zone: site.time_zone, urgent }
  const visited = await visit(crew, held, { ...asked, ...(using ? requestWith(using) : {}) }, signal)
  if (visited.outcome !== 'read') return visited
  const { kind } = visited.reading
  if (kind !== 'wrong_code' && kind !== 'captcha') {
    if (using !== undefined) await notePass(db, using.id)
    return visited
  }
  if (pass !== undefined) await endPass(db, pass.id, pass.accepted ? 'asked_again' : 'wrong_code')
  const form = kind === 'captcha' ? visited : await askForm(crew, held, asked, signal)
  if (form.outcome !== 'read') return form
  return showCaptcha(crew, held, { site, urgent, visited: form, cookies: pass?.cookies ?? '' }, signal)
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
async function askForm(crew: Crew, { host }: HeldTurn, call: PoliteCall, signal: AbortSignal): Promise<Visited> {
  const url = new URL(call.url)
  url.searchParams.set('name_op', 'sf')
  for (const name of ['captcha', 'captchaid', 'page', '_page']) url.searchParams.delete(name)
  const turn = await waitForTurn(crew, { ...call, host, url: url.href }, signal)
  if (turn === undefined) return { outcome: 'stopped' }
  return visit(crew, turn, { ...call, url: url.href }, signal)
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
): Promise<Guarded> {
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
  if (!URL.canParse(asked.url) || hostOf(asked.url) !== asked.host) return undefined
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
