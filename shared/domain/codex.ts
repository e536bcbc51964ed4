export const codices = [
  { value: '1', codex: 'koap', label: 'КоАП' },
  { value: '2', codex: 'uk', label: 'УК' },
] as const
export type Codex = (typeof codices)[number]['codex']
export type CaseType = 1 | 2
export type Stage = 1 | 2

export const stages = [
  { value: '1', label: 'Первая инстанция', short: '1-я' },
  { value: '2', label: 'Вторая инстанция', short: '2-я' },
] as const

const koap: Codex = 'koap'
export const codexOfType = (type: CaseType): Codex => (type === 1 ? koap : 'uk')
export const codexTitle = (codex: Codex): string => (codex === koap ? 'КоАП' : 'УК')

/** «20.2 ч. 5», «20.2» for a whole article; no-break spaces. */
export const articleName = (article: { article_number: string; part: string }): string =>
  article.part ? `${article.article_number} ч.\u00a0${article.part}` : article.article_number

const numbersInOrder = new Intl.Collator('ru', { numeric: true })
export const byArticleNumber = (
  a: { article_number: string; part: string },
  b: { article_number: string; part: string },
): number => numbersInOrder.compare(a.article_number, b.article_number) || numbersInOrder.compare(a.part, b.part)

/** An article with all its parts: in tags, choices, sentences and print. */
export const wholeArticle = (article_number: string): string => `${article_number} (вся)`
