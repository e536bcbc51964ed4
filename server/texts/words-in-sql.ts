import { type RawBuilder, type Expression as Sql, type SqlBool, sql } from 'kysely'
import { type Expression, type Leaf, matchesNothing, opposite, type Term } from './expression.ts'
import { phraseGrams } from './grams.ts'

/**
 * An expression over words as the cases whose texts satisfy it. The index (`word_index`, migration 0032) knows each word, each pair
 * of neighbours and the grams of a text, so words and phrases are answered by it alone. Where it leaves a doubt, it is asked
 * twice: for the texts that satisfy the expression for sure, and for those that may; the few of the second kind are looked up in
 * `case_text.words`, the line of all stems.
 */
export const casesWithWords = (expression: Expression): RawBuilder<{ case_id: number }> => {
  // What holds for a text without a word cannot be found by words: its opposite can.
  if (matchesNothing(expression))
    return sql`select case_id from case_text
      where not exists (select from (${found(opposite(expression))}) as other where other.case_id = case_text.case_id)`
  return found(expression)
}

const found = (expression: Expression): RawBuilder<{ case_id: number }> => {
  const sure = surely(expression)
  const maybe = possibly(expression) ?? ''
  if (sure === maybe) return held(maybe)
  const inexact = (expression.kind === 'and' ? expression.of : [expression]).filter(part => !isExact(part))
  const doubted = sql<{
    case_id: number
  }>`${held(sure === undefined ? maybe : `(${maybe})&!(${sure})${doubtful(expression)}`)}
    and ${sql.join(inexact.map(readAgain), sql` and `)}`
  return sure === undefined ? doubted : sql`${held(sure)} union all ${doubted}`
}

const held = (query: string): RawBuilder<{ case_id: number }> =>
  sql`select case_id from case_text where word_index(words, grams) @@ ${query}::tsquery`

/** Whether the index leaves a doubt, so that texts may be read. */
export const isDoubtful = (expression: Expression): boolean =>
  !isExact(matchesNothing(expression) ? opposite(expression) : expression)
const isExact = (expression: Expression): boolean => surely(expression) === possibly(expression)

/** In the language of `tsquery`: every text that satisfies it satisfies the expression; undefined where the index is never sure. */
const surely = (expression: Expression): string | undefined => {
  switch (expression.kind) {
    case 'and':
      return all(expression.of.map(surely))
    case 'or':
      return any(expression.of.map(surely).filter(part => part !== undefined))
    case 'not':
      return `!(${leafQuery(expression.of).maybe})`
    default:
      return leafQuery(expression).sure
  }
}

/** Satisfied by every text that satisfies the expression; undefined where that is any text. */
const possibly = (expression: Expression): string | undefined => {
  switch (expression.kind) {
    case 'and':
      return all(expression.of.map(possibly).filter(part => part !== undefined))
    case 'or':
      return any(expression.of.map(possibly))
    case 'not': {
      const { sure } = leafQuery(expression.of)
      return sure === undefined ? undefined : `!(${sure})`
    }
    default:
      return leafQuery(expression).maybe
  }
}

/** Said beside the rest: marks of a doubt are few, and the index begins with what is rarest. */
const doubtful = (expression: Expression): string => {
  const marks = leavesOf(expression).map(leaf => leafQuery(leaf).doubts)
  return marks.includes(undefined) ? '' : `&(${[...new Set(marks.flatMap(of => of ?? []))].join('|')})`
}
const leavesOf = (expression: Expression): Leaf[] => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.flatMap(leavesOf)
    case 'not':
      return [expression.of]
    default:
      return [expression]
  }
}

/** One unknown part leaves the whole unknown. */
const joinedAll = (sign: string, parts: readonly (string | undefined)[]): string | undefined =>
  parts.length === 0 || parts.includes(undefined) ? undefined : parts.map(part => `(${part})`).join(sign)
const all = (parts: readonly (string | undefined)[]): string | undefined => joinedAll('&', parts)
const any = (parts: readonly (string | undefined)[]): string | undefined => joinedAll('|', parts)

