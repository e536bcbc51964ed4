import { inOtherLayout } from '#shared/domain/keyboard-layout.ts'
import { withInitialsClose } from '../cases/filter-kinds.ts'
import { toCyrillic } from '../names/person-name.ts'

/**
 * What is typed, as names are looked for by it: words in small letters with ё as е, and initials apart («Радугодуб В. О.»). `number`: what may be that of a
 * case, a protocol or an УИД. Pure.
 */
export type Typed = { text: string; words: readonly string[]; initials: readonly string[]; number: string | undefined }

export const foldedName = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Whether filters, which look for letters as they are, find one of the names by it; a filter that takes several names parts them by commas. */
export const isWrittenIn = (names: readonly string[], text: string): boolean =>
  !text.includes(',') && names.some(name => foldedName(name).includes(foldedName(withInitialsClose(text))))

/** Words that only say of what kind the name is that follows. */
const announcing = new Set(
  'дело дела судья судьи судьей статья статьи город города гор г в во на у по о об из при'.split(' '),
)
/** «В.», «В/» in the other layout; «В» after a surname. */
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
  // «город» may be the beginning of a name.
  return { text: said, words: words.length + initials.length > 0 ? words : announced, initials, number: numberIn(said) }
}

/** «20.2» and «158 ч. 2» are articles. */
const article = /^\d{1,3}\.\d|(?<!\p{L})(?:ст|статья|ч|часть|коап|ук)(?!\p{L})/iu
const numberIn = (said: string): string | undefined => {
  const bare = said.replace(/^(?:дело|материал|протокол|уид)?\s*(?:№|n|номер)?\s*/i, '').replaceAll(/[‐-―−]/g, '-')
  const isNumber = /\p{N}/u.test(bare) && /^[\p{L}\p{N}./()[\]№ -]{2,60}$/u.test(bare)
  return isNumber && !article.test(bare) ? bare : undefined
}

/** «77RS0001-…» and «2a-15/2026» are meant as they are. */
const meantInLatin = /^\d/

/**
 * How it may be read, the likeliest first: what has Latin letters alone was perhaps typed in the other layout, for names here are Russian.
 */
export function readingsOf(text: string): readonly { typed: Typed; read_as: string | null }[] {
  const asTyped = { typed: readTyped(text), read_as: null }
  if (!/[a-z]/i.test(text) || /[а-яё]/i.test(text) || meantInLatin.test(text.trim())) return [asTyped]
  const switched = inOtherLayout(text)
  return [{ typed: readTyped(switched), read_as: switched }, asTyped]
}
