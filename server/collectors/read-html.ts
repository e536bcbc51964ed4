import type { Cheerio, CheerioAPI } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'

/** Visible text of a page: spaces normalised, line breaks as rendered, hidden elements left out. */
export type Nodes = Cheerio<AnyNode> | Cheerio<Element>

/** A soft hyphen only says where a word may be broken. */
export const tidy = (text: string): string =>
  text
    .replaceAll('\u00ad', '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim()

const notShown = new Set(['script', 'style', 'noscript', 'template', 'head', 'title', 'meta', 'object'])
const breaksLine = new Set(
  'address article blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody thead tr ul'.split(
    ' ',
  ),
)

/**
 * Lines of text. Cells of a row share a line; `<br>` and blocks start a new one. Iterative, so that deep trees do not
 * overflow the stack.
 */
export function shownLines(nodes: Nodes): string[] {
  const lines: string[] = []
  let line = ''
  const endLine = (): void => {
    lines.push(tidy(line))
    line = ''
  }
  type Step = AnyNode | 'end of line'
  const steps: Step[] = nodes.toArray().reverse()
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (step === 'end of line') endLine()
    else if (step.type === 'text') line += step.data
    else if ('children' in step) {
      const name = 'name' in step ? step.name : ''
      if (notShown.has(name)) continue
      if (name === 'br') endLine()
      if (name === 'td' || name === 'th') line += ' '
      // «ст. 264¹», «10⁰⁰»: the figures would run into those before them.
      if (name === 'sup' && /\d$/.test(line) && isFigure(step.children[0])) line += '.'
      if (breaksLine.has(name)) {
        endLine()
        steps.push('end of line')
      }
      for (let at = step.children.length - 1; at >= 0; at -= 1) {
        const child = step.children[at]
        if (child !== undefined && !isHidden(child)) steps.push(child)
      }
    }
  }
  endLine()
  return lines.filter(text => text !== '')
}

const isFigure = (node: AnyNode | undefined): boolean => node?.type === 'text' && /^\s*\d/.test(node.data)
/** Copies for sorting, or for other screens. A tab that is asked for is shown, whatever its own style says. */
const isHidden = (node: AnyNode): boolean =>
  'attribs' in node && ('hidden' in node.attribs || /(?:^|;)\s*display\s*:\s*none/i.test(node.attribs.style ?? ''))

export const shownText = (nodes: Nodes): string => tidy(shownLines(nodes).join(' '))
export const multilineText = (nodes: Nodes): string => shownLines(nodes).join('\n')

/** An absolute URL when the page has an address; else as written, for a page read from a file. */
export const absolute = (href: string | undefined, base: URL | undefined): string | undefined => {
  const written = href?.trim() ?? ''
  if (written === '' || /^(?:#|javascript:|mailto:|tel:|data:)/i.test(written)) return undefined
  const url = URL.parse(written, base?.href)
  if (url !== null) return /^https?:$/.test(url.protocol) ? url.href : undefined
  return base === undefined && /^[./\w]/.test(written) ? written : undefined
}

export const tableRows = ($: CheerioAPI, table: Nodes): Cheerio<Element>[] => {
  const own = $(table).first()
  return own
    .find('tr')
    .toArray()
    .filter(row => $(row).closest('table').is(own))
    .map(row => $(row))
}
export const tableCells = ($: CheerioAPI, row: Nodes): Cheerio<Element>[] =>
  $(row)
    .children('td, th')
    .toArray()
    .map(cell => $(cell))

/** A heading without its pop-up help. */
export const headingText = (cell: Cheerio<Element>): string => {
  if (cell.find(hints).length === 0) return shownText(cell)
  const copy = cell.clone()
  copy.find(hints).remove()
  return shownText(copy)
}
const hints = '.tooltipShow, .tooltip'

type Filled<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
/** Without empty fields. */
export function filled<Fields extends Record<string, string | undefined>>(fields: Fields): Filled<Fields> {
  const kept: Filled<Fields> = {}
  for (const name in fields) if (fields[name]) Object.assign(kept, { [name]: fields[name] })
  return kept
}
