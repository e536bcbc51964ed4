import type { Codex } from '#shared/domain/codex.ts'
import type { PenaltyState } from '#shared/domain/outcomes.ts'
import { articlesIn } from './articles.ts'
import { type Ending, mostSignificant } from './endings.ts'
import type { ImposedPenalty, ReadPenalty } from './measured-penalty.ts'
import { isSameName, type Name } from './names.ts'
import { severityOf } from './penalty-kinds.ts'
import type { Sentencing } from './read-penalties.ts'
import type { TextSpan } from './sentences.ts'

/** What a decision decided of one person, collected sentence by sentence. */
export type PersonPenalty = ReadPenalty & { span: TextSpan; state: PenaltyState; part: number }
export type PersonVerdict = {
  name: Name | undefined
  parts: PersonPenalty[]
  final: PersonPenalty[] | undefined
  annulled: PersonPenalty[]
  endings: { ending: Ending; span: TextSpan }[]
  /** Words that may tell articles, in normalized letters; of what was ended, apart from what was punished. */
  articles: { words: string; isEnded: boolean }[]
  offenceCount: number
  isAmbiguous: boolean
  /** What an earlier decision said of them is annulled, whatever the review says of others. */
  isUndone: boolean
  /** A review leaves them as they were. */
  isKept: boolean
  /** It is told in what colony they serve it: it is not suspended. */
  isServed: boolean
}
export const newVerdict = (name: Name | undefined): PersonVerdict => ({
  name,
  parts: [],
  final: undefined,
  annulled: [],
  endings: [],
  articles: [],
  offenceCount: 0,
  isAmbiguous: false,
  isUndone: false,
  isKept: false,
  isServed: false,
})
export const verdictsNamed = (verdicts: readonly PersonVerdict[], name: Name): PersonVerdict[] =>
  verdicts.filter(verdict => verdict.name !== undefined && isSameName(verdict.name, name))
export const verdictOf = (verdicts: readonly PersonVerdict[], name: Name): PersonVerdict | undefined =>
  verdictsNamed(verdicts, name)[0]

export const currentPenalties = (verdict: PersonVerdict): PersonPenalty[] => verdict.final ?? verdict.parts

type SentenceFacts = {
  span: TextSpan
  isReview: boolean
  codex: Codex | undefined
  isPart: boolean
  partAt: (at: number) => number
}

export function applySentencing(
  verdict: PersonVerdict,
  { imposed, ...said }: Sentencing,
  { span, isReview, codex, isPart, partAt }: SentenceFacts,
): void {
  // «…прекратить с назначением судебного штрафа. Размер штрафа определить в 25 000 рублей.»
  const isOfCourtFine = ({ type }: ReadPenalty): boolean =>
    type === 'fine' && !verdict.parts.some(one => one.type !== 'court_fine') && verdict.parts.some(one => one.hidden)
  const recorded = (penalty: ImposedPenalty, part: number): PersonPenalty => {
    const { at: _, isReplacing: __, ...rest } = penalty
    // Of hidden length it is that of УК 54.
    const isUnmeasured = codex === 'uk' && rest.type === 'arrest' && rest.value === null
    const type = isUnmeasured ? 'criminal_arrest' : isOfCourtFine(rest) ? 'court_fine' : rest.type
    return { ...rest, type, span, state: isReview ? 'changed' : 'imposed', part }
  }
  if (isPart) verdict.offenceCount += 1
  if (said.replaces !== undefined && imposed.length > 0)
    replacePenalty(currentPenalties(verdict), said.replaces, imposed)
  const fresh = imposed.map(penalty => recorded(penalty, verdict.offenceCount * 100 + partAt(penalty.at)))
  const penalties = withAdditionalMarked(codex === 'koap' ? withFineAsMain(fresh) : fresh)
  if (said.isFinal && penalties.length > 0) {
    const isWhole = penalties.some(({ additional }) => !additional)
    if (isWhole && said.replaces === undefined && isMilder(penalties, currentPenalties(verdict)))
      verdict.isAmbiguous = true
    if (isWhole || verdict.final === undefined) verdict.final = isWhole ? penalties : [...verdict.parts, ...penalties]
    else verdict.final.push(...penalties.filter(one => !includesPenalty(verdict.final ?? [], one)))
  } else {
    const list = currentPenalties(verdict)
    for (const one of penalties) {
      const same = list.find(known => known.type === one.type)
      // One court fine, of one article, is told at its imposing, at its amount and at its term for payment.
      const isTold =
        one.type === 'court_fine' && (same?.value === null || same?.value === one.value) && isOfOneArticle(verdict)
      const isOfAnother = isPart && verdict.final === undefined && one.part !== same?.part && !isTold
      if (same === undefined || (isOfAnother && !one.hidden))
        list.push({ ...one, additional: one.additional || hasMainOfPart(list, one, isPart) })
      else if (same.hidden && one.value !== null)
        Object.assign(same, { value: one.value, hidden: false, certainty: 0.9 })
      else if ((isReview || said.reduces) && one.value !== null && same.value !== one.value)
        Object.assign(same, { value: one.value, span })
    }
  }
  if (said.releases !== undefined) release(verdict, said, fresh)
  // Of an offence just told, beside those of others, the total is to be told.
  const own = currentPenalties(verdict).filter(
    ({ part }) => !isPart || fresh.length === 0 || fresh.some(one => one.part === part),
  )
  // Two terms of probation, and it is not told which of them stands, or whose it is.
  if (!isReview && said.suspends && hasOtherProbation(own, said)) verdict.isAmbiguous = true
  else if (said.suspends) suspend(currentPenalties(verdict), said.probation)
  else if (said.probation !== null)
    for (const one of currentPenalties(verdict)) if (one.suspended) one.probation_months ??= said.probation
  for (const one of said.excluded) verdict.annulled.push({ ...recorded(one, 0), state: 'annulled' })
}

