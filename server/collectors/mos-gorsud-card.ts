import type { Cheerio } from 'cheerio'
import type { ChildNode, Element } from 'domhandler'
import { readPersonName } from '../names/person-name.ts'
import { isRoleName, roleMeaning } from './card-roles.ts'
import type { Card, CardAct, CardSection } from './collector.ts'
import { addressOf, type CardAddress } from './mos-gorsud-catalogues.ts'
import type { OpenedPage } from './open-page.ts'
import {
  absolute,
  headingText,
  multilineText,
  type Nodes,
  shownLines,
  shownText,
  tableCells,
  tableRows,
  tidy,
} from './read-html.ts'

/**
 * Both layouts of Moscow: tabs `tablist__tab` (2024) and the earlier `#state-history`, `#sessions`, `#act-documents`.
 */
export type MoscowCard = {
  card: Card
  address: CardAddress | undefined
  /** Origin of the site that showed the card. */
  origin: string
  code: string | undefined
  court: string | undefined
  sides: { label: string; role: string | null; names: string }[]
  links: { label: string; number: string; url: string }[]
}

const notRead = '.modal-container, #modalTable, .copy__copy, .copy__copied, .hint, .tooltip, script, style'

const labelled = ({ $ }: OpenedPage): { label: Cheerio<Element>; value: Cheerio<Element> }[] =>
  $('.left')
    .toArray()
    .map(left => ({ label: $(left), value: $(left).siblings('.right').first() }))
    .filter(({ label, value }) => value.length > 0 && label.closest('table, form, .modal-container').length === 0)

export const isMoscowCard = (page: OpenedPage): boolean =>
  labelled(page).length > 1 && /дел[ау]|материал/i.test(page.$('h1').text() + page.$('title').text())

export function readMoscowCard(page: OpenedPage): MoscowCard {
  const { $ } = page
  $(notRead).remove()
  const sides: MoscowCard['sides'] = []
  const links: MoscowCard['links'] = []
  const fields: CardSection['fields'] = []
  for (const row of labelled(page)) {
    const label = shownText(row.label)
    const anchors = row.value
      .find('a[href]')
      .toArray()
      .flatMap(anchor => {
        const url = absolute($(anchor).attr('href'), page.url)
        return url === undefined ? [] : [{ label, number: shownText($(anchor)), url }]
      })
    links.push(...anchors)
    const url = anchors[0]?.url
    fields.push({ label, value: multilineText(row.value), ...(url === undefined ? {} : { url }) })
    sides.push(...sidesIn(page, label, row.value))
  }
  const tabs = tabsOf(page)
  const number = fields.find(({ label }) => /^(?:номер дела(?: ~ материала)?|№ дела)$/i.test(label))?.value
  const catalogue = shownText($('.breadcrumb li').eq(-2))
  const address =
    addressOf(page.url) ?? addressOf(URL.parse($('a.print-link').attr('href') ?? '', moscowPortal) ?? undefined)
  return {
    card: {
      ...(catalogue === '' ? {} : { catalogue }),
      number: (number ?? headNumber(page)).replaceAll('\n', ' '),
      sections: [{ title: shownText($('h1').first()), fields, tables: [] }, ...tabs],
      acts: actsOf(page),
    },
    address,
    origin: page.url?.origin ?? moscowPortal,
    code: $('form#subscriptionForm input[name=courtCode]').attr('value'),
    court: shownText($('.navigation__court-name').first()) || undefined,
    sides,
    links,
  }
}

export const moscowPortal = 'https://mos-gorsud.ru'

const headNumber = ({ $ }: OpenedPage): string => /№\s*([^|]+)/.exec(shownText($('h1').first()))?.[1]?.trim() ?? ''

