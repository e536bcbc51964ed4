import { type Choice, type Found, found, longest, type QuestionScan, referenceTo } from './pieces.ts'
import { courtAt } from './read-courts.ts'
import { isForm, phraseOf, plain, type Token } from './words.ts'
import { isName, nameAt, withCapital } from './written-names.ts'

/** Judges in a question, by their directory. */
const judgeLeads = [
  { phrase: '=судья', isNominative: true },
  { phrase: '=судила|=судил|=председательствовал|=председательствовала|=председательствующий', isNominative: true },
  { phrase: '=судьёй =был|=была', isNominative: true },
  { phrase: '=под =председательством =судьи?', isNominative: false },
  { phrase: '=у? =судьи|=судье|=судьёй|=судью|=судей', isNominative: false },
].map(({ phrase, ...lead }) => ({ ...lead, phrase: phraseOf(phrase) }))

/** «сравни судей Ощепкову и …», «всех судей по 20.2, кроме Пелевиной» */
const besideJudges = (tokens: readonly Token[], at: number) => {
  const before = tokens[at - 1]?.text ?? ''
  const isOf =
    before === 'судей' || (before === 'кроме' && tokens.slice(0, at).some(({ text }) => /^суд(ьи|ей|ьям)$/u.test(text)))
  return isOf && isName(tokens[at]) ? { to: at, of: { isNominative: false } } : undefined
}
const mostNamesakes = 4

/** «Ивановой» is a form of «Иванова»; «Иванова» is a form of «Иванов» and a name itself: each is a reading. */
const isSurname = (known: string, word: string, isNominative: boolean): boolean =>
  known === word || (!isNominative && declines(known, word))
const declines = (known: string, word: string): boolean => {
  if (/[вн]а$/u.test(known)) return isOneOf(word, known.slice(0, -1), ['ой', 'у', 'ою'])
  return /[аяоий]$/u.test(known) ? isForm(known, word) : isOneOf(word, known, ['а', 'у', 'ым', 'ом', 'е', 'ем'])
}
const isOneOf = (word: string, stem: string, endings: readonly string[]): boolean =>
  word.startsWith(stem) && endings.includes(word.slice(stem.length))

export const judgeAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, pieces, source } = reader
  const lead = longest(judgeLeads, tokens, at) ?? besideJudges(tokens, at)
  const last = pieces.findLast(({ meaning: { kind } }) => kind !== 'and' && kind !== 'or' && kind !== 'mark')
  const follows =
    !lead &&
    pieces.at(-1) !== last &&
    last?.meaning.kind === 'values' &&
    ('judge' in last.meaning.choices[0].values || 'judge_not' in last.meaning.choices[0].values)
  if (!lead && !follows) return undefined
  const start = lead?.to ?? at
  const denied = /^(не|кроме)$/u.test(tokens[start]?.text ?? '')
  const first = denied ? start + 1 : start
  // Lower case is fine with a directory: a word that names no judge matches nothing.
  const isSmall = lead !== undefined && tokens[first]?.written === tokens[first]?.text
  const name = nameAt(lead ? withCapital(tokens, first, () => true) : tokens, first)
  if (!name) return undefined
  const word = plain(name.surname)
  // Forms of a surname share few letters: the last two are compared separately.
  const rows = (await source.find?.('judges', word.slice(0, Math.max(3, word.length - 2)))) ?? []
  const rest = plain(name.rest).replace(/[\s.]/g, '')
  const own = rows.filter(({ title }) => {
    const [surname = '', ...others] = plain(title).split(/\s+/)
    const letters = others.join(' ')
    const initials = letters.includes('.') ? letters.replace(/[\s.]/g, '') : others.map(one => one.charAt(0)).join('')
    const isRest = rest === '' || initials.startsWith(rest) || letters.replace(/[\s.]/g, '') === rest
    return isSurname(surname, word, lead?.of.isNominative ?? false) && isRest
  })
  // «судьи Тверского суда»
  const isOfCourt = own.length === 0 && name.rest === '' && (await courtAt(reader, first)) !== undefined
  if ((isSmall && own.length === 0) || isOfCourt) return undefined
  const key = denied ? 'judge_not' : 'judge'
  const choices =
    own.length > mostNamesakes
      ? []
      : own.map((row): Choice => ({ ...referenceTo('judge', [row]), values: { [key]: [Number(row.id)] } }))
  return found(
    name.to,
    choices,
    own.length > mostNamesakes ? 'Судей с такой фамилией много: добавьте инициалы.' : 'Такого судьи нет в справочнике.',
  )
}
