import { settingPhrases } from './field-phrases.ts'
import { givenNames, nominativeSurname, patronymicOf } from './given-names.ts'
import {
  beginsClause,
  type Choice,
  choiceOf,
  type Found,
  found,
  longest,
  type QuestionScan,
  referenceTo,
} from './pieces.ts'
import { courtAt } from './read-courts.ts'
import { isCity, regionAt } from './read-places.ts'
import { isForm, phraseOf, plain, type Token } from './words.ts'

/** People in a question: judges by their directory; others by their name as it was written, where a case of a noun leaves no doubt. */
type Written = { to: number; surname: string; rest: string }

const initial = /^\p{Lu}$/u
const given = /^\p{Lu}\p{Ll}+$/u
const patronymic = /(вич|ич|вна|чна|шна)$/u
const isName = (token: Token | undefined): boolean =>
  token?.kind === 'word' && /^\p{Lu}\p{Ll}+(-\p{Lu}\p{Ll}+)*$/u.test(token.written)
/** «судья мухоморова»: without a capital letter, after a word that says who it is. */
const capitalised = (tokens: readonly Token[], at: number, isOne: (word: string) => boolean): readonly Token[] => {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.written !== token.text || token.text.length < 5 || !isOne(token.text))
    return tokens
  const written = token.text.charAt(0).toUpperCase() + token.text.slice(1)
  return tokens.with(at, { ...token, written })
}
/** Words that end as surnames alone do, and are none. */
const otherWords = new Set(['готов', 'готова', 'здоров', 'здорова', 'основа', 'суров', 'сурова', 'картина', 'военный'])
const looksAsSurname = (word: string): boolean =>
  /(ов|ев|ова|ева|[кхш]ин|[кхш]ина|ский|цкий|ская|цкая|енко|чук|швили|дзе)$/u.test(word) && !otherWords.has(word)

/** «Радугодуб В. О.», «Радугодуб Вера Олеговна», «Радугодуб». */
const nameAt = (tokens: readonly Token[], at: number): Written | undefined => {
  const [surname, second, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!surname || !isName(surname)) return undefined
  if (second && initial.test(second.written)) {
    let [to, rest] = [at + 1, '']
    while (initial.test(tokens[to]?.written ?? '') && rest.length < 6) {
      rest += ` ${tokens[to]?.written}.`
      to += tokens[to + 1]?.text === '.' ? 2 : 1
    }
    return { to, surname: surname.written, rest: rest.trim() }
  }
  if (
    second &&
    third &&
    given.test(second.written) &&
    given.test(third.written) &&
    patronymic.test(genitiveless(third.written))
  )
    return { to: at + 3, surname: surname.written, rest: `${second.written} ${third.written}` }
  return { to: at + 1, surname: surname.written, rest: '' }
}
const genitiveless = (word: string): string =>
  word.replace(/(ич)(а|у|ем|е)$/, '$1').replace(/(вн|чн|шн)(ы|е|ой|у)$/, '$1а')

/** Of a surname in another case, what its dictionary form can be: of a man's and a woman's, both; undefined: not known. */
const nominatives = (surname: string): string[] | undefined => {
  if (/[оеёи][вн]а$/u.test(surname)) return [surname.slice(0, -1), surname]
  if (/(ов|ев|ёв|ин|ын)(ой|у)$/u.test(surname))
    return surname.endsWith('ой') ? [`${surname.slice(0, -2)}а`] : [`${surname.slice(0, -1)}а`, surname.slice(0, -1)]
  if (/(ск|цк)ого$/u.test(surname)) return [`${surname.slice(0, -3)}ий`]
  if (/(ск|цк)ой$/u.test(surname)) return [`${surname.slice(0, -2)}ая`]
  return /[^аеёиоуыэюяй]$/u.test(surname) || /(ко|их|ых)$/u.test(surname) ? [surname] : undefined
}
const full = (surname: string, rest: string): string => [surname, rest].filter(Boolean).join(' ')

