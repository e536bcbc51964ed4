import { type Button, escapeHtml } from '../messenger/telegram.ts'
import { buttonsUnder } from './buttons.ts'
import type { Message } from './compose-message.ts'
import { aboutOf, caseAddress, headOf, linesOf, moreCases, noticeOf, shownCases, subjectOf } from './message-words.ts'

/** A message as Telegram shows it: its few tags, and no more than its 4,096 characters. */
const longest = 4_000

export function telegramText(message: Message): { html: string; buttons: Button[] } {
  const head = `<b>${escapeHtml(subjectOf(message))}</b>`
  const parts = shownCases(message).map(one => {
    const address = caseAddress(message.origin, one)
    const title = escapeHtml(headOf(one))
    return [
      address === undefined ? `<b>${title}</b>` : `<a href="${escapeHtml(address)}"><b>${title}</b></a>`,
      escapeHtml(aboutOf(one)),
      ...linesOf(one).map(line => `• ${escapeHtml(line)}`),
    ]
      .filter(Boolean)
      .join('\n')
  })
  const more = moreCases(message)
  const notice = noticeOf(message)
  const kept: string[] = []
  let size = head.length + 100
  for (const part of parts) {
    size += part.length + 2
    if (size > longest) break
    kept.push(part)
  }
  const left = kept.length < parts.length ? 'Остальное — на сайте.' : more
  const html = [head, ...kept, ...[notice, left].filter(part => part !== undefined).map(escapeHtml)].join('\n\n')
  return { html, buttons: buttonsUnder(message) }
}
