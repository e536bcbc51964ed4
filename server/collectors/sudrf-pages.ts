import { caseOfCard } from './card-case.ts'
import type { AdapterReading, Card, CourtDirectory } from './collector.ts'
import type { OpenedPage } from './open-page.ts'
import { absolute, filled, multilineText, type Nodes, shownLines, shownText } from './read-html.ts'
import { phpNotices } from './sudrf-answers.ts'
import { courtOfCard, sudrfKeys } from './sudrf-keys.ts'

/** Parts that both layouts of ГАС «Правосудие» share: the foot of a card, and a decision on its own page. */
export function publishedOf({ $ }: OpenedPage): { published?: string; changed?: string } {
  const text = shownText($('.publishInfo').first())
  const published = /опубликовано\s+([\d.]+(?:\s+[\d:]+)?)/iu.exec(text)?.[1]
  const changed = /изменено\s+([\d.]+(?:\s+[\d:]+)?)/iu.exec(text)?.[1]
  return filled({ published, changed })
}

/** `sections`: sections of decisions, for their links. */
export function readingOfCard(
  page: OpenedPage,
  card: Card,
  courts: CourtDirectory,
  sections = card.sections,
): AdapterReading {
  const { url } = page
  const { court, inferred = [] } = courtOfCard(page, courts, card)
  const read = caseOfCard(card, { url, court, inferred, keys: told => sudrfKeys(url, court, told) })
  const links = sections.flatMap(({ fields }) =>
    fields.flatMap(({ label, value, url: to }) => (to === undefined ? [] : [{ what: label, number: value, url: to }])),
  )
  return { kind: 'card', ...read, card, links, notes: [...phpNotices(page), ...read.notes] }
}

const uid = /(?<![\dА-ЯA-Z])\d{2}[A-Z]{2}\d{4}-\d{2}-(?:19|20)\d{2}-\d{6}-\d{2}(?!\d)/
const number = /дело\s*(?:\(уид\)\s*)?№\s*([\p{L}\d]+\s?[-–—]\s?\d+\s?\/\s?\d{2,4})/iu
/** A box with a link to the card has little else; a longer one is the decision itself. */
const longestBox = 200
const headLines = 15

export function readTextPage(page: OpenedPage, content: Nodes): AdapterReading {
  const { $, url } = page
  const body = $(content).clone()
  const title = shownLines(body.find('.title, .name-instanse').first())[0]
  const back = absolute($(content).find('a[href*="name_op=case"]').first().attr('href'), url)
  // The decision follows its heading and the link to the card, which are in separate boxes.
  body.children('.title, .name-instanse, #line, hr, form').remove()
  body
    .children('div')
    .has('a[href*="name_op=case"]')
    .filter((_, box) => shownText($(box)).length < longestBox)
    .remove()
  body.find('#doccont, .publishInfo').remove()
  const text = multilineText(body)
  const head = text.split('\n').slice(0, headLines).join('\n')
  const case_number = number.exec(head)?.[1]?.replace(/\s/g, '').replace(/[–—]/, '-')
  const case_uid = uid.exec(head)?.[0]
  const notes = phpNotices(page)
  if (text === '') notes.push({ code: 'missing', where: 'text', value: title ?? '' })
  return { kind: 'text', ...filled({ title, case_number, case_uid, card_url: back }), text, notes }
}
