import { wholeUid } from '../domain/number-index.ts'
import { textSearchTypes } from '../domain/outcomes.ts'
import { byTheWay, dateLeads, negations, notToldByCards, settingPhrases, viewPhrases } from './field-phrases.ts'
import { choiceOf, type Found, found, longest, type Piece, type QuestionScan } from './pieces.ts'
import { amountAt } from './read-amounts.ts'
import { articleAt, articleByName } from './read-articles.ts'
import { clauseAt } from './read-clause.ts'
import { dateAt, lostDaysAt } from './read-dates.ts'
import { measureAt } from './read-measures.ts'
import { cityAt, courtAt, outcomeAt, regionAt, rowAt } from './read-names.ts'
import { judgeAt, personAt } from './read-people.ts'
import type { NameSource } from './reading.ts'
import { lineFrom, linePattern, phraseEnd, phraseOf, type Token } from './words.ts'

type Finder = (reader: QuestionScan, at: number) => Found | undefined | Promise<Found | undefined>

const uid = new RegExp(wholeUid, 'iu')
const caseNumber = /^\d+[а-яa-z]?(-\d+)*\/\d{4}$/iu
const numberLead = phraseOf('номер? дело? =№?')
const protocol = linePattern('(?:номер )?протокол[а-я]*(?: №| номер)? ((?:\\d{2} )?(?:[а-я]{2} )?(?:№ )?\\d{4,})')

const numberAt: Finder = ({ tokens }, at) => {
  const token = tokens[at]
  if (token?.kind === 'number' && uid.test(token.written))
    return found(at + 1, [choiceOf({ case_uid: token.written.toUpperCase() })])
  if (token?.kind === 'number' && caseNumber.test(token.text))
    return found(at + 1, [choiceOf({ case_number: token.written })])
  const start = phraseEnd(numberLead, tokens, at)
  const named = start === undefined ? undefined : tokens[start]?.text === '№' ? start + 1 : start
  const own = named === undefined ? undefined : tokens[named]
  if (named !== undefined && own?.kind === 'number' && caseNumber.test(own.text))
    return found(named + 1, [choiceOf({ case_number: own.written })])
  const { line, endOf } = lineFrom(tokens, at)
  const match = protocol.exec(line)
  if (!match) return undefined
  return found(endOf(match[0].length), [
    choiceOf({ protocol_number: (match[1] ?? '').replace(/^№ /, '').toUpperCase() }),
  ])
}

