import { byArticleNumber, type Codex } from '#shared/domain/codex.ts'

/**
 * Finds articles by what a person types or copies from a court's site: a number («20.2», «ст. 20.2»), a number with a part
 * («20.2 ч. 5», «20.2 5»), with its codex («КоАП: ст. 20.2 ч.5», «ст.158 УК РФ»), words of the title, or a number and words.
 * In the order of the codex.
 */
type Findable = { codex: Codex; article_number: string; part: string; title: string }

export function findArticles<A extends Findable>(articles: readonly A[], typed: string): A[] {
  const { codex, number, part, words } = readTyped(typed)
  return articles
    .filter(
      article =>
        (codex === undefined || article.codex === codex) &&
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

const codexPattern = /(?<=^|\s)(коап|ук)(?:\s+рф)?\s*[:,.]?(?=\s|$)/
const codexOf: Readonly<Record<string, Codex>> = { коап: 'koap', ук: 'uk' }

/** `part` is empty when «ч.» is typed and its number is not yet. */
function readTyped(typed: string): { codex?: Codex | undefined; number?: string; part?: string; words: string[] } {
  // \s takes no-break spaces too.
  const whole = plain(typed)
  const named = codexPattern.exec(whole)
  const codex = codexOf[named?.[1] ?? '']
  const text = (named === null ? whole : whole.replace(named[0], ' ')).trim()
  const found = articlePattern.exec(text)
  const words = text
    .slice(found?.[0].length ?? 0)
    .split(/\s+/)
    .filter(Boolean)
  if (!found?.[1]) return { codex, words }
  const part = found[2] === undefined ? found[4] : found[3]
  return { codex, number: found[1].replace(/[.-]+$/, ''), ...(part !== undefined && { part }), words }
}
