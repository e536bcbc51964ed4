import { referenceCourtRows } from '../db/reference/tables.ts'
import { dayNumber, yearOfDay, yearShare } from './calendar.ts'
import { type Persona, person } from './names.ts'
import { type Rng, random, seedOf, weighted } from './random.ts'

type ReferenceCourt = ReturnType<typeof referenceCourtRows>[number]
export type DemoCourt = Pick<ReferenceCourt, 'title' | 'region' | 'city' | 'vnkod' | 'kind'> & {
  index: number
  weight: number
}
/** Prefix of case numbers, and cases per year in a court of weight 1. */
const series = {
  administrative: { prefix: '5', yearly: 260 },
  review: { prefix: '12', yearly: 160 },
  criminal: { prefix: '1', yearly: 110 },
  magistrateAppeal: { prefix: '10', yearly: 12 },
  criminalAppeal: { prefix: '22', yearly: 900 },
} as const
export type CaseSeries = keyof typeof series
const seriesNames: readonly string[] = Object.keys(series)

const capitalKinds = ['republic', 'krai', 'oblast', 'autonomous_okrug', 'city_of_federal_significance']

/** Villages hear fewer cases than towns, towns fewer than regional capitals, and Moscow and St Petersburg the most. */
function weightOf(court: ReferenceCourt, capitals: ReadonlyMap<number, string>): number {
  if (court.kind === 'garrison_military') return 0.3
  if (court.region === 77) return 9
  if (court.region === 78) return 7
  if (/^\p{Ll}+\. /u.test(court.city)) return 0.45
  return capitals.get(court.region) === court.city ? 3.5 : 1.2
}

export function courtWorld(seed: number) {
  const all = referenceCourtRows()
  const capitals = new Map(
    all.flatMap(({ kind, region, city }) => (capitalKinds.includes(kind) ? [[region, city]] : [])),
  )
  const seats = all.map((court, index): DemoCourt => ({ ...court, index, weight: weightOf(court, capitals) }))
  const isMilitary = ({ kind }: DemoCourt): boolean => kind.endsWith('_military')
  const lower = seats.filter(({ index }) => all[index]?.instance === 1)
  const civil = lower.filter(seat => !isMilitary(seat))
  const garrisons = lower.filter(isMilitary)
  const districts = seats.filter(({ kind }) => kind === 'okrug_military')
  const higher = new Map(seats.flatMap(seat => (capitalKinds.includes(seat.kind) ? [[seat.region, seat]] : [])))

  const judges = new Map<number, Persona>()
  const advocates = new Map<number, Persona>()
  const remembered = <T>(known: Map<number, T>, key: number, make: () => T): T => {
    const found = known.get(key) ?? make()
    known.set(key, found)
    return found
  }
  const lastNumbers = new Map<number, number>()

  return {
    anyCourt: weighted(civil, ({ weight }) => weight),
    anyGarrison: weighted(garrisons, () => 1),
    courtsOf: (region: number): readonly DemoCourt[] => civil.filter(seat => seat.region === region),
    above(seat: DemoCourt): DemoCourt {
      const found = isMilitary(seat) ? districts[seat.index % districts.length] : higher.get(seat.region)
      if (found === undefined) throw new Error(`no court above ${seat.title}, region ${seat.region}`)
      return found
    },
    judge(seat: DemoCourt, rng: Rng): Persona {
      const bench = higher.get(seat.region) === seat ? 24 : Math.max(2, Math.round(seat.weight * 5))
      const place = Math.floor(rng.next() * rng.next() * bench * 1.2) % bench
      return remembered(judges, seat.index * 100 + place, () =>
        person(random(seedOf(seed, 11, seat.index, place)), 0.42),
      )
    },
    advocate(region: number, rng: Rng): Persona {
      const place = Math.floor(rng.next() ** 1.6 * 60)
      return remembered(advocates, region * 100 + place, () => person(random(seedOf(seed, 12, region, place)), 0.6))
    },
    number(seat: DemoCourt, name: CaseSeries, day: number): { case_number: string; sequence: number } {
      const year = yearOfDay(day)
      const key = (seat.index * 100 + (year - 2000)) * 10 + seriesNames.indexOf(name)
      const { prefix, yearly } = series[name]
      const sequence = Math.max(1 + (lastNumbers.get(key) ?? 0), Math.round(yearShare(day) * yearly * seat.weight) + 1)
      lastNumbers.set(key, sequence)
      return { case_number: `${prefix}-${sequence}/${year}`, sequence }
    },
    uid(seat: DemoCourt, name: CaseSeries, day: number, sequence: number): string {
      const code =
        seat.vnkod ?? `${String(seat.region).padStart(2, '0')}RS9${String(seat.index % 1000).padStart(3, '0')}`
      const matter = sequence * seriesNames.length + seriesNames.indexOf(name)
      const control = (seedOf(seat.index, matter) % 90) + 10
      return `${code}-01-${yearOfDay(day)}-${String(matter).padStart(6, '0')}-${control}`
    },
  }
}
export type CourtWorld = ReturnType<typeof courtWorld>

export const corpusDays = dayNumber('2026-11-21') - dayNumber('2023-11-01')
