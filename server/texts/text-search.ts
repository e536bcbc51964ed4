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

/** Ways to search that read texts letter by letter and need a time limit. */
export const isCostly = ({ mode }: ValueOf['words']): boolean => mode === 'regexp' || mode === 'exact_match'

/** What is wrong with the words, when PostgreSQL refused them; undefined when the words are not to blame. */
export function explainSearchError(error: unknown, { mode }: ValueOf['words'], seconds: number): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === '57014' && isCostly({ text: '', mode }))
    return `Поиск занял больше ${seconds}\u00a0секунд и остановлен. Добавьте букв подряд или другие фильтры.`
  if (error.code === '2201B') {
    const reason = error.message.replace(/^invalid regular expression: /, '')
    return `Регулярное выражение составлено неверно: ${regexpReasons[reason] ?? reason}.`
  }
  if (error.code === '42601' && mode === 'raw')
    return 'Выражение составлено неверно. Между словами ставьте & (и) или | (или), перед словом — ! (не), скобки закрывайте.'
  return undefined
}

const regexpReasons: Readonly<Record<string, string>> = {
  'parentheses () not balanced': 'скобки ( ) не закрыты',
  'brackets [] not balanced': 'скобки [ ] не закрыты',
  'braces {} not balanced': 'скобки { } не закрыты',
  'invalid repetition count(s)': 'неверное число повторений',
  'quantifier operand invalid': 'знак повторения стоит не после буквы',
  'invalid character range': 'неверный промежуток знаков',
  'invalid escape \\ sequence': 'неверный знак после \\',
  'invalid character class': 'нет такого класса знаков',
  'invalid backreference number': 'нет группы с таким номером',
  'regular expression is too complex': 'оно слишком сложное',
}
