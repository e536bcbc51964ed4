import type { PenaltyState } from '#shared/domain/outcomes.ts'
import { type Ending, weightiest } from './endings.ts'
import type { Imposed, ReadPenalty } from './measured-penalty.ts'
import { isSame, type Name } from './names.ts'
import { gravityOf } from './penalty-kinds.ts'
import type { Sentencing } from './read-penalties.ts'
import type { Release } from './released.ts'
import type { Span } from './sentences.ts'

/** What a decision decided of one person, gathered sentence by sentence. */
export type Kept = ReadPenalty & { span: Span; state: PenaltyState; part: number; isReplaceable: boolean }
export type Book = {
  name: Name | undefined
  parts: Kept[]
  /** Of several offences or sentences together: the parts have merged in it. */
  final: Kept[] | undefined
  annulled: Kept[]
  endings: { ending: Ending; span: Span }[]
  articles: Span[]
  counted: number
  /** It is not clear which of several a sentence meant. */
  isDoubted: boolean
}
export const newBook = (name: Name | undefined): Book => ({
  name,
  parts: [],
  final: undefined,
  annulled: [],
  endings: [],
  articles: [],
  counted: 0,
  isDoubted: false,
})
export const bookOf = (books: readonly Book[], name: Name): Book | undefined =>
  books.find(book => book.name !== undefined && isSame(book.name, name))

const current = (book: Book): Kept[] => book.final ?? book.parts

export type Said = {
  span: Span
  isReview: boolean
  /** Under УК: an arrest whose term is hidden is that of УК 54. */
  isCriminal: boolean
  /** The sentence names an offence, so that its penalty is one of several. */
  isPart: boolean
  /** Begins another offence within the sentence, by its place. */
  partAt: (at: number) => number
}

export function enter(
  book: Book,
  { imposed, ...said }: Sentencing,
  { span, isReview, isCriminal, isPart, partAt }: Said,
): void {
  const kept = (penalty: Imposed, part: number): Kept => {
    const { at: _, isReplacing, ...rest } = penalty
    const type = isCriminal && rest.type === 'arrest' && rest.value === null ? 'criminal_arrest' : rest.type
    return { ...rest, type, span, state: isReview ? 'changed' : 'imposed', part, isReplaceable: !isReplacing }
  }
  if (isPart || book.counted === 0) book.counted += 1
  if (said.replaces !== undefined && imposed.length > 0) giveWay(current(book), said.replaces, imposed)
  const fresh = imposed.map(penalty => kept(penalty, book.counted * 100 + partAt(penalty.at)))
  const inside = additionalsOf(fresh)
  if (said.isFinal && inside.length > 0) {
    const isWhole = inside.some(({ additional }) => !additional)
    if (isWhole || book.final === undefined) book.final = isWhole ? inside : [...book.parts, ...inside]
    else book.final.push(...inside.filter(one => !isThere(book.final ?? [], one)))
  } else {
    const list = current(book)
    for (const one of inside) {
      const same = list.find(known => known.type === one.type)
      const isOfAnother = isPart && book.final === undefined && one.part !== same?.part
      if (same === undefined || (isOfAnother && !one.hidden))
        list.push({ ...one, additional: one.additional || followsMain(list, one) })
      else if (same.hidden && !one.hidden && one.value !== null)
        Object.assign(same, { value: one.value, hidden: false, certainty: 0.9 })
      else if ((isReview || said.reduces) && one.value !== null && same.value !== one.value && !isOfAnother)
        Object.assign(same, { value: one.value, span })
    }
  }
  if (said.releases !== undefined) release(current(book), said.releases)
  if (said.suspends) suspend(current(book), said.probation)
  else if (said.probation !== null)
    for (const one of current(book)) if (one.suspended) one.probation_months ??= said.probation
  for (const one of said.excluded) book.annulled.push({ ...kept(one, 0), state: 'annulled' })
}

/** What is replaced goes, and so its amount, which stays with what comes instead when none is told. */
function giveWay(list: Kept[], replaces: Sentencing['replaces'], imposed: Imposed[]): void {
  const at = list.findLastIndex(({ type, additional }) => (replaces === 'any' ? !additional : type === replaces))
  const old = at < 0 ? list.findLastIndex(({ additional }) => !additional) : at
  const [gone] = old < 0 ? [] : list.splice(old, 1)
  const [first] = imposed
  if (first?.isReplacing && first.value === null && gone !== undefined && first.hidden) {
    first.value = gone.value
    first.hidden = gone.hidden
    first.certainty = Math.min(first.certainty, 0.9)
  }
}

const isThere = (list: readonly Kept[], one: Kept): boolean =>
  list.some(({ type, value }) => type === one.type && value === one.value)
const followsMain = (list: readonly Kept[], one: Kept): boolean =>
  list.some(({ part, additional }) => part === one.part && !additional)

/** Of one offence the first is the main penalty, but for those that are never so beside another. */
function additionalsOf(penalties: Kept[]): Kept[] {
  const seen: Kept[] = []
  for (const one of penalties) {
    const ofSame = seen.filter(({ part }) => part === one.part)
    if (ofSame.some(({ type }) => type === one.type)) continue
    seen.push(ofSame.some(({ additional }) => !additional) ? { ...one, additional: true } : one)
  }
  return seen
}

/** Of several offences it is not told which penalty goes: all are less sure. */
function release(list: readonly Kept[], what: Release): void {
  const isOfOne = what === 'part' && new Set(list.map(({ part }) => part)).size === 1
  for (const one of list)
    if (what === 'all' || isOfOne) one.state = 'released'
    else one.certainty = Math.min(one.certainty, 0.8)
}

const conditional = new Set(['imprisonment', 'corrective_works', 'disciplinary_unit', 'military_restriction'])
function suspend(list: Kept[], months: number | null): void {
  const fits = list.filter(({ type, additional }) => conditional.has(type) && !additional)
  for (const one of fits) Object.assign(one, { suspended: true, probation_months: months ?? one.probation_months })
}

/** What a person is left with: the main penalty first, then the others, then what was taken off. */
export function penaltiesOf({ parts, final, annulled }: Book): Kept[] {
  const list = final ?? parts
  const main = mainOf(list)
  const left = annulled.filter(
    one => !list.some(({ type }) => type === one.type && final === undefined && one.value === null),
  )
  const rest = list.filter(one => one !== main)
  return [...(main === undefined ? [] : [alone(main, rest)]), ...rest, ...left]
}
/** Nothing is additional by itself. */
const alone = (main: Kept, rest: readonly Kept[]): Kept =>
  main.state === 'imposed' &&
  main.additional &&
  rest.every(({ additional }) => additional) &&
  main.type !== 'confiscation'
    ? { ...main, additional: false }
    : main

function mainOf(list: readonly Kept[]): Kept | undefined {
  const deportation = list.find(({ type }) => type === 'deportation')
  if (deportation !== undefined) return deportation
  const mains = list.filter(({ additional }) => !additional)
  return (mains.length > 0 ? mains : list).reduce<Kept | undefined>(
    (best, one) => (best === undefined || gravityOf(one.type) > gravityOf(best.type) ? one : best),
    undefined,
  )
}
export const endingOf = ({ endings }: Book): Ending | undefined => weightiest(endings.map(({ ending }) => ending))
