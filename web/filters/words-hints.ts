/** Hints for each text search mode (§3 `text_search_type`); the server explains mistakes. */
export const wordsHints: Readonly<Record<string, string>> = {
  plain: 'Все слова, в любом порядке и любой форме; «ч. 5» и «ст. 20.2» — как написаны.',
  phrase: 'Слова подряд, в любой форме.',
  raw: 'И, ИЛИ, НЕ или & | !, скобки, «фраза», начало слова пикет*, слова рядом: рапорт /3 полиция.',
  exact_match: 'Строка буква в букву; регистр, ё и вид кавычек не важны.',
  regexp: 'Регулярное выражение PostgreSQL, без учёта регистра.',
}
