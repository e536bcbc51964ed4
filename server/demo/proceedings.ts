import type { PenaltyType } from '#shared/domain/outcomes.ts'
import { referenceDefenceParams } from '../db/reference/tables.ts'
import type { CaseRecord } from '../ingest/case-record.ts'
import { workdayFrom } from './calendar.ts'
import { compose, type Draft, impose, protocolNumber } from './compose.ts'
import type { CaseSeries, CourtWorld, DemoCourt } from './courts.ts'
import type { DemoSentence } from './imposed-wording.ts'
import type { Matter } from './matters.ts'
import {
  administrativeCourse,
  type Course,
  criminalAppealCourse,
  criminalCourse,
  finalEvents,
  reviewCourse,
} from './movement.ts'
import { person } from './names.ts'
import { type Rng, random, seedOf } from './random.ts'
import {
  criminalAppealResults,
  criminalResults,
  koapResults,
  koapReviewResults,
  otherAppealResults,
} from './results.ts'
import { courtFine } from './sanctions.ts'

/** Whole proceedings: a case of first instance and, sometimes, its way to the higher court under the same УИД. */
export type NewCase = { record: CaseRecord; appeal?: { day: number; build: (index: number) => CaseRecord } }
type Common = Pick<
  Draft,
  'index' | 'seat' | 'entry' | 'today' | 'case_number' | 'case_uid' | 'accused' | 'judge' | 'textRng' | 'textShare'
> & { matter: Matter }

/** Shares of decided cases that are appealed; severely punished people appeal more often. */
const complaintShare = 0.13
const complaintShareAboutArrest = 0.3
const criminalAppealShare = 0.24
const finalAfterDays = 11
const sentenceFinalAfterDays = 16

const monitored = referenceDefenceParams()
const defenceOf = (rng: Rng, family: string | undefined): CaseRecord['defence_params'] => {
  if (!rng.chance(family === 'protest' ? 0.16 : 0.01)) return []
  const noted = new Map(Array.from({ length: rng.int(1, 4) }, () => rng.pick(monitored)).map(item => [item.key, item]))
  return [...noted.values()]
}

export function administrativeCase(courts: CourtWorld, rng: Rng, common: Common, seed: number): NewCase {
  const { seat, entry, today, matter } = common
  const course = administrativeCourse(rng, matter.pace, entry, today)
  const { decided } = course
  const isPunished = decided?.outcome === 'punished'
  const sentence = isPunished ? impose(rng, matter, decided.day) : []
  const people = {
    protocol_number: protocolNumber(rng, seat.region),
    advocate: rng.chance(0.22) ? courts.advocate(seat.region, rng) : undefined,
    prosecutor: rng.chance(0.04) ? person(rng, 0.6) : undefined,
  }
  const draft: Draft = {
    ...common,
    ...people,
    stage: 1,
    course,
    defence: defenceOf(rng, matter.family),
    participants: matter.theme === 'battery' || matter.theme === 'accident' ? victim(rng) : [],
    sentences: [sentence],
  }
  if (decided === undefined) return { record: compose(draft) }
  draft.result = koapResults[decided.outcome] ?? ''
  if (decided.outcome === 'returned' || decided.outcome === 'forwarded') return { record: compose(draft) }

  const soon = sentence[0]?.type === 'arrest'
  const share = soon ? complaintShareAboutArrest : isPunished ? complaintShare : 0.03
  if (!rng.chance(share)) {
    const valid = decided.day + finalAfterDays + rng.int(0, 6)
    return { record: compose({ ...draft, valid, later: finalEvents(rng, valid, isPunished, today) }) }
  }
  const day = workdayFrom(decided.day + (soon ? rng.int(1, 6) : rng.int(8, 32)))
  const { ended, stands, onLowerCard, appeal } = appealTo(
    courts,
    { ...common, people, seed, day },
    {
      series: 'review',
      courseOf: appealRng => reviewCourse(appealRng, day, today, soon),
      results: koapReviewResults,
      reviewed: { court: seat.title, decided: decided.day, sentence },
      sentence,
    },
  )
  const final = stands && ended && { valid: ended.day, later: finalEvents(rng, ended.day, isPunished, today) }
  return { record: compose({ ...draft, ...onLowerCard, ...final }), appeal }
}

export function criminalCase(courts: CourtWorld, rng: Rng, common: Common, seed: number): NewCase {
  const { seat, entry, today, matter } = common
  const course = criminalCourse(rng, entry, today)
  const { decided } = course
  const sentences = sentencesOf(random(seedOf(seed, 6, common.index)), common, decided)
  const people = {
    advocate: rng.chance(0.93) ? courts.advocate(seat.region, rng) : undefined,
    prosecutor: rng.chance(0.95) ? person(rng, 0.55) : undefined,
  }
  const draft: Draft = {
    ...common,
    ...people,
    stage: 1,
    course,
    defence: defenceOf(rng, matter.family),
    participants: rng.chance(0.4) ? victim(rng) : [],
    sentences,
  }
  if (decided === undefined) return { record: compose(draft) }
  draft.result = criminalResults[decided.outcome] ?? ''
  const isAppealed =
    decided.outcome !== 'elsewhere' && rng.chance(decided.outcome === 'sentenced' ? criminalAppealShare : 0.05)
  if (!isAppealed) return { record: compose({ ...draft, valid: decided.day + sentenceFinalAfterDays }) }

  const day = workdayFrom(decided.day + rng.int(15, 50))
  const { ended, stands, onLowerCard, appeal } = appealTo(
    courts,
    { ...common, people, seed, day },
    {
      series: 'criminalAppeal',
      courseOf: appealRng => criminalAppealCourse(appealRng, day, today),
      results: decided.outcome === 'sentenced' ? criminalAppealResults : otherAppealResults,
      reviewed: { court: seat.title, decided: decided.day },
      sentence: sentences[0] ?? [],
    },
  )
  return { record: compose({ ...draft, ...onLowerCard, ...(stands && ended && { valid: ended.day }) }), appeal }
}

