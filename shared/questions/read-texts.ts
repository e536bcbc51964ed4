import { textSearchTypes } from '../domain/outcomes.ts'
import { articleNames } from './article-names.ts'
import { notToldByCards, settingPhrases } from './field-phrases.ts'
import {
  beginsClause,
  choiceOf,
  endsClause,
  type Finder,
  type Found,
  found,
  longest,
  type QuestionScan,
} from './pieces.ts'
import { namedPlaces } from './places.ts'
import { dateAt } from './read-dates.ts'
import { type Phrase, phraseEnd, phraseOf, type Token } from './words.ts'

/** Words of texts: in quotation marks, or a few bare words after words that announce them, and that no filter has. */
type Mode = (typeof textSearchTypes)[number]['value']
const wheres = [
  '=в|=по =тексте|=текстах|=тексту|=текстам =решения|=решений|=приговора|=приговоров|=постановления|=судебного|=судебных? =акта|=актов|=которого|=которых?',
  '=в =решении|=решениях',
]
const verb =
  '=есть|=имеется|=содержится|=содержатся|=фигурирует|=упоминается|=упоминаются|=встречается|=встречаются|=написано|=сказано|=говорится?'
/** Search modes, by label and in colloquial words. */
const modes: readonly (readonly [Mode, ...string[]])[] = [
  ...textSearchTypes.map(({ value, label }) => [value, label] as const),
  ['phrase', 'фраза|=слово|=слова|=словосочетание|=цитата', '=точная =фраза'],
  ['regexp', '=регулярка|=регулярки|=регуляркой', '=регулярное? =выражение'],
  ['raw', '=выражение =с =операторами'],
]
const quoteLeads: readonly { mode: Mode; phrase: Phrase }[] = [
  ...modes.flatMap(([mode, ...names]) =>
    names.flatMap(name => [
      // «слово «плакат»» alone is a request, not a mode.
      ...(name.startsWith('фраза|') ? [] : [{ mode, phrase: phraseOf(name) }]),
      ...wheres.flatMap(where =>
        [`${where} ${verb} ${name}`, `${name} ${where}`].map(words => ({ mode, phrase: phraseOf(words) })),
      ),
    ]),
  ),
  ...wheres.map(where => ({ mode: 'phrase' as const, phrase: phraseOf(`${where} ${verb}`) })),
  {
    mode: 'phrase',
    phrase: phraseOf(
      '=есть? =текст|=тексты|=текстов|=решения|=решение|=приговоры|=постановления =решения|=решений? =со|=с =словами|=словом|=фразой',
    ),
  },
  {
    mode: 'phrase',
    phrase: phraseOf(
      '=текст|=тексты|=решение|=решения? =содержит|=содержат|=содержащие|=содержащий|=содержится =в? =тексте? =слово|=слова|=фразу|=фраза|=выражение?',
    ),
  },
  {
    mode: 'phrase',
    phrase: phraseOf(
      '=где|=которых? =упоминается|=упоминаются|=упомянут|=упомянута|=упомянуто|=встречается|=встречаются слово|фраза?',
    ),
  },
  {
    mode: 'phrase',
    phrase: phraseOf(
      '=поиск|=ищи|=искать|=найди =по|=в =тексту|=текстам|=тексте|=текстах =решений|=решения? =слово|=слова|=фраза|=фразу?',
    ),
  },
  { mode: 'phrase', phrase: phraseOf('=текст|=тексты =где =есть|=упоминается|=упоминаются =слово|=слова|=фраза?') },
  { mode: 'phrase', phrase: phraseOf('=в =тексте|=текстах =решения|=решений? =которых|=которого? слово?') },
  { mode: 'phrase', phrase: phraseOf('=с фраза') },
  { mode: 'phrase', phrase: phraseOf('=где? =написано|=сказано|=говорится =что|=о|=об|=про? слово?') },
  { mode: 'phrase', phrase: phraseOf('=поиск') },
  { mode: 'phrase', phrase: phraseOf('=с =упоминанием|=указанием|=цитатой =слова|=слов|=фразы?') },
  { mode: 'phrase', phrase: phraseOf('=за|=с|=со? лозунг|плакат|надпись|=слова|=словами') },
]
/** «из газеты «Вечерний час»», «участник Общество «Ромашка»»: a proper name, not words of a text. */
const isNameOf = ({ pieces, tokens }: QuestionScan, at: number): boolean => {
  // «репост во «ВКонтакте»»
  const isIn = /^(в|во|из)$/.test(tokens[at - 1]?.text ?? '') && pieces.at(-1)?.from === at - 1
  if (isIn && pieces.at(-2)?.meaning.kind === 'unread') return true
  const last = pieces.at(-1)
  if (last?.to !== at) return false
  return (
    last.meaning.kind === 'unread' ||
    (last.meaning.kind === 'values' &&
      /^(defendant|participant|advocate|prosecutor)(_not)?$/.test(Object.keys(last.meaning.choices[0].values).join()))
  )
}
const inText = phraseOf(
  '=есть|=встречается|=упоминается? =в =тексте|=текстах|=решении|=решениях|=приговоре|=постановлении =решения|=решений?',
)
const inNote = phraseOf(
  '=с|=в? =моя|=мои|=моей|=моих|=моими? =заметка|=заметке|=заметки|=заметках|=заметкой|=заметками =есть|=написано|=сказано|=писал|=писала|=написал|=написала|=указал|=указала|=содержит|=про? =со|=с? =слово|=слова|=фраза|=словом|=словами|=текстом?',
)
const inNoteBare = phraseOf('=в =моей|=моих? =заметке|=заметках =есть|=написано|=сказано? =слово|=слова|=фраза?')
const noteWith = phraseOf('=с? мой? заметка =со|=с =словом|=словами')
export const quoteAt: Finder = (scanned, at) => {
  const { tokens } = scanned
  const note = phraseEnd(inNote, tokens, at)
  const noted = note === undefined ? undefined : tokens[note]
  // «мои заметки про жалобу»
  if (note !== undefined && noted?.kind === 'word' && tokens[note - 1]?.text === 'про')
    return { to: note + 1, meaning: { kind: 'unread', why: 'Слова заметки возьмите в кавычки.' } }
  if (note !== undefined && noted?.kind === 'quoted') return found(note + 1, [choiceOf({ note: noted.text })])
  const lead = longest(quoteLeads, tokens, at)
  const to = lead?.to ?? at
  const token = tokens[to]
  if (!lead && token?.kind === 'quoted' && isNameOf(scanned, at))
    return { to: at + 1, meaning: { kind: 'unread', why: 'Слова текста решения назовите так: в тексте «…».' } }
  // In «п. «а» ч. 2» the letter is no search word.
  if (token?.kind !== 'quoted' || !(lead || token.text.length > 1)) return undefined
  const mode = lead?.of.mode ?? 'phrase'
  const row = mode === 'phrase' ? quotesFrom(tokens, to) : { text: token.text, to: to + 1, mode }
  return found(phraseEnd(inText, tokens, row.to) ?? row.to, [
    choiceOf({ result_text_search: { text: row.text, mode: row.mode } }),
  ])
}
/** «политика» и «выборы»: all words, or any of them after «или». */
const quotesFrom = (tokens: readonly Token[], at: number): { text: string; to: number; mode: Mode } => {
  const all = [tokens[at]?.text ?? '']
  const join = tokens[at + 1]?.text === 'или' ? 'или' : 'и'
  let to = at + 1
  for (; tokens[to]?.text === join && tokens[to + 1]?.kind === 'quoted'; to += 2) all.push(tokens[to + 1]?.text ?? '')
  if (all.length === 1) return { text: all.join(), to, mode: 'phrase' }
  if (tokens[to]?.text === 'вместе' || tokens[to]?.text === 'сразу') to += 1
  if (join === 'и' && all.every(text => !/\s/.test(text))) return { text: all.join(' '), to, mode: 'plain' }
  return {
    text: all.map(text => `«${text.replace(/[«»"]/g, '')}»`).join(join === 'и' ? ' & ' : ' | '),
    to,
    mode: 'raw',
  }
}

