import type { Kysely } from 'kysely'
import type { SuggestionOf } from '#shared/api/search.ts'
import type { Scope } from '../cases/predicates.ts'
import type { DB } from '../db/schema.ts'
import { casesBehind } from './counts.ts'
import { knownCourts, knownJudges } from './kept-directory.ts'
import { bestOf, fits, type NameMatch } from './matching.ts'
import { foldedName, type Typed } from './typed.ts'

/** Judges, courts and cities of the regions that the account may see. */
export type Suggested<I> = { items: I[]; more: boolean }
/** `seconds`: how long each statement may take. */
export type Asked = { db: Kysely<DB>; scope: Scope; typed: Typed; size: number; seconds: number }

const sees = ({ regions }: Scope, region: number | undefined): boolean =>
  region !== undefined && (regions === 'all' || regions.includes(region))
export const approximately = ({ fit }: NameMatch): { approximate?: true } =>
  fit === fits.slip ? { approximate: true } : {}
/** «г. Тула»: what stands before the name of a place is no initial. */
const ofPlace = ({ words }: Typed) => ({ words, initials: [] })

export async function suggestJudges(asked: Asked): Promise<Suggested<SuggestionOf<'judge'>>> {
  const { db, scope, typed, size, seconds } = asked
  const [judges, courts] = [await knownJudges(db, seconds), courtsById(await knownCourts(db, seconds))]
  const own =
    scope.regions === 'all' ? judges : judges.filter(({ court_id }) => sees(scope, courts.get(court_id)?.region))
  const { best, count } = bestOf(own, typed, ({ folded }) => folded)
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
  const { db, scope, typed, size, seconds } = asked
  const courts = (await knownCourts(db, seconds)).filter(({ region }) => sees(scope, region))
  // Magistrates are three of four: they come after the courts.
  const rank = (kind: string): number => Number(kind === 'magistrate')
  const { best, count } = bestOf(
    courts,
    ofPlace(typed),
    ({ folded }) => folded,
    (a, b) => rank(a.kind) - rank(b.kind),
  )
  const looked = best.slice(0, size * 2)
  const counts = await casesBehind(
    asked,
    looked.map(({ row }) => ({ court: [row.id] })),
  )
  // A district of magistrates that is no more is asked for only by its cases.
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
  db,
  scope,
  typed,
  size,
  seconds,
}: Asked): Promise<Suggested<SuggestionOf<'city'>>> {
  const cities = citiesOf(await knownCourts(db, seconds)).filter(({ region }) => sees(scope, region))
  const { best, count } = bestOf(
    cities,
    ofPlace(typed),
    ({ folded }) => folded,
    (a, b) => b.courts - a.courts,
  )
  return {
    items: best
      .slice(0, size)
      .map(({ row: { city, region }, match }) => ({
        title: city,
        filters: { regions: [String(region)], court_city: [city] },
        page: null,
        ...approximately(match),
        region,
      })),
    more: count > size,
  }
}

type Courts = Awaited<ReturnType<typeof knownCourts>>
/** Made once of each state of the directory. */
const madeOnce = <T>(make: (courts: Courts) => T): ((courts: Courts) => T) => {
  const made = new WeakMap<Courts, T>()
  return courts => {
    const known = made.get(courts)
    if (known !== undefined) return known
    const now = make(courts)
    made.set(courts, now)
    return now
  }
}
const courtsById = madeOnce(courts => new Map(courts.map(court => [court.id, court])))
const citiesOf = madeOnce(courts =>
  [...Map.groupBy(courts, ({ city, region }) => `${region} ${city}`).values()].flatMap(same =>
    same[0] === undefined || same[0].city === ''
      ? []
      : [{ city: same[0].city, region: same[0].region, folded: foldedName(same[0].city), courts: same.length }],
  ),
)
