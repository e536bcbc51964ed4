import { maxPasswordLength, minPasswordLength } from '#shared/domain/limits.ts'
import { commonPasswords } from './common-passwords.ts'

/**
 * Checks length, guessability and similarity to the owner's name. There are no rules on kinds of characters: they make
 * passwords worse.
 */
type PasswordOwner = { username: string; email?: string | null | undefined }

/** Returns a Russian sentence about what is wrong, or undefined. */
export async function passwordFault(password: string, owner: PasswordOwner): Promise<string | undefined> {
  // Code points, not UTF-16 units.
  const length = [...password].length
  if (length < minPasswordLength) return `Пароль: не короче ${minPasswordLength} знаков.`
  if (length > maxPasswordLength) return `Пароль: не длиннее ${maxPasswordLength} знаков.`
  if (resembles(password, owner)) return 'Пароль слишком похож на имя пользователя или почту.'
  if (await isGuessedSoon(password, owner)) return 'Такой пароль подберут быстро. Возьмите несколько несвязанных слов.'
  return undefined
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** Shorter names occur inside too many words. */
const shortestTellingName = 4

const namesOf = ({ username, email }: PasswordOwner): string[] =>
  [username, email ?? '', email?.split('@')[0] ?? ''].map(plain).filter(name => name !== '')

const resembles = (password: string, owner: PasswordOwner): boolean => {
  const typed = plain(password)
  return namesOf(owner).some(
    name => name === typed || name.includes(typed) || (name.length >= shortestTellingName && typed.includes(name)),
  )
}

/** Ten times zxcvbn's «safely unguessable»: a common word with a year and punctuation is just below. */
const fewestGuesses = 1e9
/** A longer password is judged by this prefix, so that the estimate takes milliseconds. */
const judgedLength = 40

const isGuessedSoon = async (password: string, owner: PasswordOwner): Promise<boolean> => {
  const typed = [...plain(password)].slice(0, judgedLength).join('')
  const guesses = await guessesOf(typed, owner)
  return guesses < fewestGuesses || (await guessesAround(await longestWord(typed), owner)) < fewestGuesses
}

/** The lowest estimate of the text as typed and as the same keys in the other keyboard layout. */
const guessesOf = async (typed: string, owner: PasswordOwner): Promise<number> => {
  const { latin, russian } = await estimators()
  const names = namesOf(owner)
  const readings = [
    [latin, [typed, inLayout(russianToLatin, typed)]],
    [russian, [typed, inLayout(latinToRussian, typed)]],
  ] as const
  return Math.min(
    ...readings.flatMap(([estimator, texts]) => [...new Set(texts)].map(text => estimator.check(text, names).guesses)),
  )
}

/**
 * The dictionary has no frequencies, so each word counts as the median of the commonest forty thousand, before or after
 * the rest of the password. One word with a year or punctuation is weak; two unrelated words are not.
 */
const guessesOfWord = 2 * 20_000
const guessesAround = async (rest: string | undefined, owner: PasswordOwner): Promise<number> =>
  rest === undefined ? Number.POSITIVE_INFINITY : guessesOfWord * (rest === '' ? 1 : await guessesOf(rest, owner))

/**
 * The rest of the password around the longest Russian word in it, in any transliteration; undefined when there is none.
 */
async function longestWord(typed: string): Promise<string | undefined> {
  const words = await russianWords()
  const transliterated = inRussian(typed)
  const found = [
    // These two map one sign to one letter.
    ...[signsToRussian, latinToRussian].map(keys => ({
      source: typed,
      ...longestWordIn(inLayout(keys, typed), words),
    })),
    { source: transliterated, ...longestWordIn(transliterated, words) },
  ]
  const [longest] = found.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || longest.length === 0) return undefined
  return longest.source.slice(0, longest.at) + longest.source.slice(longest.at + longest.length)
}

function longestWordIn(reading: string, words: ReadonlySet<string>): { at: number; length: number } {
  for (let length = reading.length; length >= shortestWord; length--)
    for (let at = 0; at + length <= reading.length; at++)
      if (words.has(reading.slice(at, at + length))) return { at, length }
  return { at: 0, length: 0 }
}