const wordsLead = phraseOf('=слово|=слова|=словами|=словом')
const what = '=слово|=слова|=фраза|=фразы|=выражение|=словосочетание'
const bareWhere = '=в =тексте|=текстах =решения|=решений?'
export const textLeads = [
  ...wheres.flatMap(where => [`${where} ${verb.slice(0, -1)} ${what}?`, `${where} ${what}`]),
  bareWhere,
  '=текст|=тексты|=решения|=решение =со|=с =словом|=словами|=фразой',
  '=текст|=тексты|=решение =содержит|=содержат =слово|=слова|=фразу?',
  '=поиск =по =тексту|=текстам =решений|=решения? =слово|=слова?',
  '=в =тексте|=текстах =решения|=решений? =есть|=упоминается|=упоминаются|=встречается|=написано =слово|=слова|=фраза|=выражение?',
]
  .map(words => ({ key: 'result_text_search', phrase: phraseOf(words), isBare: words === bareWhere }))
  .concat([inNoteBare, noteWith].map(phrase => ({ key: 'note', phrase, isBare: false })))
  .concat([{ key: 'note', phrase: phraseOf('=моя =заметка'), isBare: true }])
const textBehind = phraseOf('=есть|=встречается|=упоминается? =в =тексте|=текстах =решения|=решений|=приговора?')
/**
 * «нет войне в тексте решения», «слово пытки в тексте»: up to three words between punctuation marks that have no other
 * meaning.
 */