const uidWord = phraseOf('=уид')
const quoteLeads = [
  ...textSearchTypes.map(({ value, label }) => ({ mode: value, phrase: phraseOf(label) })),
  { mode: 'phrase', phrase: phraseOf('=со =словами|=словом') },
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
const quoteAt: Finder = (scanned, at) => {
  const { tokens } = scanned
  const lead = longest(quoteLeads, tokens, at)
  const to = lead?.to ?? at
  const token = tokens[to]
  if (!lead && token?.kind === 'quoted' && isNameOf(scanned, at))
    return { to: at + 1, meaning: { kind: 'unread', why: 'Слова текста решения назовите так: в тексте «…».' } }
  // «п. «а» ч. 2» is no word of a text.
  return token?.kind === 'quoted' && token.text.length > 1
    ? found(to + 1, [choiceOf({ result_text_search: { text: token.text, mode: lead?.of.mode ?? 'phrase' } })])
    : undefined
}

const asOfAt: Finder = ({ tokens, on }, at) => {
  const { line } = lineFrom(tokens, at)
  const lead = /^(?:по состоянию|как было|как были|на дату)(?= )/u.exec(line)
  if (!lead) return undefined
  const words = lead[0].split(' ').length
  const day = dateAt(tokens, at + words, on)
  return day?.isOneDay && 'min' in day.range && day.range.min <= on
    ? found(day.to, [choiceOf({ as_of: day.range.min })])
    : undefined
}

const freeLeads = dateLeads.filter(({ isOnlyBeforeDate }) => !isOnlyBeforeDate)
const phrased: Finder = ({ tokens, on }, at) => {
  const setting = longest(settingPhrases, tokens, at)
  const anyLead = longest(dateLeads, tokens, at)
  const isBeforeDate = anyLead && dateAt(tokens, anyLead.to, on) !== undefined
  const lead = anyLead?.of.isOnlyBeforeDate && !isBeforeDate ? longest(freeLeads, tokens, at) : anyLead
  const view = longest(viewPhrases, tokens, at)
  // «удалённые с сайта в этом году»: with days after it, a word says whose they are.
  const isLead = lead && (!setting || lead.to > setting.to || dateAt(tokens, lead.to, on) !== undefined)
  const said = [
    isLead && { to: lead.to, meaning: { kind: 'lead' as const, lead: lead.of } },
    setting && found(setting.to, [choiceOf(setting.of.values)]),
    // «Где» asks at the beginning; later it joins: «дела, где есть защитник».
    view &&
      // «по статьям 280 и 282» names articles.
      !(tokens[view.to]?.kind === 'number' && tokens[view.to - 1]?.text === 'статьям') &&
      (at === 0 || tokens[at]?.text !== 'где' || view.to > at + 1) && {
        to: view.to,
        meaning: { kind: 'view' as const, ...view.of },
      },
  ].flatMap(one => one || [])
  return said.reduce<Found | undefined>((best, one) => (best && best.to >= one.to ? best : one), undefined)
}
const wordsLead = phraseOf('=слово|=слова|=словами|=словом')
const untoldAt: Finder = ({ tokens }, at) => {
  const start = phraseEnd(wordsLead, tokens, at)
  if (start !== undefined && tokens[start]?.kind === 'word') {
    const marks = tokens.findIndex(({ kind }, n) => n >= start && kind === 'mark')
    const why = 'Возьмите слова в кавычки, и мы поищем их в текстах решений.'
    return { to: marks < 0 ? tokens.length : marks, meaning: { kind: 'unread', why } }
  }
  const one = longest(notToldByCards, tokens, at)
  return one && { to: one.to, meaning: { kind: 'unread', why: one.of.why } }
}
/** Cases are «старше года»; people are too, and their age is on no card. */
const isOfAge = ({ tokens, pieces }: QuestionScan, at: number): boolean =>
  /^(старше|моложе)$/u.test(tokens[tokens[at]?.text === 'не' ? at + 1 : at]?.text ?? '') &&
  (!/^(дел[аоу]?|,)?$/u.test(tokens[at - 1]?.text ?? '') ||
    pieces.some(({ meaning }) => meaning.kind === 'values' && 'defendant_gender' in meaning.choices[0].values))
const daysAt: Finder = (scanned, at) => {
  const { tokens, on } = scanned
  if (isOfAge(scanned, at)) return undefined
  const date = dateAt(tokens, at, on)
  const lost = lostDaysAt(tokens, at, on)
  if (lost !== undefined && !isSum(scanned, at, lost)) return { to: lost, meaning: { kind: 'unread', why: noDays } }
  const sum = date && isSum(scanned, at, date.to)
  if (sum === 'either') return { to: date?.to ?? at + 1, meaning: { kind: 'unread', why: yearOrSum } }
  return date && !sum ? { to: date.to, meaning: { kind: 'date', ...date } } : undefined
}
const noDays = 'Таких дней нет, или не сказано, сколько их.'
const yearOrSum = 'Это год или сумма? Допишите «года» или «рублей».'
/** «штраф до 2 000», «штраф от 2000»: beside a fine a number alone is roubles; from the years that courts publish it may be a year. */
const isSum = ({ tokens, pieces }: QuestionScan, at: number, to: number): boolean | 'either' => {
  const own = tokens.slice(at, to)
  if (own.some(({ kind, written }) => kind === 'number' && /\s/.test(written))) return true
  const last = pieces.findLast(({ meaning }) => meaning.kind !== 'idle')?.meaning
  const isFine =
    last?.kind === 'values' && [last.choices[0].values.penalty_type ?? []].flat().some(kind => kind === 'fine')
  const number = own.at(-1)
  if (!isFine || own.length > 2 || number?.kind !== 'number' || !/^\d{4}$/.test(number.text)) return false
  const isBounded = own.length === 2 && /^(от|до|с|после)$/.test(own[0]?.text ?? '')
  if (Number(number.text) < 2010) return isBounded || own.length === 1
  return isBounded && 'either'
}
const sizeAt: Finder = (scanned, at) => {
  const amount = amountAt(scanned.tokens, at)
  return amount?.isPrecise && isSum(scanned, at, amount.to) !== 'either'
    ? { to: amount.to, meaning: { kind: 'amount', found: amount } }
    : undefined
}

const joins: Readonly<Record<string, 'and' | 'or'>> = { и: 'and', или: 'or', либо: 'or', да: 'and', плюс: 'and' }
/** What says nothing by itself: taken where nothing longer begins. */
const littleAt: Finder = ({ tokens }, at) => {
  const token = tokens[at]
  const join = joins[token?.text ?? '']
  if (join) return { to: at + 1, meaning: { kind: join } }
  if (token?.kind === 'mark')
    return { to: at + 1, meaning: { kind: /^[,;:.?!()–—-]$/.test(token.text) ? 'mark' : 'unread' } }
  const [no, idle] = [
    longest(
      negations.map(phrase => ({ phrase })),
      tokens,
      at,
    ),
    longest(
      byTheWay.map(phrase => ({ phrase })),
      tokens,
      at,
    ),
  ]
  if (no) return { to: no.to, meaning: { kind: 'not' } }
  // «в городе Севастополь»
  if (/^город(а|е)?$|^г$/u.test(token?.text ?? '') && /^(\p{Lu}|\.)/u.test(tokens[at + 1]?.written ?? ''))
    return { to: tokens[at + 1]?.text === '.' ? at + 2 : at + 1, meaning: { kind: 'idle' } }
  const uidEnd = phraseEnd(uidWord, tokens, at)
  const to = idle?.to ?? (uidEnd !== undefined && tokens[uidEnd]?.kind === 'number' ? uidEnd : undefined)
  return to === undefined ? undefined : { to, meaning: { kind: 'idle' } }
}

/** The longest reading wins; of equal ones, the first of these. */
const finders: readonly Finder[] = [
  numberAt,
  asOfAt,
  untoldAt,
  measureAt,
  phrased,
  daysAt,
  articleAt,
  sizeAt,
  courtAt,
  regionAt,
  judgeAt,
  cityAt,
  rowAt,
  outcomeAt,
  articleByName,
  personAt,
  quoteAt,
  littleAt,
]

export const scan = async (
  text: string,
  tokens: readonly Token[],
  source: NameSource,
  on: string,
): Promise<Piece[]> => {
  const pieces: Piece[] = []
  let at = 0
  while (at < tokens.length) {
    let best = clauseAt({ text, tokens, source, on, pieces }, at)
    if (best) {
      pieces.push({ from: at, ...best })
      at = best.to
      continue
    }
    for (const find of finders) {
      const one = await find({ text, tokens, source, on, pieces }, at)
      const isBetter =
        one &&
        (!best ||
          one.to > best.to ||
          (one.to === best.to && best.meaning.kind === 'unread' && one.meaning.kind !== 'idle'))
      if (isBetter) best = one
    }
    const piece = best ?? { to: at + 1, meaning: { kind: 'unread' as const } }
    pieces.push({ from: at, ...piece })
    at = piece.to
  }
  return pieces
}
