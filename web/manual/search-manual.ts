import type { Chapter, ManualSection } from './read-manual.ts'

/** Sections ranked by the number of typed words in any form; a title counts more than the text. */
export type Hit = { chapter: Chapter; section: ManualSection; excerpt: string }

const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
/** A word without its ending is contained in most of its forms. */
const stem = (word: string): string =>
  word.length > 6 ? word.slice(0, -3) : word.length > 4 ? word.slice(0, -1) : word
const excerptLength = 140

export function searchManual(manual: readonly Chapter[], typed: string): Hit[] {
  const words = (folded(typed).match(/[\p{L}\p{N}/]+/gu) ?? []).map(stem)
  if (words.length === 0) return []
  const found = manual.flatMap(chapter =>
    chapter.sections.map(section => {
      const title = folded(`${section.title} ${chapter.title}`)
      const text = folded(section.text)
      return {
        chapter,
        section,
        excerpt: excerptOf(section.text, words),
        held: words.filter(word => title.includes(word) || text.includes(word)).length,
        titled: words.filter(word => title.includes(word)).length,
      }
    }),
  )
  const most = Math.max(...found.map(({ held }) => held))
  return most === 0 ? [] : found.filter(({ held }) => held === most).toSorted((a, b) => b.titled - a.titled)
}

function excerptOf(text: string, words: readonly string[]): string {
  const plain = folded(text)
  const at = Math.min(...words.map(word => plain.indexOf(word)).filter(place => place >= 0), text.length)
  const from = at === text.length ? 0 : Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)) + 1)
  const piece = text.slice(from, from + excerptLength)
  return `${from > 0 ? '…' : ''}${piece}${from + excerptLength < text.length ? '…' : ''}`
}
