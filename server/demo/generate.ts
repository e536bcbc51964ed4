import type { CaseRecord } from '../ingest/case-record.ts'
import { memoized } from '../ingest/memoize.ts'
import { dayNumber, isWorkday } from './calendar.ts'
import { type DemoAccused, demoAccused } from './compose.ts'
import { type CaseSeries, corpusDays, courtWorld } from './courts.ts'
import { criminalMatters } from './criminal-matters.ts'
import { administrativeMatters, type Family, type Matter, reviewedMatters } from './matters.ts'
import { company, type Persona, person } from './names.ts'
import { administrativeCase, criminalCase, type NewCase, standaloneReview } from './proceedings.ts'
import { type Rng, random, seedOf, weighted, weightedName } from './random.ts'

const usualTextShare = (count: number): number => Math.min(0.55, 40_000 / Math.max(count, 1))

/**
 * A believable court world of any size: `count` valid records in order of entry, the same for the same seed and day. A stream: only
 * counters of courts and pending appeals are kept.
 */
export function* demoCases(
  count: number,
  { seed = 1, today: todayIso, textShare }: { seed?: number; today: string; textShare?: number },
): Generator<CaseRecord> {
  const today = dayNumber(todayIso)
  const start = today - corpusDays
  const world = newWorld(seed, count, today, textShare ?? usualTextShare(count))
  const quotas = dailyQuotas(start, today, count)
  const onTheWay = new Map<number, ((index: number) => CaseRecord)[]>()
  let made = 0
  for (let day = start; day <= today; day += 1) {
    const target = quotas[day - start] ?? count
    for (const appeal of onTheWay.get(day) ?? []) {
      if (made >= count) return
      yield appeal(made)
      made += 1
    }
    onTheWay.delete(day)
    while (made < target) {
      const { record, appeal } = world.newCase(made, day)
      made += 1
      yield record
      if (appeal === undefined || appeal.day > today) continue
      onTheWay.set(appeal.day, [...(onTheWay.get(appeal.day) ?? []), appeal.build])
    }
  }
}

/** Cumulative number of cases by day: mostly on workdays, slowly growing. */
function dailyQuotas(start: number, today: number, count: number): number[] {
  const weights = Array.from({ length: today - start + 1 }, (_, at) =>
    isWorkday(start + at) ? 0.75 + (0.5 * at) / (today - start) : 0.06,
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  return weights.map((weight, at) => {
    sum += weight
    return at === weights.length - 1 ? count : Math.round((sum / total) * count)
  })
}

const casesPerActor = 14
const actorShare = 0.3
const familyOfActor = weightedName<Family>({ protest: 34, street: 24, road: 14, theft: 16, drugs: 12 })

function newWorld(seed: number, count: number, today: number, textShare: number) {
  const courts = courtWorld(seed)
  const pickers = {
    administrative: byFamily(administrativeMatters),
    review: byFamily(reviewedMatters),
    criminal: byFamily(criminalMatters),
    magistrateAppeal: byFamily(
      criminalMatters.filter(({ sanctions }) => sanctions.some(({ type }) => type === 'works')),
    ),
  }
  const actors = Math.max(3, Math.round(count / casesPerActor))
  const courtsOf = memoized(100, courts.courtsOf)

  const actor = (id: number) => {
    const rng = random(seedOf(seed, 5, id))
    const who = { ...person(rng), known: id }
    const home = courts.anyCourt(rng)
    const other = rng.pick(courtsOf(home.region))
    return { who, family: familyOfActor(rng), courts: [home, home, other] }
  }

  const newCase = (index: number, day: number): NewCase => {
    const rng = random(seedOf(seed, 1, index))
    const slot = rng.next()
    const series: Exclude<CaseSeries, 'criminalAppeal'> =
      slot < 0.745 ? 'administrative' : slot < 0.815 ? 'review' : slot < 0.985 ? 'criminal' : 'magistrateAppeal'
    const known = rng.chance(actorShare) ? actor(Math.floor(rng.next() ** 1.15 * actors)) : undefined
    const matter = pickers[series](rng, known?.family)
    const seat =
      matter.theme === 'service' ? courts.anyGarrison(rng) : known ? rng.pick(known.courts) : courts.anyCourt(rng)
    const who = known?.who ?? (rng.chance(matter.companies) ? company(rng) : person(rng))
    const { case_number, sequence } = courts.number(seat, series, day)
    const common = {
      index,
      matter,
      seat,
      entry: day,
      today,
      case_number,
      case_uid: courts.uid(seat, series, day, sequence),
      accused: accusedPeople(rng, who, matter, pickers[series]),
      judge: courts.judge(seat, rng),
      textRng: random(seedOf(seed, 2, index)),
      textShare,
    }
    if (series === 'administrative') return administrativeCase(courts, rng, common, seed)
    if (series === 'criminal') return criminalCase(courts, rng, common, seed)
    return { record: standaloneReview(courts, rng, common) }
  }
  return { newCase }
}

function byFamily(matters: readonly Matter[]) {
  const any = weighted(matters, ({ weight }) => weight)
  const families = new Map(
    [...new Set(matters.map(({ family }) => family))].map(family => [
      family,
      weighted(
        matters.filter(matter => matter.family === family),
        ({ weight }) => weight,
      ),
    ]),
  )
  return (rng: Rng, family?: Family): Matter => (family === undefined ? any : (families.get(family) ?? any))(rng)
}

function accusedPeople(
  rng: Rng,
  who: Persona,
  matter: Matter,
  another: (rng: Rng, family?: Family) => Matter,
): DemoAccused[] {
  const second = rng.chance(matter.codex === 'uk' ? 0.14 : 0.015) ? another(rng, matter.family) : matter
  const matters = second.article_number === matter.article_number ? [matter] : [matter, second]
  const people = [demoAccused(rng, who, matters)]
  for (let more = rng.chance(matter.groups) ? rng.int(1, 3) : 0; more > 0; more -= 1)
    people.push(demoAccused(rng, person(rng), [matter]))
  return people
}