/** `doubts`: the marks without which what may be is sure; absent where nothing makes it so. */
type LeafQuery = { sure: string | undefined; maybe: string; doubts: readonly string[] | undefined }
const leafQuery = (leaf: Leaf): LeafQuery => {
  switch (leaf.kind) {
    case 'word': {
      const word = lexeme(leaf.word.stem, leaf.word.prefix)
      return { sure: word, maybe: word, doubts: [] }
    }
    case 'phrase':
      return phraseQuery(leaf.words)
    case 'near':
      return nearQuery(leaf)
  }
}

/** What stands side by side is near, however near is meant; at one word from each other nothing else is. */
const nearQuery = ({ left, right, within }: Extract<Leaf, { kind: 'near' }>): LeafQuery => {
  const beside = [phraseQuery([...left, ...right]), phraseQuery([...right, ...left])]
  const sure = any(beside.map(one => one.sure).filter(part => part !== undefined))
  const maybe = within === 1 ? any(beside.map(one => one.maybe)) : all([left, right].map(one => phraseQuery(one).maybe))
  return { sure, maybe: maybe ?? '', doubts: undefined }
}

/** Where only the beginning of a word is known, the places of its pairs are not told, unless the pair is all there is. */
const phraseQuery = (words: readonly Term[]): LeafQuery => {
  const pairs = pairsOf(words)
  const untold = { sure: undefined, maybe: pairs, doubts: undefined }
  if (words.length <= 2) return words[1] && words[0]?.prefix ? untold : { sure: pairs, maybe: pairs, doubts: [] }
  if (words.some(({ prefix }) => prefix)) return untold
  const { needed, doubts } = phraseGrams(words.map(({ stem }) => stem))
  const maybe = [pairs, ...needed].join('&')
  return { sure: [maybe, ...doubts.map(mark => `!${mark}`)].join('&'), maybe, doubts }
}

/** A pair stands in the index as `+first second`. A word of which only the beginning is known has no second. */
const pairsOf = (words: readonly Term[]): string => {
  const parts = words.flatMap((word, at) => {
    const next = words[at + 1]
    if (next && !word.prefix) return [lexeme(`+${word.stem} ${next.stem}`, next.prefix)]
    // Its pair says that a word is there; a lone one has to say it itself.
    const before = words[at - 1]
    return before && !before.prefix ? [] : [lexeme(word.stem, word.prefix)]
  })
  return parts.join('&')
}

/** Stems are letters, digits and dots: nothing in them has to be escaped inside quotation marks. */
const lexeme = (stem: string, prefix: boolean): string => `'${stem}'${prefix ? ':*' : ''}`

const readAgain = (expression: Expression): Sql<SqlBool> => {
  switch (expression.kind) {
    case 'and':
      return sql<SqlBool>`(${sql.join(expression.of.map(readAgain), sql` and `)})`
    case 'or':
      return sql<SqlBool>`(${sql.join(expression.of.map(readAgain), sql` or `)})`
    case 'not':
      return sql<SqlBool>`not ${readAgain(expression.of)}`
    default: {
      const pattern = likePattern(expression)
      return pattern === undefined
        ? sql<SqlBool>`words ~ ${regularPattern(expression)}`
        : sql<SqlBool>`words like ${pattern}`
    }
  }
}

/** Stems have no sign that `like` would read as anything but itself. */
const likePattern = (leaf: Leaf): string | undefined => {
  if (leaf.kind === 'near') return undefined
  const words = leaf.kind === 'word' ? [leaf.word] : leaf.words
  const last = words.at(-1)
  if (words.slice(0, -1).some(({ prefix }) => prefix)) return undefined
  return `% ${words.map(({ stem }) => stem).join(' ')}${last?.prefix ? '%' : ' %'}`
}

const sequence = (words: readonly Term[]): string =>
  words.map(({ stem, prefix }) => `${stem.replaceAll('.', '\\.')}${prefix ? '[^ ]*' : ''}`).join(' ')

const regularPattern = (leaf: Leaf): string => {
  switch (leaf.kind) {
    case 'word':
      return ` ${sequence([leaf.word])} `
    case 'phrase':
      return ` ${sequence(leaf.words)} `
    case 'near': {
      const between = `( [^ ]+){0,${leaf.within - 1}} `
      const [left, right] = [sequence(leaf.left), sequence(leaf.right)]
      return ` (${left}${between}${right}|${right}${between}${left}) `
    }
  }
}
