import type { ArticleCount, CodexCount, CountTree, PartCount } from '#shared/api/statistics.ts'
import { articleName, byArticleNumber, codexTitle, codices } from '#shared/domain/codex.ts'
import { type OutcomeKind, outcomeKind } from '#shared/domain/outcome-kinds.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import type { CaseEngine, Question } from '../cases/engine/engine.ts'
import {
  countByArticle,
  type LineArticle,
  type Lines,
  partKey,
  readArticleLines,
  readResultTitles,
  sumByLine,
  wholeKey,
} from './lines.ts'

/** Codices, articles and parts with the number of cases of each (§7 frontcountcases). */
type Figures = Pick<PartCount, 'count' | 'count_first_instance' | 'count_second_instance' | 'outcomes'>
type Told = { stage: number; result_type_id: number | null }

export async function countArticleTree(engine: CaseEngine, question: Question): Promise<CountTree> {
  const told = { type: 'type', stage: 'stage', result_type_id: 'result_type_id' }
  const articles_of = engine.childRows('case_article').caseColumn
  const cells = engine.cells(question, { ...told, articles_of })
  const counted = await countByArticle<Told>(engine, cells, Object.keys(told))
  const lines = await readArticleLines(engine.db)
  const kinds = new Map([...(await readResultTitles(engine.db))].map(([id, title]) => [id, outcomeKind(title)]))
  const kindOf = ({ result_type_id: id }: Told): OutcomeKind => (id === null ? 'none' : (kinds.get(id) ?? 'other'))

  const sums = new Map<string, Figures>()
  sumByLine(lines, counted, (key, row, cases) => {
    const sum = sums.get(key) ?? nothing()
    sums.set(key, sum)
    sum.count += cases
    if (row.stage === 1) {
      sum.count_first_instance += cases
      sum.outcomes[kindOf(row)] += cases
    } else sum.count_second_instance += cases
  })
  return codices.flatMap(({ value, codex, label }): CodexCount[] => {
    const sum = sums.get(codex)
    if (sum === undefined) return []
    const firsts = counted.filter(row => row.articles === null && row.type === Number(value) && row.stage === 1)
    const opening = (kind: OutcomeKind): WireRecord => {
      const found = firsts.flatMap(row => (kindOf(row) === kind ? (row.result_type_id ?? []) : []))
      // No result at all would be no filter: a zero would open every case.
      const results = found.length > 0 ? found : [...kinds].flatMap(([id, own]) => (own === kind ? id : []))
      const stage = { type: value, stage: '1' }
      return kind === 'none' ? { ...stage, has_result: 'false' } : { ...stage, result_type: unique(results) }
    }
    return [
      {
        key: codex,
        // On the wire, codices are in capitals.
        article: label,
        description: `${label}: все статьи`,
        ...sum,
        filters: { type: value },
        outcome_filters: {
          penalty: opening('penalty'),
          terminated: opening('terminated'),
          returned: opening('returned'),
          other: opening('other'),
          none: opening('none'),
        },
        children: wholeArticles(lines, sums, Number(value)),
      },
    ]
  })
}

const nothing = (): Figures => ({
  count: 0,
  count_first_instance: 0,
  count_second_instance: 0,
  outcomes: { penalty: 0, terminated: 0, returned: 0, other: 0, none: 0 },
})
const unique = (ids: readonly number[]): string[] => [...new Set(ids)].toSorted((a, b) => a - b).map(String)

function wholeArticles({ articles, wholes }: Lines, sums: ReadonlyMap<string, Figures>, type: number): ArticleCount[] {
  return [...wholes]
    .flatMap(([key, ids]): (ArticleCount & { at: LineArticle })[] => {
      const sum = sums.get(key)
      const all = ids.flatMap(id => articles.get(id) ?? []).toSorted(byArticleNumber)
      const [first] = all
      if (sum === undefined || first === undefined || wholeKey(type, first) !== key) return []
      const isForeign = key !== `${first.codex} ${first.article_number}`
      return [
        {
          key,
          article: isForeign ? `${first.article_number} ${codexTitle(first.codex)}` : first.article_number,
          description: first.title,
          ...sum,
          filters: { type: String(type), codex_articles: ids.map(String) },
          // An article without parts is its own only part.
          children: all.length === 1 && first.part === '' ? [] : all.flatMap(article => partOf(sums, type, article)),
          at: first,
        },
      ]
    })
    .toSorted((a, b) => byArticleNumber({ ...a.at, part: '' }, { ...b.at, part: '' }))
    .map(({ at: _, ...article }) => article)
}

const partOf = (sums: ReadonlyMap<string, Figures>, type: number, article: LineArticle): PartCount[] => {
  const key = partKey(type, article)
  const sum = sums.get(key)
  if (sum === undefined) return []
  const filters = { type: String(type), codex_articles: [String(article.id)] }
  const description = article.part === '' ? 'часть не указана' : article.title
  return [{ key, article: articleName(article), description, ...sum, filters, children: [] }]
}
