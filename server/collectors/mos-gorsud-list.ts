import { type Cheerio, load } from 'cheerio'
import type { AnyNode } from 'domhandler'
import { roleMeaning } from './card-roles.ts'
import { outcomeWithDay, splitNames, stateOf } from './card-values.ts'
import { caseNumbers } from './case-number.ts'
import type { AdapterReading, ListRow, Note } from './collector.ts'
import { fold } from './court-words.ts'
import { moscowPortal, sidesIn } from './mos-gorsud-card.ts'
import { cardKey } from './mos-gorsud-case.ts'
import { addressOf } from './mos-gorsud-catalogues.ts'
import type { OpenedPage } from './open-page.ts'
import {
  absolute,
  filled,
  headingText,
  multilineText,
  shownLines,
  shownText,
  tableCells,
  tableRows,
} from './read-html.ts'

/** A list of Moscow's courts. Columns differ by proceedings and are found by their headings. */
type Column = 'number' | 'sides' | 'state' | 'category' | 'judge' | 'articles' | 'court' | 'first' | 'appeal' | 'date'
const columns: readonly (readonly [RegExp, Column])[] = [
  [/^(?:№ дела|номер дела)(?: [~∼] материала)?$/, 'number'],
  [/^(?:стороны|участники|привлекаемое лицо|лицо)$/, 'sides'],
  [/^(?:текущее )?состояние$/, 'state'],
  [/^категория дела$/, 'category'],
  [/^[сc]удья$/, 'judge'],
  [/^статья(?: коап рф| ук рф)?$/, 'articles'],
  [/^список дел$/, 'court'],
  [/^решение первой инстанции$/, 'first'],
  [/^решение апелляционной инстанции$/, 'appeal'],
  [/^дата (?:поступления|регистрации)$/, 'date'],
]

const casesTable = ({ $ }: OpenedPage) => $('table.custom_table, table.search-form__table').first()
export const isMoscowList = (page: OpenedPage): boolean =>
  casesTable(page)
    .find('th')
    .toArray()
    .some(cell => columnOf(headingText(page.$(cell))) === 'number')

const columnOf = (heading: string): Column | undefined => columns.find(([pattern]) => pattern.test(fold(heading)))?.[1]

export function readMoscowList(page: OpenedPage): AdapterReading {
  const { $ } = page
  const notes: Note[] = []
  $('svg, .copy__copy, .copy__copied, .hint').remove()
  const [head, ...body] = tableRows($, casesTable(page)).map(row => ({ row, cells: tableCells($, row) }))
  const headings = (head?.cells ?? []).map(headingText)
  const meanings = headings.map(columnOf)
  for (const [at, heading] of headings.entries())
    if (meanings[at] === undefined)
      notes.push({ code: 'unknown_column', where: heading, value: shownText(body[0]?.cells[at] ?? $([])) })
  const rows: ListRow[] = []
  for (const { row, cells } of body) {
    const of = (column: Column): Cell => wholeCell($, cells[meanings.indexOf(column)])
    const read = readRow(page, of, row.attr('data-href'))
    if (read === undefined) notes.push({ code: 'missing', where: 'url', value: shownText(row) })
    else rows.push(read)
  }
  const pages = pagesOf(page)
  const total = totalOf(page)
  const next_url = nextPage(page.url, pages)
  const base = { notes } as const
  if (rows.length === 0 && !total && /^(?:|.*не найден.*)$/i.test(body.map(({ row }) => shownText(row)).join(' ')))
    return { ...base, notes: [], kind: 'nothing_found' }
  const catalogue = [...new Set(body.map(({ cells }) => shownText(cells[meanings.indexOf('court')] ?? $([]))))]
  return {
    ...base,
    kind: 'list',
    ...(catalogue.length === 1 && catalogue[0] ? { catalogue: catalogue[0] } : {}),
    total,
    rows,
    pages,
    ...(next_url === undefined ? {} : { next_url }),
  }
}

type Cell = Cheerio<AnyNode>
/** A long cell is truncated on the page; its whole text is in an attribute for «раскрыть». */
function wholeCell($: OpenedPage['$'], cell: Cell | undefined): Cell {
  if (cell === undefined) return $([])
  const whole = cell.find('[data-full-text]').attr('data-full-text')
  return whole === undefined ? cell : load(whole, null, false).root()
}