type People = Pick<Draft, 'advocate' | 'prosecutor' | 'protocol_number'>
type Appeal = {
  series: CaseSeries
  courseOf: (rng: Rng) => Course
  results: typeof koapReviewResults
  reviewed: NonNullable<Draft['reviewed']>
  /** The sentence of the lower court, which a changed sentence reduces. */
  sentence: DemoSentence
}
function appealTo(
  courts: CourtWorld,
  { people, seed, day, ...common }: Common & { people: People; seed: number; day: number },
  { series, courseOf, results, reviewed, sentence }: Appeal,
) {
  const rng = random(seedOf(seed, 3, common.index))
  const course = courseOf(rng)
  const ended = course.decided
  const [result, onLowerCard = ''] = (ended && results[ended.outcome]) ?? []
  const above = courts.above(common.seat)
  const build = (index: number): CaseRecord =>
    compose({
      ...common,
      ...people,
      ...higher(courts, above, series, day, index, rng),
      course,
      textRng: random(seedOf(seed, 4, common.index)),
      reviewed,
      valid: ended?.day,
      result,
      sentences: ended?.outcome === 'changed' ? [lessened(rng, common.matter, sentence)] : [],
    })
  return {
    ended,
    stands: ended !== undefined && ended.outcome !== 'quashed' && ended.outcome !== 'remitted',
    onLowerCard: ended && { appeal: { day: ended.day, result: onLowerCard } },
    appeal: { day, build },
  }
}

/** A complaint against the decision of an official or a magistrate whose cases are not in the corpus. */
export function standaloneReview(courts: CourtWorld, rng: Rng, common: Common): CaseRecord {
  const { entry, today, seat, matter } = common
  const isCriminal = matter.codex === 'uk'
  const course = isCriminal ? criminalAppealCourse(rng, entry, today) : reviewCourse(rng, entry, today, false)
  const { decided } = course
  const results = isCriminal ? criminalAppealResults : koapReviewResults
  const [result] = (decided && results[decided.outcome]) ?? []
  const before = entry - rng.int(12, 40)
  const sentence = impose(rng, matter, before)
  return compose({
    ...common,
    stage: 2,
    course,
    ...(isCriminal ? {} : { protocol_number: protocolNumber(rng, seat.region) }),
    advocate: rng.chance(isCriminal ? 0.9 : 0.2) ? courts.advocate(seat.region, rng) : undefined,
    prosecutor: isCriminal ? person(rng, 0.55) : undefined,
    reviewed: { court: isCriminal ? magistrate(rng) : '', decided: before, sentence },
    valid: decided?.day,
    result,
    sentences: decided?.outcome === 'changed' ? [lessened(rng, matter, sentence)] : [],
  })
}

const higher = (courts: CourtWorld, seat: DemoCourt, series: CaseSeries, day: number, index: number, rng: Rng) => ({
  ...courts.number(seat, series, day),
  index,
  stage: 2 as const,
  seat,
  entry: day,
  judge: courts.judge(seat, rng),
})

const courtFineShare = 0.25
function sentencesOf(rng: Rng, { accused, matter }: Common, decided: Course['decided']): DemoSentence[] {
  if (decided?.outcome === 'sentenced') return accused.map(() => impose(rng, matter, decided.day))
  const isFined = decided?.outcome === 'closed' && rng.chance(courtFineShare)
  return isFined ? accused.map(() => impose(rng, { sanctions: [courtFine] }, decided.day)) : []
}

/** A higher court's card shows a penalty only when it changed it; additional ones may be removed. */
const takenOff: Readonly<Record<Matter['codex'], readonly PenaltyType[]>> = {
  koap: ['confiscation'],
  uk: ['fine', 'restriction', 'deprivation'],
}
const lessened = (rng: Rng, { codex }: Matter, [main, ...beside]: DemoSentence): DemoSentence => {
  if (main?.amount === undefined) return []
  const least = main.type === 'fine' ? 500 : 1
  const amount = Math.max(least, Math.round(main.amount * rng.pick([0.5, 0.75])))
  const gone = beside.filter(({ type }) => takenOff[codex].includes(type) && rng.chance(0.4)).slice(0, 1)
  return [{ ...main, amount, state: 'changed' }, ...gone.map(one => ({ ...one, state: 'annulled' as const }))]
}

const magistrate = (rng: Rng): string => `мирового судьи судебного участка № ${rng.int(1, 9)}`

const victim = (rng: Rng): CaseRecord['participants'] => [
  { role: 'Потерпевший', name: rng.chance(0.7) ? 'Информация скрыта' : person(rng, 0.5).short('nom') },
]
