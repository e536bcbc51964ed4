import { lowerFirst, upperFirst } from '#shared/domain/wording.ts'
import type { ValueOf } from '#shared/filters/field.ts'
import { type Expression, joined, type Leaf, leafOf, opposite, type Term } from './expression.ts'
import { foldLetters, smallLetters } from './fold-letters.ts'
import { announcesNumber, isStopWord, wordsOf } from './words.ts'

/**
 * Reads what a person typed: all the words, a phrase, or an expression with operators. What cannot be read is a `Mistake`
 * with a sentence that says what is wrong and where.
 */
export class Mistake extends Error {
  readonly sentence: string
  /** The character that it is about, from 0; absent: it is about the whole. */
  readonly at: number | undefined
  constructor(sentence: string, at?: number) {
    super(at === undefined ? sentence : `На ${at + 1}-м знаке: ${lowerFirst(sentence)}`)
    this.sentence = sentence
    this.at = at
  }
}

const noWords = 'Здесь нет ни одного слова: введите хотя бы одно.'

/** All these words; a number and the word that announces it («ч. 5») belong together, so do pieces written without a space. */
export const readPlain = (text: string): Expression => {
  const groups = groupsOf(piecesOf(text))
  if (groups.length === 0) throw new Mistake(noWords)
  const telling = withoutStopWords(groups)
  if (telling.length === 0)
    throw new Mistake('Такие слова есть почти в каждом решении: добавьте другие или ищите их как фразу.')
  return joined('and', telling.map(leafOf))
}

export const readPhrase = (text: string): Expression => {
  const words = termsOf(text)
  if (words.length === 0) throw new Mistake(noWords)
  return leafOf(words)
}

const termsOf = (text: string): Term[] => wordsOf(text).map(({ stem }) => ({ stem, prefix: false }))

const piecesOf = (text: string): Term[][] => text.split(/\s+/).map(termsOf).filter(isFilled)
const isFilled = (terms: readonly Term[]): boolean => terms.length > 0
const withoutStopWords = (groups: readonly Term[][]): Term[][] =>
  groups.filter(([first, second]) => first && (second !== undefined || first.prefix || !isStopWord(first.stem)))

/** «ч. 5» is looked for as it is written, not as a «ч» here and a «5» there. */
const groupsOf = (pieces: readonly Term[][]): Term[][] => {
  const groups: Term[][] = []
  for (const piece of pieces) {
    const before = groups.at(-1)
    if (before?.length === 1 && before[0] && announcesNumber(before[0].stem) && /^\d/.test(piece[0]?.stem ?? ''))
      before.push(...piece)
    else groups.push([...piece])
  }
  return groups
}

type Token =
  | { kind: 'and' | 'or' | 'not' | 'open' | 'close' | 'end'; at: number }
  | { kind: 'within'; words: number; at: number }
  | { kind: 'terms'; words: readonly Term[]; at: number }

const farthest = 30
/** Fewer letters would mean half of all the words there are. */
const shortestPrefix = 3
const token =
  /\s+|(?<quoted>["«„“][^"»“”]*(?<closed>["»“”])?)|(?<sign>&&?|\|\|?|!|\(|\))|(?<within>\/\d{1,3}(?=[\s("«„“]|$))|(?<piece>[^\s&|!()"«„“]+)/guy
const signs: Readonly<Record<string, 'and' | 'or' | 'not' | 'open' | 'close'>> = {
  '&': 'and',
  '&&': 'and',
  И: 'and',
  и: 'and',
  AND: 'and',
  '|': 'or',
  '||': 'or',
  ИЛИ: 'or',
  или: 'or',
  OR: 'or',
  '!': 'not',
  НЕ: 'not',
  NOT: 'not',
  '(': 'open',
  ')': 'close',
}

const mistakeAt = (at: number, sentence: string): Mistake => new Mistake(upperFirst(sentence), at)

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  token.lastIndex = 0
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const { quoted, closed, sign, within, piece } = found.groups ?? {}
    const at = found.index
    if (quoted !== undefined) {
      if (closed === undefined) throw mistakeAt(at, 'кавычка не закрыта.')
      const words = starred(quoted.slice(1, -1), at + 1)
      if (words.length === 0) throw mistakeAt(at, 'в кавычках нет ни одного слова.')
      tokens.push({ kind: 'terms', words, at })
    } else if (within !== undefined) {
      const words = Number(within.slice(1))
      if (words < 1 || words > farthest) throw mistakeAt(at, `расстояние может быть от 1 до ${farthest} слов.`)
      tokens.push({ kind: 'within', words, at })
    } else if (sign !== undefined || piece !== undefined) {
      const known = signs[sign ?? piece ?? '']
      if (known) tokens.push({ kind: known, at })
      else if (piece === 'не')
        throw mistakeAt(at, 'строчное «не» можно понять двояко. НЕ исключает слово; «не признал» ищут в кавычках.')
      else if (piece !== undefined) addPiece(tokens, piece, at)
    }
  }
  tokens.push({ kind: 'end', at: text.length })
  return tokens
}

