import { unitOf } from '#shared/domain/outcomes.ts'
import type { CaseRecord } from '../ingest/case-record.ts'
import { dayToIso, workdayFrom } from './calendar.ts'
import type { DemoCourt } from './courts.ts'
import type { DecisionFacts } from './decision-facts.ts'
import { decisionText } from './decision-text.ts'
import { type DemoPenalty, type DemoSentence, imposedOnCard } from './imposed-wording.ts'
import type { Matter } from './matters.ts'
import type { CaseEvent, Course, DemoOutcome } from './movement.ts'
import { asWritten, type Persona, person } from './names.ts'
import type { Rng } from './random.ts'
import type { Sanction } from './sanctions.ts'

export type DemoAccused = { who: Persona; written: string; matters: readonly Matter[] }
export type Draft = Pick<
  DecisionFacts,
  'stage' | 'case_number' | 'case_uid' | 'judge' | 'advocate' | 'prosecutor' | 'reviewed'
> & {
  index: number
  seat: DemoCourt
  entry: number
  today: number
  accused: readonly DemoAccused[]
  course: Course
  result?: string | undefined
  sentences?: readonly DemoSentence[]
  protocol_number?: string
  participants?: CaseRecord['participants']
  later?: readonly CaseEvent[]
  valid?: number | undefined
  appeal?: { day: number; result: string }
  defence?: CaseRecord['defence_params']
  /** Separate generator, so that corpora with and without texts are otherwise equal. */
  textRng: Rng
  textShare: number
}

/** The people of a generated case, however they are written: the same object or the same `known` is the same person. */
export const actualPeople = (record: CaseRecord): readonly Persona[] => truth.get(record) ?? []
const truth = new WeakMap<CaseRecord, readonly Persona[]>()
export const imposedIn = (record: CaseRecord): CaseRecord['penalties'] => imposed.get(record) ?? []
const imposed = new WeakMap<CaseRecord, CaseRecord['penalties']>()

const articleOf = ({ codex, article_number, part }: Matter) => ({ codex, article_number, part })

export function compose(draft: Draft): CaseRecord {
  const { accused, course, seat, today } = draft
  const main = accused[0]?.matters[0]
  if (main === undefined) throw new Error('a case accuses somebody of something')
  const { decided } = course
  const hasText = decided !== undefined && draft.textRng.chance(draft.textShare)
  const published = decided === undefined ? 0 : workdayFrom(decided.day + draft.textRng.int(2, 25))
  const address = `https://court.example/${seat.index}/case/${draft.index}`
  const record: CaseRecord = {
    source_key: `demo:${draft.index}`,
    type: main.codex === 'koap' ? 1 : 2,
    stage: draft.stage,
    court: { title: seat.title, region: seat.region },
    judge: draft.judge.short('nom'),
    case_number: draft.case_number,
    case_uid: draft.case_uid,
    entry_date: dayToIso(draft.entry),
    articles: accused.flatMap(({ matters }) => matters.map(articleOf)).filter(isFirst),
    defendants: accused.map(({ written, matters }) => ({ name: written, articles: matters.map(articleOf) })),
    participants: participantsOf(draft),
    events: [...course.events, ...(draft.later ?? [])].sort(byMoment),
    penalties: [],
    defence_params: draft.defence ?? [],
    url: address,
  }
  truth.set(
    record,
    accused.map(({ who }) => who),
  )
  if (draft.protocol_number !== undefined) record.protocol_number = draft.protocol_number
  if (decided !== undefined) {
    record.result_date = dayToIso(decided.day)
    if (draft.result !== undefined) record.result = draft.result
    if (published <= today && hasText) record.result_published_date = dayToIso(published)
    if (draft.valid !== undefined && draft.valid <= today) record.result_valid_date = dayToIso(draft.valid)
  }
  if (draft.appeal !== undefined && draft.appeal.day < today) {
    record.appeal_date = dayToIso(draft.appeal.day)
    record.appeal_result = draft.appeal.result
  }
  if (decided !== undefined && hasText && published <= today) {
    record.text = textOf(draft, main, decided)
    record.text_url = `${address}/text`
  }
  const penalties = penaltiesOf(draft, main)
  imposed.set(record, penalties)
  if (main.codex === 'koap' || tellsSentences(seat) || record.text === undefined) record.penalties = penalties
  return record
}

const isFirst = (article: CaseRecord['articles'][number], index: number, all: CaseRecord['articles']): boolean =>
  all.findIndex(other => other.article_number === article.article_number && other.part === article.part) === index