/** As far as its last sentences tell. */
const isOfOneArticle = ({ articles }: PersonVerdict): boolean =>
  new Set(
    articles
      .slice(-20)
      .flatMap(({ words }) => articlesIn(words, 'uk'))
      .map(({ article_number, part }) => `${article_number} ${part}`),
  ).size < 2

/** A total is never milder than what it is made of (УК 69, 70): what seems one is a part of it, or of another verdict. */
function isMilder(total: readonly PersonPenalty[], counts: readonly PersonPenalty[]): boolean {
  const gravest = Math.max(...total.map(({ type }) => severityOf(type)))
  return counts.some(
    count =>
      isOwed(count) &&
      (severityOf(count.type) > gravest ||
        total.some(one => one.type === count.type && (one.value ?? Infinity) < (count.value ?? 0))),
  )
}

/** Terms of one kind for several offences, and no total of them: it was not read. «В отношении ФИО1, ФИО1» is one mask of two people. */
export const lacksTotal = ({ name, parts, final }: PersonVerdict, opening: string): boolean =>
  final === undefined &&
  !(name?.isHidden && opening.includes(`${name.written}, ${name.written}`)) &&
  parts.some((one, at) => isOwed(one) && parts.slice(0, at).some(other => isOwed(other) && other.type === one.type))
const isOwed = ({ additional, state }: PersonPenalty): boolean => !additional && state !== 'released'

/** The amount of what is replaced passes to what comes instead when that has none. */
function replacePenalty(list: PersonPenalty[], replaces: Sentencing['replaces'], imposed: ImposedPenalty[]): void {
  const at = list.findLastIndex(({ type, additional }) => (replaces === 'any' ? !additional : type === replaces))
  const old = at < 0 ? list.findLastIndex(({ additional }) => !additional) : at
  const [gone] = old < 0 ? [] : list.splice(old, 1)
  const [first] = imposed
  if (first?.isReplacing && first.hidden && gone !== undefined) {
    first.value = gone.value
    first.hidden = gone.hidden
    first.certainty = Math.min(first.certainty, 0.9)
  }
}

const includesPenalty = (list: readonly PersonPenalty[], one: PersonPenalty): boolean =>
  list.some(({ type, value }) => type === one.type && value === one.value)
/** `isPart`: the sentence names its offence; otherwise it may go on about the last one: «…штраф. На основании ч. 3 ст. 47 УК РФ лишить его права…». */
const hasMainOfPart = (list: readonly PersonPenalty[], { part, type }: PersonPenalty, isPart: boolean): boolean =>
  list.some(
    one =>
      !one.additional &&
      (one.part === part ||
        (!isPart &&
          Math.floor(one.part / 100) === Math.floor(part / 100) &&
          (type === 'deprivation' || (type === 'restriction' && severityOf(one.type) > severityOf(type))))),
  )

