import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ValueOf } from '#shared/filters/field.ts'

/** How the words of a decision are looked for (§3 `text_search_type`), over `case_text`. Russian stemming, ё = е. */
type Search = (column: RawBuilder<unknown>, text: string) => Expression<SqlBool>

const vector = sql.ref('case_text.vector')
const plainLetters = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
const byWords =
  (parse: string): Search =>
  (_, text) =>
    sql<SqlBool>`${vector} @@ ${sql.raw(parse)}('russian', ${plainLetters(text)})`

const searches: Readonly<Record<string, Search>> = {
  plain: byWords('plainto_tsquery'),
  phrase: byWords('phraseto_tsquery'),
  raw: byWords('to_tsquery'),
  exact_match: (column, text) => sql<SqlBool>`${column} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`,
  regexp: (column, text) => sql<SqlBool>`${column} ~* ${text}`,
}

export const textMatches = (column: RawBuilder<unknown>, { text, mode }: ValueOf['words']): Expression<SqlBool> =>
  searches[mode]?.(column, text) ?? sql<SqlBool>`false`
