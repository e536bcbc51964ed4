import type { Letter } from '../../http/feature.ts'
import { type ChannelAdapter, type Message, notSetUp, sendFailure } from '../message.ts'
import {
  caseAddress,
  caseLines,
  caseSummary,
  caseTitle,
  messageNotice,
  moreCases,
  shownCases,
  subjectOf,
  subscriptionsAddress,
} from '../message-text.ts'

const limits = { cases: 10 }

export const emailChannel: ChannelAdapter<Omit<Letter, 'to'>> = {
  limits,
  kinds: ['news', 'test', 'question', 'webhook_off'],
  concurrency: 'serial',
  addressOf: ({ email }, { hasMail }) => ({
    to: email,
    note: !hasMail
      ? 'Почта на этом сервере не настроена.'
      : email === null
        ? 'В вашей учётной записи нет почты.'
        : null,
  }),

  render: message => {
    const unsubscribe =
      message.origin === undefined ? undefined : `${message.origin}/api/v1/unsubscribe/${message.secret}/`
    return {
      subject: `Судмонитор: ${subjectOf(message)}`,
      text: textOf(message),
      html: htmlOf(message),
      // Mail programs drop a second letter with the same id.
      messageId: `<${message.key}@sudmonitor>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        // RFC 8058: a button that unsubscribes at once.
        ...(unsubscribe !== undefined && {
          'List-Unsubscribe': `<${unsubscribe}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    }
  },

  send: async (letter, { message: { email }, services: { mailer } }) => {
    if (mailer === undefined) return notSetUp
    if (email === null) return sendFailure('В учётной записи нет почты.', true)
    try {
      await mailer.deliver({ to: email, ...letter })
      return { ok: true }
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
      return code >= 500
        ? sendFailure('Почтовый сервер отказал: такого адреса нет или он не принимает писем.', code < 600)
        : sendFailure('Почтовый сервер не принял письмо.')
    }
  },
}

const present = (lines: readonly (string | undefined)[]): string[] =>
  lines.flatMap(line => (line === undefined || line === '' ? [] : [line]))

const textOf = (message: Message): string => {
  const settings = subscriptionsAddress(message)
  const cases = shownCases(message, limits).map(one =>
    present([
      caseTitle(one),
      caseSummary(one),
      ...caseLines(one).map(line => `— ${line}`),
      caseAddress(message.origin, one),
    ]).join('\n'),
  )
  return present([
    messageNotice(message),
    ...cases,
    moreCases(message, limits),
    `Подписка «${message.title}»${settings === undefined ? '' : `: ${settings}`}`,
    'Судмонитор',
  ]).join('\n\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 12px;${style}">${text}</p>`
const link = (address: string | undefined, html: string): string =>
  address === undefined ? html : `<a href="${escaped(address)}">${html}</a>`
const muted = 'color:#5b6470;font-size:13px;'

/** No pictures, nothing fetched: mail programs show it as it is. */
const htmlOf = (message: Message): string => {
  const cases = shownCases(message, limits).map(one => {
    const title = link(caseAddress(message.origin, one), `<b>${escaped(caseTitle(one))}</b>`)
    const summary = caseSummary(one)
    const lines = caseLines(one).map(line => `<li>${escaped(line)}</li>`)
    return `<div style="margin:0 0 20px">${title}${summary ? `<div style="${muted}">${escaped(summary)}</div>` : ''}<ul style="margin:4px 0 0;padding-left:20px">${lines.join('')}</ul></div>`
  })
  return [
    '<!doctype html><html lang="ru"><body style="font:15px/1.45 sans-serif;max-width:640px">',
    ...present([messageNotice(message)]).map(line => paragraph(escaped(line))),
    ...cases,
    ...present([moreCases(message, limits)]).map(line => paragraph(escaped(line))),
    paragraph(`Подписка ${link(subscriptionsAddress(message), `«${escaped(message.title)}»`)}`, muted),
    '</body></html>',
  ].join('\n')
}
