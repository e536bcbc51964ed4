import { inOtherLayout } from '#shared/domain/keyboard-layout.ts'
import { withInitialsClose } from '../cases/filter-kinds.ts'
import { toCyrillic } from '../names/person-name.ts'

/**
 * Typed text prepared for matching names: words in lower case with ё as е, and initials separately («Радугодуб В. О.»).
 * `number`: what may be a case number, protocol or УИД. Pure.
 */
export type Typed = { text: string; words: readonly string[]; initials: readonly string[]; number: string | undefined }

export const foldedName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/**
 * Whether filters, which match substrings literally, find one of the names by it. A filter with several names separates
 * them by commas.
 */
export const isWrittenIn = (names: readonly string[], text: string): boolean =>
  !text.includes(',') && names.some(name => foldedName(name).includes(foldedName(withInitialsClose(text))))

/** Words that only announce the kind of the following name. */
const announcing = new Set(
  'дело дела судья судьи судьей статья статьи город города гор г в во на у по о об из при'.split(' '),
)
/** An initial: «В.», «В/» in the wrong layout, or «В» after a surname. */
const word = /(?<letter>\p{L})(?:(?<point>[./])|(?![\p{L}\p{N}'’-]))|\p{L}[\p{L}\p{N}'’-]*|\p{N}[\p{L}\p{N}./-]*/gu

function readTyped(text: string): Typed {
  const said = text.replace(/\s+/g, ' ').trim()
  const words: string[] = []
  const initials: string[] = []
  const announced: string[] = []
  for (const { 0: part, groups: { letter, point } = {} } of said.matchAll(word)) {
    const read = foldedName(part).replace(/[./-]+$/, '')
    const isInitial = point !== undefined || (words.length > 0 && letter !== undefined && /\p{Lu}/u.test(letter))
    if (isInitial) initials.push(toCyrillic(read))
    else if (announcing.has(read)) announced.push(read)
    else words.push(read)
  }
  // «город» may also be the beginning of a name.
  return { text: said, words: words.length + initials.length > 0 ? words : announced, initials, number: numberIn(said) }
}

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
