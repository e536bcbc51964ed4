import type { PersonSummary } from '#shared/api/defendants.ts'
import { articleName, byArticleNumber } from '#shared/domain/codex.ts'
import type { Gender } from '#shared/domain/outcomes.ts'
import type { ArticleRow, PersonRow } from './person-rows.ts'

export const presentPerson = (row: PersonRow): PersonSummary => ({
  id: row.id,
  name: row.names[0] ?? '',
  gender: genderOf(row),
  regions: row.regions,
  cities: row.cities,
  cases_count: row.cases_count,
  second_instance_count: row.second_instance_count,
  codex_articles: presentArticles(row.articles),
  first_entry_date: row.first_entry_date,
  last_entry_date: row.last_entry_date,
  at_risk: row.at_risk,
})

/** The person's gender if a visible case tells it, else what visible cases tell. */
const genderOf = ({ gender, genders }: PersonRow): Gender =>
  genders.includes(gender) && gender !== 'na' ? gender : (genders.find(told => told !== 'na') ?? 'na')

export const presentArticles = (articles: readonly ArticleRow[]): PersonSummary['codex_articles'] =>
  articles
    .toSorted((a, b) => a.codex.localeCompare(b.codex) || byArticleNumber(a, b))
    .map(article => ({ id: article.id, name: articleName(article), codex: article.codex }))