const textBeforeAt = (scanned: QuestionScan, at: number): Found | undefined => {
  const { text, tokens, on } = scanned
  if (!beginsClause(scanned, at)) return undefined
  const start = phraseEnd(phraseOf(what), tokens, at) ?? at
  for (let to = start + 1; to <= start + 3; to += 1) {
    const own = tokens.slice(start, to)
    const end = phraseEnd(textBehind, tokens, to)
    if (own.length < to - start || own.some(({ kind }) => kind !== 'word')) return undefined
    if (end === undefined) continue
    if (own.some(({ text: word }, n) => isOfElse(tokens, start + n, on) || (start === at && aboutTexts.test(word))))
      return undefined
    if (own.every(({ text: word }) => notOfText.test(word)) || !endsClause(scanned, end)) return undefined
    const said = text.slice(own[0]?.from, own.at(-1)?.to)
    return found(end, [choiceOf({ result_text_search: { text: said, mode: 'phrase' } })])
  }
  return undefined
}
const aboutTexts = /^(дела|дел|дело|покажи|найди|решени[яей]|где|что|все|слов[аоу]?|фраза|упомин[а-я]+|есть)$/u
/** Statements about a text that are no words of it. */
const notOfText =
  /^(и|или|не|нет|ни|без|кроме|про|о|об|где|что|как|которых|которого|есть|имеется|указано|указана|указан|отсутствует|упоминания|упоминание|решения|решений|для|по|на|с|со|за)$/u
const wholeText = (to: number) => ({ to, of: { key: 'result_text_search', isBare: true } })
/**
 * «в тексте есть недопустимое доказательство 12.8»: a few words up to another condition, a number, a punctuation mark
 * or the end.
 */
const bareTextAt = ({ text, tokens, on }: QuestionScan, at: number): Found | undefined => {
  const told = tokens[at]?.text === 'текст' && tokens[at + 1]?.text === ':' ? wholeText(at + 2) : undefined
  const lead = told ?? longest(textLeads, tokens, at)
  if (!lead) return undefined
  let to = lead.to
  // «в тексте свастика»: a single word is searched in the text even if it has another meaning.
  const named = lead.of.isBare
    ? longest<{ phrase: Phrase }>([...settingPhrases, ...articleNames], tokens, to)?.to
    : undefined
  if (named !== undefined && endsClause({ tokens }, named)) to = named
  else while (tokens[to]?.kind === 'word' && !isOfElse(tokens, to, on)) to += 1
  const own = tokens.slice(lead.to, to)
  // «слова плакат и площадь»: both words.
  const [one, join, other] = own
  const isPair = own.length === 3 && join?.text === 'и' && tokens[lead.to - 1]?.text === 'слова'
  if (isPair && endsClause({ tokens }, to) && lead.of.key !== 'note')
    return found(to, [choiceOf({ result_text_search: { text: `${one?.written} ${other?.written}`, mode: 'plain' } })])
  // «в тексте есть нет войне» is a search, «в тексте нет плаката» is a negation.
  const isTold =
    own.some(({ text: word }, n) => (n > 0 || lead.of.isBare) && notOfText.test(word)) ||
    /^(и|или)$/u.test(tokens[to]?.text ?? '')
  if (
    own.length === 0 ||
    own.length > 3 ||
    isTold ||
    tokens[to]?.kind === 'quoted' ||
    (tokens[to]?.kind === 'mark' && /^[^,.;:!?–—-]$/u.test(tokens[to]?.text ?? ''))
  )
    return undefined
  const said = text.slice(own[0]?.from, own.at(-1)?.to)
  return found(to, [
    choiceOf(lead.of.key === 'note' ? { note: said } : { result_text_search: { text: said, mode: 'phrase' } }),
  ])
}
const isOfElse = (tokens: readonly Token[], at: number, on: string): boolean =>
  [settingPhrases, namedPlaces, articleNames].some(phrases => longest<{ phrase: Phrase }>(phrases, tokens, at)) ||
  dateAt(tokens, at, on) !== undefined
export const untoldAt: Finder = (scanned, at) => {
  const { tokens } = scanned
  const words = bareTextAt(scanned, at) ?? textBeforeAt(scanned, at)
  if (words) return words
  const start = phraseEnd(wordsLead, tokens, at)
  if (start !== undefined && tokens[start]?.kind === 'word') {
    const marks = tokens.findIndex(({ kind }, n) => n >= start && kind === 'mark')
    const why = 'Возьмите слова в кавычки, и мы поищем их в текстах решений.'
    return { to: marks < 0 ? tokens.length : marks, meaning: { kind: 'unread', why } }
  }
  const one = longest(notToldByCards, tokens, at)
  return one && { to: one.to, meaning: { kind: 'unread', why: one.of.why } }
}
