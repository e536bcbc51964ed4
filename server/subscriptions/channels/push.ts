import webPush from 'web-push'
import type { MessageKind } from '#shared/api/messages.ts'
import type { PushNotice } from '#shared/api/push.ts'
import { fieldName } from '#shared/domain/case-field-names.ts'
import { replaceSaid } from '#shared/domain/hearing-said.ts'
import { type NewsDetail, newsLines } from '#shared/domain/news.ts'
import { caseForms, counted } from '#shared/domain/wording.ts'
import type { DigestCase } from '../digests.ts'
import { type ChannelAdapter, type MessageCase, type SendResult, sendFailure } from '../message.ts'
import { caseTitle } from '../message-text.ts'
import type { Post } from '../post-outside.ts'
import { browsersOf, deletePushBrowser, type PushBrowser, readVapidKeys, type VapidKeys } from '../push.ts'

/**
 * Web Push to every browser in which the account has allowed notifications. Notifications appear on locked screens, so
 * they name cases and courts but no people. A retry replaces the former one by its tag.
 */
const limits = { cases: 3, characters: 1_000 }
const dayInSeconds = 86_400
const browserForms = ['браузер', 'браузера', 'браузеров'] as const

export const pushChannel: ChannelAdapter<PushNotice> = {
  limits,
  kinds: ['news', 'changes', 'test', 'question', 'webhook_off'],
  concurrency: 'serial',
  addressOf: ({ browsers }) =>
    browsers === 0
      ? { to: null, note: 'Разрешите уведомления в этом браузере.' }
      : { to: counted(browsers, browserForms), note: null },

  render: ({ kind, key, subscriptionId, cases, digest }) => {
    const [only, ...others] = cases
    const told = (digest?.cases ?? cases).slice(0, limits.cases)
    const count = digest ? Object.values(digest.counts).reduce((sum, n) => sum + n) : cases.length
    const rest = count > told.length && told.length > 0 ? [`И ещё ${counted(count - told.length, caseForms)}.`] : []
    const body = [titles[kind].body, ...told.map(linesOf), ...rest].filter(Boolean).join('\n')
    const isOfOne = only !== undefined && others.length === 0 && kind === 'news'
    return {
      title: isOfOne
        ? caseTitle(only)
        : [titles[kind].title, count > 0 && counted(count, caseForms)].filter(Boolean).join(': '),
      body: body.length > limits.characters ? `${body.slice(0, limits.characters).toWellFormed()}…` : body,
      path: isOfOne ? `/cases/${only.snapshot.id}` : `/subscriptions#${subscriptionId}`,
      tag: key,
    }
  },

  send: async (notice, { db, message: { accountId, origin }, services: { post }, signal }) => {
    const browsers = await browsersOf(db, accountId)
    if (browsers.length === 0) return sendFailure('Ни в одном браузере уведомления не разрешены.', true)
    const keys = await readVapidKeys(db)
    const results: SendResult[] = []
    for (const browser of browsers) {
      const result = await notify(browser, notice, { keys, origin, post, signal })
      if (result === 'gone') await deletePushBrowser(db, browser.id)
      else results.push(result)
    }
    // One unreachable browser must not repeat what the others have received.
    return results.find(({ ok }) => ok) ?? results[0] ?? sendFailure('Браузеры больше не принимают уведомлений.', true)
  },
}

/** The title of a subscription and the details of a card may name a person: neither is used. */
const titles: { [K in MessageKind]: { title: string; body?: string } } = {
  news: { title: 'Новое в ваших делах' },
  changes: { title: 'Сводка изменений' },
  test: { title: 'Проверка уведомлений', body: 'В делах ничего не случилось.' },
  question: { title: 'Подписка ещё нужна?', body: 'Ответьте на её карточке.' },
  webhook_off: { title: 'Вебхук подписки выключен', body: 'Что отвечала программа — на карточке подписки.' },
}
/** Words quoted from a card may name a person: only that there are some is told. */
const withoutQuotes = ({ before, after, ...detail }: NewsDetail): NewsDetail => {
  const plain = (line: string | null) => line && replaceSaid(line, ' (в карточке есть отметка)')
  return { ...detail, before: plain(before), after: plain(after) }
}
/** Hearings have their days; other news only their kind. */
const linesOf = (one: MessageCase | DigestCase): string => {
  if ('changes' in one) return [caseTitle(one), one.changes.map(({ field }) => fieldName(field)).join(', ')].join('\n')
  const details = one.details.filter(({ kind }) => kind.startsWith('hearing'))
  const others = one.kinds.filter(kind => !details.some(detail => detail.kind === kind))
  return [caseTitle(one), ...newsLines(others, details.map(withoutQuotes))].join('\n')
}

type Sending = { keys: VapidKeys; origin: string | undefined; post: Post; signal: AbortSignal | undefined }
/** `gone`: the browser has revoked its permission, or its keys are invalid. */
async function notify(
  { endpoint, p256dh, auth }: PushBrowser,
  notice: PushNotice,
  { keys, origin, post, signal }: Sending,
): Promise<SendResult | 'gone'> {
  const details = requestTo({ endpoint, keys: { p256dh, auth } }, notice, { keys, origin })
  if (details === undefined) return 'gone'
  const answer = await post(endpoint, details, signal)
  if (answer.status === null) return sendFailure(`Служба уведомлений не ответила. ${answer.said}`)
  if (answer.status === 404 || answer.status === 410) return 'gone'
  if (answer.status < 300) return { ok: true }
  const { retryAfter } = answer
  return {
    ...sendFailure(`Служба уведомлений ответила ${answer.status}.`, answer.status === 400 || answer.status === 403),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

type Target = { endpoint: string; keys: { p256dh: string; auth: string } }
function requestTo(target: Target, notice: PushNotice, { keys, origin }: Pick<Sending, 'keys' | 'origin'>) {
  // Contact for the push service.
  const subject = origin?.startsWith('https:') ? origin : 'mailto:admin@sudmonitor.invalid'
  try {
    const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify(notice), {
      vapidDetails: { subject, ...keys },
      TTL: dayInSeconds,
      urgency: 'high',
    })
    const { 'Content-Length': _, ...sent } = headers
    return { headers: Object.fromEntries(Object.entries(sent).map(([k, v]) => [k, String(v)])), body: body ?? '' }
  } catch {
    return undefined
  }
}
