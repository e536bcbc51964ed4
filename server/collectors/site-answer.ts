import type { IncomingHttpHeaders } from 'node:http'
import type { PageKind, PageReading } from './collector.ts'

/**
 * Classifies an answer of a court's site once (docs/decisions/0071); later code sees only the class. `classes` maps the
 * kind of page by what was requested (a list, a card or a text); `consequences` tells what becomes of the request, the
 * task and the court's check.
 */
export type Sought = 'list' | 'card' | 'text'

export type ReadPage = { url: string; status: number; headers: IncomingHttpHeaders; hash: Buffer; reading: PageReading }
type ReadingOf<Kind extends PageKind> = Extract<PageReading, { kind: Kind }>
type Classes = {
  list: { reading: ReadingOf<'list'> }
  card: { reading: ReadingOf<'card'>; hash: Buffer }
  text: { reading: ReadingOf<'text'>; hash: Buffer }
  /** The court keeps its cases on several servers, each of which has to be queried. */
  servers: { reading: ReadingOf<'server_choice'> }
  /** No case is listed; no card or text is at this address. */
  nothing: object
  captcha: { page?: ReadPage }
  blocked: object
  /** Probably temporary: the site is down, or its answer was incomplete. */
  unavailable: object
  unknown: { code: 'unknown_page' | 'unreadable_file' }
}
export type AnswerClass = keyof Classes
export type SiteAnswer<C extends AnswerClass = AnswerClass> = {
  [Class in C]: { class: Class; reason: string; layout: PageReading['layout'] } & Classes[Class]
}[C]

/** By kind of page; unexpected kinds are `unknown`. */
const everywhere = <C extends AnswerClass>(one: C): Record<Sought, C> => ({ list: one, card: one, text: one })
const classes: Readonly<Record<PageKind, Readonly<Partial<Record<Sought, AnswerClass>>>>> = {
  list: { list: 'list' },
  card: { card: 'card' },
  text: { text: 'text' },
  server_choice: { list: 'servers', card: 'nothing' },
  nothing_found: { list: 'nothing', card: 'nothing' },
  // For a search it means that the query was not understood; the address of a missing card redirects to the search
  // form.
  moved: { card: 'nothing', text: 'nothing' },
  search_form: { card: 'nothing' },
  wrong_parameter: { card: 'nothing' },
  captcha: everywhere('captcha'),
  wrong_code: everywhere('captcha'),
  blocked: everywhere('blocked'),
  unavailable: everywhere('unavailable'),
  php_notice: everywhere('unavailable'),
  unknown: {},
}

function classOf(sought: Sought, status: number, kind: PageKind): AnswerClass {
  const byKind = classes[kind][sought] ?? 'unknown'
  if (status === 429 || status === 403 || byKind === 'blocked') return 'blocked'
  if (status >= 500 || byKind === 'unavailable') return 'unavailable'
  return isAbsent(status) ? (classes.moved[sought] ?? 'unknown') : byKind
}
const isAbsent = (status: number): boolean => status === 404 || status === 410

export function classify(sought: Sought, page: ReadPage): SiteAnswer {
  const { status, reading, hash } = page
  const { layout } = reading
  const found = classOf(sought, status, reading.kind)
  const about = { reason: reasonOf(found, page), layout }
  if (found === 'list' && reading.kind === 'list') return { class: found, ...about, reading }
  if (found === 'card' && reading.kind === 'card') return { class: found, ...about, reading, hash }
  if (found === 'text' && reading.kind === 'text') return { class: found, ...about, reading, hash }
  if (found === 'servers' && reading.kind === 'server_choice') return { class: found, ...about, reading }
  if (found === 'captcha') return { class: found, ...about, page }
  if (found === 'nothing' || found === 'blocked' || found === 'unavailable') return { class: found, ...about }
  // A scanned file tells nothing about the layout of the site.
  const isFile = reading.notes.some(({ code }) => code === 'unreadable_file')
  return { class: 'unknown', ...about, code: isFile ? 'unreadable_file' : 'unknown_page' }
}

function reasonOf(found: AnswerClass, { status, reading }: ReadPage): string {
  if (found === 'blocked' && status === 200) return 'Сайт закрыл доступ.'
  if (found === 'blocked' || status >= 500) return `Сайт ответил ${status}.`
  const words = siteNotice(reading)
  if (found === 'unavailable') return words ?? 'Сайт временно не отвечает.'
  return isAbsent(status) ? `${status}` : (words ?? reading.kind)
}

export const siteNotice = (reading: PageReading): string | undefined =>
  'notice' in reading && typeof reading.notice === 'string' ? reading.notice : undefined

export const unavailableSite = (reason: string): SiteAnswer<'unavailable'> => ({
  class: 'unavailable',
  reason,
  layout: null,
})
export const awaitingCaptcha: SiteAnswer<'captcha'> = { class: 'captcha', reason: '', layout: null }

/** How a task waits: for a person, for a cooldown (not counted as an attempt), or for its next attempt. */
export type Wait = 'for_captcha' | 'cooldown' | 'backoff'
type Consequence = {
  request: 'answered' | 'refused' | 'failed'
  /** The default for answers that the task does not handle itself. */
  wait: Wait
  check: 'captcha' | 'failure' | 'not_understood'
}
const notExpected: Consequence = { request: 'answered', wait: 'backoff', check: 'not_understood' }
export const consequences: Readonly<Record<AnswerClass, Consequence>> = {
  list: notExpected,
  card: notExpected,
  text: notExpected,
  servers: notExpected,
  nothing: notExpected,
  captcha: { request: 'answered', wait: 'for_captcha', check: 'captcha' },
  blocked: { request: 'refused', wait: 'cooldown', check: 'failure' },
  unavailable: { request: 'failed', wait: 'backoff', check: 'failure' },
  unknown: notExpected,
}
