import type { CheerioAPI } from 'cheerio'
import { isoDay } from '#shared/domain/written-day.ts'
import { hasArticles, parseListedPeople, splitLowerInstance } from '../ingest/listed-people.ts'
import { roleMeaning } from './card-roles.ts'
import { tellsNothing } from './card-values.ts'
import { labelMeaning } from './card-words.ts'
import { caseNumbers } from './case-number.ts'
import type { ListRow, Note, SiteCourt } from './collector.ts'
import { fold } from './court-words.ts'
import type { OpenedPage } from './open-page.ts'
import {
  absolute,
  filled,
  headingText,
  multilineText,
  type Nodes,
  shownText,
  tableCells,
  tableRows,
  tidy,
} from './read-html.ts'
import { linkTarget, sudrfKeys } from './sudrf-keys.ts'

/** Rows of a list of ГАС «Правосудие» by column headings, which both layouts share. */
const own = '(?!.{0,80}(?:инстанц|нижестоящ|вышестоящ))'
const columns = {
  number: /^(?:(?:№|номер) (?:дела|материала|производства)|дело №)/,
  entry_date: /^дата (?:поступления|регистрации)/,
  result_valid_date: /^дата вступления/,
  result_date: new RegExp(`^дата (?:решения|рассмотрения|вынесения)${own}`),
  texts: /^судебные акты/,
  result: new RegExp(`^(?:решение|результат)${own}`),
  judge: new RegExp(`^судья${own}`),
  info: /информация по делу|правонарушени|категори|сторон|лица|статьи|статей|подсудим|обвиняем|существо/,
} as const
type Column = keyof typeof columns

const columnOf = (heading: string): Column | undefined => {
  const folded = fold(heading)
  for (const name in columns) if (isColumn(name) && columns[name].test(folded)) return name
  return undefined
}
const isColumn = (name: string): name is Column => name in columns

function readRows(
  page: OpenedPage,
  table: Nodes,
  { court, isOurs }: { court: SiteCourt | undefined; isOurs: boolean },
  notes: Note[],
): ListRow[] {
  const { $, url } = page
  const [heading, ...rest] = tableRows($, table)
  if (heading === undefined) return []
  const headings = tableCells($, heading).map(headingText)
  const meanings = headings.map(columnOf)
  for (const [at, meaning] of meanings.entries())
    if (meaning === undefined) notes.push({ code: 'unknown_column', where: 'list', value: headings[at] ?? '' })
  const found = new Map<string, ListRow>()
  for (const tr of rest) {
    const cells = tableCells($, tr)
    const at = (column: Column) => cells[meanings.indexOf(column)]
    // «№ материала» may stand beside «№ дела»: the link tells.
    const number =
      cells.find((cell, at) => meanings[at] === 'number' && cell.find('a[href]').length > 0) ?? at('number')
    const link = number?.find('a[href]').first()
    const address = link === undefined ? undefined : absolute(link.attr('href'), url)
    const written = link === undefined ? '' : shownText(link)
    const { number: case_number, others } = caseNumbers(written)
    if (address === undefined || case_number === '') {
      if (shownText(tr) !== '')
        notes.push({ code: 'missing', where: 'list: number', value: shownText(tr).slice(0, 300) })
      continue
    }
    const day = (column: Column): string | undefined => {
      const cell = at(column)
      const written = cell === undefined || tellsNothing(shownText(cell)) ? '' : shownText(cell)
      const read = isoDay(written)
      if (written !== '' && read === undefined)
        notes.push({ code: 'unreadable_date', where: `list: ${case_number}`, value: written })
      return read
    }
    const line = (column: Column): string | undefined => {
      const cell = at(column)
      const written = cell === undefined ? '' : shownText(cell)
      return tellsNothing(written) ? undefined : written
    }
    const info = at('info')
    const told = info === undefined ? '' : multilineText(info)
    const row: ListRow = {
      case_number,
      former_numbers: others,
      url: address,
      ...sudrfKeys(linkTarget(address), court, { written }),
      people: [],
      text_urls: textLinks($, tr, url),
      ...filled({
        entry_date: day('entry_date'),
        result_date: day('result_date'),
        result_valid_date: day('result_valid_date'),
        result: line('result'),
        judge: line('judge'),
        info: told,
      }),
    }
    readInfo(row, told, isOurs)
    found.set(row.source_key, row)
  }
  return [...found.values()]
}