/** A fine is never additional (КоАП 3.3 ч. 1): beside it the loss of a right is, in whatever order they are told. */
function withFineAsMain(penalties: readonly PersonPenalty[]): PersonPenalty[] {
  const isBeside = (one: PersonPenalty, type: string): boolean =>
    penalties.some(other => other.part === one.part && other.type === type)
  const marked = penalties.map(one =>
    one.type === 'fine' && isBeside(one, 'deprivation')
      ? { ...one, additional: false }
      : one.type === 'deprivation' && isBeside(one, 'fine')
        ? { ...one, additional: true }
        : one,
  )
  return marked.toSorted((left, right) =>
    left.part === right.part && left.type === 'deprivation' && right.type === 'fine' ? 1 : 0,
  )
}

export const hasOtherProbation = (
  list: readonly PersonPenalty[],
  { probation }: Pick<Sentencing, 'probation'>,
): boolean => probation !== null && list.some(({ probation_months: told }) => told !== null && told !== probation)

/** The first penalty of an offence is the main one. */
function withAdditionalMarked(penalties: PersonPenalty[]): PersonPenalty[] {
  const seen: PersonPenalty[] = []
  for (const one of penalties) {
    const ofSame = seen.filter(({ part }) => part === one.part)
    if (ofSame.some(({ type }) => type === one.type)) continue
    seen.push(ofSame.some(({ additional }) => !additional) ? { ...one, additional: true } : one)
  }
  return seen
}

/** Where it is not told which of several penalties is released, or whose, all become less certain. */
function release(verdict: PersonVerdict, said: Omit<Sentencing, 'imposed'>, told: readonly PersonPenalty[]): void {
  const { releases: what, releasedKinds: kinds } = said
  const list = currentPenalties(verdict)
  const isOwn = what === 'own' && verdict.final === undefined
  const own = isOwn ? list.filter(one => told.some(({ part }) => part === one.part)) : list
  const meant = kinds.size === 0 ? own : own.filter(({ type }) => kinds.has(type))
  // Of one offence, once the total of several stands: that is not released.
  const isOfOne =
    (isOwn || ((what === 'part' || what === 'own') && isOfOneArticle(verdict))) &&
    new Set((verdict.final === undefined ? meant : verdict.parts).map(({ part }) => part)).size === 1
  if (meant.length > 0 && (what === 'all' || isOfOne)) for (const one of meant) one.state = 'released'
  else for (const one of list) one.certainty = Math.min(one.certainty, 0.8)
}

/** What may be suspended (УК 73). */
export const conditional = new Set(['imprisonment', 'corrective_works', 'disciplinary_unit', 'military_restriction'])
function suspend(list: PersonPenalty[], months: number | null): void {
  const fits = list.filter(({ type, additional }) => conditional.has(type) && !additional)
  for (const one of fits) Object.assign(one, { suspended: true, probation_months: months ?? one.probation_months })
}

export function finalPenalties({ parts, final, annulled }: PersonVerdict): PersonPenalty[] {
  const list = final ?? parts
  const main = mainOf(list)
  const left = annulled.filter(
    one => !list.some(({ type }) => type === one.type && final === undefined && one.value === null),
  )
  const rest = list.filter(one => one !== main)
  return [...(main === undefined ? [] : [asOnlyPenalty(main, rest)]), ...rest, ...left]
}
const asOnlyPenalty = (main: PersonPenalty, rest: readonly PersonPenalty[]): PersonPenalty =>
  main.state === 'imposed' &&
  main.additional &&
  rest.every(({ additional }) => additional) &&
  main.type !== 'confiscation'
    ? { ...main, additional: false }
    : main

function mainOf(list: readonly PersonPenalty[]): PersonPenalty | undefined {
  const deportation = list.find(({ type }) => type === 'deportation')
  if (deportation !== undefined) return deportation
  const mains = list.filter(({ additional }) => !additional)
  return (mains.length > 0 ? mains : list).reduce<PersonPenalty | undefined>(
    (best, one) => (best === undefined || severityOf(one.type) > severityOf(best.type) ? one : best),
    undefined,
  )
}
export const finalEnding = ({ endings }: PersonVerdict): Ending | undefined =>
  mostSignificant(endings.map(({ ending }) => ending))
