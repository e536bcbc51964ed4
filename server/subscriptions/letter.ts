import type { Letter } from '../http/feature.ts'
import type { Message } from './compose-message.ts'
import {
  aboutOf,
  caseAddress,
  headOf,
  linesOf,
  moreCases,
  noticeOf,
  shownCases,
  subjectOf,
  subscriptionsAddress,
} from './message-words.ts'

/**
 * A message as a letter, in text and in HTML. Mail programs know a letter by its number, so that one sent twice is one;
 * and show a button that unsubscribes at once (RFC 8058).
 */
export function letterOf(message: Message, to: string): Letter {
  const { origin, secret, key } = message
  const off = origin === undefined ? undefined : `${origin}/api/v1/unsubscribe/${secret}/`
  return {
    to,
    subject: `Судмонитор: ${subjectOf(message)}`,
    text: textOf(message),
    html: htmlOf(message),
    messageId: `<${key}@sudmonitor>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(off !== undefined && {
        'List-Unsubscribe': `<${off}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

const given = (...lines: readonly (string | undefined)[]): string[] =>
  lines.flatMap(line => (line === undefined || line === '' ? [] : [line]))

const textOf = (message: Message): string => {
  const settings = subscriptionsAddress(message)
  return [
    ...given(noticeOf(message)),
    ...shownCases(message).map(one =>
      given(headOf(one), aboutOf(one), ...linesOf(one).map(line => `— ${line}`), caseAddress(message.origin, one)).join(
        '\n',
      ),
    ),
    ...given(moreCases(message)),
    `Подписка «${message.title}»${settings === undefined ? '' : `: ${settings}`}`,
    'Судмонитор',
  ].join('\n\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 12px;${style}">${text}</p>`
const muted = 'color:#5b6470;font-size:13px;'

/** No pictures, nothing fetched: mail programs show it as it is. */
const htmlOf = (message: Message): string => {
  const settings = subscriptionsAddress(message)
  const cases = shownCases(message).map(one => {
    const address = caseAddress(message.origin, one)
    const title = escaped(headOf(one))
    const head = address === undefined ? `<b>${title}</b>` : `<a href="${escaped(address)}"><b>${title}</b></a>`
    const about = aboutOf(one)
    const lines = linesOf(one).map(line => `<li>${escaped(line)}</li>`)
    return `<div style="margin:0 0 20px">${head}${about ? `<div style="${muted}">${escaped(about)}</div>` : ''}<ul style="margin:4px 0 0;padding-left:20px">${lines.join('')}</ul></div>`
  })
  const title = escaped(message.title)
  return [
    '<!doctype html><html lang="ru"><body style="font:15px/1.45 sans-serif;max-width:640px">',
    ...given(noticeOf(message)).map(line => paragraph(escaped(line))),
    ...cases,
    ...given(moreCases(message)).map(line => paragraph(escaped(line))),
    paragraph(
      settings === undefined ? `Подписка «${title}»` : `Подписка <a href="${escaped(settings)}">«${title}»</a>`,
      muted,
    ),
    '</body></html>',
  ].join('\n')
}
