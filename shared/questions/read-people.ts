import { settingPhrases } from './field-phrases.ts'
import { beginsClause, choiceOf, type Found, found, longest, type QuestionScan } from './pieces.ts'
import { courtAt } from './read-courts.ts'
import { isCity, regionAt, standsOpen } from './read-places.ts'
import { behindPreposition, ofVictim, standsAsVictim } from './victims.ts'
import { phraseOf, type Token } from './words.ts'
import {
  fullName,
  isName,
  looksAsSurname,
  nameAt,
  namedAt,
  nominatives,
  patronymic,
  withCapital,
  withCapitalInitials,
} from './written-names.ts'

/** Names of people in a question as written, where the grammatical case is unambiguous. */
const leads = [
  { key: 'defendant', phrase: 'привлекаемый лицо', isNominative: true },
  {
    key: 'defendant',
    phrase: '=привлекаемый|=привлекаемая|=подсудимый|=подсудимая|=обвиняемый|=обвиняемая|=фигурант',
    isNominative: true,
  },
  { key: 'defendant', phrase: '=в =отношении', isNominative: false },
  { key: 'defendant', phrase: '=что =на', isNominative: false, isAccusative: true },
  { key: 'defendant', phrase: '=есть =что? =на', isNominative: false, isAccusative: true },
  {
    key: 'defendant',
    phrase: '=привлекают|=привлекали|=привлекли|=судят|=судили',
    isNominative: false,
    isAccusative: true,
  },
  ...[
    'defendant обвиняемым|подсудимым|фигурантом',
    'participant участником',
    'advocate адвокатом|защитником',
    'prosecutor прокурором',
  ].map(one => {
    const [key = '', words = ''] = one.split(' ')
    return {
      key,
      phrase: `${words
        .split('|')
        .map(word => `=${word}`)
        .join('|')} =был|=была|=выступал|=выступала|=проходит|=проходил|=проходила|=является?`,
      isNominative: true,
    }
  }),
  { key: 'advocate', phrase: '=адвокат|=защитник =был|=была', isNominative: true },
  { key: 'prosecutor', phrase: '=прокурор =был|=была', isNominative: true },
  { key: 'participant', phrase: '=участник =дела|=процесса?', isNominative: true },
  { key: 'participant', phrase: '=участника|=участником|=участнику|=с =участием', isNominative: false },
  { key: 'advocate', phrase: '=адвокат|=защитник|=адв', isNominative: true },
  { key: 'advocate', phrase: '=с? адвокат|защитник', isNominative: false },
  { key: 'prosecutor', phrase: '=участвовал|=участвовала|=был|=была? =прокурор|=гособвинитель', isNominative: true },
  { key: 'advocate', phrase: '=участвовал|=участвовала|=был|=была =адвокат|=защитник', isNominative: true },
  { key: 'advocate', phrase: '=защищал|=защищала', isNominative: true, isOfDefence: true },
  { key: 'advocate', phrase: '=с|=при =участием|=участии адвокат|защитник', isNominative: false },
  { key: 'prosecutor', phrase: '=с|=при =участием|=участии прокурор', isNominative: false },
  { key: 'prosecutor', phrase: '=прокурор|=гособвинитель', isNominative: true },
  { key: 'prosecutor', phrase: '=с? прокурор', isNominative: false },
  { key: 'defendant', phrase: '=у|=приговор', isNominative: false, isOfWhole: true },
  { key: 'defendant', phrase: '=дело', isNominative: false },
  { key: 'defendant', phrase: '=дела', isNominative: false },
  { key: 'defendant', phrase: '=по =делу', isNominative: false },
  { key: 'defendant', phrase: '=дело|=дела =на|=против', isNominative: false },
].map(({ phrase, ...lead }) => ({
  ...lead,
  phrase: phraseOf(phrase),
  isOfCases: /^=(дел|по|что =на|есть)/.test(phrase),
}))

const inOtherCase = 'Напишите имя в именительном падеже.'

/** «дела Ростова» may be about a town: only words that are no place are read as people there. */
const isPlace = async (reader: QuestionScan, at: number): Promise<boolean> =>
  regionAt(reader, at) !== undefined || (await courtAt(reader, at)) !== undefined || (await isCity(reader, at))

const masculine = /([оеё]в|[иы]н|[сц]кий|ый)$/u
/** «защищал Ветошкин»: the defender; «защищал Ветошкина», «защищала Петрова» may be the defended person. */
const hasDefended = (tokens: readonly Token[], at: number): boolean => {
  const [one, other] = [tokens[at]?.written ?? '', tokens[at + 1]?.written ?? '']
  return masculine.test(one) || (/[^аеёиоуыэюя]$/u.test(one) && isName(tokens[at + 1]) && masculine.test(other))
}

