import type { Article } from '#shared/api/directories.ts'
import { byArticleNumber, codexTitle, codices, wholeArticle } from '#shared/domain/codex.ts'

/** The codex fixed by the filters, if any. */
export const chosenCodex = ({ type }: { readonly [name: string]: unknown }): Article['codex'] | undefined =>
  codices.find(({ value }) => value === type)?.codex

/** An article with all its parts as one entry, «20.2 (вся)». Only its parts are ever stored (§3, §4). */
export type ArticleGroup = {
  id: string
  name: string
  article_number: string
  codex: Article['codex']
  title: string
  members: readonly Article[]
}

export const groupArticles = (articles: readonly Article[]): ArticleGroup[] => {
  const sorted = articles.toSorted((a, b) => a.codex.localeCompare(b.codex) || byArticleNumber(a, b))
  const groups = Map.groupBy(sorted, ({ codex, article_number }) => `group_id_${codex}_${article_number}`)
  return [...groups].flatMap(([id, members]) => {
    const [first] = members
    if (!first) return []
    const { article_number, codex } = first
    const whole = members.find(article => article.part === '') ?? first
    const name = members.length > 1 ? wholeArticle(article_number) : whole.name
    return [{ id, name, article_number, codex, title: whole.title, members }]
  })
}

type Group = { readonly members: readonly { id: number }[] }
export const isWhole = (group: Group, ids: ReadonlySet<number>): boolean =>
  group.members.every(member => ids.has(member.id))
export const isPartly = (group: Group, ids: ReadonlySet<number>): boolean =>
  !isWhole(group, ids) && group.members.some(member => ids.has(member.id))

/** Choosing or clearing a group affects all its members (§4). */
export const withMembers = (
  ids: readonly number[],
  members: readonly { id: number }[],
  chosen: boolean,
): readonly number[] => {
  const moved = new Set(members.map(member => member.id))
  const rest = ids.filter(id => !moved.has(id))
  return chosen ? [...rest, ...moved] : rest
}

type ChosenArticles = { key: string; name: string; ids: readonly number[] }
export const summariseArticles = (
  ids: readonly number[],
  groups: readonly ArticleGroup[],
  withCodex = false,
  saysParts = false,
): ChosenArticles[] => {
  const left = new Set(ids)
  const chosen: ChosenArticles[] = []
  for (const group of groups) {
    const suffix = withCodex ? ` ${codexTitle(group.codex)}` : ''
    if (!saysParts && group.members.length > 1 && isWhole(group, left)) {
      chosen.push({ key: group.id, name: `${group.name}${suffix}`, ids: group.members.map(member => member.id) })
      for (const member of group.members) left.delete(member.id)
    }
    for (const member of group.members)
      if (left.delete(member.id))
        chosen.push({ key: String(member.id), name: `${member.name}${suffix}`, ids: [member.id] })
  }
  return [...chosen, ...[...left].map(id => ({ key: String(id), name: `№\u00a0${id}`, ids: [id] }))]
}
