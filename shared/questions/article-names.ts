import { articleShortNames } from '../domain/article-short-names.ts'
import { spokenNames } from '../domain/article-spoken-names.ts'
import { type Phrase, phraseOf } from './words.ts'

/** How articles are called, as phrases of a question. `also`: where the number of one of these is named as well, the name says nothing more. */
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

/** Of one phrase, what people say comes before what tables say. */
export const articleNames: readonly ArticleName[] = [...spoken, ...short]