/** «побои в отношении Ветрогонова», «кража у Иванова А. А.»: the victim, not the accused. */
export const personAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const one = await anyPersonAt(reader, at)
  if (one?.meaning.kind !== 'values') return one
  const { tokens } = reader
  const isTowards = /^(в|против)$/.test(tokens[at]?.text ?? '')
  const isLed = !isTowards && longest(leads, tokens, at) !== undefined
  const isPlain = masculine.test(tokens[at]?.written ?? '') || /(вич|вна|чна)$/u.test(tokens[one.to - 1]?.written ?? '')
  const isOfVictim = isTowards ? behindPreposition(reader, at, true) : !isLed && !isPlain && standsAsVictim(reader, at)
  return isOfVictim ? { to: one.to, meaning: ofVictim } : one
}
const anyPersonAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const lead = longest(leads, reader.tokens, at)
  // «адв. Селиверстов», «прокурор — Сёмина»
  const isTold = lead?.of.isNominative === true && /^[.:–—-]$/.test(reader.tokens[lead.to]?.text ?? '')
  const start = lead ? lead.to + (isTold ? 1 : 0) : at
  const denied = lead && reader.tokens[start]?.text === 'не'
  const own = denied ? start + 1 : start
  const isSmall = lead?.of.isNominative === true && longest(settingPhrases, reader.tokens, own) === undefined
  const capital = isSmall ? withCapital(reader.tokens, own, looksAsSurname) : reader.tokens
  const tokens = withCapitalInitials(capital, own)
  const name = nameAt(tokens, denied ? start + 1 : start)
  if (lead && 'isOfDefence' in lead.of && !hasDefended(tokens, own))
    // «защищала Кораблёва Т. И.»: ambiguous, and she is not the accused in either reading. «защищал Ветошкина Игоря
    // Петровича»: the ending shows that he was defended.
    return name && !/вича$/u.test(tokens[name.to - 1]?.text ?? '')
      ? { to: name.to, meaning: { kind: 'unread', why: 'Кто кого защищал, не ясно: напишите «защитник …».' } }
      : undefined
  const firm = tokens[start]
  const called = tokens[start + 1]
  if (lead && firm && called?.kind === 'quoted' && /^(ООО|[ПОЗ]?АО|ИП|АНО|НКО|ТСЖ|[МГФ]УП|СМИ)$/u.test(firm.written)) {
    const whole = `${firm.written} «${called.text}»`
    return found(start + 2, [choiceOf({ [lead.of.key]: whole }, whole)])
  }
  const whole = namedAt(tokens, denied ? start + 1 : start, lead?.of.isNominative ?? true)
  // «Ветлугина Дарья, 20.2»
  const isAlone =
    !lead &&
    whole?.names[0]?.length === 2 &&
    beginsClause(reader, at) &&
    !(await isPlace(reader, at)) &&
    !(await isPlace(reader, at + 1))
  if (whole && (lead || whole.names[0]?.length === 3 || isAlone)) {
    const key = `${lead?.of.key ?? 'defendant'}${denied ? '_not' : ''}`
    // «подсудимый Ветошкин Аркадий»: in the order of cards.
    const isOfCards = reader.tokens[own]?.written === whole.names[0]?.[0]
    const isAsWrittenFirst = isAlone || (lead?.of.isNominative === true && isOfCards)
    // Cards have initials more often than given names: searches by surname and, among its bearers, by initial.
    const said = whole.names.flatMap(([surname = '', own = '', ...rest]) =>
      rest.length > 0 || isAsWrittenFirst
        ? [
            [surname, own, ...rest].join(' '),
            ...(rest.length === 0 && isAsWrittenFirst ? [`${surname} ${own.charAt(0)}`, surname] : []),
          ]
        : [surname, `${surname} ${own.charAt(0)}`],
    )
    return found(
      whole.to,
      said.map(one => choiceOf({ [key]: one }, one)),
    )
  }
  // «заседание у Ивановой» may also be about a judge.
  if (!name || (lead && 'isOfWhole' in lead.of)) return undefined
  const next = tokens[name.to]
  // «дела Мамадышского района»
  if (/^(район|округ|област|кра[йяюе]|улиц|посел|сельс|городск|республик)/u.test(next?.text ?? '')) return undefined
  if (lead?.of.isOfCases && name.rest === '' && (await isPlace(reader, start))) return undefined
  // «дела Южного окружного суда»: an adjective of the following noun.
  if (lead && !lead.of.isNominative && /[нлдтвр]ого$/u.test(name.surname) && !standsOpen(reader.tokens, name.to))
    return undefined
  // «Аркадия Ветошкина»: it is unclear which of the two is the surname.
  if (lead && name.rest === '' && next && isName(next) && !(await isPlace(reader, name.to)))
    return { to: name.to + 1, meaning: { kind: 'unread', why: 'Напишите фамилию и инициалы.' } }
  const key = `${lead?.of.key ?? 'defendant'}${denied ? '_not' : ''}`
  const isBare = name.rest === ''
  // A capital letter alone does not make a defendant.
  if (!lead && isBare) return undefined
  // «прокурор Москвы»
  const isOfPlace = lead && /^(advocate|prosecutor)$/.test(lead.of.key) && !looksAsSurname(name.surname.toLowerCase())
  if (lead && (lead.of.isOfCases || isOfPlace) && isBare && (await isPlace(reader, start))) return undefined
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
  const inCase = isWhole ? undefined : nominatives(name.surname)
  // «привлекали Усольцеву»: a woman; of a man it would be «Усольцева».
  const isOfWoman = lead !== undefined && 'isAccusative' in lead.of && /у$/u.test(name.surname)
  const forms = isAsWritten ? [name.surname] : isOfWoman ? inCase?.slice(0, 1) : inCase
  return found(
    name.to,
    (forms ?? []).map(form => choiceOf({ [key]: fullName(form, name.rest) }, fullName(form, name.rest))),
    inOtherCase,
  )
}
