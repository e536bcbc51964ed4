import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Suggestions by typed words: every word occurs somewhere in the column, letter case and ё/е ignored, the rest literal.
 * A place where е may be ё is left open for the trigram index and checked afterwards.
 */
export const typedWords = (typed: string): string[] => plain(typed).split(/\s+/).filter(Boolean)

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** What the column is compared and ordered by: ё stands after all other letters in PostgreSQL’s plain order. */
export const plainColumn = (column: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(lower(${column}), 'ё', 'е')`

export const hasWords = (column: RawBuilder<unknown>, typed: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    typedWords(typed).map(word => {
      const contained = `%${literal(word)}%`
      return sql`${column} ilike ${contained.replaceAll('е', '_')} and ${plainColumn(column)} like ${contained}`
    }),
    sql` and `,
  )})`

/** Smaller is better: what begins with the first word, then what has a word that begins so, then the rest. */
export const nearness = (column: RawBuilder<unknown>, typed: string): RawBuilder<number> => {
  const first = literal(typedWords(typed)[0] ?? '')
  return sql<number>`case when ${plainColumn(column)} like ${`${first}%`} then 0
    when ${plainColumn(column)} like ${`% ${first}%`} then 1 else 2 end`
}
