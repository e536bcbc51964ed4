import { byArticleNumber } from '#shared/domain/codex.ts'

/**
 * Finds articles by what a person types: a number («20.2», «ст. 20.2»), a number with a part («20.2 ч. 5», «20.2 5»),
 * words of the title, or a number and words. In the order of the codex.
 */
type Findable = { article_number: string; part: string; title: string }

export function findArticles<A extends Findable>(articles: readonly A[], typed: string): A[] {
  const { number, part, words } = readTyped(typed)
  return articles
    .filter(
      article =>
        (number === undefined ||
          (part === undefined
            ? article.article_number.startsWith(number)
            : article.article_number === number && article.part.startsWith(part))) &&
        words.every(word => plain(article.title).includes(word)),
    )
    .toSorted(byArticleNumber)
}

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

const articlePattern =
  /^(?:ст(?:атья|\.)?\s*)?(\d[\d.-]*)(?:\s*(?:,\s*)?(ч(?:асть|\.)?)\s*([\d.]*)|\s+(\d[\d.]*))?(?=\s|$)/

/** `part` is empty when «ч.» is typed and its number is not yet. */
function readTyped(typed: string): { number?: string; part?: string; words: string[] } {
  // \s takes no-break spaces too.
  const text = plain(typed).trim()
  const found = articlePattern.exec(text)
  const words = text
    .slice(found?.[0].length ?? 0)
    .split(/\s+/)
    .filter(Boolean)
  if (!found?.[1]) return { words }
  const part = found[2] === undefined ? found[4] : found[3]
  return { number: found[1].replace(/[.-]+$/, ''), ...(part !== undefined && { part }), words }
}
