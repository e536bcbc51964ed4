import { type Expression as Sql, type SqlBool, sql } from 'kysely'
import { type Expression, type Leaf, matchesNothing, opposite, type Term } from './expression.ts'

/**
 * An expression over words as SQL over `case_text`. The index (`word_index`, migration 0010) knows each word and each pair of
 * neighbours, so a word and a phrase of two are answered by it alone; longer phrases and distances are looked up in
 * `case_text.words`, the line of all stems, for the few texts that the index leaves.
 */
export const wordsMatch = (expression: Expression): Sql<SqlBool> => {
  // What holds for a text without a word cannot be found by words: its opposite can.
  if (matchesNothing(expression))
    return sql<SqlBool>`not exists (
      select 1 from case_text as other where other.case_id = case_text.case_id and ${found('other', opposite(expression))})`
  return found('case_text', expression)
}

const found = (table: string, expression: Expression): Sql<SqlBool> => {
  const query = indexQuery(expression)
  const index = sql<SqlBool>`word_index(${sql.ref(`${table}.words`)}) @@ ${query ?? ''}::tsquery`
  const inexact = (expression.kind === 'and' ? expression.of : [expression]).filter(part => !isExact(part))
  if (inexact.length === 0) return index
  return sql<SqlBool>`(${sql.join([index, ...inexact.map(part => readAgain(table, part))], sql` and `)})`
}

/** Whether the index answers it without reading the text. */
const isExact = (expression: Expression): boolean => {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.of.every(isExact)
    case 'not':
      return isExact(expression.of)
    case 'word':
      return true
    case 'phrase':
      return expression.words.length === 2 && !expression.words[0]?.prefix
    case 'near':
      return false
  }
}

/** In the language of `tsquery`: satisfied by every text that satisfies the expression; undefined where that is any text. */
const indexQuery = (expression: Expression): string | undefined => {
  switch (expression.kind) {
    case 'and': {
      const known = expression.of.map(indexQuery).filter(part => part !== undefined)
      return known.length > 0 ? known.map(part => `(${part})`).join('&') : undefined
    }
    case 'or': {
      const parts = expression.of.map(indexQuery)
      const known = parts.filter(part => part !== undefined)
      return known.length === parts.length ? known.map(part => `(${part})`).join('|') : undefined
    }
    case 'not':
      return isExact(expression.of) ? `!(${leafQuery(expression.of)})` : undefined
    default:
      return leafQuery(expression)
  }
}

const leafQuery = (leaf: Leaf): string => {
  switch (leaf.kind) {
    case 'word':
      return lexeme(leaf.word.stem, leaf.word.prefix)
    case 'phrase':
      return phraseQuery(leaf.words)
    case 'near':
      return `${phraseQuery(leaf.left)}&${phraseQuery(leaf.right)}`
  }
}

/** A pair stands in the index as `+first second`. A word of which only the beginning is known has no second. */
const phraseQuery = (words: readonly Term[]): string => {
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

const readAgain = (table: string, expression: Expression): Sql<SqlBool> => {
  switch (expression.kind) {
    case 'and':
      return sql<SqlBool>`(${sql.join(
        expression.of.map(part => readAgain(table, part)),
        sql` and `,
      )})`
    case 'or':
      return sql<SqlBool>`(${sql.join(
        expression.of.map(part => readAgain(table, part)),
        sql` or `,
      )})`
    case 'not':
      return sql<SqlBool>`not ${readAgain(table, expression.of)}`
    default: {
      const line = sql.ref(`${table}.words`)
      const pattern = likePattern(expression)
      return pattern === undefined
        ? sql<SqlBool>`${line} ~ ${regularPattern(expression)}`
        : sql<SqlBool>`${line} like ${pattern}`
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
