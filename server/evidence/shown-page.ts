import { type CheerioAPI, load } from 'cheerio'
import { decode, deepestNesting, nestingOf, withoutScripts } from '../collectors/open-page.ts'
import type { KeptPage } from '../collectors/pages/keep-page.ts'
import { escaped, momentInMoscow } from './note.ts'

/**
 * A stored page for viewing: its words and tables. It cannot run scripts, load anything, navigate or cover the line
 * that says what it is; the response headers forbid the same once more.
 */
export const shownPageHeaders = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

const dropped =
  'script, style, noscript, template, iframe, frame, frameset, object, embed, applet, base, link, meta, title, audio, video, source, picture, svg, math, portal'
/** Attributes of table layout. */
const keptAttributes = new Set(['colspan', 'rowspan', 'align', 'valign', 'value', 'type', 'dir', 'lang', 'start'])

/** A complete UTF-8 document. */
export function shownPage({ url, body, content_type, fetched_at }: KeptPage, hash: string): string {
  const about = `<p id="about">Сохранённая копия, а не сайт суда. Адрес: ${escaped(url)}. Впервые получена ${momentInMoscow(fetched_at)}.
    SHA-256: ${hash}. Оформление, картинки, ссылки и скрипты отключены; страница целиком — в пакете «Доказательство».</p>`
  return `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Сохранённая страница</title>
<style>body{font:15px/1.45 sans-serif;margin:0 16px 24px;color:#1c1c1c;background:#fff}#about{margin:0 -16px 16px;padding:10px 16px;background:#f3efe4;border-bottom:1px solid #c9bf9f;font-size:13px;overflow-wrap:anywhere}table{border-collapse:collapse}td,th{padding:2px 6px;border:1px solid #ddd;vertical-align:top}</style>
</head><body>${about}\n${contentOfPage(body, content_type)}</body></html>`
}

function contentOfPage(body: Buffer, contentType: string): string {
  if (!isHtml(body, contentType))
    return `<p>Это не страница, а файл (${escaped(contentType || 'вид не указан')}, ${body.length} байт): здесь он не показывается. Он есть в пакете «Доказательство».</p>`
  const html = withoutScripts(decode(body, contentType))
  // The tree would take too long to build.
  if (nestingOf(html) > deepestNesting) return `<pre>${escaped(html)}</pre>`
  const $ = load(html)
  $(dropped).remove()
  $('*').each((_, element) => dropAttributes($, element))
  return $('body').html() ?? ''
}

function dropAttributes($: CheerioAPI, element: Parameters<CheerioAPI>[0]): void {
  const one = $(element)
  for (const name of Object.keys(one.attr() ?? {})) if (!keptAttributes.has(name)) one.removeAttr(name)
}

const isHtml = (body: Buffer, contentType: string): boolean =>
  /html|text\/plain/i.test(contentType) ||
  (!/^(application|image)\//i.test(contentType) &&
    /<(html|body|table|div|p)\b/i.test(body.subarray(0, 4_096).toString('latin1')))
