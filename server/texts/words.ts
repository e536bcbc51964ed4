import { stemmer } from '@orama/stemmers/russian'

/**
 * Words of a text as the search knows them: stems with positions. «20.2» and «05.03.2026» are one word each, so are letter-spaced words;
 * «ст.» and «статья» have one stem. Texts and queries are read by this one function. Changing it: raise `readingVersion`.
 */
export type Word = { stem: string; start: number; end: number }
export const readingVersion = 4

const maxStemLength = 64
/**
 * Letter-spaced words; letters with combining marks or soft hyphens; numbers with dots. Ordinary letters come first, which is twice as
 * fast.
 */
const word =
  /[A-Za-zА-Яа-яЁё](?:[ \u00a0]\p{L}){3,}(?!\p{L})|[A-Za-zА-Яа-яЁё]+(?![\p{L}\p{M}\u00ad])|\p{L}[\p{L}\p{M}\u00ad]*|\p{N}+(?:\.\p{N}+)*/gu

const notation: ReadonlyMap<string, string> = new Map([
  ['стат', 'ст'],
  ['част', 'ч'],
  ['пункт', 'п'],
  ['подпункт', 'пп'],
  ['абзац', 'абз'],
])
const numbered: ReadonlySet<string> = new Set(notation.values())
/** A citation word and the number after it belong together. */
export const announcesNumber = (stem: string): boolean => numbered.has(stem)

const stems = new Map<string, string>()
const maxStems = 300_000

const stemOf = (written: string): string => {
  const known = stems.get(written)
  if (known !== undefined) return known
  if (stems.size >= maxStems) stems.clear()
  const letters = written
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{M}\u00ad\s]/gu, '')
    .replaceAll('ё', 'е')
  const stem = stemmer(letters).slice(0, maxStemLength)
  const named = notation.get(stem) ?? (stem || letters.slice(0, maxStemLength))
  stems.set(written, named)
  return named
}

export const wordsOf = (text: string): Word[] => {
  const words: Word[] = []
  word.lastIndex = 0
  for (let found = word.exec(text); found !== null; found = word.exec(text))
    words.push({ stem: stemOf(found[0]), start: found.index, end: word.lastIndex })
  return words
}

export const stemsOf = (text: string): string[] => text.match(word)?.map(stemOf) ?? []

const stopStems: ReadonlySet<string> = new Set(
  'а б бы был была были было быть в вам вас весь во все всех вы где да для до его ее если есть ж же за и из или им их к как ко который ли либо мне может мы на над нам не него нее нет ни них но ну о об он она они оно от по под при с со так также такой там те тем то того тоже той только том ты у уже чем что чтобы эта эти это этого этой этом этот я'
    .split(' ')
    .map(stemOf),
)
export const isStopWord = (stem: string): boolean => stopStems.has(stem)
