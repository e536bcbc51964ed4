import { readSection } from './card-sections.ts'
import { numberIn } from './case-number.ts'
import { isOurs } from './catalogues.ts'
import type { Adapter, AdapterReading, Card, CardAct, CourtDirectory, Note } from './collector.ts'
import type { OpenedPage } from './open-page.ts'
import { multilineText, shownLines, shownText } from './read-html.ts'
import { answerOf, phpNotices } from './sudrf-answers.ts'
import { sudrfCourt } from './sudrf-keys.ts'
import { pagesIn, readCountedRows } from './sudrf-list.ts'
import { publishedOf, readingOfCard } from './sudrf-pages.ts'
import { lawcaseSearchUrls } from './sudrf-search.ts'

/**
 * ГАС «Правосудие», the `lawcase` layout: about 560 court sites `*.sudrf.ru`, windows-1251. Every row occurs twice, for
 * desktop and for phones; the first copy is read. A card is `#tab_content_…`, its texts `#tab_content_Document1…n`
 * (seen 2019–2026).
 */
export const sudrfLawcase: Adapter = {
  hosts: /(?:^|\.)sudrf\.ru$/,
  recognises: page => isCard(page) || isList(page),
  read,
  searchUrls: lawcaseSearchUrls,
}

const isCard = ({ $ }: OpenedPage): boolean => $('.case-num').length > 0 && $('[id^="tab_content_"]').length > 0
const isList = ({ $ }: OpenedPage): boolean =>
  $('a.open-lawcase').length > 0 || $('#resultTable table.law-case-table').length > 0

function read(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  if (isCard(page)) return readCard(page, courts)
  if (isList(page)) return readList(page, courts)
  return answerOf(page)
}

/** The site renders its pager by a script from these numbers: rows per page and the total. */
const pageSize = 25

function readList(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const { $, url } = page
  const notes: Note[] = phpNotices(page)
  const catalogue = shownLines($('.name-instanse').first())[0]
  const table = $('#resultTable table, table.law-case-table').first()
  const about = { court: sudrfCourt(page, courts), isOurs: isOurs(catalogue, url), counts: $('.lawcase-count').first() }
  const counts = readCountedRows(page, table, about, notes)
  const linked = pagesIn(page, $('body'), '_page')
  const current = Number(url?.searchParams.get('_page') ?? 1) || 1
  const isMore = counts.total !== null && (counts.to ?? current * pageSize) < counts.total
  const next_url = linked.next_url ?? (isMore && url !== undefined ? withPage(url, current + 1) : undefined)
  return {
    kind: 'list',
    ...(catalogue === undefined ? {} : { catalogue }),
    ...counts,
    pages: linked.pages,
    ...(next_url === undefined ? {} : { next_url }),
    notes,
  }
}

/** Edits the windows-1251 query as text: `searchParams.set` would re-encode the rest of it. */
const withPage = (url: URL, page: number): string => {
  const bare = url.href.replace(/([?&])_page=\d+&?/, '$1').replace(/[?&]$/, '')
  return `${bare}&_page=${page}`
}

function readCard(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const { $, url } = page
  const tabs = $('[id^="tab_content_"]')
    .toArray()
    .map(one => {
      const name = $(one).attr('id')?.slice('tab_content_'.length) ?? ''
      return { name, title: shownText($(`[id="tab_id_${name}"]`).first()), content: $(one) }
    })
  const isAct = ({ name, title }: { name: string; title: string }): boolean =>
    /^Document/i.test(name) || /^судебный акт/iu.test(title)
  const sections = tabs.filter(tab => !isAct(tab)).map(({ title, content }) => readSection($, content, title, url))
  const acts: CardAct[] = tabs
    .filter(isAct)
    .map(({ title, content }) => ({ title, text: multilineText(content) }))
    .filter(({ text }) => text !== '')
  const catalogue = shownLines($('.name-instanse').first())[0]
  const card: Card = {
    ...(catalogue === undefined ? {} : { catalogue }),
    number: numberIn(shownText($('.case-num').first())),
    sections,
    acts,
    ...publishedOf(page),
  }
  return readingOfCard(page, card, courts)
}
