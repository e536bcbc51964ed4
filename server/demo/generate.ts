// biome-ignore-all format: one line a matter; a table reads best as a table
import type { CaseRecord } from '../ingest/case-record.ts'
import { memoized } from '../ingest/memoize.ts'
import { dayNumber, isWorkday } from './calendar.ts'
import { type DemoAccused, demoAccused } from './compose.ts'
import { type CaseSeries, corpusDays, courtWorld } from './courts.ts'
import { administrativeMatters, type Family, koap, type Matter, reviewedMatters } from './matters.ts'
import { company, type Persona, person } from './names.ts'
import { administrativeCase, criminalCase, type NewCase, standaloneReview } from './proceedings.ts'
import { type Rng, random, seedOf, weighted, weightedName } from './random.ts'
import { beside, confiscation, corrective, fine, forced, life, military, militaryArrest, prison, restriction, type Sanction, titleLoss, unit, withoutLicence, works } from './sanctions.ts'

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

/** Articles of the УК with usual kinds and terms of penalties, within the law. */
const uk = (name: string, weight: number, theme: Matter['theme'], family: Matter['family'], sanctions: readonly Sanction[], groups = 0): Matter =>
  ({ ...koap(name, weight, theme, family, sanctions, { groups }), codex: 'uk', pace: 'criminal' })

const drunkAgain = (sanctions: readonly Sanction[]): Sanction[] => beside(sanctions, withoutLicence(24, 36), confiscation(0.2))

