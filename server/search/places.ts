import type { SuggestionOf } from '#shared/api/search.ts'
import { regions, regionTitle } from '#shared/domain/regions.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { namedPlaces } from '#shared/questions/places.ts'
import { phraseEnd, tokensOf } from '#shared/questions/words.ts'
import type { Scope } from '../cases/predicates.ts'
import { foldWords } from '../db/spelling.ts'
import { casesBehind } from './counts.ts'
import { type KnownDirectories, memoisedByRows } from './kept-directory.ts'
import { bestOf, fits, type NameMatch } from './matching.ts'
import type { TimedConnection } from './timed-connection.ts'
import type { Typed } from './typed.ts'

/** Judges, courts, cities and regions, within the regions of the account. */
export type Suggested<I> = { items: I[]; more: boolean }
/** `within`: current filters that the chosen suggestion will be added to. */
export type Asked = {
  on: TimedConnection
  directories: KnownDirectories
  scope: Scope
  typed: Typed
  within: AnyValues
  size: number
}

const sees = ({ regions }: Scope, region: number | undefined): boolean =>
  region !== undefined && (regions === 'all' || regions.includes(region))
export const approximately = ({ fit }: NameMatch): { approximate?: true } =>
  fit === fits.slip ? { approximate: true } : {}
/** «г. Тула»: the letter before the name of a place is not an initial. */
const ofPlace = ({ words }: Typed) => ({ words, initials: [] })

export async function suggestJudges(asked: Asked): Promise<Suggested<SuggestionOf<'judge'>>> {
  const { on, directories, scope, typed, size } = asked
  const [judges, courts] = [await directories.judges(on), courtsById(await directories.courts(on))]
  const { best, count } = bestOf(judges, typed, {
    foldedOf: ({ folded }) => folded,
    isSeen: ({ court_id }) => scope.regions === 'all' || sees(scope, courts.get(court_id)?.region),
  })
  const shown = best.slice(0, size).flatMap(({ row, match }) => {
    const court = courts.get(row.court_id)
    return court === undefined ? [] : [{ row, match, court }]
  })
  const counts = await casesBehind(
    asked,
    shown.map(({ row }) => ({ judge: [row.id] })),
  )
  return {
    items: shown.map(({ row: { id, name }, match, court }, n) => ({
      id,
      title: name,
      filters: { judge: [String(id)] },
      page: `/judges/${id}`,
      ...approximately(match),
      court: { id: court.id, title: court.title, region: court.region },
      cases_count: counts[n] ?? null,
    })),
    more: count > size,
  }
}

export async function suggestCourts(asked: Asked): Promise<Suggested<SuggestionOf<'court'>>> {
  const { on, directories, scope, typed, size } = asked
  const courts = await directories.courts(on)
  // Magistrates are three quarters of all courts: they are listed after the others.
  const rank = (kind: string): number => Number(kind === 'magistrate')
  const { best, count } = bestOf(courts, ofPlace(typed), {
    foldedOf: ({ folded }) => folded,
    isSeen: ({ region }) => sees(scope, region),
    weigh: (a, b) => rank(a.kind) - rank(b.kind),
  })
  const looked = best.slice(0, size * 2)
  const counts = await casesBehind(
    asked,
    looked.map(({ row }) => ({ court: [row.id] })),
  )
  // An abolished magistrate district is shown only if it has cases.
  const shown = looked.flatMap(({ row, match }, n) => {
    const cases = counts[n] ?? null
    return row.isFormer && cases === 0 ? [] : [{ row, match, cases }]
  })
  return {
    items: shown
      .slice(0, size)
      .map(({ row: { id, title, city, region }, match, cases }) => ({
        id,
        title,
        filters: { court: [String(id)] },
        page: `/courts/${id}`,
        ...approximately(match),
        city,
        region,
        cases_count: cases,
      })),
    more: count > looked.length || shown.length > size,
  }
}

export async function suggestCities({
  on,
  directories,
  scope,
  typed,
  size,
}: Asked): Promise<Suggested<SuggestionOf<'city'>>> {
  const { best, count } = bestOf(placesOf(await directories.courts(on)), ofPlace(typed), {
    foldedOf: ({ folded }) => folded,
    isSeen: ({ region }) => sees(scope, region),
    weigh: (a, b) => b.courts - a.courts,
  })
  const called = calledRegions(scope, typed)
  const others = best
    .filter(({ row }) => row.city !== undefined || !called.some(({ title }) => title === regionTitle(row.region)))
    .map(({ row: { city, region }, match }) => ({
      ...(city === undefined ? regionItem([region]) : cityItem(city, region)),
      ...approximately(match),
    }))
  return { items: [...called, ...others].slice(0, size), more: count + called.length > size }
}
type Place = SuggestionOf<'city'>
const cityItem = (city: string, region: number): Place => ({
  title: city,
  filters: { regions: [String(region)], court_city: [city] },
  page: null,
  region,
})
const regionItem = (numbers: readonly number[], title = regionTitle(numbers[0] ?? 0)): Place => ({
  title,
  filters: { regions: numbers.map(String) },
  page: null,
  region: null,
})
/** Regions and federal districts by other names («Питер», «СФО»), within the visible regions. */
function calledRegions(scope: Scope, { text }: Typed): Place[] {
  const tokens = tokensOf(text)
  const places = namedPlaces.flatMap(({ phrase, regions, title }) => {
    const seen = regions.filter(region => sees(scope, region))
    const isWhole = seen.length > 0 && phraseEnd(phrase, tokens, 0) === tokens.length
    if (!isWhole) return []
    return seen.length === regions.length ? [regionItem(seen, title)] : seen.map(region => regionItem([region]))
  })
  return [...new Map(places.map(place => [place.title, { ...place, is_called: true as const }])).values()]
}

type Courts = Awaited<ReturnType<KnownDirectories['courts']>>
const courtsById = memoisedByRows((courts: Courts) => new Map(courts.map(court => [court.id, court])))
/** Cities and regions; a region that is itself a city is listed as a city. */
const placesOf = memoisedByRows(
  (courts: Courts): { city?: string; region: number; folded: string; courts: number }[] => [
    ...[...Map.groupBy(courts, ({ city, region }) => `${region} ${city}`).values()].flatMap(same => {
      const [{ city, region } = { city: '', region: 0 }] = same
      return city === '' || city === regionTitle(region)
        ? []
        : [{ city, region, folded: foldWords(city), courts: same.length }]
    }),
    ...regions.map(({ number, title }) => ({ region: number, folded: foldWords(title), courts: 0 })),
  ],
)
