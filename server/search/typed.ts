import { inOtherLayout } from '#shared/domain/keyboard-layout.ts'
import { askedSpelling, foldWords, spelling } from '../db/spelling.ts'
import { toCyrillic } from '../names/person-name.ts'

/**
 * Typed text prepared for matching names: words in lower case with ё as е, and initials separately («Радугодуб В. О.»).
 * `pairs`: neighbours that may be one surname («Тер Петросян»). `number`: what may be a case number, protocol or УИД. Pure.
 */
export type Typed = {
  text: string
  words: readonly string[]
  initials: readonly string[]
  pairs: readonly Pair[]
  number: string | undefined
}
/** `isWritten`: with a dash or an apostrophe. `others`: words and initials besides. */
type Pair = { parts: readonly [string, string]; isWritten: boolean; others: readonly string[] }

/**
 * Whether filters, which match substrings literally, find one of the names by it. A filter with several names separates
 * them by commas.
 */
export const isWrittenIn = (names: readonly string[], text: string): boolean =>
  !text.includes(',') && names.some(name => spelling(name).includes(askedSpelling(text)))

/** Words that only announce the kind of the following name. */
const announcing = new Set(
  'дело дела судья судьи судьей статья статьи город города гор г в во на у по о об из при'.split(' '),
)
/** An initial: «В.», «В/» in the wrong layout, or «В» after a surname. */
const word =
  /(?<letter>\p{L})(?:(?<point>[./])|(?![\p{L}\p{N}'’‘ʼ`´‐-―−-]))|\p{L}[\p{L}\p{N}'’‘ʼ`´‐-―−-]*|\p{N}[\p{L}\p{N}./-]*/gu

function readTyped(text: string): Typed {
  const said = text.replace(/\s+/g, ' ').trim()
  const read: Read[] = []
  for (const { 0: part, groups: { letter, point } = {} } of said.matchAll(word)) {
    const [first = '', ...joined] = /^\p{L}/u.test(part) ? foldWords(part).trim().split(' ') : [part.toLowerCase()]
    const bare = first.replace(/[./-]+$/, '')
    const isLater = read.some(({ is }) => is === 'word')
    const isInitial = point !== undefined || (isLater && letter !== undefined && /\p{Lu}/u.test(letter))
    const isAnnouncing = joined.length === 0 && announcing.has(bare)
    read.push({
      is: isInitial ? 'initial' : isAnnouncing ? 'announcing' : 'word',
      text: isInitial ? toCyrillic(bare) : bare,
      mayPair: point === undefined,
      isJoined: false,
    })
    read.push(...joined.map((one): Read => ({ is: 'word', text: one, mayPair: true, isJoined: true })))
  }
  const textsOf = (some: readonly Read[], is: Read['is']) => some.flatMap(one => (one.is === is ? [one.text] : []))
  const [words, initials] = [textsOf(read, 'word'), textsOf(read, 'initial')]
  const pairs = read.flatMap((one, at): Pair[] => {
    const next = read[at + 1]
    if (next?.is !== 'word' || !one.mayPair) return []
    const besides = read.toSpliced(at, 2)
    const others = [...textsOf(besides, 'word'), ...textsOf(besides, 'initial')]
    return [{ parts: [one.text, next.text], isWritten: next.isJoined, others }]
  })
  // «город» may also be the beginning of a name.
  const isSaid = words.length + initials.length > 0
  return { text: said, words: isSaid ? words : textsOf(read, 'announcing'), initials, pairs, number: numberIn(said) }
}
type Read = { is: 'word' | 'initial' | 'announcing'; text: string; mayPair: boolean; isJoined: boolean }

/** «20.2» and «158 ч. 2» are articles. */
const article = /^\d{1,3}\.\d|(?<!\p{L})(?:ст|статья|ч|часть|коап|ук)(?!\p{L})/iu
const numberIn = (said: string): string | undefined => {
  const bare = said.replace(/^(?:дело|материал|протокол|уид)?\s*(?:№|n|номер)?\s*/i, '').replaceAll(/[‐-―−]/g, '-')
  const isNumber = /\p{N}/u.test(bare) && /^[\p{L}\p{N}./()[\]№ -]{2,60}$/u.test(bare)
  return isNumber && !article.test(bare) ? bare : undefined
}

/** «77RS0001-…» and «2a-15/2026» are Latin by intention. */
const meantInLatin = /^\d/

/**
 * Possible readings, the most likely first: text in Latin letters only may have been typed in the wrong layout, because
 * names here are Russian.
 */
export function readingsOf(text: string): readonly { typed: Typed; read_as: string | null }[] {
  const asTyped = { typed: readTyped(text), read_as: null }
  if (!/[a-z]/i.test(text) || /[а-яё]/i.test(text) || meantInLatin.test(text.trim())) return [asTyped]
  const switched = inOtherLayout(text)
  return [{ typed: readTyped(switched), read_as: switched }, asTyped]
}
