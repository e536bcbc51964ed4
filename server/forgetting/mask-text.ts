import { textTombstone, tombstone } from '#shared/domain/forgetting.ts'
import { isLatin, type NamePart, type NameWords, plainWord } from './name-words.ts'

/**
 * Finds a person's name in text in every form and order: «Ивановым Иваном Ивановичем», «И. И. Иванов», «ИВАНОВУ», «Иван Иванович», «Ivanov». Names of other
 * people that share words with it («Иванов П. С.», «Петров Иван Сергеевич») stay. Only names change.
 */
export type MaskOptions = {
  /**
   * `decision`: running text about the person; `words`: a line about the person, where a given name alone counts; `whole`: unrelated text, where only
   * a surname with its initials or given name counts.
   */
  as: 'decision' | 'words' | 'whole'
  /** Replacement for the name. */
  mark?: string
  /** Also matches lower case, as typed in filters. */
  small?: boolean
  /** With `whole`: a surname alone counts as well, since nobody else bears it. */
  isOnlyBearer?: boolean
}

const letters = String.raw`[\p{L}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]`
/** «В Е Р Т О Г Р А Д О В» is one word; an initial behind it is none of its letters. */
const spacedOut = String.raw`(?<![\p{L}\p{M}])\p{L}(?:[ \u00a0]\p{L}(?![\p{L}\p{M}.])){3,40}`
const wordPattern = new RegExp(
  String.raw`${spacedOut}|\p{L}${letters}*(?:(?:[-‐‑–\u00ad]\r?\n[ \t]*|[-‐‑–]|['’ʼ](?=\p{L}))\p{L}${letters}*)*`,
  'gu',
)

type Word = { start: number; end: number; plain: readonly string[]; isCapital: boolean; isInitial: boolean }

/**
 * Returns the same string if there is no name. Idempotent: repeated until nothing changes, since the neighbour of a masked name may then count as a
 * name by itself.
 */
export function maskText(text: string, words: NameWords, options: MaskOptions): string {
  let [before, after] = ['', text]
  for (let round = 0; round < mostRounds && after !== before; round++)
    [before, after] = [after, maskOnce(after, words, options)]
  return after
}
const mostRounds = 8

function maskOnce(text: string, words: NameWords, options: MaskOptions): string {
  const mark = options.mark ?? textTombstone
  let masked = ''
  let done = 0
  for (const { start, end } of namesOf(text, words, options)) {
    masked += text.slice(done, start) + mark
    done = end
  }
  return done === 0 ? text : masked + text.slice(done)
}

/** For a field that contains only a name. */
export const maskName = (name: string, words: NameWords): string => {
  const masked = maskText(name, words, { as: 'words', small: true, mark: tombstone })
  return masked === name ? name : tombstone
}

export const namesPerson = (text: string, words: NameWords, options: MaskOptions): boolean =>
  namesOf(text, words, options).length > 0

type Span = { start: number; end: number }