const textLinks = ($: CheerioAPI, row: Nodes, base: URL | undefined): string[] => [
  ...new Set(
    $(row)
      .find('a[href*="name_op=doc"], a[href*="_doc="]')
      .toArray()
      .flatMap(link => absolute($(link).attr('href'), base) ?? []),
  ),
]

/** «ИВАНОВ И.И. - ст.12.8 ч.1 КоАП РФ», «КАТЕГОРИЯ: …», «Нижестоящий суд (судебный участок): …», one per line. */
const labelled = /^([^:]{3,80}):\s*(.+)$/
function readInfo(row: ListRow, told: string, isOurs: boolean): void {
  for (const whole of told.split('\n')) {
    const { people: line, lower } = splitLowerInstance(whole)
    if (lower.court !== undefined) row.lower_court = lower.court
    const [, label = '', value = ''] = labelled.exec(line) ?? []
    const isLabel = label !== '' && !hasArticles(label) && !/(?:КоАП|УПК|УК)(?: РФ)?$/iu.test(label)
    if (isLabel && labelMeaning(label) === 'lower_court') row.lower_court = tidy(value)
    else if (isLabel && /^категория$/iu.test(label.trim())) row.category = tidy(value)
    else if (isLabel && roleMeaning(label) === 'defendant') row.people.push(...parseListedPeople(value))
    else if (!isLabel && isOurs && line !== '') row.people.push(...parseListedPeople(line))
  }
}

export function readCountedRows(
  page: OpenedPage,
  table: Nodes,
  { counts: written, ...about }: { court: SiteCourt | undefined; isOurs: boolean; counts: Nodes },
  notes: Note[],
) {
  const rows = readRows(page, table, about, notes)
  const counts = countsIn(shownText(written))
  const { from, to } = counts
  if (from !== undefined && to !== undefined && rows.length !== to - from + 1)
    notes.push({ code: 'count_differs', where: 'list', value: `${rows.length}: ${from}–${to}` })
  return { ...counts, rows }
}

function countsIn(text: string): { total: number | null; from?: number; to?: number } {
  const total = /всего по запросу найдено\s*[—–-]?\s*(\d[\d\s]*)/iu.exec(text)?.[1]
  const [, from, to] = /записи с\s*(\d+)\s*по\s*(\d+)/iu.exec(text) ?? []
  return {
    total: total === undefined ? null : Number(total.replace(/\s/g, '')),
    ...(from === undefined || to === undefined ? {} : { from: Number(from), to: Number(to) }),
  }
}

export function pagesIn(page: OpenedPage, scope: Nodes, parameter: 'page' | '_page') {
  const current = Number(page.url?.searchParams.get(parameter) ?? 1) || 1
  const pages = new Map<number, { number: number; url?: string }>([
    [current, { number: current, ...(page.url === undefined ? {} : { url: page.url.href }) }],
  ])
  for (const link of page.$(scope).find(`a[href*="${parameter}="]`).toArray()) {
    const href = page.$(link).attr('href') ?? ''
    const number = Number(new RegExp(`[?&]${parameter}=(\\d+)`).exec(href)?.[1])
    const url = absolute(href, page.url)
    if (number > 0 && !pages.has(number)) pages.set(number, { number, ...(url === undefined ? {} : { url }) })
  }
  const next = pages.get(current + 1)?.url
  return {
    pages: [...pages.values()].sort((left, right) => left.number - right.number),
    ...(next === undefined ? {} : { next_url: next }),
  }
}