const shortestWord = 5
/**
 * The words of the lines «слово/flags» and their stems, because the last letter changes with the case. Takes 30 MB and
 * is released when no password has been checked for a while.
 */
const russianWords = async (): Promise<ReadonlySet<string>> => {
  clearTimeout(forgetting)
  forgetting = setTimeout(() => (kept = undefined), keptFor).unref()
  kept ??= await readRussianWords()
  return kept
}
const keptFor = 60_000
let kept: ReadonlySet<string> | undefined
let forgetting: NodeJS.Timeout | undefined

async function readRussianWords(): Promise<ReadonlySet<string>> {
  const { default: russianSpelling } = await import('dictionary-ru')
  const words = new Set<string>()
  for (const [word] of plain(new TextDecoder().decode(russianSpelling.dic)).matchAll(/^[а-я-]+/gm)) {
    if (word.length >= shortestWord) words.add(word)
    if (word.length > shortestWord) words.add(word.slice(0, -1))
  }
  return words
}

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const keyMap = (from: string, to: string) => new Map([...from].map((key, at) => [key, to[at] ?? key]))
const latinToRussian = keyMap(latinKeys, russianKeys)
const russianToLatin = keyMap(russianKeys, latinKeys)
const inLayout = (keys: ReadonlyMap<string, string>, text: string): string =>
  [...text].map(key => keys.get(key) ?? key).join('')

/** Signs that stand for Russian letters, including look-alike Latin letters. */
const russianLeet = {
  а: ['@', '4', 'a'],
  б: ['6', 'b'],
  в: ['8', 'b'],
  г: ['r'],
  д: ['g'],
  е: ['3', 'e'],
  з: ['3'],
  и: ['u', '1', '!'],
  й: ['u'],
  к: ['k'],
  м: ['m'],
  н: ['h'],
  о: ['0', 'o'],
  п: ['n'],
  р: ['p'],
  с: ['$', 'c'],
  т: ['7', 't', '+'],
  у: ['y'],
  х: ['x'],
  ч: ['4'],
  ш: ['w'],
  ь: ['b'],
} as const

const signsToRussian = new Map(
  Object.entries(russianLeet)
    .toReversed()
    .flatMap(([letter, signs]) => signs.map(sign => [sign, letter] as const)),
)

const letters = 'абвгдежзийклмнопрстуфхцчшщъыьэюя'
const latinLetters = 'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sch  y  e yu ya'.split(' ')
const transliterated = (word: string): string =>
  [...word].map(letter => latinLetters[letters.indexOf(letter)] ?? letter).join('')
/** Transliterates Latin letters to Russian, the longest group first. */
const inRussian = (text: string): string =>
  text.replace(/sch|shch|zh|kh|ts|ch|sh|yu|ya|[a-z]/g, group => {
    const at = latinLetters.indexOf(latinSpellings.get(group) ?? group)
    return letters[at] ?? group
  })
const latinSpellings = new Map([
  ['shch', 'sch'],
  ['kh', 'h'],
  ['j', 'y'],
  ['c', 'k'],
  ['w', 'v'],
])

/**
 * Each alphabet has its own substitutions. Created with the first password that is checked, so that the server starts
 * sooner.
 */
let made: ReturnType<typeof makeEstimators> | undefined
const estimators = (): ReturnType<typeof makeEstimators> => {
  made ??= makeEstimators()
  return made
}
async function makeEstimators() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const words = [...commonPasswords]
  return {
    latin: new ZxcvbnFactory({
      dictionary: { ...dictionary, own: words, transliterated: words.map(transliterated) },
      graphs: adjacencyGraphs,
    }),
    russian: new ZxcvbnFactory({
      dictionary: { own: words },
      graphs: adjacencyGraphs,
      l33tTable: Object.fromEntries(Object.entries(russianLeet).map(([letter, signs]) => [letter, [...signs]])),
    }),
  }
}
