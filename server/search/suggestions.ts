import {
  type GroupOf,
  type SearchAnswer,
  type SuggestionGroup,
  type SuggestionKind,
  type SuggestionOf,
  suggestionKinds,
} from '#shared/api/search.ts'
import { codices } from '#shared/domain/codex.ts'
import { hasRight } from '#shared/domain/permissions.ts'
import type { Engines } from '../cases/engine/engine.ts'
import {
  type SuggestedRows,
  searchArticles,
  searchCities,
  searchCourts,
  searchJudges,
  searchTags,
} from '../directories/directories.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'

/** What a few typed letters may mean: groups are asked at the same time, each for itself. */
export type Asked = { engines: Engines; account: AccountRights; typed: string; size: number }
type Finders = { readonly [K in SuggestionKind]?: (asked: Asked) => Promise<Omit<GroupOf<K>, 'kind' | 'late'>> }

const shown = 5

const found = <T, I>({ count, rows }: SuggestedRows<T>, item: (row: T) => I) => ({
  items: rows.map(item),
  more: count > rows.length,
  all: null,
})
const within = ({ account }: Asked) => [account.regions ?? undefined]

const finders: Finders = {
  judge: async asked =>
    found(
      await searchJudges(asked.engines.db, asked.typed, { within: within(asked), courts: undefined, size: asked.size }),
      ({ id, name, court }): SuggestionOf<'judge'> => ({
        id,
        title: name,
        court,
        filters: { judge: [String(id)] },
        page: `/judges/${id}`,
        cases_count: null,
      }),
    ),
  court: async asked =>
    found(
      await searchCourts(asked.engines.db, asked.typed, { within: within(asked), size: asked.size }),
      ({ id, title, city, region }): SuggestionOf<'court'> => ({
        id,
        title,
        city,
        region,
        filters: { court: [String(id)] },
        page: `/courts/${id}`,
        cases_count: null,
      }),
    ),
  city: async asked =>
    found(
      await searchCities(asked.engines.db, asked.typed, { within: within(asked), size: asked.size }),
      ({ city, region }): SuggestionOf<'city'> => ({
        title: city,
        region,
        filters: { court_city: [city], regions: [String(region)] },
        page: null,
        cases_count: null,
      }),
    ),
  article: async ({ engines, account, typed, size }) =>
    found(
      await searchArticles(engines, scopeOf(account), typed, { codex: undefined, size }),
      ({ id, name, codex, article_number, part, title }): SuggestionOf<'article'> => ({
        title: name,
        codex,
        article_number,
        part,
        is_whole: false,
        heading: title,
        called: null,
        filters: { type: codices.find(one => one.codex === codex)?.value ?? '', codex_articles: [String(id)] },
        page: null,
        cases_count: null,
      }),
    ),
  tag: async ({ engines, account, typed, size }) =>
    found(
      await searchTags(engines, scopeOf(account), typed, { size }),
      ({ id, value }): SuggestionOf<'tag'> => ({
        id,
        title: value,
        filters: { tags: [String(id)] },
        page: null,
        cases_count: null,
      }),
    ),
}

export async function suggest(
  engines: Engines,
  account: AccountRights,
  { q, groups }: { q: string; groups?: readonly SuggestionKind[] | undefined },
): Promise<SearchAnswer> {
  const asked: Asked = { engines, account, typed: q, size: shown }
  const kinds = suggestionKinds.filter(
    kind => (groups?.includes(kind) ?? true) && (kind !== 'tag' || hasRight(account, 'tag_editor')),
  )
  return { read_as: null, groups: await Promise.all(kinds.map(kind => groupOf(kind, asked))) }
}

async function groupOf(kind: SuggestionKind, asked: Asked): Promise<SuggestionGroup> {
  const group = (await finders[kind]?.(asked)) ?? { items: [], more: false, all: null }
  // Each finder answers with the items of its own kind; the compiler does not follow that through the table.
  return { kind, late: false, ...group } as SuggestionGroup
}