const oldTabs: readonly (readonly [string, string])[] = [
  ['#state-history', 'Движение дела'],
  ['#sessions', 'Судебные заседания'],
  ['#act-documents', 'Судебные акты'],
]
function tabsOf({ $ }: OpenedPage): CardSection[] {
  const sections: CardSection[] = []
  const panels = $('.tablist__panel').toArray()
  for (const [at, tab] of $('.tablist__tab').toArray().entries()) {
    const name = $(tab).attr('data-tab')
    // Tabs without names are told by their order.
    const panel = name === undefined ? panels.slice(at, at + 1) : panels.filter(one => $(one).attr('data-tab') === name)
    sections.push(sectionOf($, shownText($(tab)), $(panel)))
  }
  for (const [id, title] of oldTabs) if ($(id).length > 0) sections.push(sectionOf($, title, $(id)))
  return sections
}

function sectionOf($: OpenedPage['$'], title: string, body: Nodes): CardSection {
  const tables = $(body)
    .find('table')
    .toArray()
    .map(table => {
      const [head, ...rows] = tableRows($, $(table)).map(row => tableCells($, row))
      return {
        title: shownText($(table).prevAll('h3, h4').first()) || title,
        columns: (head ?? []).map(headingText),
        rows: rows.map(cells => cells.map(multilineText)),
      }
    })
  return { title, fields: [], tables }
}

/** Documents with a link; a promised one («готовится к публикации») has none. */
function actsOf({ $, url }: OpenedPage): CardAct[] {
  return $('.tablist__panel tr, #act-documents tr')
    .toArray()
    .flatMap(row => {
      const file = absolute($(row).find('a[href*="/docs/"]').attr('href'), url ?? new URL(moscowPortal))
      const [day = '', title = ''] = tableCells($, $(row)).map(shownText)
      return file === undefined ? [] : [{ title: `${title}, ${day}`, url: file }]
    })
}

/**
 * «<p>Защитник</p>Иванов И.И.<br>», «<strong>Защитник: </strong>Иванов И.И.», «Защитник: Иванов И.И.», or a bare name. Names that
 * stand in boxes of their own are as many people.
 */
export function sidesIn({ $ }: OpenedPage, label: string, value: Nodes): MoscowCard['sides'] {
  const found: MoscowCard['sides'] = []
  let role: string | null = null
  let names = ''
  const end = (): void => {
    const said = names.replace(/\s+/g, ' ').trim()
    if (said !== '') found.push({ label, role, names: said })
    names = ''
  }
  const say = (written: string): void => {
    for (const part of written.split(/(?<=[,;])(?=[^,;:]{3,60}:)/u)) sayPart(part)
  }
  const sayPart = (text: string): void => {
    const [, label, after = ''] = /^([^:]{3,100}):(.*)$/s.exec(text) ?? []
    const before = tidy(label ?? text)
    const isRole = label === undefined ? isRoleName(before) : roleMeaning(before) !== undefined
    if (isRole) end()
    if (isRole) role = before
    names += isRole ? after : text
  }
  for (const node of $(value).contents().toArray()) {
    if (node.type === 'text') say(node.data)
    else if (node.type !== 'tag') continue
    else if (/^(?:p|strong|b)$/.test(node.name) && !isName(shownText($(node)))) {
      end()
      role = shownText($(node)).replace(/ ?:$/, '')
    } else if (node.name === 'br') end()
    else if (/^(?:p|div|ul|ol|li)$/.test(node.name)) {
      end()
      for (const line of shownLines($(node))) {
        // «(Ст. 158, Ч. 1)», «и суд»»: the line above goes on.
        if (/^[\p{Lu}«"]/u.test(line)) end()
        names += ' '
        say(line)
      }
      end()
    } else if (names.trim() !== '' && isAtEnd(node.next)) names += ` ${shownText($(node))}`
    else say(shownText($(node)))
  }
  end()
  return found
}
/** «Ёлкин П.С. <i>адвокат</i><br>»: the role of the one before, and not of the next. */
const isAtEnd = (next: ChildNode | null): boolean =>
  next === null ||
  (next.type === 'text' && next.data.trim() === '' && isAtEnd(next.next)) ||
  (next.type === 'tag' && next.name === 'br')
/** A single word («Звездочёт»), or two, may be a role. */
const isName = (text: string): boolean =>
  roleMeaning(text) === undefined &&
  (readPersonName(text).kind === 'hidden' || /\p{Lu}\.|\p{Ll}(?:вич|вна|чна)$| (?:оглы|кызы)$/u.test(text))
