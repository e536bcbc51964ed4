import { maxPasswordLength, minPasswordLength } from '#shared/domain/limits.ts'
import { commonPasswords } from './common-passwords.ts'

/** Length, no common password, not the own name. Rules on kinds of characters make passwords worse. */
type PasswordOwner = { username: string; email?: string | null | undefined }

/** A Russian sentence; undefined: nothing is wrong. */
export function passwordFault(password: string, owner: PasswordOwner): string | undefined {
  // In code points, not in UTF-16.
  const length = [...password].length
  if (length < minPasswordLength) return `Пароль: не короче ${minPasswordLength} знаков.`
  if (length > maxPasswordLength) return `Пароль: не длиннее ${maxPasswordLength} знаков.`
  if (resembles(password, owner)) return 'Пароль слишком похож на имя пользователя или почту.'
  if (isCommon(password)) return 'Такой пароль слишком распространён, его подберут первым.'
  return undefined
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е')

/** Shorter names occur within too many words. */
const shortestTellingName = 4

const resembles = (password: string, { username, email }: PasswordOwner): boolean => {
  const typed = plain(password)
  return [username, email ?? '', email?.split('@')[0] ?? '']
    .map(plain)
    .filter(name => name !== '')
    .some(
      name => name === typed || name.includes(typed) || (name.length >= shortestTellingName && typed.includes(name)),
    )
}

const isCommon = (password: string): boolean => {
  const typed = plain(password)
  return [typed, inRussianLayout(typed)].some(
    text => isListed(text) || isListed(core(text)) || isListed(unitOf(core(text))) || isRun(text) || isTedious(text),
  )
}
const isListed = (text: string): boolean => commonPasswords.has(text)

/** Without digits and signs at the ends. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
/** «abcabc» is «abc». */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

const isTedious = (text: string): boolean => new Set(text).size <= 3 || unitOf(text).length <= 4

const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'йцукенгшщзхъ',
  'йцукенгшщзхъфывапролджэячсмитьбю',
  '1й2ц3у4к5е6н7г8ш9щ0з',
]
const ways = rows.flatMap(row => [row, [...row].toReversed().join('')])
/** Keys or letters in order, forwards or backwards. */
const isRun = (text: string): boolean =>
  [text, core(text)].some(
    run => run.length >= shortestTellingName && ways.some(way => way.includes(run) || run === way + way),
  )

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const russian = 'йцукенгшщзхъфывапролджэячсмитьбюе'
const sameKey = new Map([...latin].map((key, at) => [key, russian[at] ?? key]))
const inRussianLayout = (text: string): string => [...text].map(key => sameKey.get(key) ?? key).join('')
