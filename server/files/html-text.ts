import { load } from 'cheerio'

/** The text of an HTML document: a paragraph a line, cells between tabs, no scripts and no note marks. */
export function htmlText(html: string): string {
  const $ = load(html)
  $('script, style, head, template, noscript, sup > a[id^="footnote-ref"], sup > a[id^="endnote-ref"]').remove()
  $('a[href^="#footnote-ref"], a[href^="#endnote-ref"]').remove()
  $('*')
    .contents()
    .each((_, node) => {
      if (node.type === 'text') node.data = node.data.replace(/[ \t\r\n]+/g, ' ')
    })
  $('td p, th p, td div, th div').each((_, node) => {
    $(node).append(' ').replaceWith($(node).contents())
  })
  $('td, th').not(':last-child').append('\t')
  $('br').replaceWith('\n')
  $('p:empty').text(blank)
  $(blocks).append('\n').prepend('\n')
  return $.root()
    .text()
    .replace(/ *\t */g, '\t')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{2,}/g, '\n')
    .replaceAll(blank, '')
    .trim()
}
const blank = '\u2060'
/** `w:p` is a paragraph of Word 2003 in XML. */
const blocks = 'p, div, li, tr, table, h1, h2, h3, h4, h5, h6, blockquote, pre, section, article, center, dt, dd, w\\:p'
