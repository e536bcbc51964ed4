import type { Kysely } from 'kysely'
import { storedParams } from '#shared/api/saved.ts'
import { maxSubscriptionTitle } from '#shared/domain/news.ts'
import { lowerFirst, upperFirst } from '#shared/domain/wording.ts'
import { filterLines, isOfFavourites } from '#shared/filters/favourite-words.ts'
import { selectCases } from '../cases/case-query.ts'
import type { DB, RowOf } from '../db/schema.ts'
import { countFavourites } from '../favourites/favourites.ts'
import { type AccountRights, scopeOf } from '../http/auth.ts'
import { readFilters } from '../saved/checked-filters.ts'
import { type DescribedFilters, describeAll } from '../saved/readable.ts'
import { nameOfPerson } from './watched-cases.ts'

/**
 * Titles of subscriptions: the person's own, else generated each time from what is watched, as far as the owner may see
 * it.
 */
export type TitledRow = RowOf<'subscription', 'title' | 'get_params' | 'about_case_id' | 'about_person_id' | 'sends'>
type ShortCase = { id: number; case_number: string; court: string }
export type Titled = {
  title: string
  filters: ReturnType<typeof readFilters>
  described: DescribedFilters
  /** Undefined when the owner may not see it, or it is not about a case. */
  ofCase: ShortCase | undefined
  person: string | undefined
}

export async function titledSubscriptions(
  db: Kysely<DB>,
  owner: AccountRights,
  rows: readonly TitledRow[],
): Promise<Titled[]> {
  const cases = await shortCases(
    db,
    owner,
    rows.flatMap(({ about_case_id: id }) => id ?? []),
  )
  const people = new Map<number, string | undefined>()
  for (const { about_person_id: id } of rows)
    if (id !== null && !people.has(id)) people.set(id, await nameOfPerson(db, scopeOf(owner), id))
  const filters = rows.map(({ get_params }) => readFilters(storedParams.catch({}).parse(get_params), owner))
  const described = await describeAll(
    db,
    filters.map(({ values }) => values),
    scopeOf(owner),
  )
  const kept = filters.some(({ values }) => isOfFavourites(values))
    ? await countFavourites(db, scopeOf(owner))
    : undefined
  return rows.flatMap((row, n) => {
    const [read, words] = [filters[n], described[n]]
    if (read === undefined || words === undefined) return []
    const ofCase = cases.get(row.about_case_id ?? 0)
    const person = people.get(row.about_person_id ?? 0)
    const title = row.title || shortened(titleOf(row, { filters: read, described: words, ofCase, person }, kept))
    return [{ title, filters: read, described: words, ofCase, person }]
  })
}

export const titleOfOne = async (db: Kysely<DB>, owner: AccountRights, row: TitledRow): Promise<string> =>
  (await titledSubscriptions(db, owner, [row]))[0]?.title ?? ''

export const unseenPerson = 'лицо вне ваших регионов'

function titleOf(
  { about_case_id, about_person_id, sends }: TitledRow,
  { filters, described, ofCase, person }: Omit<Titled, 'title'>,
  kept: number | undefined,
): string {
  if (about_case_id !== null) return ofCase ? `Дело ${ofCase.case_number}` : 'Дело вне ваших регионов'
  if (about_person_id !== null) return person ?? upperFirst(unseenPerson)
  if (isOfFavourites(filters.values)) {
    const what = filterLines(described.each, filters.values, kept).join('; ')
    return sends === 'changes' ? `Сводка изменений. ${what}` : what
  }
  if (Object.keys(filters.values).length === 0) return sends === 'changes' ? 'Сводка изменений' : 'Подписка на дела'
  return sends === 'changes' ? `Сводка изменений: ${lowerFirst(described.sentence)}` : described.sentence
}

const shortened = (title: string): string =>
  title.length > maxSubscriptionTitle ? `${title.slice(0, maxSubscriptionTitle - 1).toWellFormed()}…` : title

export async function shortCases(
  db: Kysely<DB>,
  owner: AccountRights,
  ids: readonly number[],
): Promise<Map<number, ShortCase>> {
  if (ids.length === 0) return new Map()
  const rows = await selectCases(db, scopeOf(owner), {})
    .where(({ eb, fn }) => eb('court_case.id', '=', fn.any(eb.val([...ids]))))
    .innerJoin('court', 'court.id', 'court_case.court_id')
    .select(['court_case.id', 'court_case.case_number', 'court.title as court'])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
