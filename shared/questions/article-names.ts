import { articleShortNames } from '../domain/article-short-names.ts'
import { spokenNames } from '../domain/article-spoken-names.ts'
import { type Phrase, phraseOf } from './words.ts'

/**
 * Names of articles as phrases of a question. `also`: articles whose number, if present as well, makes the name
 * redundant.
 */
type ArticleName = { phrase: Phrase; articles: readonly string[]; also: readonly string[] }

const keys = (numbered: readonly { codex: string; number: string }[]): string[] =>
  numbered.map(({ codex, number }) => `${codex} ${number}`)
const spoken = spokenNames.flatMap(({ phrase, articles, asked }): ArticleName[] =>
  asked === null ? [] : [{ phrase: phraseOf(phrase), articles: keys(asked), also: keys(articles) }],
)

const letters = /^[А-Яа-яЁё ,-]+$/
const short = [...Map.groupBy(articleShortNames, ([, name]) => name)].flatMap(([name, found]): ArticleName[] => {
  const articles = found.map(([article]) => article)
  return letters.test(name) && name.length > 5
    ? [{ phrase: phraseOf(name.replaceAll(',', '')), articles, also: articles }]
    : []
})

/** For one phrase, colloquial names have priority over short names. */
export const articleNames: readonly ArticleName[] = [...spoken, ...short]
