import { type CheerioAPI, load } from 'cheerio'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import { decodeText } from '../files/decode-text.ts'
import { tidy } from './read-html.ts'

export type CourtPage = {
  url: string
  body: Uint8Array | string
  /** The Content-Type header, if any; its charset has priority over that of the page. */
  content_type?: string
  layout?: LayoutName
}

/** A page, decoded and parsed once. Some sites declare windows-1251 for UTF-8, or nothing: the bytes decide. */
export type OpenedPage = { url: URL | undefined; html: string; $: CheerioAPI }

export const openPage = (page: CourtPage, html = decodedHtml(page), shown = withoutScripts(html)): OpenedPage => ({
  url: URL.parse(page.url) ?? undefined,
  html,
  $: load(shown),
})
/** Scripts are most of a page: nothing is read in them, and parsing them takes most of the time. */
export const withoutScripts = (html: string): string =>
  html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, '')

/**
 * The content box on sites of ГАС «Правосудие»; menus are nine tenths of some pages. Undefined when there is none, when
 * the content is after it, or when PHP prints an error.
 */
export function contentOf(shown: string): string | undefined {
  const box = /<div\b[^<>]{0,200}?\bid=["']?modSdpContent\b/i.exec(shown)
  if (box === null || phpErrors.test(shown)) return undefined
  const end = endOfBox(shown, box.index)
  if (ofAnswer.test(shown.slice(end))) return undefined
  return (/<title>[^<]*<\/title>/i.exec(shown)?.[0] ?? '') + shown.slice(box.index, end)
}
const ofAnswer = /tablcont|law-?case|cont_?(?:doc)?\d|doccont|publishInfo|name_op=(?:case|doc)|modSdpContent/i
export const phpErrors = /<b>(?:Notice|Warning|Fatal error|Parse error|Deprecated)|on line/

function endOfBox(html: string, at: number): number {
  const div = /<(\/?)div\b/gi
  div.lastIndex = at
  let depth = 0
  for (let found = div.exec(html); found !== null; found = div.exec(html)) {
    depth += found[1] === '' ? 1 : -1
    if (depth === 0) return found.index
  }
  return html.length
}

/**
 * Whether the page ends within a box or a table and without `</html>`: the program of the site broke off, or what is
 * before the site. What has not come would be taken for withdrawn: hearings, people, the operative part.
 */
export function isCutOff(shown: string): boolean {
  // A part of a page, as sites give to their own scripts, has neither.
  if (!/<(?:html|body)\b/i.test(shown) || /<\/html\b/i.test(shown)) return false
  let open = 0
  for (const [, end] of shown.matchAll(/<(\/?)(?:div|table)(?=[\s>])/gi)) open += end === '' ? 1 : -1
  return open > 0
}

/**
 * Takes what a page strikes out in its tables from the page, and answers the words of each row: a hearing, an hour, a
 * result or a person that a court has struck out holds no longer.
 */
export function takeOutStruck({ $, html }: OpenedPage): string[] {
  if (!/<(?:s|strike|del)[\s>]|line-through/i.test(html)) return []
  return $('tr')
    .toArray()
    .flatMap(row => {
      const said = new Set<string>()
      for (const one of $(row).is(struckStyle) ? $(row).children() : $(row).find(`s, strike, del, ${struckStyle}`)) {
        said.add(tidy($(one).text()))
        // A cell keeps its place, or those behind it would stand under other headings.
        if ($(one).is('td, th')) $(one).empty()
        else $(one).remove()
      }
      const words = [...said].filter(Boolean).join('; ')
      return words === '' ? [] : [words]
    })
}
const struckStyle = '[style*="line-through" i]'

export const decodedHtml = ({ body, content_type }: CourtPage): string =>
  typeof body === 'string' ? body : decode(body, content_type)

/** The time to build a tree grows with the square of its depth: ten thousand nested `<div>` take seconds. */
export const deepestNesting = 2000
/** Nesting depth of elements that only their end tag closes; other elements cannot nest deeply. */
export function nestingOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [, end] of html.matchAll(
    /<(\/?)(?:div|span|font|b|i|u|a|center|form|ul|ol|table|big|small|em|strong|tt|nobr)(?=[\s>/])/gi,
  )) {
    depth = Math.max(0, depth + (end === '' ? 1 : -1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const headLength = 4096

export const decode = (body: Uint8Array, contentType = ''): string =>
  decodeText(
    body,
    charsetIn(contentType) ?? charsetIn(new TextDecoder('windows-1252').decode(body.subarray(0, headLength))),
  )

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text)?.[1]?.toLowerCase()
