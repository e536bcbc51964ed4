import { load } from 'cheerio'

/** The words of a document as HTML shows them: a paragraph a line, cells of a row between tabs, no scripts and no marks of notes. */
export function htmlText(html: string): string {
  const $ = load(html)
  $('script, style, head, template, noscript, sup > a[id^="footnote-ref"], sup > a[id^="endnote-ref"]').remove()
  $('a[href^="#footnote-ref"], a[href^="#endnote-ref"]').remove()
  $('*')
    .contents()
    .each((_, node) => {
      if (node.type === 'text') node.data = node.data.replace(/[ \t\r\n]+/g, ' ')
    })
  // A paragraph in a cell is part of its row.
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
/** Stands for an empty paragraph, while the lines that markup makes are dropped. */
const blank = '\u2060'
/** `w:p` is a paragraph of Word 2003 in XML. */
const blocks = 'p, div, li, tr, table, h1, h2, h3, h4, h5, h6, blockquote, pre, section, article, center, dt, dd, w\\:p'
