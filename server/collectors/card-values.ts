import { isoDay } from '#shared/domain/written-day.ts'
import { fold, knownResult, saysOutcome, words } from './court-words.ts'
import { tidy } from './read-html.ts'

/** «59МS0001–01–2026–000017–11», with a dash or a letter of the other alphabet. */
export function plainUid(written: string): string {
  const plain = written
    .replace(/[‐-―−]/g, '-')
    .replace(/[\s\u00a0\u00ad]/g, '')
    .toUpperCase()
    .replace(/[МОКА]/g, letter => latin.get(letter) ?? letter)
  return /^\d{2}[A-Z]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}$/.test(plain) ? plain : tidy(written)
}

const latin = new Map([...'МОКА'].map((letter, at) => [letter, 'MOKA'.charAt(at)]))

export function outcomeWithDay(written: string): { words: string; day?: string } {
  const [, words = '', date = ''] = /^(.*?)[,;]? \(?(\d{2}\.\d{2}\.\d{2}(?:\d{2})?)\)?$/.exec(tidy(written)) ?? []
  const day = isoDay(date)
  return words !== '' && day !== undefined ? { words, day } : { words: tidy(written) }
}

/** What stands where nothing is told. */
export const isDashes = (value: string): boolean => /^[-–—−\s]*$/.test(value)
const absent =
  /^(?:нет(?: данных| сведений)?|(?:(?:данные|сведения|информация) )?отсутству[ею]т|(?:дело )?не (?:указан|заполнен|определ[её]н|назначен|установлен|распредел[её]н|рассмотрен|вынес[ео]н)[оаы]?)\.?$/iu
export const tellsNothing = (value: string): boolean => isDashes(value) || absent.test(tidy(value))

const closings: Readonly<Record<string, string>> = { '«': '»', '(': ')', '“': '”', '„': '“', '"': '"' }
/** Splits at commas (or another mark), but not inside quotes or brackets. */
export function splitNames(written: string, mark = ','): string[] {
  const parts: string[] = []
  const open: string[] = []
  let part = ''
  for (const letter of written) {
    const closing = closings[letter]
    if (letter === open.at(-1)) open.pop()
    else if (closing !== undefined) open.push(closing)
    if (letter === mark && open.length === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  // After an unclosed quote, commas split again.
  const found = open.length > 0 ? written.split(mark) : [...parts, part]
  return found.map(tidy).filter(text => text !== '')
}

/** «Текущее состояние» of Moscow: an outcome with its day, or a stage; what is neither is `unread`. */
type MoscowState = { result?: string; result_date?: string; result_valid_date?: string; unread?: string }

const inForce = /^вступил[оа]? в (?:законную )?силу/
const standing =
  /^(?:зарегистрирован|регистрация|рассмотрение|подготовка|назначен(?!.{0,30}наказани)|завершен|обжалован|принят|заявление принято|дело (?:получено|истребовано)|отложен|перерыв|приостановлен|проведен|не подано|вынесено на заседание|постановление приговора|оставлено без движения)/

export function stateOf(written: string): MoscowState {
  const { words: state, day } = outcomeWithDay(written)
  const plain = fold(state)
  if (plain === '') return {}
  if (inForce.test(plain)) return day === undefined ? {} : { result_valid_date: day }
  if (knownResult(words.result(), state) === undefined && standing.test(plain)) return {}
  if (!saysOutcome(state)) return { unread: written }
  return { result: state, ...(day === undefined ? {} : { result_date: day }) }
}
