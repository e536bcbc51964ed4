import type { SuggestionGroup, SuggestionKind, SuggestionOf } from '#shared/api/search.ts'
import { type Codex, codexTitle } from '#shared/domain/codex.ts'
import { dayIn, showDate } from '#shared/domain/dates.ts'
import { withSaid } from '#shared/domain/hearing-said.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { noBreak } from '#shared/domain/typography.ts'
import { caseForms, counted, upperFirst } from '#shared/domain/wording.ts'
import type { Names } from '#shared/filters/describe.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { personName, shortName } from '../filters/case-wording.ts'
import { withCity } from '../filters/titles.ts'
import { isLike } from './marked-words.ts'

/**
 * The target of a choice: a page; the list with these filters, added to the current ones (`adds`) or alone; or a
 * command. `names`: of the rows that the filters refer to. `codex`: of the chosen article.
 */
export type Target =
  | { to: string; search?: WireRecord | undefined }
  | { adds: WireRecord; names?: Names | undefined; codex?: Codex | undefined }
  | { presetId: number; title: string; filters: WireRecord }
  | { act: () => void }

/** `lead`: the number or name to scan for; `title`: the text after it. */
export type FoundRow = {
  id: string
  lead: string
  title: string
  second: string
  aside: string
  /** A future one. */
  hearing?: string
  quote?: readonly { text: string; hit: boolean }[]
  target: Target
}
/**
 * `note`: shown instead of rows when it is unknown whether there are any. `isStale`: for the previous letters, not
 * selectable.
 */
export type RowGroup = { kind: string; title: string; rows: readonly FoundRow[]; note?: string; isStale?: boolean }

export const rowsOf = (group: SuggestionGroup, typed: string): FoundRow[] => {
  switch (group.kind) {
    case 'person':
      return group.items.map(person)
    case 'case':
      return group.items.map(one => oneCase(one, typed))
    case 'text':
      return group.items.map(text)
    case 'preset':
      return group.items.map(preset)
    case 'judge':
      return group.items.map(one =>
        filter('judge', one, one.id, [withCity(one.court.title), regionTitle(one.court.region)], 'judge'),
      )
    case 'court':
      return group.items.map(one => filter('court', one, one.id, [one.city, regionTitle(one.region)], 'court'))
    case 'city':
      return group.items.map(one => filter('city', one, `${one.title}-${one.region}`, [placeOf(one)]))
    case 'article':
      return group.items.map(one => article(one, group.items))
    case 'tag':
      return group.items.map(one => filter('tag', one, one.id, [], 'tags'))
    case 'set':
      return group.items.map(one => filter('set', one, one.id, [], 'set'))
  }
}

const placeOf = ({ region, filters }: SuggestionOf<'city'>): string =>
  region !== null
    ? regionTitle(region)
    : counted(filters?.regions?.length ?? 1, ['регион', 'региона', 'регионов']).replace(/^1\s/, '')

const parts = (...all: (string | null | undefined | false)[]): string => all.filter(Boolean).join(' · ')
const closeTo = 'похоже по написанию'
const casesAside = (count: number | null | undefined): string =>
  typeof count === 'number' ? counted(count, caseForms) : ''

type Filtering = Pick<SuggestionOf<'city'>, 'title' | 'filters' | 'approximate'> & { cases_count?: number | null }
/** `field`: the filter whose chip shows the title. */
const filter = (
  kind: SuggestionKind,
  one: Filtering,
  id: number | string,
  second: readonly string[],
  field?: string,
): FoundRow => ({
  id: `${kind}-${id}`,
  lead: '',
  title: noBreak(withCity(one.title)),
  second: parts(one.approximate && closeTo, ...new Set(second)),
  aside: casesAside(one.cases_count),
  target: {
    adds: one.filters ?? {},
    ...(field !== undefined && typeof id === 'number' && { names: { [field]: { [id]: one.title } } }),
  },
})

/** At most this many are named; the rest are counted. */
const mostArticles = 4
const mostRegions = 3
const some = (all: readonly string[], most: number): string =>
  all.length > most ? `${all.slice(0, most).join(', ')} и ещё ${all.length - most}` : all.join(', ')
type Articles = SuggestionOf<'person'>['articles']
const articlesOf = (articles: Articles, most: number, withCodex: boolean): string => {
  const names = articles.map(({ name, codex }) => noBreak(withCodex && codex === 'uk' ? `${name} УК` : name))
  return names.length === 0 ? '' : `ст.\u00a0${some(names, most)}`
}

