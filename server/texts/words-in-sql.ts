import { type RawBuilder, type Expression as Sql, type SqlBool, sql } from 'kysely'
import {
  allLeaves,
  type Expression,
  foldExpression,
  type Leaf,
  matchesEmptyText,
  opposite,
  type Term,
} from './expression.ts'
import { phraseGrams } from './grams.ts'

/**
 * SQL for expressions over words. The index (`held_words`, which `word_index` of migration 0032 makes) knows words, neighbouring pairs and grams. Where it leaves a
 * doubt it is asked twice, for certain and for possible matches, and the few possible ones are checked in the line of stems.
 */
export const casesWithWords = (expression: Expression): RawBuilder<{ case_id: number }> => {
  if (matchesEmptyText(expression))
    return sql`select case_id from case_text_seen seen
      where not exists (select from (${found(opposite(expression))}) as other where other.case_id = seen.case_id)`
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
  sql`select case_id from case_text_seen where held_words @@ ${query}::tsquery`

export const isDoubtful = (expression: Expression): boolean =>
  !isExact(matchesEmptyText(expression) ? opposite(expression) : expression)
const isExact = (expression: Expression): boolean => surely(expression) === possibly(expression)

/** A sufficient `tsquery`; undefined where the index is never sure. */
const surely = (expression: Expression): string | undefined =>
  foldExpression<string | undefined>(expression, {
    leaf: leaf => leafQuery(leaf).sure,
    not: leaf => `!(${leafQuery(leaf).maybe})`,
    and: all,
    or: parts => any(parts.filter(part => part !== undefined)),
  })

/** A necessary `tsquery`; undefined where any text may match. */
const possibly = (expression: Expression): string | undefined =>
  foldExpression<string | undefined>(expression, {
    leaf: leaf => leafQuery(leaf).maybe,
    not: leaf => {
      const { sure } = leafQuery(leaf)
      return sure === undefined ? undefined : `!(${sure})`
    },
    and: parts => all(parts.filter(part => part !== undefined)),
    or: any,
  })

const doubtful = (expression: Expression): string => {
  const marks = allLeaves(expression).map(leaf => leafQuery(leaf).doubts)
  return marks.includes(undefined) ? '' : `&(${[...new Set(marks.flatMap(of => of ?? []))].join('|')})`
}

const joinedAll = (sign: string, parts: readonly (string | undefined)[]): string | undefined =>
  parts.length === 0 || parts.includes(undefined) ? undefined : parts.map(part => `(${part})`).join(sign)
const all = (parts: readonly (string | undefined)[]): string | undefined => joinedAll('&', parts)
const any = (parts: readonly (string | undefined)[]): string | undefined => joinedAll('|', parts)

/** `doubts`: without these marks a possible match is certain; undefined: nothing makes it so. */
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

/** Adjacent is near; at a distance of one word nothing else is. */
const nearQuery = ({ left, right, within }: Extract<Leaf, { kind: 'near' }>): LeafQuery => {
  const beside = [phraseQuery([...left, ...right]), phraseQuery([...right, ...left])]
  const sure = any(beside.map(one => one.sure).filter(part => part !== undefined))
  const maybe = within === 1 ? any(beside.map(one => one.maybe)) : all([left, right].map(one => phraseQuery(one).maybe))
  return { sure, maybe: maybe ?? '', doubts: undefined }
}

/** With a prefix, positions of its pairs are unknown, unless the pair is all there is. */
const phraseQuery = (words: readonly Term[]): LeafQuery => {
  const pairs = pairsOf(words)
  const untold = { sure: undefined, maybe: pairs, doubts: undefined }
  if (words.length <= 2) return words[1] && words[0]?.prefix ? untold : { sure: pairs, maybe: pairs, doubts: [] }
  if (words.some(({ prefix }) => prefix)) return untold
  const { needed, doubts } = phraseGrams(words.map(({ stem }) => stem))
  const maybe = [pairs, ...needed].join('&')
  return { sure: [maybe, ...doubts.map(mark => `!${mark}`)].join('&'), maybe, doubts }
}

/** Pairs are indexed as `+first second`; a prefix has no second word. */
const pairsOf = (words: readonly Term[]): string => {
  const parts = words.flatMap((word, at) => {
    const next = words[at + 1]
    if (next && !word.prefix) return [lexeme(`+${word.stem} ${next.stem}`, next.prefix)]
    const before = words[at - 1]
    return before && !before.prefix ? [] : [lexeme(word.stem, word.prefix)]
  })
  return parts.join('&')
}

const lexeme = (stem: string, prefix: boolean): string => `'${stem}'${prefix ? ':*' : ''}`

const readAgain = (expression: Expression): Sql<SqlBool> =>
  foldExpression<Sql<SqlBool>>(expression, {
    leaf: holdsLeaf,
    not: leaf => sql<SqlBool>`not ${holdsLeaf(leaf)}`,
    and: parts => sql<SqlBool>`(${sql.join(parts, sql` and `)})`,
    or: parts => sql<SqlBool>`(${sql.join(parts, sql` or `)})`,
  })
const holdsLeaf = (leaf: Leaf): Sql<SqlBool> => {
  const pattern = likePattern(leaf)
  return pattern === undefined ? sql<SqlBool>`words ~ ${regularPattern(leaf)}` : sql<SqlBool>`words like ${pattern}`
}

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
