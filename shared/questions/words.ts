import { remembered } from '../domain/remembered.ts'
import { shortYearOf } from './short-years.ts'
import { isVerb } from './verbs.ts'

/**
 * Words of a question and their forms. A known word is matched by its dictionary form: other forms differ only by an
 * ending of the closed list below. No stem is guessed from input, so «арестант» is never read as «арест».
 */
export type Token = {
  kind: 'word' | 'number' | 'quoted' | 'mark'
  /** Normalised: lower case, ё as е; a quotation keeps its content. */
  text: string
  written: string
  from: number
  to: number
}

/**
 * A quotation with doubled inner marks; УИД, case numbers and days, which contain punctuation; a number with spaces
 * between thousands; «2-й»; a word; any other mark.
 */
const patterns = [
  ['quoted', /«((?:[^»]|»»)*)»(?!»)|„([^“”]*)[“”]|“([^”]*)”|"([^"]*)"/y],
  // «13/11/2026»
  ['day', /\d{2}\/\d{2}\/\d{4}(?!\d)/y],
  ['number', /\d{2}[A-ZА-Я]{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}(?![\p{L}\d])/iuy],
  ['number', /\d+[а-яa-z]?(?:-\d+)*\/\d{4}(?!\d)/iuy],
  // «30к»: thousands.
  ['number', /\d+(?:,\d)?к(?![\p{L}\d])/iuy],
  // «01.03.2025-31.03.2025» are two days.
  ['number', /\d{1,2}\.\d{1,2}\.\d{4}(?![\d.])/y],
  ['number', /\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d.])(?:,\d{1,2})?/y],
  ['word', /\d{1,4}-(?:й|я|ю|е|ей|го|м|му|х|ый|ой|ая|ую|ом)(?![\p{L}\d])/iuy],
  ['number', /\d+(?:\.\d+)*(?:-\d+)*(?:,\d{1,2}(?=\s|$))?/y],
  ['word', /\p{L}+(?:[-\u2011]\p{L}+)*/uy],
  ['mark', /[^\s\p{L}\d]/uy],
] as const

export const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

export const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const found = tokenAt(text, at)
    if (found) tokens.push(found)
    at = found?.to ?? at + 1
  }
  return tokens
}
const tokenAt = (text: string, at: number): Token | undefined => {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) continue
    const written = found[0]
    const inside = found[1]?.replaceAll('»»', '»') ?? found.slice(2).find(part => part !== undefined)
    if (kind === 'quoted' && !inside?.trim()) continue
    return {
      kind: kind === 'day' ? 'number' : kind,
      text: kind === 'quoted' ? (inside?.trim() ?? '') : kind === 'day' ? written.replaceAll('/', '.') : plain(written),
      written,
      from: at,
      to: at + written.length,
    }
  }
  return undefined
}

// biome-ignore format: endings of nouns, adjectives and participles, the longest first
export const endings = [
  'иями', 'ями', 'ами', 'ыми', 'ими', 'ого', 'его', 'ому', 'ему', 'ией', 'иям', 'иях', 'ием', 'ая', 'яя', 'ое', 'ее', 'ые', 'ие', 'ый',
  'ий', 'ой', 'ей', 'ую', 'юю', 'ою', 'ею', 'ью', 'ых', 'их', 'ым', 'им', 'ом', 'ем', 'ам', 'ям', 'ах', 'ях', 'ов', 'ев', 'ия', 'ии', 'ию',
  'а', 'я', 'о', 'е', 'ы', 'и', 'у', 'ю', 'ь', 'й', '',
] as const
const isEnding: ReadonlySet<string> = new Set(endings)

/** Endings of dictionary forms: «Саратов» has none. */
const dictionary: ReadonlySet<string> = new Set([
  'ая',
  'яя',
  'ое',
  'ее',
  'ые',
  'ие',
  'ый',
  'ий',
  'ой',
  'ия',
  'а',
  'я',
  'о',
  'е',
  'ы',
  'и',
  'у',
  'ь',
  'й',
  '',
])
const without = (word: string, isOne: (ending: string) => boolean, least: number): string => {
  const ending = endings.find(one => isOne(one) && word.endsWith(one) && word.length - one.length >= least) ?? ''
  return word.slice(0, word.length - ending.length)
}
/** The common part of a word's forms, for suggestions, which match substrings. */
export const commonPart = (word: string, isWhole = false): string =>
  without(isWhole ? word : (word.split('-', 1)[0] ?? word), () => true, 3)

const leastStem = 3
const stemsOf = remembered((word): readonly string[] => {
  // «Уфа»: two letters of a short name are enough, because the rest must be an ending.
  const stem = without(word, ending => dictionary.has(ending), word.length > leastStem ? leastStem : 2)
  // «разбой — разбои»
  const plural = /[аеиоуыэюя]й$/.test(word) ? word.slice(0, -1) : stem
  // «Орёл — Орла»: the fleeting vowel of the dictionary form.
  const fleeting = stem === word ? /^(.*[^аеиоуыэюя])[ео]([кцлн])$/.exec(stem) : null
  return [...new Set([stem, plural, ...(fleeting ? [`${fleeting[1]}${fleeting[2]}`] : [])])]
})

/** Whether `word` is a form of `known`, which is in its dictionary form. Hyphenated words are compared by parts. */
export const isForm = (known: string, word: string): boolean => {
  if (known === word) return true
  // Fast path: all forms share the first letter, and nearly all compared words do not.
  if (known !== '' && known[0] !== word[0]) return false
  if (known.includes('-')) {
    const [parts, own] = [known.split('-'), word.split('-')]
    return parts.length === own.length && parts.every((part, n) => isForm(part, own[n] ?? ''))
  }
  return stemsOf(known).some(stem => word.startsWith(stem) && isEnding.has(word.slice(stem.length)))
}