const moment = ({ date, time = '' }: CaseEvent): string => date + time
const byMoment = (left: CaseEvent, right: CaseEvent): number => (moment(left) < moment(right) ? -1 : 1)

const participantsOf = ({ advocate, prosecutor, participants = [] }: Draft): CaseRecord['participants'] => [
  ...(advocate === undefined ? [] : [{ role: 'advocate', name: advocate.short('nom') }]),
  ...(prosecutor === undefined ? [] : [{ role: 'prosecutor', name: prosecutor.short('nom') }]),
  ...participants,
]

const tellsSentences = ({ index }: DemoCourt): boolean => (index * 7) % 10 < 6

const penaltiesOf = ({ sentences = [], accused }: Draft, main: Matter): CaseRecord['penalties'] =>
  sentences.flatMap((sentence, at) => {
    const whose = accused.length > 1 ? accused[at]?.written : undefined
    return sentence.map(one => ({ ...penaltyOf(one, main), ...(whose === undefined ? {} : { person: whose }) }))
  })
const penaltyOf = (one: DemoPenalty, { codex }: Matter): CaseRecord['penalties'][number] => {
  const { type, amount, hidden, additional, suspended, probation, percent, state } = one
  return {
    type,
    hidden,
    text: imposedOnCard(one, codex),
    ...(amount === undefined || hidden ? {} : { value: amount }),
    ...(additional && { additional }),
    ...(suspended && { suspended }),
    ...(probation === undefined ? {} : { probation_months: probation }),
    ...(percent === undefined ? {} : { percent }),
    ...(state && { state }),
  }
}

function textOf(draft: Draft, matter: Matter, decided: { day: number; outcome: DemoOutcome }): string {
  const { textRng: rng, accused, reviewed, sentences } = draft
  const [who = person(rng), ...others] = accused.map(one => (one.written === one.who.name ? one.who : veiled(one)))
  return decisionText(rng, {
    ...draft,
    outcome: decided.outcome,
    matter,
    court: draft.seat.title,
    city: draft.seat.city,
    happened:
      (reviewed?.decided ?? draft.entry) -
      (matter.pace === 'sameDay' ? rng.int(0, 1) : rng.int(1, matter.pace === 'criminal' ? 120 : 30)),
    decided: decided.day,
    who,
    others,
    sentences: sentences ?? [],
  })
}
const veiled = ({ who, written }: DemoAccused): Persona =>
  who.kind === 'company' ||
  /^\p{L}+ \p{L}\.\p{L}\.$/u.test(written) ||
  (written === written.toUpperCase() && written.includes(' '))
    ? who
    : { ...who, short: () => 'ФИО1' }

export function protocolNumber(rng: Rng, region: number): string {
  const letters = 'АВЕКМНОРСТ'
  const letter = () => letters.charAt(rng.int(0, letters.length - 1))
  return `${String(region).padStart(2, '0')} ${letter()}${letter()} № ${String(rng.int(1, 999_999)).padStart(6, '0')}`
}

export function impose(rng: Rng, { sanctions }: Pick<Matter, 'sanctions'>, day: number): DemoSentence {
  const iso = dayToIso(day)
  const inForce = sanctions.filter(({ since = '', until = '9' }) => iso >= since && iso <= until)
  let at = rng.next() * inForce.reduce((sum, { weight }) => sum + weight, 0)
  const main = inForce.find(({ weight }) => {
    at -= weight
    return at < 0
  })
  if (main === undefined) return []
  const beside = (main.beside ?? []).filter(({ weight }) => weight >= 1 || rng.chance(weight))
  return [imposedBy(rng, main), ...beside.map(one => ({ ...imposedBy(rng, one), additional: true as const }))]
}
function imposedBy(rng: Rng, { type, amounts, suspended = 0, percent }: Sanction): DemoPenalty {
  if (amounts.length === 0) return { type, hidden: false }
  if (rng.chance(unitOf(type) === 'months' ? 0.02 : 0.05)) return { type, hidden: true }
  const amount = amounts[lean(rng, amounts.length)] ?? 0
  const one: DemoPenalty = { type, amount, hidden: false }
  if (percent !== undefined) one.percent = rng.pick(percent)
  if (suspended > 0 && amount <= 60 && rng.chance(suspended)) {
    one.suspended = true
    one.probation = rng.pick(amount <= 12 ? [6, 12, 18, 24] : [18, 24, 24, 36, 48])
  }
  return one
}
const lean = (rng: Rng, count: number): number => Math.floor(rng.next() ** 1.7 * count)

export const demoAccused = (rng: Rng, who: Persona, matters: readonly Matter[]): DemoAccused => ({
  who,
  written: asWritten(who, rng),
  matters,
})
