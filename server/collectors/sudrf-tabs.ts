import type { Element } from 'domhandler'
import { readSection } from './card-sections.ts'
import { sectionMeaning } from './card-words.ts'
import { numberIn } from './case-number.ts'
import { isOurs } from './catalogues.ts'
import type { Adapter, AdapterReading, Card, CardAct, CourtDirectory, Note } from './collector.ts'
import type { OpenedPage } from './open-page.ts'
import { absolute, headingText, multilineText, type Nodes, shownLines, shownText } from './read-html.ts'
import { answerOf, phpNotices } from './sudrf-answers.ts'
import { sudrfCourt } from './sudrf-keys.ts'
import { pagesIn, readCountedRows } from './sudrf-list.ts'
import { publishedOf, readingOfCard, readTextPage } from './sudrf-pages.ts'
import { tabsSearchUrls } from './sudrf-search.ts'

/**
 * ГАС «Правосудие», the layout with tabs: about 1,800 court sites `*.sudrf.ru`, windows-1251. Results in
 * `table#tablcont`, a card in `#cont1…n` under `.casenumber`, the texts in `#cont_doc1…n` of the card or at
 * `name_op=doc` (seen 2019–2026).
 */
export const sudrfTabs: Adapter = {
  hosts: /(?:^|\.)sudrf\.ru$/,
  recognises: page => isCard(page) || listTable(page).length > 0 || isText(page),
  read,
  searchUrls: tabsSearchUrls,
}

const isCard = ({ $ }: OpenedPage): boolean =>
  $('.casenumber').length > 0 && ($('#cont1').length > 0 || $('.contentt > div').length > 0)
const isText = ({ $, url }: OpenedPage): boolean =>
  $('#error').length === 0 &&
  ($('#doccont').length > 0 || (url?.searchParams.get('name_op') === 'doc' && $('#content > .title').length > 0))
/** A card has tables with the same id: only the one with numbers in its heading is a list. */
const listTable = ({ $ }: OpenedPage): Nodes =>
  $('table#tablcont')
    .filter((_, table) =>
      $(table)
        .find('tr')
        .first()
        .children()
        .toArray()
        .some(cell => /^(?:(?:№|номер) (?:дела|материала|производства)|дело №)/iu.test(headingText($(cell)))),
    )
    .first()

function read(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  if (isCard(page)) return readCard(page, courts)
  const table = listTable(page)
  if (table.length > 0) return readList(page, table, courts)
  if (isText(page)) return readTextPage(page, page.$('#content'))
  return answerOf(page)
}

function readList(page: OpenedPage, table: Nodes, courts: CourtDirectory): AdapterReading {
  const { $, url } = page
  const notes: Note[] = phpNotices(page)
  const catalogue = shownLines($('#content > .title').first())[0]
  const content = $('#content').length > 0 ? $('#content') : $('body')
  const about = { court: sudrfCourt(page, courts), isOurs: isOurs(catalogue, url), counts: content }
  return {
    kind: 'list',
    ...(catalogue === undefined ? {} : { catalogue }),
    ...readCountedRows(page, table, about, notes),
    ...pagesIn(page, content, 'page'),
    notes,
  }
}

function readCard(page: OpenedPage, courts: CourtDirectory): AdapterReading {
  const { $, url } = page
  const titles = new Map(
    $('ul.tabs li[id^="tab"]')
      .toArray()
      .map(tab => [$(tab).attr('id')?.slice('tab'.length) ?? '', shownText($(tab))]),
  )
  const numbered = $('[id^="cont"]')
    .toArray()
    .filter(one => /^cont\d+$/.test($(one).attr('id') ?? ''))
  const containers = numbered.length > 0 ? numbered : $('.contentt').first().children('div').toArray()
  // Tabs without numbers are told by their order.
  const inOrder = titles.size > 0 ? [] : $('ul.tabs').first().children('li').toArray()
  const titleOf = (container: Element, at: number): string =>
    titles.get($(container).attr('id')?.slice('cont'.length) ?? '') ?? shownText($(inOrder.slice(at, at + 1)))
  const sections = containers.map((container, at) => {
    const title = titleOf(container, at)
    const own = $(container).clone()
    own.find('[id^="cont_doc"]').remove()
    return readSection($, own, title, url)
  })
  const unnumbered = containers
    .map((container, at) => ({ title: titleOf(container, at), body: $(container) }))
    .filter(({ title, body }) => sectionMeaning(title) === 'acts' && body.find('[id^="cont_doc"]').length === 0)
    .map(({ title, body }) => ({ title, text: multilineText(body) }))
    .filter(({ text }) => text !== '')
  const catalogue = shownLines($('#content .title, .title').first())[0]
  const card: Card = {
    ...(catalogue === undefined ? {} : { catalogue }),
    number: numberIn(shownText($('.casenumber').first())),
    sections: sections.filter(
      ({ title, fields, tables }) => sectionMeaning(title) !== 'acts' || fields.length + tables.length > 0,
    ),
    acts: [...actsOf(page), ...unnumbered],
    ...publishedOf(page),
  }
  return readingOfCard(page, card, courts, sections)
}

function actsOf({ $, url }: OpenedPage): CardAct[] {
  const printed = $('[id^="cont_doc"]')
    .toArray()
    .map(one => {
      const tab = $(`#tab_doc${$(one).attr('id')?.slice('cont_doc'.length)}`)
      return { title: shownText(tab.first()), text: multilineText($(one)) }
    })
    .filter(({ text }) => text !== '')
  const linked = $('#content a[href*="name_op=doc"]')
    .toArray()
    .flatMap(link => {
      const address = absolute($(link).attr('href'), url)
      const title = shownText($(link)) || ($(link).attr('title') ?? '')
      return address === undefined ? [] : [{ title, url: address }]
    })
  return [...printed, ...linked]
}