const person = (one: SuggestionOf<'person'>): FoundRow => ({
  id: `person-${one.id}`,
  lead: personName(one.title),
  title: '',
  second: parts(
    one.approximate && closeTo,
    one.years && (one.years.from === one.years.to ? `${one.years.from}` : `${one.years.from}–${one.years.to}`),
    some(one.regions.map(regionTitle), mostRegions),
    articlesOf(one.articles, mostArticles, true),
    one.is_initials_only && 'только инициалы: возможно, кто-то из этого списка',
    one.namesakes_count > 0 && `с таким именем ещё ${counted(one.namesakes_count, ['лицо', 'лица', 'лиц'])}`,
  ),
  aside: casesAside(one.cases_count),
  ...hearingOf(one.hearing),
  target: { to: one.page ?? `/defendants/${one.id}` },
})

const hearingOf = (hearing: SuggestionOf<'person'>['hearing']): { hearing?: string } => {
  if (!hearing) return {}
  const today = dayIn('Europe/Moscow', new Date())
  const day = hearing.date === today ? 'сегодня' : showDate(hearing.date)
  return { hearing: withSaid(`заседание ${hearing.time ? `${day}, ${hearing.time}` : day}`, hearing.said) }
}

const foundBy = { number: undefined, name: undefined, uid: 'УИД', protocol: 'протокол' } as const
const oneCase = (one: SuggestionOf<'case'>, typed: string): FoundRow => {
  // Of several people, a matching one is named first.
  const people = one.defendants.toSorted((a, b) => Number(isLike(b, typed)) - Number(isLike(a, typed)))
  const by = foundBy[one.found_by]
  const found = one.found_by === 'uid' ? one.case_uid : one.found_by === 'protocol' ? one.protocol_number : null
  return {
    id: `case-${one.id}`,
    lead: one.title,
    title: [
      some(people.map(shortName), 2),
      `${articlesOf(one.articles, 2, false)} ${codexTitle(one.type === 1 ? 'koap' : 'uk')}`.trim(),
    ]
      .filter(Boolean)
      .join(', '),
    second: parts(
      one.approximate && closeTo,
      `${withCity(one.court.title)}, ${regionTitle(one.court.region)}`,
      by && found && `${by} ${found}`,
      one.hearing ? undefined : decided(one),
    ),
    aside: '',
    ...hearingOf(one.hearing),
    target: { to: one.page ?? `/cases/${one.id}` },
  }
}
const decided = ({ result_date, entry_date }: SuggestionOf<'case'>): string =>
  result_date ? `рассмотрено ${showDate(result_date)}` : entry_date ? `поступило ${showDate(entry_date)}` : ''

/** The title of the article; not for a part whose article is listed above. */
const headingOf = (one: SuggestionOf<'article'>, all: readonly SuggestionOf<'article'>[]): string => {
  if (one.part === '' || one.heading === '') return upperFirst(one.heading)
  const isToldAbove = all.some(
    other => other.is_whole && other.codex === one.codex && other.article_number === one.article_number,
  )
  return isToldAbove ? '' : `Статья ${one.article_number}: ${one.heading}`
}
const article = (one: SuggestionOf<'article'>, all: readonly SuggestionOf<'article'>[]): FoundRow => ({
  id: `article-${one.codex}-${one.article_number}-${one.part}-${one.is_whole}`,
  lead: `${noBreak(one.title)} ${codexTitle(one.codex)}${one.is_whole ? ', все части' : ''}`,
  title: one.called ? `«${one.called}»` : '',
  second: parts(one.approximate && closeTo, headingOf(one, all)),
  aside: '',
  target: { adds: one.filters ?? {}, codex: one.codex },
})

const preset = (one: SuggestionOf<'preset'>): FoundRow => ({
  id: `preset-${one.id}`,
  lead: '',
  title: one.title,
  second: parts(one.category, Object.values(one.human_readable).join(' · ')),
  aside: '',
  target: { presetId: one.id, title: one.title, filters: one.filters ?? {} },
})

const text = (one: SuggestionOf<'text'>): FoundRow => ({
  id: `text-${one.id}`,
  lead: '',
  title: '',
  quote: one.quote,
  second: parts(one.title, withCity(one.court.title), one.result_date && showDate(one.result_date)),
  aside: '',
  target: { to: one.page ?? `/cases/text/${one.id}`, search: one.filters ?? {} },
})
