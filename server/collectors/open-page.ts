import { type CheerioAPI, load } from 'cheerio'
import type { LayoutName } from '#shared/domain/court-layouts.ts'
import { decodeText } from '../files/decode-text.ts'

/** An answer as it came. A string is taken as decoded already. */
export type CourtPage = {
  url: string
  body: Uint8Array | string
  /** The header, when there was one; a charset in it is believed before that of the page. */
  content_type?: string
  layout?: LayoutName
}

/**
 * A page decoded and parsed, once, for whoever reads it. Court sites are windows-1251 and say so; some say it of UTF-8,
 * and some say nothing: the letters decide (decode-text.ts).
 */
export type OpenedPage = {
  /** Absent when the page has no address, or one that is none. */
  url: URL | undefined
  html: string
  $: CheerioAPI
}

/** `shown`: what of `html` is to be parsed. */
export const openPage = (page: CourtPage, html = decodedHtml(page), shown = withoutScripts(html)): OpenedPage => ({
  url: URL.parse(page.url) ?? undefined,
  html,
  $: load(shown),
})
/** Most of what a site sends is scripts; nothing is read in them, and their parsing takes most of the time. */
export const withoutScripts = (html: string): string =>
  html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi, '')

/**
 * The box that holds the answer of a site of ГАС «Правосудие», under the title of the page: the rest, nine tenths of some pages, is
 * menus. Undefined when there is no such box, when what we read stands behind it too, or when PHP has complained somewhere.
 */
export function contentOf(shown: string): string | undefined {
  const box = /<div\b[^<>]{0,200}?\bid=["']?modSdpContent\b/i.exec(shown)
  if (box === null || phpErrors.test(shown)) return undefined
  const end = endOfBox(shown, box.index)
  if (ofAnswer.test(shown.slice(end))) return undefined
  return (/<title>[^<]*<\/title>/i.exec(shown)?.[0] ?? '') + shown.slice(box.index, end)
}
const ofAnswer = /tablcont|law-?case|cont_?(?:doc)?\d|doccont|publishInfo|name_op=(?:case|doc)|modSdpContent/i
/** Where it is worth to look for notices of PHP. */
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

export const decodedHtml = ({ body, content_type }: CourtPage): string =>
  typeof body === 'string' ? body : decode(body, content_type)

/** Building a tree takes time that grows with the square of its depth: ten thousand `<div>` within each other take seconds. */
export const deepestNesting = 2000
/** How deep elements that nothing closes but their end stand within each other; other elements do not nest without end. */
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

/** Where a declaration is looked for: it stands in the first lines, in letters that every encoding shares. */
const headLength = 4096

export const decode = (body: Uint8Array, contentType = ''): string =>
  decodeText(
    body,
    charsetIn(contentType) ?? charsetIn(new TextDecoder('windows-1252').decode(body.subarray(0, headLength))),
  )

const charsetIn = (text: string): string | undefined => /charset\s*=\s*["']?\s*([\w-]+)/i.exec(text)?.[1]?.toLowerCase()