function namesOf(text: string, known: NameWords, { as, small = false, isOnlyBearer = false }: MaskOptions): Span[] {
  const seen = new Map<string, readonly string[]>()
  const words = Array.from(text.matchAll(wordPattern), ({ index: start, 0: written }): Word => {
    const end = start + written.length
    const plain = seen.get(written) ?? plainWord(written)
    seen.set(written, plain)
    // A login or an address has the name in small letters.
    const isCapital = small || isLatin(written) || /^\p{Lu}/u.test(written)
    return { start, end, plain, isCapital, isInitial: plain[0]?.length === 1 && isCapital }
  })
  const is = (part: NamePart, at: number): boolean => {
    const word = words[at]
    return word?.isCapital === true && word.plain.some(one => known.is(part, one))
  }
  /** Beside the surname: also what may be a part that is not known in full. */
  const fits = (part: 'given' | 'patronymic', at: number): boolean =>
    is(part, at) || (as !== 'whole' && words[at]?.plain.some(one => one.length > 1 && known.mayBe(part, one)) === true)
  const fitBoth = (given: number): boolean =>
    fits('given', given) &&
    fits('patronymic', given + 1) &&
    words[given]?.plain.some(one => words[given + 1]?.plain.some(two => known.isNamesake(one, two))) !== true
  /** Of a double surname one half, which relatives may bear: only beside what else is the person's. */
  const isHalf = (at: number): boolean => as !== 'whole' && is('half', at)
  if (!words.some((_, at) => is('surname', at) || is('given', at) || is('patronymic', at) || isHalf(at))) return []
  const around = neighbours(text, words)
  const spans: (Span & { from: number; to: number })[] = []
  const taken = new Set<number>()
  const take = (from: number, to: number): void => {
    for (let at = from; at <= to; at++) taken.add(at)
    spans.push({ from, to, start: words[from]?.start ?? 0, end: endOf(text, words[to]) })
  }

  for (let at = 0; at < words.length; at++) {
    if (!(is('surname', at) || isHalf(at)) || taken.has(at)) continue
    const [right, left] = [after(at), before(at)]
    if (right.fits === 'other' && left.fits !== 'own') {
      for (let other = at; other <= right.at; other++) taken.add(other)
      continue
    }
    if (left.fits === 'other' && right.fits !== 'own') {
      for (let other = left.at; other <= at; other++) taken.add(other)
      continue
    }
    const isAlone = right.fits !== 'own' && left.fits !== 'own'
    if (isAlone && (isHalf(at) || (as === 'whole' && !isOnlyBearer))) continue
    take(left.fits === 'own' ? left.at : at, right.fits === 'own' ? right.at : at)
  }
  if (as === 'decision')
    for (let at = 0; at < words.length; at++) {
      if (taken.has(at)) continue
      const isPair = is('given', at) && around.touch(at) && is('patronymic', at + 1)
      if (isPair && !isOfOther(at, at + 1)) take(at, at + 1)
      else if (isPair) at += 1
      else if (is('given', at) && !isOfOther(at, at) && !isPatronymic(words[at + 1], around.touch(at)) && !isPlace(at))
        take(at, at)
      else if (is('patronymic', at) && !(around.touch(at - 1) && words[at - 1]?.isCapital === true)) take(at, at)
    }
  return spans.toSorted((one, other) => one.start - other.start)

  /** Words after a surname: «И. И.», «Иван Иванович». */
  function after(at: number): { fits: 'own' | 'other' | 'nothing'; at: number } {
    if (!around.touch(at)) return { fits: 'nothing', at }
    const first = words[at + 1]
    if (first?.isInitial === true) return initialsFrom(at + 1)
    if (is('given', at + 1)) {
      if (!around.touch(at + 1)) return { fits: 'own', at: at + 1 }
      if (is('patronymic', at + 2)) return { fits: 'own', at: withSon(at + 2) }
      if (words[at + 2]?.isInitial === true && around.isDotted(at + 2)) return { fits: 'own', at: at + 2 }
      if (!isPatronymic(words[at + 2], true)) return { fits: 'own', at: at + 1 }
      return fitBoth(at + 1) ? { fits: 'own', at: at + 2 } : { fits: 'other', at: at + 2 }
    }
    if (is('patronymic', at + 1)) return { fits: 'own', at: withSon(at + 1) }
    const isNamed =
      first?.isCapital === true &&
      around.touch(at + 1) &&
      (isPatronymic(words[at + 2], true) || withSon(at + 2) > at + 2)
    if (isNamed && fitBoth(at + 1)) return { fits: 'own', at: withSon(at + 2) }
    return isNamed ? { fits: 'other', at: at + 2 } : { fits: 'nothing', at }
  }
  /** Words before a surname; initials after another surname belong to that. */
  function before(at: number): { fits: 'own' | 'other' | 'nothing'; at: number } {
    if (!around.touch(at - 1)) return { fits: 'nothing', at }
    if (words[at - 1]?.isInitial === true && around.isDotted(at - 1)) {
      const first = words[at - 2]?.isInitial === true && around.isDotted(at - 2) ? at - 2 : at - 1
      const { fits } = initialsFrom(first)
      const follows = around.touch(first - 1) && words[first - 1]?.isCapital === true && !isStart(first - 1)
      return fits === 'other' && follows ? { fits: 'nothing', at } : { fits, at: first }
    }
    if (is('patronymic', at - 1) && around.touch(at - 2) && is('given', at - 2)) return { fits: 'own', at: at - 2 }
    if (is('given', at - 1)) return { fits: 'own', at: at - 1 }
    const isNamed = isPatronymic(words[at - 1], true) && around.touch(at - 2) && words[at - 2]?.isCapital === true
    const follows = around.touch(at - 3) && words[at - 3]?.isCapital === true
    if (!isNamed || follows) return { fits: 'nothing', at }
    return { fits: fitBoth(at - 2) ? 'own' : 'other', at: at - 2 }
  }
  function initialsFrom(at: number): { fits: 'own' | 'other' | 'nothing'; at: number } {
    const fits = (place: 0 | 1, which: number): boolean =>
      words[which]?.plain.some(one => known.isInitial(place, one)) === true
    const hasTwo =
      around.touch(at) && words[at + 1]?.isInitial === true && (around.isDotted(at) || around.isDotted(at + 1))
    if (!around.isDotted(at) && !hasTwo) return { fits: 'nothing', at }
    const isOwn = fits(0, at) && (!hasTwo || fits(1, at + 1))
    return { fits: isOwn ? 'own' : 'other', at: hasTwo ? at + 1 : at }
  }
  function withSon(at: number): number {
    return around.touch(at) && words[at + 1]?.plain.some(one => son.test(one)) === true ? at + 1 : at
  }
  /** A given name next to another surname. */
  function isOfOther(from: number, to: number): boolean {
    const isBefore = around.touch(from - 1) && words[from - 1]?.isCapital === true && !isStart(from - 1)
    const isAfter = around.touch(to) && words[to + 1]?.isCapital === true && words[to + 1]?.isInitial === false
    return isBefore || (isAfter && !is('patronymic', to + 1))
  }
  function isStart(at: number): boolean {
    const head = text.slice(Math.max(0, (words[at]?.start ?? 0) - 12), words[at]?.start).trimEnd()
    return head === '' || /[.!?:»"\n)]$/.test(head)
  }
  /** «г. Владимир», «имени Надежды». */
  function isPlace(at: number): boolean {
    const former = words[at - 1]
    return (
      former !== undefined &&
      /^[\s.«"]*$/.test(text.slice(former.end, words[at]?.start)) &&
      places.test(former.plain[0] ?? '')
    )
  }
}

const son = /^(?:огл[ыу]|угли|у?ул[иуы]|кызы|кизи|гызы|кзы)$/
const places =
  /^(?:г|гор|город\p{L}{0,3}|ул|улиц\p{L}{1,2}|пос|п|посел\p{L}+|с|сел\p{L}{1,2}|д|дер|деревн\p{L}+|пр|пр-кт|проспект\p{L}*|пер|переул\p{L}+|пл|площад\p{L}+|им|имени|рек\p{L}{1,2}|район\p{L}*|станци\p{L}+|ст|храм\p{L}*|церк\p{L}+|мыс\p{L}*|остров\p{L}*)$/u

const patronymicEnds = /(?:вич|ьич|мич|кич|нич|тич|овн|евн|ичн)\p{L}{0,3}$/u
const isPatronymic = (word: Word | undefined, isBeside: boolean): boolean =>
  isBeside && word?.isCapital === true && word.plain.some(one => one.length > 4 && patronymicEnds.test(one))

function neighbours(text: string, words: readonly Word[]) {
  const between = (at: number): string | undefined => {
    const [one, next] = [words[at], words[at + 1]]
    return one === undefined || next === undefined ? undefined : text.slice(one.end, next.start)
  }
  return {
    /** Whether the next word belongs to the same name: separated only by spaces and the dot of an initial. */
    touch: (at: number): boolean => {
      const gap = between(at)
      return gap !== undefined && (words[at]?.isInitial === true ? /^\.?\s*$/ : /^[\s]+$/).test(gap)
    },
    isDotted: (at: number): boolean => text.charAt(words[at]?.end ?? text.length) === '.',
  }
}

/** Includes the dot of an initial. */
const endOf = (text: string, word: Word | undefined): number => {
  if (word === undefined) return text.length
  return word.isInitial && text.charAt(word.end) === '.' ? word.end + 1 : word.end
}