const criminalMatters: readonly Matter[] = [
  uk('158 1', 30, 'theft', 'theft', [fine(5, 30), works(100, 300, 6), corrective(4, 10, 3), restriction(6, 12), prison(4, 18, 0.4, 6)]),
  uk('158 2', 60, 'theft', 'theft', [fine(10, 50), works(150, 400, 3), corrective(6, 18), restriction(8, 18), prison(8, 30, 0.5)], 0.2),
  uk('158 3', 38, 'theft', 'theft', [fine(20, 80), forced(12, 24), ...beside([prison(12, 42, 0.6)], restriction(6, 12, 0.05))], 0.12),
  uk('158 4', 4, 'theft', 'theft', beside([prison(36, 72, 0.2)], fine(50, 300, 0.2)), 0.6),
  uk('158.1', 10, 'theft', 'theft', [works(60, 180, 6), corrective(3, 8), prison(2, 10, 0.3, 3)]),
  uk('159 1', 4, 'fraud', 'theft', [works(100, 300), corrective(4, 10), prison(6, 18, 0.5, 3)]),
  uk('159 2', 16, 'fraud', 'theft', [fine(20, 80), works(150, 400), corrective(8, 18), prison(12, 36, 0.6)], 0.2),
  uk('159 3', 12, 'fraud', 'theft', [fine(80, 150), ...beside([prison(18, 48, 0.6)], fine(20, 80, 0.1))], 0.2),
  uk('159 4', 10, 'fraud', 'theft', [fine(100, 500, 1), ...beside([prison(24, 72, 0.4)], fine(100, 500, 0.25))], 0.5),
  uk('161 1', 9, 'robbery', 'theft', [works(150, 400), corrective(8, 18, 1), prison(8, 30, 0.5)]),
  uk('161 2', 10, 'robbery', 'theft', [forced(18, 36), ...beside([prison(18, 54, 0.4)], restriction(6, 12, 0.1))], 0.3),
  uk('162 2', 5, 'robbery', 'theft', beside([prison(36, 78, 0.15)], fine(50, 200, 0.1), restriction(12, 18, 0.1)), 0.3),
  uk('166 1', 9, 'carTheft', 'theft', [fine(20, 60), forced(6, 18), prison(10, 36, 0.5)]),
  uk('228 1', 14, 'drugCrime', 'drugs', [fine(10, 40), works(200, 400), corrective(6, 18), restriction(6, 18), prison(6, 24, 0.7, 3)]),
  uk('228 2', 24, 'drugCrime', 'drugs', beside([prison(36, 48, 0.5)], fine(10, 50, 0.05), restriction(6, 12, 0.05))),
  uk('228.1 3', 8, 'drugCrime', 'drugs', beside([prison(96, 120, 0)], fine(50, 100, 0.1)), 0.3),
  uk('228.1 4', 14, 'drugCrime', 'drugs', beside([prison(120, 168, 0)], fine(100, 300, 0.15)), 0.35),
  uk('105 1', 7, 'murder', 'other', beside([prison(78, 144, 0)], restriction(12, 18, 0.4))),
  uk('105 2', 3, 'murder', 'other', [life, ...beside([prison(168, 240, 0, 4)], restriction(12, 24))], 0.3),
  uk('111 1', 9, 'harm', 'street', [prison(24, 60, 0.4)]), uk('111 2', 7, 'harm', 'street', beside([prison(30, 84, 0.3)], restriction(6, 18, 0.15))),
  uk('111 4', 5, 'harm', 'street', beside([prison(72, 120, 0)], restriction(12, 18, 0.3))), uk('112 1', 5, 'harm', 'street', [restriction(6, 24, 5), prison(6, 24, 0.5, 4)]),
  uk('115 2', 5, 'harm', 'street', [works(100, 300), corrective(4, 10), restriction(4, 12), prison(4, 12, 0.5, 2)]),
  uk('119 1', 16, 'threat', 'street', [works(100, 400, 6), restriction(6, 18, 3), forced(4, 12), prison(4, 12, 0.6, 4)]),
  uk('157 1', 20, 'alimony', 'other', [works(60, 150), corrective(4, 12, 8), forced(3, 8, 3), prison(2, 8, 0.4, 3)]),
  uk('264 1', 6, 'accident', 'road', [restriction(12, 30, 6), ...beside([prison(12, 24, 0.7, 3)], withoutLicence(18, 30, 0.6))]),
  uk('264 3', 4, 'accident', 'road', beside([prison(18, 42, 0.3), forced(18, 36, 2)], withoutLicence(24, 36))),
  uk('264.1 1', 34, 'drunkDriving', 'road', drunkAgain([fine(200, 300, 1), works(200, 460, 9), prison(4, 14, 0.6, 2)])),
  uk('264.1 2', 10, 'drunkDriving', 'road', drunkAgain([works(300, 480), corrective(12, 18, 1), prison(6, 24, 0.4, 5)])),
  uk('222 1', 8, 'weapon', 'other', beside([prison(36, 42, 0.9)], fine(10, 80, 0.2))),
  uk('318 1', 12, 'official', 'street', [fine(20, 80), forced(8, 24), prison(8, 30, 0.6)]),
  uk('319', 9, 'official', 'street', [fine(5, 30), works(100, 300, 3), corrective(3, 10)]), uk('322.3', 8, 'papers', 'other', [fine(10, 100, 9), prison(6, 18, 0.9, 1)]),
  uk('327 3', 8, 'papers', 'other', [fine(5, 30), restriction(3, 10, 4), prison(3, 8, 0.5, 1)]), uk('314.1 1', 8, 'papers', 'theft', [forced(3, 8), prison(3, 9, 0.2)]),
  uk('337 2', 2, 'service', 'other', [unit(3, 10), militaryArrest(2, 6)]), uk('337 3', 5, 'service', 'other', [military(6, 18, 3), unit(6, 18), prison(8, 24, 0.5, 4)]),
  uk('337 5', 5, 'service', 'other', [prison(60, 78, 0.1)]), uk('280.3 1', 4, 'speech', 'protest', [fine(100, 300)]),
  uk('207.3 1', 1, 'speech', 'protest', [fine(700, 1500), ...beside([prison(36, 60, 0.2)], withoutLicence(24, 36, 0.6))]),
  uk('207.3 2', 2, 'speech', 'protest', beside([prison(60, 90, 0)], withoutLicence(36, 48))),
  uk('205.2 2', 4, 'speech', 'protest', [fine(300, 500), ...beside([prison(60, 72, 0.1)], withoutLicence(24, 36))]),
  uk('212.1', 0.3, 'speech', 'protest', [works(300, 480), prison(24, 36, 0.3, 3)]),
  uk('282.2 2', 2, 'speech', 'protest', [fine(300, 600), ...beside([prison(24, 48, 0.5)], restriction(6, 12, 0.5))], 0.5),
  uk('290 3', 4, 'bribe', 'other', [fine(200, 900), ...beside([prison(36, 60, 0.3)], withoutLicence(24, 36), fine(100, 900, 0.4), titleLoss(0.3))]),
  uk('291 3', 6, 'bribe', 'other', [fine(50, 300), ...beside([prison(18, 42, 0.6)], fine(30, 300, 0.2))]),
]
