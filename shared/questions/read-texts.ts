import { textSearchTypes } from '../domain/outcomes.ts'
import { articleNames } from './article-names.ts'
import { notToldByCards, settingPhrases } from './field-phrases.ts'
import { choiceOf, type Finder, type Found, found, longest, type QuestionScan } from './pieces.ts'
import { namedPlaces } from './places.ts'
import { dateAt } from './read-dates.ts'
import { type Phrase, phraseEnd, phraseOf } from './words.ts'

/** Words of texts: in quotation marks, or a few without them after words that say so; and words that no filter says. */
const quoteLeads: readonly { mode: 'phrase' | (typeof textSearchTypes)[number]['value']; phrase: Phrase }[] = [
  ...textSearchTypes.map(({ value, label }) => ({ mode: value, phrase: phraseOf(label) })),
  ...['=в =тексте|=текстах =решения|=решений?', '=в =решении|=решениях'].flatMap(where =>
    ['=есть|=упоминается|=упоминаются|=встречается|=написано|=сказано? фраза|=слово|=слова|=словосочетание?'].map(
      what => ({ mode: 'phrase' as const, phrase: phraseOf(`${where} ${what}`) }),
    ),
  ),
  { mode: 'phrase', phrase: phraseOf('=текст|=тексты|=текстов? =со =словами|=словом') },
  { mode: 'phrase', phrase: phraseOf('=в =тексте|=текстах =решения|=решений? =которых|=которого? слово?') },
  { mode: 'phrase', phrase: phraseOf('=с фраза') },
  { mode: 'phrase', phrase: phraseOf('=за|=с|=со? лозунг|плакат|надпись|=слова|=словами') },
]
/** «из газеты «Вечерний час»», «участник Общество «Ромашка»»: a name of something, not words of a text. */
const isNameOf = ({ pieces }: QuestionScan, at: number): boolean => {
  const last = pieces.at(-1)
  if (last?.to !== at) return false
  return (
    last.meaning.kind === 'unread' ||
    (last.meaning.kind === 'values' &&
      /^(defendant|participant|advocate|prosecutor)(_not)?$/.test(Object.keys(last.meaning.choices[0].values).join()))
  )
}
const inText = phraseOf('=в =тексте|=текстах =решения|=решений?')
export const quoteAt: Finder = (scanned, at) => {
  const { tokens } = scanned
  const lead = longest(quoteLeads, tokens, at)
  const to = lead?.to ?? at
  const token = tokens[to]
  if (!lead && token?.kind === 'quoted' && isNameOf(scanned, at))
    return { to: at + 1, meaning: { kind: 'unread', why: 'Слова текста решения назовите так: в тексте «…».' } }
  // «п. «а» ч. 2» is no word of a text.
  return token?.kind === 'quoted' && (lead || token.text.length > 1)
    ? found(phraseEnd(inText, tokens, to + 1) ?? to + 1, [
        choiceOf({ result_text_search: { text: token.text, mode: lead?.of.mode ?? 'phrase' } }),
      ])
    : undefined
}

const wordsLead = phraseOf('=слово|=слова|=словами|=словом')
const textLeads = [
  {
    key: 'result_text_search',
    phrase: phraseOf(
      '=в =тексте|=текстах =решения|=решений? =есть|=упоминается|=упоминаются|=встречается|=написано =слово|=слова|=фраза|=выражение?',
    ),
  },
  { key: 'note', phrase: phraseOf('=в =моей? =заметке|=заметках =есть|=написано|=сказано?') },
] as const
/** «в тексте есть недопустимое доказательство 12.8»: a few words up to a number, a mark or the end, none of which says anything else. */
const bareTextAt = ({ text, tokens, on }: QuestionScan, at: number): Found | undefined => {
  const lead = longest(textLeads, tokens, at)
  if (!lead) return undefined
  let to = lead.to
  while (tokens[to]?.kind === 'word') to += 1
  const own = tokens.slice(lead.to, to)
  const isOfElse = own.some(
    ({ text: word }, n) =>
      (n > 0 && /^(и|или|не|без|кроме)$/.test(word)) ||
      longest(settingPhrases, tokens, lead.to + n) ||
      longest(namedPlaces, tokens, lead.to + n) ||
      longest(articleNames, tokens, lead.to + n) ||
      dateAt(tokens, lead.to + n, on),
  )
  if (own.length === 0 || own.length > 3 || isOfElse || tokens[to]?.kind === 'quoted') return undefined
  const said = text.slice(own[0]?.from, own.at(-1)?.to)
  return found(to, [
    choiceOf(lead.of.key === 'note' ? { note: said } : { result_text_search: { text: said, mode: 'phrase' } }),
  ])
}
export const untoldAt: Finder = (scanned, at) => {
  const { tokens } = scanned
  const words = bareTextAt(scanned, at)
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
