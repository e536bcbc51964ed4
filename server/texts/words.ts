import { stemmer } from '@orama/stemmers/russian'

/**
 * The words of a text as the search knows them: each by its stem, with its place. A number with dots is one word («20.2»,
 * «05.03.2026»); spaced letters are one word («п о с т а н о в и л»); «ст.», «статья», «ч.», «часть» are one word each.
 * Texts and what is asked are read by this one function, so that they cannot differ. Changing it: raise `readingVersion`.
 */
export type Word = { stem: string; start: number; end: number }
export const readingVersion = 4

/** Longer ones are cut, in texts and in queries alike: an index takes no word of any length. */
const longestStem = 64
/**
 * Letters set apart by spaces; letters with what stands over them or is hidden in them; a number with dots. Usual letters
 * are tried first: that is twice as quick as asking of each whether it is a letter.
 */
const word =
  /[A-Za-zА-Яа-яЁё](?:[ \u00a0]\p{L}){3,}(?!\p{L})|[A-Za-zА-Яа-яЁё]+(?![\p{L}\p{M}\u00ad])|\p{L}[\p{L}\p{M}\u00ad]*|\p{N}+(?:\.\p{N}+)*/gu

/** Words of notation are written out in one text and shortened in the next. */
const notation: ReadonlyMap<string, string> = new Map([
  ['стат', 'ст'],
  ['част', 'ч'],
  ['пункт', 'п'],
  ['подпункт', 'пп'],
  ['абзац', 'абз'],
])
const numbered: ReadonlySet<string> = new Set(notation.values())
/** «ч. 5», «статьи 20.2»: a word of notation and the number it announces belong together. */
export const announcesNumber = (stem: string): boolean => numbered.has(stem)

const stems = new Map<string, string>()
/** Words repeat themselves: an hour of texts has fewer different ones than this. */
const mostStems = 300_000

const stemOf = (written: string): string => {
  const known = stems.get(written)
  if (known !== undefined) return known
  if (stems.size >= mostStems) stems.clear()
  const letters = written
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{M}\u00ad\s]/gu, '')
    .replaceAll('ё', 'е')
  const stem = stemmer(letters).slice(0, longestStem)
  const named = notation.get(stem) ?? (stem || letters.slice(0, longestStem))
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

/** The stems alone: every text that comes in is read so. */
export const stemsOf = (text: string): string[] => text.match(word)?.map(stemOf) ?? []

/** Words that nearly every decision has; alone they find nothing worth reading. */
const stopStems: ReadonlySet<string> = new Set(
  'а б бы был была были было быть в вам вас весь во все всех вы где да для до его ее если есть ж же за и из или им их к как ко который ли либо мне может мы на над нам не него нее нет ни них но ну о об он она они оно от по под при с со так также такой там те тем то того тоже той только том ты у уже чем что чтобы эта эти это этого этой этом этот я'
    .split(' ')
    .map(stemOf),
)
export const isStopWord = (stem: string): boolean => stopStems.has(stem)