const leads = [
  { key: 'defendant', phrase: 'привлекаемый лицо', isNominative: true },
  {
    key: 'defendant',
    phrase: '=привлекаемый|=привлекаемая|=подсудимый|=подсудимая|=обвиняемый|=обвиняемая|=фигурант',
    isNominative: true,
  },
  { key: 'defendant', phrase: '=в =отношении', isNominative: false },
  { key: 'participant', phrase: '=участник =дела|=процесса?', isNominative: true },
  { key: 'participant', phrase: '=участника|=участником|=участнику|=с =участием', isNominative: false },
  { key: 'advocate', phrase: '=адвокат|=защитник', isNominative: true },
  { key: 'advocate', phrase: '=с? адвокат|защитник', isNominative: false },
  { key: 'prosecutor', phrase: '=прокурор', isNominative: true },
  { key: 'prosecutor', phrase: '=с? прокурор', isNominative: false },
  { key: 'defendant', phrase: '=дело', isNominative: false },
  { key: 'defendant', phrase: '=дела', isNominative: false },
  { key: 'defendant', phrase: '=дело|=дела =на|=против', isNominative: false },
].map(({ phrase, ...lead }) => ({ ...lead, phrase: phraseOf(phrase), isOfCases: phrase.startsWith('=дел') }))

/** «Куропаткина Игоря», «Марины Облаковой», «Ветлугиной Марии Олеговны»: a given name or a patronymic says the gender and the case. */
const namedAt = (
  tokens: readonly Token[],
  at: number,
  isNominative: boolean,
): { to: number; names: string[][] } | undefined => {
  const [one, other, third] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!one || !other || !isName(one) || !isName(other)) return undefined
  const patronymic = third && isName(third) ? patronymicOf(third.written) : undefined
  const isOblique = patronymic ? !patronymic.isNominative : !isNominative
  const [first, second] = [givenNames(one.written, isOblique), givenNames(other.written, isOblique)]
  // Of two given names neither is surely the surname.
  if (first.length > 0 === second.length > 0) return undefined
  const [surname, given] = second.length > 0 ? [one.written, second] : [other.written, first]
  const names = given
    .filter(({ gender }) => !patronymic || patronymic.gender === gender)
    .flatMap(({ name, gender }) => {
      const plainly = nominativeSurname(surname, gender, !isOblique)
      return plainly === undefined ? [] : [[plainly, name, ...(patronymic ? [patronymic.name] : [])]]
    })
  return names.length > 0 ? { to: at + (patronymic ? 3 : 2), names } : undefined
}

const inOtherCase = 'Напишите имя в именительном падеже.'

/** «дела Ростова» may be of a town: only who cannot be a place is taken for a person there. */
const isPlace = async (reader: QuestionScan, at: number): Promise<boolean> =>
  regionAt(reader, at) !== undefined || (await courtAt(reader, at)) !== undefined || (await isCity(reader, at))

