import { z } from 'zod'
import { inQuotes } from '#shared/domain/typography.ts'
import type { Letter } from '../../http/feature.ts'
import { type ChannelAdapter, notSetUp, sendFailure } from '../message.ts'
import { escapeMarkup, type MessageWords, messageWords } from '../message-text.ts'

const limits = { cases: 10 }

export const emailChannel: ChannelAdapter<Omit<Letter, 'to'>> = {
  limits,
  kinds: ['news', 'changes', 'test', 'question', 'webhook_off'],
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
    const words = messageWords(message, limits.cases)
    return {
      subject: `Судмонитор: ${words.subject}`,
      text: textOf(message.title, words),
      html: htmlOf(message.title, words),
      // Mail programs drop a second letter with the same id.
      messageId: `<${message.key}@sudmonitor>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        // RFC 8058: one-click unsubscribe.
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
      return isRefusedForGood(error)
        ? sendFailure('Почтовый сервер отказал: такого адреса нет или он не принимает писем.', true)
        : sendFailure('Почтовый сервер не принял письмо.')
    }
  },
}

/**
 * Of this recipient or letter (RFC 5321, §4.2.1). A refused name, password or sender is for the operator to put right: letters wait, also where the server
 * says so only when it is given a recipient (Postfix, `smtpd_delay_reject`): 5.7.x is about who may send (RFC 3463, §3.8), 53x about signing in.
 */
const isRefusedForGood = (error: unknown): boolean => {
  const { responseCode, command, response = '' } = smtpRefusal.safeParse(error).data ?? {}
  return (
    responseCode !== undefined &&
    responseCode >= 500 &&
    /^(?:RCPT TO|DATA)$/.test(command ?? '') &&
    !/^(?:53\d|\d{3}[ -]5\.7\.)/.test(response)
  )
}
const smtpRefusal = z.object({ responseCode: z.number(), command: z.string(), response: z.string().optional() })

const present = (lines: readonly (string | undefined)[]): string[] =>
  lines.flatMap(line => (line === undefined || line === '' ? [] : [line]))

const textOf = (title: string, { notice, cases, more, list, settings }: MessageWords): string =>
  present([
    notice,
    ...cases.map(one =>
      present([
        one.title,
        one.summary,
        ...one.lines.map(line => `— ${line}`),
        one.address,
        one.courtCard && `Карточка на сайте суда: ${one.courtCard}`,
      ]).join('\n'),
    ),
    more,
    list && `Все изменения: ${list}`,
    `Подписка ${inQuotes(title)}${settings === undefined ? '' : `: ${settings}`}`,
    'Судмонитор',
  ]).join('\n\n')

const paragraph = (text: string, style = ''): string => `<p style="margin:0 0 12px;${style}">${text}</p>`
const link = (address: string | undefined, html: string): string =>
  address === undefined ? html : `<a href="${escapeMarkup(address)}">${html}</a>`
const muted = 'color:#5b6470;font-size:13px;'

/** No images and nothing to fetch, so that mail programs show it unchanged. */
const htmlOf = (title: string, { notice, cases, more, list, settings }: MessageWords): string =>
  [
    '<!doctype html><html lang="ru"><body style="font:15px/1.45 sans-serif;max-width:640px">',
    ...present([notice]).map(line => paragraph(escapeMarkup(line))),
    ...cases.map(one => {
      const heading = link(one.address, `<b>${escapeMarkup(one.title)}</b>`)
      const summary = one.summary && `<div style="${muted}">${escapeMarkup(one.summary)}</div>`
      const lines = one.lines.map(line => `<li>${escapeMarkup(line)}</li>`).join('')
      const card = one.courtCard === undefined ? '' : `<div>${link(one.courtCard, 'Карточка на сайте суда')}</div>`
      return `<div style="margin:0 0 20px">${heading}${summary}<ul style="margin:4px 0 0;padding-left:20px">${lines}</ul>${card}</div>`
    }),
    ...present([more]).map(line => paragraph(escapeMarkup(line))),
    ...present([list]).map(address => paragraph(link(address, 'Все изменения'))),
    paragraph(`Подписка ${link(settings, escapeMarkup(inQuotes(title)))}`, muted),
    '</body></html>',
  ].join('\n')