const addPiece = (tokens: Token[], piece: string, at: number): void => {
  const words = starred(piece, at)
  if (words.length === 0) return
  const before = tokens.at(-1)
  const announced =
    before?.kind === 'terms' && before.words.length === 1 && announcesNumber(before.words[0]?.stem ?? '')
  if (announced && /^\d/.test(words[0]?.stem ?? ''))
    tokens[tokens.length - 1] = { kind: 'terms', words: [...before.words, ...words], at: before.at }
  else tokens.push({ kind: 'terms', words, at })
}

/** «пикет*» stands for every word that begins so. */
const starred = (text: string, at: number): Term[] => {
  const words = wordsOf(text)
  const stars = [...text.matchAll(/\*/g)].map(({ index }) => index)
  for (const star of stars) {
    const before = words.find(({ end }) => end === star)
    if (!before) throw mistakeAt(at + star, 'звёздочка ставится сразу после начала слова.')
    if (before.end - before.start < shortestPrefix)
      throw mistakeAt(at + star, `перед звёздочкой нужно не меньше ${shortestPrefix} букв.`)
  }
  return words.map(({ stem, end }) => ({ stem, prefix: stars.includes(end) }))
}

/** Operators, the tightest first: distance, НЕ, И (also where none is written), ИЛИ. */
export function readRaw(text: string): Expression {
  const tokens = tokensOf(text)
  const end: Token = { kind: 'end', at: text.length }
  let position = 0
  const peek = (): Token => tokens[position] ?? end
  const take = (): Token => {
    const taken = peek()
    position += 1
    return taken
  }

  const written = (at: number): string => text.slice(tokens[at]?.at, tokens[at + 1]?.at).trim()
  const wordMissingBefore = (at: number): Mistake =>
    mistakeAt(tokens[at]?.at ?? text.length, `перед «${written(at)}» нужно слово или скобка.`)

  const either = (): Expression => {
    const parts = [all()]
    while (peek().kind === 'or') {
      take()
      parts.push(all())
    }
    return joined('or', parts)
  }
  const all = (): Expression => {
    const parts = [one()]
    for (;;) {
      const { kind } = peek()
      if (kind === 'and') take()
      else if (kind !== 'terms' && kind !== 'not' && kind !== 'open') break
      parts.push(one())
    }
    return joined('and', parts.length > 1 ? withoutLoneStops(parts) : parts)
  }
  const one = (): Expression => {
    const next = take()
    switch (next.kind) {
      case 'not':
        return opposite(one())
      case 'open': {
        const inside = either()
        if (take().kind !== 'close') throw mistakeAt(next.at, 'скобка не закрыта.')
        return inside
      }
      case 'terms':
        return nearby(next.words)
      case 'close':
        throw mistakeAt(next.at, 'перед скобкой нужно слово, или она лишняя.')
      case 'end':
        throw position <= 1
          ? new Mistake(noWords)
          : new Mistake(`После «${written(position - 2)}» нужно слово или скобка.`)
      default:
        throw wordMissingBefore(position - 1)
    }
  }
  const nearby = (first: readonly Term[]): Expression => {
    const parts: Leaf[] = []
    let left = first
    for (let next = peek(); next.kind === 'within'; next = peek()) {
      take()
      const after = take()
      if (after.kind !== 'terms') throw mistakeAt(after.at, 'расстояние ставится между двумя словами или фразами.')
      parts.push({ kind: 'near', left, right: after.words, within: next.words })
      left = after.words
    }
    return parts.length > 0 ? joined('and', parts) : leafOf(first)
  }

  const expression = either()
  const rest = peek()
  if (rest.kind === 'close') throw mistakeAt(rest.at, 'эта скобка ничего не закрывает.')
  if (rest.kind !== 'end') throw wordMissingBefore(position)
  return expression
}

/** «плакат с флагом» without operators asks for a poster and a flag: «с» is left out, unless nothing would be left. */
const withoutLoneStops = (parts: readonly Expression[]): readonly Expression[] => {
  const telling = parts.filter(part => part.kind !== 'word' || part.word.prefix || !isStopWord(part.word.stem))
  return telling.length > 0 ? telling : parts
}

/** What is asked of a text, by the mode it is asked in (§3 `text_search_type`). Throws a `Mistake` when it cannot be read. */
export type AskedWords =
  | { kind: 'words'; expression: Expression }
  /** These letters in this order, folded and small (fold-letters.ts). */
  | { kind: 'letters'; text: string }
  | { kind: 'regexp'; pattern: string }

const modes: Readonly<Record<string, (text: string) => AskedWords>> = {
  plain: text => ({ kind: 'words', expression: readPlain(text) }),
  phrase: text => ({ kind: 'words', expression: readPhrase(text) }),
  raw: text => ({ kind: 'words', expression: readRaw(text) }),
  exact_match: text => ({ kind: 'letters', text: smallLetters(foldLetters(text)) }),
  regexp: text => ({ kind: 'regexp', pattern: withEdges(foldLetters(text)) }),
}
/** «\b» is the edge of a word everywhere but in PostgreSQL, where it is a character no text has: «\y» is. */
const withEdges = (pattern: string): string => pattern.replace(/\\./gs, pair => (pair === '\\b' ? '\\y' : pair))

export const askedWords = ({ text, mode }: ValueOf['words']): AskedWords => {
  const read = modes[mode]
  if (!read) throw new Error(`no way to search called ${mode}`)
  return read(text)
}