export const personAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const lead = longest(leads, reader.tokens, at)
  const start = lead?.to ?? at
  const denied = lead && reader.tokens[start]?.text === 'не'
  const own = denied ? start + 1 : start
  const isSmall = lead?.of.isNominative === true && longest(settingPhrases, reader.tokens, own) === undefined
  const tokens = isSmall ? capitalised(reader.tokens, own, looksAsSurname) : reader.tokens
  const name = nameAt(tokens, denied ? start + 1 : start)
  const whole = namedAt(tokens, denied ? start + 1 : start, lead?.of.isNominative ?? true)
  if (whole && (lead || whole.names[0]?.length === 3)) {
    const key = `${lead?.of.key ?? 'defendant'}${denied ? '_not' : ''}`
    // Cards have initials more often than names: «Облакова», and of those with that letter.
    const said = whole.names.flatMap(([surname = '', own = '', ...rest]) =>
      rest.length > 0 ? [[surname, own, ...rest].join(' ')] : [surname, `${surname} ${own.charAt(0)}`],
    )
    return found(
      whole.to,
      said.map(one => choiceOf({ [key]: one }, one)),
    )
  }
  if (!name) return undefined
  const next = tokens[name.to]
  // «Аркадия Ветошкина»: which of the two is the surname is not known.
  if (lead && name.rest === '' && next && isName(next) && !(await isPlace(reader, name.to)))
    return { to: name.to + 1, meaning: { kind: 'unread', why: 'Напишите фамилию и инициалы.' } }
  const key = `${lead?.of.key ?? 'defendant'}${denied ? '_not' : ''}`
  const isBare = name.rest === ''
  // A capital letter alone makes nobody a defendant.
  if (!lead && isBare) return undefined
  if (lead?.of.isOfCases && isBare && (await isPlace(reader, start))) return undefined
  const isNominative = lead ? lead.of.isNominative : beginsClause(reader, at)
  const isWhole = name.rest.includes(' ') && !name.rest.includes('.')
  const isAsWritten = isWhole ? patronymic.test(name.rest) : isNominative
  // «участник Общество «Ромашка»»
  const quotation = tokens[name.to]
  if (lead && isBare && quotation?.kind === 'quoted') {
    const whole = `${name.surname} «${quotation.text}»`
    return found(name.to + 1, [choiceOf({ [key]: whole }, whole)])
  }
  // «дела на Урале»
  if (lead?.of.isOfCases && isBare && !nominatives(name.surname)) return undefined
  const forms = isAsWritten ? [name.surname] : isWhole ? undefined : nominatives(name.surname)
  return found(
    name.to,
    (forms ?? []).map(form => choiceOf({ [key]: full(form, name.rest) }, full(form, name.rest))),
    inOtherCase,
  )
}

const judgeLeads = [
  { phrase: '=судья', isNominative: true },
  { phrase: '=судила|=судил|=председательствовал|=председательствовала|=председательствующий', isNominative: true },
  { phrase: '=у? =судьи|=судье|=судьёй|=судью|=судей', isNominative: false },
].map(({ phrase, ...lead }) => ({ ...lead, phrase: phraseOf(phrase) }))

const mostNamesakes = 4

/** «Ивановой» is a form of «Иванова», «Иванова» of «Иванов» and a name itself: all that it can be are readings. */
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
  const lead = longest(judgeLeads, tokens, at)
  const last = pieces.findLast(({ meaning: { kind } }) => kind !== 'and' && kind !== 'or' && kind !== 'mark')
  const follows =
    !lead &&
    pieces.at(-1) !== last &&
    last?.meaning.kind === 'values' &&
    ('judge' in last.meaning.choices[0].values || 'judge_not' in last.meaning.choices[0].values)
  if (!lead && !follows) return undefined
  const start = lead?.to ?? at
  const denied = tokens[start]?.text === 'не'
  const first = denied ? start + 1 : start
  // Of a directory: what is no judge there is nobody.
  const isSmall = lead !== undefined && tokens[first]?.written === tokens[first]?.text
  const name = nameAt(lead ? capitalised(tokens, first, () => true) : tokens, first)
  if (!name) return undefined
  const word = plain(name.surname)
  // A judge has few letters of a surname in common with its other forms: the last two are left to compare.
  const rows = (await source.find?.('judges', word.slice(0, Math.max(3, word.length - 2)))) ?? []
  const rest = plain(name.rest).replace(/[\s.]/g, '')
  const own = rows.filter(({ title }) => {
    const [surname = '', ...others] = plain(title).split(/\s+/)
    const letters = others.join(' ')
    const initials = letters.includes('.') ? letters.replace(/[\s.]/g, '') : others.map(one => one.charAt(0)).join('')
    const isRest = rest === '' || initials.startsWith(rest) || letters.replace(/[\s.]/g, '') === rest
    return isSurname(surname, word, lead?.of.isNominative ?? false) && isRest
  })
  if (isSmall && own.length === 0) return undefined
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