/**
 * A phrase of dictionary forms: `|` separates alternatives, `=` marks an invariable word, `~` follows a stem that takes
 * endings, `*` follows a prefix of any word, `?` follows an optional word, `+` and `>` precede a verb (verbs.ts).
 */
export type Phrase = readonly { fits(word: string): boolean; optional: boolean }[]
export const phraseOf = (written: string): Phrase =>
  written.split(' ').map(part => {
    const optional = part.endsWith('?')
    const tests = (optional ? part.slice(0, -1) : part).split('|').map(wordTest)
    return { optional, fits: word => tests.some(test => test(word)) }
  })
const wordTest = (written: string): ((word: string) => boolean) => {
  const known = plain(written)
  const stem = known.slice(0, -1)
  if (known.startsWith('=')) return word => word === known.slice(1)
  if (known.startsWith('+')) return isVerb(known.slice(1), 'done')
  if (known.startsWith('>')) return isVerb(known.slice(1), 'going')
  if (known.endsWith('*')) return word => word.startsWith(stem)
  if (known.endsWith('~')) return word => word.startsWith(stem) && isEnding.has(word.slice(stem.length))
  return word => isForm(known, word)
}

const abbreviated = /^(обяз|испр|исправ|принуд|адм|уг|уголов|мед|прин|лиш|апелл|гос|адв|инст|предупр|прекращ)$/u
/** The end of the phrase that begins at token `at`; undefined when it does not. */
export const phraseEnd = (phrase: Phrase, tokens: readonly Token[], at: number): number | undefined => {
  let next = at
  for (const { fits, optional } of phrase) {
    const token = tokens[next]
    if (token && (token.kind === 'word' || token.kind === 'number') && fits(token.text)) {
      next += 1
      // «обяз. работы»
      if (tokens[next]?.text === '.' && abbreviated.test(token.text)) next += 1
    } else if (!optional) return undefined
  }
  return next > at ? next : undefined
}

export const wordsOfTitle = remembered(
  (title): readonly string[] => plain(title).match(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu) ?? [],
)

/** The same for a title or name: its words in order, without punctuation. */
export const titleEnd = (title: string, tokens: readonly Token[], at: number): number | undefined => {
  let next = at
  for (const word of wordsOfTitle(title)) {
    while (tokens[next]?.kind === 'mark' && next > at && tokens[next]?.text !== ',') next += 1
    const token = tokens[next]
    // «ростов на дону»: people omit hyphens.
    const parts = token && !isForm(word, token.text) ? word.split('-') : [word]
    if (!parts.every((part, n) => isForm(part, tokens[next + n]?.text ?? ''))) return undefined
    next += parts.length
  }
  while (next > at && tokens[next]?.text === '.' && /\.$/.test(title)) next += 1
  return next > at ? next : undefined
}

const ordinalStems = ['перв', 'втор', 'трет', 'четверт', 'пят', 'шест', 'седьм', 'восьм', 'девят', 'десят']
/** «часть вторая», «вторая часть» */
const ordinalOf = (word: string): string => {
  const n = ordinalStems.findIndex(
    stem => word.startsWith(stem) && /^(ая|ой|ую|ью|ья|ей)$/.test(word.slice(stem.length)),
  )
  return n < 0 ? '' : String(n + 1)
}

/** «апрель-июнь» */
const month = '(?:январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*'
const monthsJoined = new RegExp(`^(${month})-(${month})$`, 'u')
// biome-ignore format: a table reads best as one
const shortMonths: Readonly<Record<string, string>> = {
  янв: 'январь', фев: 'февраль', апр: 'апрель', авг: 'август', сент: 'сентябрь', сен: 'сентябрь', окт: 'октябрь', нояб: 'ноябрь', ноя: 'ноябрь', дек: 'декабрь',
}
/**
 * The text from token `at` as one line for regular expressions, with numbers without spaces and uniform dashes; and a
 * function from the end of a match to its token.
 */
export const lineFrom = (
  tokens: readonly Token[],
  at: number,
  most = 14,
): { line: string; endOf(length: number): number } => {
  const ends: number[] = []
  let line = ''
  for (const [n, token] of tokens.slice(at, at + most).entries()) {
    if (token.kind === 'quoted') break
    const text =
      shortYearOf(tokens, at + n) ??
      (token.kind === 'number'
        ? token.text.replace(/\s/g, '').replace(',', '.').replace(/к$/, ' тыс')
        : ((/(^| )част[а-я]+$/u.test(line) || /^част[а-я]+$/u.test(tokens[at + n + 1]?.text ?? '')) &&
            ordinalOf(token.text)) ||
          (shortMonths[token.text] ?? token.text)
            .replace(/^>$/, 'больше')
            .replace(/^<$/, 'меньше')
            .replace(/^(\d+)-.*/, '$1')
            .replace(monthsJoined, '$1 – $2'))
    line += `${line && ' '}${/^[–—-]$/.test(text) ? '–' : text}`
    ends.push(line.length)
  }
  return { line, endOf: length => at + ends.findIndex(end => end >= length) + 1 }
}
/** A pattern anchored at the beginning of such a line that ends at a word boundary. */
export const linePattern = (source: string): RegExp => new RegExp(`^(?:${source})(?= |$)`, 'u')
