import type { Defendant, PersonCase, PersonSummary } from '#shared/api/defendants.ts'
import { articleName, byArticleNumber } from '#shared/domain/codex.ts'
import { notPunishing, stands } from '#shared/domain/outcomes.ts'
import { isProbable } from '#shared/domain/penalty-wording.ts'
import { presentShown } from '../cases/shown-case.ts'
import type { PersonCaseRow, WholePerson } from './one-person.ts'
import type { ArticleRow, PersonRow } from './person-rows.ts'

export const presentPerson = ({ names, genders, gender, articles, ...row }: PersonRow): PersonSummary => ({
  ...row,
  name: names[0] ?? '',
  // The person's gender if a visible case tells it, else what visible cases tell.
  gender: gender !== 'na' && genders.includes(gender) ? gender : (genders.find(told => told !== 'na') ?? 'na'),
  codex_articles: presentArticles(articles),
})

const presentArticles = (articles: readonly ArticleRow[]): PersonSummary['codex_articles'] =>
  articles
    .toSorted((a, b) => a.codex.localeCompare(b.codex) || byArticleNumber(a, b))
    .map(article => ({ id: article.id, name: articleName(article), codex: article.codex }))

/** Chains of instances, courts, judges and penalties follow from the visible cases. */
export const presentWholePerson = ({ row, cases, links, joinedBy, namesakes }: WholePerson): Defendant => {
  const shown = cases.map(presentPersonCase)
  const own = shown.filter(({ names_person }) => names_person)
  return {
    ...presentPerson(row),
    namesakes_count: namesakes,
    names: row.names,
    joined_by: joinedBy,
    cases: shown,
    chains: chainsOf(shown, links),
    links,
    courts: counted(own.map(({ court: { id, title, region } }) => ({ id, title, region }))),
    judges: counted(own.flatMap(({ judge }) => judge ?? [])),
    penalties: sumPenalties(own.filter(one => !one.in_question && !one.annulled && !one.changed)),
  }
}

const presentPersonCase = (row: PersonCaseRow): PersonCase => {
  const mine = row.accused.filter(({ defendant_id }) => defendant_id === row.person)
  const articles = new Set(mine.flatMap(({ article_ids }) => article_ids))
  return {
    ...presentShown(row),
    penalties: row.penalties.map(({ defendant_id, ...penalty }) => ({
      ...penalty,
      whose: penalty.person === null ? 'unknown' : defendant_id === row.person ? 'person' : 'other',
    })),
    codex_articles: presentArticles(row.articles.filter(({ id }) => articles.has(id))),
    names_person: mine.length > 0,
    others_count: row.accused.length - mine.length + Number(row.perhaps_accused ?? 0),
  }
}

/** Linked cases together, the first instance first; chains by their newest case. `cases`: newest first. */
const chainsOf = (
  cases: readonly Pick<PersonCase, 'id' | 'stage' | 'entry_date'>[],
  links: readonly { case: number; other: number }[],
): number[][] => {
  const chainOf = new Map(cases.map(one => [one.id, [one]]))
  for (const { case: id, other } of links) {
    const [left, right] = [chainOf.get(id), chainOf.get(other)]
    if (left === undefined || right === undefined || left === right) continue
    const whole = [...left, ...right]
    for (const one of whole) chainOf.set(one.id, whole)
  }
  const chains = new Set(cases.flatMap(({ id }) => [chainOf.get(id) ?? []]))
  return [...chains].map(chain =>
    chain
      .toSorted((a, b) => a.stage - b.stage || (a.entry_date ?? '').localeCompare(b.entry_date ?? '') || a.id - b.id)
      .map(({ id }) => id),
  )
}

/** Distinct rows with the number of their cases, the most first. */
const counted = <T extends { id: number }>(rows: readonly T[]): (T & { cases_count: number })[] =>
  [...Map.groupBy(rows, ({ id }) => id).values()]
    .flatMap(same => (same[0] ? [{ ...same[0], cases_count: same.length }] : []))
    .toSorted((a, b) => b.cases_count - a.cases_count || a.id - b.id)

const isIn = (list: readonly string[], value: string): boolean => list.includes(value)
const sumPenalties = (cases: readonly PersonCase[]): Defendant['penalties'] => {
  const imposed = cases
    .filter(({ stage }) => stage === 1)
    .flatMap(({ penalties }) => penalties)
    .filter(one => one.whose === 'person' && stands(one) && !isIn(notPunishing, one.type))
    .filter(one => !isProbable(one))
  return [...Map.groupBy(imposed, ({ type }) => type)].map(([type, same]) => {
    const amounts = same.flatMap(({ value, hidden }) => (value === null || hidden ? [] : [value]))
    return {
      type,
      count: same.length,
      value: amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : null,
      unstated: same.length - amounts.length,
    }
  })
}