function readRow(page: OpenedPage, of: (column: Column) => Cell, href: string | undefined): ListRow | undefined {
  const number = of('number')
  const url = URL.parse(absolute(href ?? number.find('a').attr('href'), page.url ?? new URL(moscowPortal)) ?? '')
  const address = addressOf(url ?? undefined)
  const numbers = caseNumbers(shownText(number))
  if (url === null || address?.id === undefined || numbers.number === '') return undefined
  const stage = address.catalogue === 'other' || address.catalogue === undefined ? undefined : address.catalogue.stage
  const decided = outcomeWithDay(shownText(of(stage === 2 ? 'appeal' : 'first')))
  const sides = of('sides')
  const court = /\(([^()]+)\)\s*$/.exec(shownText(of('court')))?.[1]
  const said = {
    ...decidedFields(decided, shownText(of('state'))),
    judge: shownText(of('judge')),
    court,
    category: shownText(of('category')),
    state: shownText(of('state')),
    info: [...shownLines(sides), ...decisions(of)].join('\n'),
  }
  return {
    case_number: numbers.number,
    former_numbers: numbers.others,
    url: `${url.origin}${url.pathname}`,
    source_key: cardKey({ court: address.court, id: address.id }),
    ...filled(said),
    people: peopleOf(page, sides, multilineText(of('articles'))),
    text_urls: [],
  }
}

/** Both values as written; a row states only the one of its instance. */
const decisions = (of: (column: Column) => Cell): string[] =>
  [
    `Решение первой инстанции: ${shownText(of('first'))}`,
    `Решение апелляционной инстанции: ${shownText(of('appeal'))}`,
  ].filter(line => !line.endsWith(': '))

const decidedFields = ({ words, day }: { words: string; day?: string }, written: string) => {
  const state = stateOf(written)
  return {
    result: words || state.result,
    result_date: words === '' ? state.result_date : day,
    result_valid_date: state.result_valid_date,
  }
}
/** Everyone named in the row except defenders, representatives, accusers and other mere participants. */
function peopleOf(page: OpenedPage, cell: Cell, articles: string): ListRow['people'] {
  const body = cell.find('.right').length > 0 ? cell.find('.right') : cell
  const sides = sidesIn(page, '', body).filter(({ role }) => role === null || isConcerned(role))
  const people = sides
    .flatMap(({ names }) => splitNames(names))
    .map(person => {
      const [, name = person, brackets = ''] = /^(.*?) ?\(((?:ст|отм).*)\)$/is.exec(person) ?? []
      return { name, articles: brackets }
    })
  return people.map(person => ({ ...person, articles: person.articles || articles }))
}
const isConcerned = (role: string): boolean =>
  (roleMeaning(role) ?? 'defendant') === 'defendant' && !/предст|потерп|свидет/i.test(role)

/** «Найдено: 1 204», next to the table when the page states it. */
const totalSaid = /^(?:всего )?(?:найдено|результатов)[^\d]{0,30}(\d[\d ]*)/i
const totalOf = ({ $ }: OpenedPage): number | null => {
  const around = $('body').clone()
  around.find('table').remove()
  const said = shownLines(around)
    .map(line => totalSaid.exec(line)?.[1])
    .find(found => found !== undefined)
  return said === undefined ? null : Number(said.replaceAll(' ', ''))
}

const pageOf = (url: URL | undefined): number => Number(url?.searchParams.get('page') ?? 1) || 1
function pagesOf({ $, url }: OpenedPage): { number: number; url: string }[] {
  const found = new Map<number, string>()
  for (const anchor of $('[class*=pag] a[href*="page="], a.intheend').toArray()) {
    const linked = URL.parse(absolute($(anchor).attr('href'), url ?? new URL(moscowPortal)) ?? '')
    if (linked !== null) found.set(pageOf(linked), linked.href)
  }
  return [...found].sort(([left], [right]) => left - right).map(([number, linked]) => ({ number, url: linked }))
}

function nextPage(url: URL | undefined, pages: ReturnType<typeof pagesOf>): string | undefined {
  const next = pageOf(url) + 1
  const linked = pages.find(({ number }) => number === next)?.url
  if (linked !== undefined || url === undefined || (pages.at(-1)?.number ?? 0) < next) return linked
  const address = new URL(url)
  address.searchParams.set('page', String(next))
  return address.href
}
