import { type CardFacts, caseOfCard } from './card-case.ts'
import { readSection } from './card-sections.ts'
import { sectionMeaning } from './card-words.ts'
import { numberIn } from './case-number.ts'
import { proceedingsOfUrl } from './catalogues.ts'
import type { Adapter, AdapterReading, Card, CourtDirectory, Note } from './collector.ts'
import { magistrateCourt } from './magistrate-court.ts'
import type { OpenedPage } from './open-page.ts'
import { absolute, headingText, multilineText, shownText } from './read-html.ts'
import { answerOf, phpNotices } from './sudrf-answers.ts'
import { sudrfKeys } from './sudrf-keys.ts'
import { readCountedRows } from './sudrf-list.ts'
import { msudrfSearchUrls, pageNumber, pageParameter } from './sudrf-search.ts'

/**
 * Magistrates, `*.msudrf.ru` (≈ 7,500 courts, one engine): tables have the class `tablcont`, tabs have no names in the
 * markup and are identified by order, the order of columns differs between sites. Any page may be a captcha instead.
 */
export const msudrf: Adapter = {
  hosts: /(?:^|\.)msudrf\.ru$/,
  recognises: page =>
    page.$('#kcaptchaForm').length > 0 ||
    /\bssid=\d{2}MS\d{4}\b/.test(page.html) ||
    (page.$('#court_name').length > 0 && page.$('ul#tabs li').length > 0 && page.$('.tablcont').length > 0),
  read,
  searchUrls: msudrfSearchUrls,
}

function read(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const { $ } = page
  const notes = phpNotices(page)
  if ($('ul#tabs li').length > 0 && $('.tablcont').length > 0) return readCard(page, courts, notes)
  const table = listTable(page)
  if (table !== undefined) return readList(page, table, courts, notes)
  const document = $('.lawcase-document')
  if (document.length > 0) return { notes, kind: 'text', ...textTold(page), text: multilineText(document) }
  return /модуль сопряжения с бд .{0,20}недоступен/iu.test($('body').text())
    ? { notes, kind: 'unavailable', notice: 'сервер недоступен' }
    : answerOf(page)
}

const textTold = (page: OpenedPage): { title?: string; case_number?: string } => {
  const title = shownText(page.$('.content h2').first())
  const number = /№\s*(\S+\/\d{4})/.exec(title)?.[1]
  return { ...(title === '' ? {} : { title }), ...(number === undefined ? {} : { case_number: number }) }
}

function readCard(page: OpenedPage, courts: CourtDirectory, notes: Note[]): AdapterReading {
  const { $ } = page
  const url = addressOf(page)
  const bodies = $('#contentt > .tab-content, #contentt > [id^=cont]')
    .toArray()
    .map(body => $(body))
  const card: Card = { number: numberOf(page), sections: [], acts: [] }
  const titles = $('ul#tabs li')
    .toArray()
    .map(tab => shownText($(tab)))
  for (const [at, body] of bodies.entries()) {
    // Where a tab has come without its body, or a body without its tab, nobody knows which is whose: the contents tell.
    const title = titles.length === bodies.length ? (titles[at] ?? '') : ''
    const isText = title === '' && body.find('table').length === 0 && body.text().length > shortestText
    if (sectionMeaning(title) === 'acts' || isText) {
      const anchor = body.find('a[href*="op="]').first()
      const link = absolute(anchor.attr('href'), page.url)
      const printed = multilineText(body)
      // The caption of a link to the text is not the text.
      const text = link !== undefined && printed === multilineText(anchor) ? '' : printed
      card.acts.push({ title, ...(text === '' ? {} : { text }), ...(link === undefined ? {} : { url: link }) })
    } else card.sections.push(readSection($, body, title, page.url))
  }
  const catalogue = url?.searchParams.get('delo_id') ?? ''
  const base = { kind: 'card' as const, card, links: [] }
  const proceedings = proceedingsOfUrl(url) ?? proceedingsOfLabels(card)
  if (proceedings === undefined && otherCatalogues.has(catalogue))
    return {
      ...base,
      case: null,
      notes: [{ code: 'other_proceedings', where: 'catalogue', value: catalogue }, ...notes],
    }
  const { court, inferred } = magistrateCourt(page, url, courts, card)
  const source = {
    url,
    keys: (told: CardFacts) => sudrfKeys(url, court, told),
    court,
    ...(inferred === undefined ? {} : { inferred: [inferred] }),
    ...(proceedings === undefined ? {} : { proceedings }),
  }
  const read = caseOfCard(card, source)
  return { ...base, ...read, notes: [...read.notes, ...notes] }
}

/** Other tabs without a table hold a sentence at most. */
const shortestText = 500

const otherCatalogues = new Set(['1540005', '1610001', '1610002', '1610003'])

/** For a page without an address: only КоАП cases have a protocol. */
const proceedingsOfLabels = (card: Card) =>
  card.sections.some(({ fields }) => fields.some(({ label }) => /^номер протокола об ап$/i.test(label)))
    ? ({ type: 1, stage: 1 } as const)
    : undefined

const numberOf = ({ $ }: OpenedPage): string =>
  $('h1, h2, h3')
    .toArray()
    .map(heading => shownText($(heading)))
    .filter(text => /^(?:дело|материал|производство)\s*№/iu.test(text))
    .map(text => numberIn(text))[0] ?? ''

/** The counter at the foot of every page contains the page's address. */
function addressOf({ url, html }: OpenedPage): URL | undefined {
  if (url?.searchParams.has('case_id')) return url
  const counted = /[?&;]pg=(https?%3A[^"'&\s]+)/i.exec(html)?.[1]
  const told = counted === undefined ? undefined : URL.parse(decoded(counted))
  return told?.searchParams.has('case_id') && /\.msudrf\.ru$/.test(told.hostname) ? told : url
}
const decoded = (written: string): string => {
  try {
    return decodeURIComponent(written)
  } catch {
    return ''
  }
}

const listTable = ({ $ }: OpenedPage) =>
  $('table.tablcont, table#tablcont')
    .toArray()
    .map(table => $(table))
    .find(table =>
      table
        .find('tr')
        .first()
        .children()
        .toArray()
        .some(cell => /^(?:(?:№|номер) дела|дело №)/i.test(headingText($(cell)))),
    )

function readList(
  page: OpenedPage,
  table: NonNullable<ReturnType<typeof listTable>>,
  courts: CourtDirectory,
  notes: Note[],
): AdapterReading {
  const { $ } = page
  const { court } = magistrateCourt(page, page.url, courts)
  const about = { court, isOurs: proceedingsOfUrl(page.url) !== undefined, counts: $('body') }
  const counts = readCountedRows(page, table, about, notes)
  const pages = pagesOf(page)
  const here = pageNumber(page.url)
  const next = pages.find(({ number }) => number === here + 1)?.url
  return { kind: 'list', notes, ...counts, pages, ...(next === undefined ? {} : { next_url: next }) }
}

function pagesOf({ $, url }: OpenedPage): { number: number; url?: string }[] {
  const found = new Map<number, string>()
  for (const link of $(`a[href*="${pageParameter}="]`).toArray()) {
    const address = URL.parse(absolute($(link).attr('href'), url) ?? '')
    if (address !== null && !found.has(pageNumber(address))) found.set(pageNumber(address), address.href)
  }
  return [...found].sort(([left], [right]) => left - right).map(([number, address]) => ({ number, url: address }))
}
