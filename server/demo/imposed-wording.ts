import type { PenaltyType } from '#shared/domain/outcomes.ts'
import { plural, showNumber } from '#shared/domain/wording.ts'
import { collective, numberWords } from './decision-wording.ts'
import type { Matter, Theme } from './matters.ts'

export type DemoPenalty = {
  type: PenaltyType
  amount?: number
  hidden: boolean
  additional?: true
  suspended?: true
  probation?: number
  percent?: number
  state?: 'changed' | 'annulled'
}
export type DemoSentence = readonly DemoPenalty[]

type Of = Pick<Matter, 'codex' | 'theme'>
const masked = '<данные изъяты>'
const space = '\u00a0'

const sized = ({ amount, hidden }: DemoPenalty, unit: string, words?: string): string =>
  hidden || amount === undefined
    ? `${masked} ${unit}`
    : `${showNumber(amount)} (${words ?? numberWords(amount)}) ${unit}`

type Forms = readonly [one: string, few: string, many: string]
const span = (amount: number, years: Forms, months: Forms, withWords: boolean): string =>
  [[Math.floor(amount / 12), years] as const, [amount % 12, months] as const]
    .filter(([count]) => count > 0)
    .map(([count, forms]) => `${count}${withWords ? ` (${numberWords(count)}) ` : space}${plural(count, forms)}`)
    .join(' ')
const termOf = (amount: number, withWords = false): string =>
  span(amount, ['год', 'года', 'лет'], ['месяц', 'месяца', 'месяцев'], withWords)
const termUpTo = (amount: number): string =>
  span(amount, ['года', 'лет', 'лет'], ['месяца', 'месяцев', 'месяцев'], false)
const term = ({ amount, hidden }: DemoPenalty, withWords: boolean): string =>
  hidden || amount === undefined ? masked : termOf(amount, withWords)

const rights: Partial<Record<Theme, string>> = {
  bribe: 'занимать должности, связанные с осуществлением функций представителя власти,',
  speech: 'заниматься деятельностью, связанной с администрированием сайтов в сети «Интернет»,',
}
const rightOf = ({ codex, theme }: Of): string =>
  codex === 'koap'
    ? 'управления транспортными средствами'
    : (rights[theme] ?? 'заниматься деятельностью, связанной с управлением транспортными средствами,')

type Words = (imposed: DemoPenalty, of: Of) => string
const forTerm =
  (what: string): Words =>
  imposed =>
    `${what} на срок ${term(imposed, imposed.additional !== true)}`
const withheld = ({ percent }: DemoPenalty, from = 'заработной платы'): string =>
  percent === undefined ? '' : ` с удержанием ${percent}${space}% из ${from} в доход государства`
const administrative = ({ codex }: Of): string => (codex === 'koap' ? 'административного ' : '')

/** Genitive, after «в виде». */
const mainWords: Partial<Record<PenaltyType, Words>> = {
  fine: (imposed, of) => `${administrative(of)}штрафа в размере ${sized(imposed, 'рублей')}`,
  arrest: imposed => `административного ареста на срок ${sized(imposed, 'суток', collective[imposed.amount ?? 0])}`,
  works: imposed => `обязательных работ на срок ${sized(imposed, 'часов')}`,
  suspension: imposed => `административного приостановления деятельности на срок ${sized(imposed, 'суток')}`,
  caution: () => 'предупреждения',
  imprisonment: imposed => `лишения свободы на срок ${term(imposed, imposed.suspended !== true)}`,
  life_imprisonment: () => 'пожизненного лишения свободы',
  forced_labour: imposed => `принудительных работ на срок ${term(imposed, false)}${withheld(imposed)}`,
  corrective_works: imposed => `исправительных работ на срок ${term(imposed, false)}${withheld(imposed)}`,
  restriction: forTerm('ограничения свободы'),
  criminal_arrest: forTerm('ареста'),
  deprivation: (imposed, of) => `лишения права ${rightOf(of)} на срок ${term(imposed, true)}`,
  disqualification: forTerm('дисквалификации'),
  military_restriction: imposed =>
    `ограничения по военной службе на срок ${term(imposed, false)}${withheld(imposed, 'денежного довольствия')}`,
  disciplinary_unit: forTerm('содержания в дисциплинарной воинской части'),
}
/** Instrumental, after «с». */
const besideWords: Partial<Record<PenaltyType, Words>> = {
  fine: imposed => `со штрафом в размере ${sized(imposed, 'рублей')}`,
  restriction: imposed => `с ограничением свободы на срок ${term(imposed, false)}`,
  deprivation: (imposed, of) => `с лишением права ${rightOf(of)} на срок ${term(imposed, false)}`,
  deportation: () => 'с административным выдворением за пределы Российской Федерации',
  confiscation: (_, { codex }) =>
    codex === 'koap' ? 'с конфискацией предмета административного правонарушения' : 'с конфискацией автомобиля',
  title_loss: () => 'с лишением специального звания',
  visit_ban: imposed =>
    `с административным запретом на посещение мест проведения официальных спортивных соревнований в дни их проведения на срок ${term(imposed, false)}`,
}

const regimeOf = ({ amount = 0 }: DemoPenalty): string =>
  amount > 72
    ? 'в исправительной колонии строгого режима'
    : amount > 24
      ? 'в исправительной колонии общего режима'
      : 'в колонии-поселении'

export function imposedWords([main, ...others]: DemoSentence, of: Of): string {
  if (main === undefined) return ''
  const words = `в виде ${mainWords[main.type]?.(main, of) ?? ''}`
  const more = others.map(one => besideWords[one.type]?.(one, of) ?? '')
  const served =
    main.type === 'life_imprisonment'
      ? 'с отбыванием наказания в исправительной колонии особого режима'
      : main.type !== 'imprisonment' || main.suspended
        ? ''
        : `с отбыванием наказания ${regimeOf(main)}`
  return [words, ...more, served].filter(Boolean).join(' ')
}
export const suspendedWords = ([main]: DemoSentence): string =>
  main?.suspended && main.probation !== undefined
    ? `На основании ст.${space}73 УК${space}РФ назначенное {dat} наказание в виде лишения свободы считать условным с испытательным сроком ${termOf(main.probation)}.`
    : ''

export const courtFineWords = ([fine]: DemoSentence): string =>
  fine === undefined ? '' : `судебного штрафа в размере ${sized(fine, 'рублей')}`

/** A template: «назначенное {dat} наказание в виде лишения свободы смягчить до 1 года 6 месяцев». */
export function changedWords(sentence: DemoSentence, { codex }: Pick<Matter, 'codex'>): string {
  const [main] = sentence
  const kind = main && kindsInGenitive[main.type]
  if (main?.amount === undefined || main.hidden || kind === undefined) return 'назначенное {dat} наказание смягчить'
  const gone = sentence.filter(({ state }) => state === 'annulled').flatMap(({ type }) => kindsInGenitive[type] ?? [])
  return [
    `назначенное {dat} наказание в виде ${codex === 'koap' ? kind.replace(/^(?=штраф|арест)/u, 'административного ') : kind} ${codex === 'koap' ? 'снизить' : 'смягчить'} до ${upTo(main, main.amount)}`,
    ...gone.map(type => `исключить указание о назначении дополнительного наказания в виде ${type}`),
  ].join('; ')
}
const upTo = (main: DemoPenalty, amount: number): string => {
  const unit = cardUnits[main.type]
  return unit === undefined ? termUpTo(amount) : `${showNumber(amount)} ${unit}`
}
const kindsInGenitive: Partial<Record<PenaltyType, string>> = {
  fine: 'штрафа',
  arrest: 'ареста',
  works: 'обязательных работ',
  imprisonment: 'лишения свободы',
  forced_labour: 'принудительных работ',
  corrective_works: 'исправительных работ',
  restriction: 'ограничения свободы',
  deprivation: 'лишения права',
  confiscation: 'конфискации',
  disciplinary_unit: 'содержания в дисциплинарной воинской части',
}

const cardWords: Partial<Record<PenaltyType, string>> = {
  fine: 'Штраф',
  arrest: 'Административный арест',
  works: 'Обязательные работы',
  caution: 'Предупреждение',
  suspension: 'Приостановление деятельности',
  deportation: 'Административное выдворение',
  imprisonment: 'Лишение свободы',
  life_imprisonment: 'Пожизненное лишение свободы',
  forced_labour: 'Принудительные работы',
  corrective_works: 'Исправительные работы',
  restriction: 'Ограничение свободы',
  criminal_arrest: 'Арест',
  deprivation: 'Лишение специального права',
  disqualification: 'Дисквалификация',
  confiscation: 'Конфискация',
  military_restriction: 'Ограничение по военной службе',
  disciplinary_unit: 'Содержание в дисциплинарной воинской части',
  title_loss: 'Лишение специального звания',
  visit_ban: 'Запрет на посещение соревнований',
  court_fine: 'Судебный штраф',
}
const cardUnits: Partial<Record<PenaltyType, string>> = {
  fine: 'рублей',
  court_fine: 'рублей',
  arrest: 'суток',
  suspension: 'суток',
  works: 'часов',
}
export function imposedOnCard({ type, amount, hidden, suspended }: DemoPenalty, codex: Matter['codex']): string {
  const name = type === 'fine' && codex === 'koap' ? 'Административный штраф' : cardWords[type]
  const unit = cardUnits[type]
  const size =
    hidden || amount === undefined ? '' : unit === undefined ? termOf(amount) : `${showNumber(amount)}${space}${unit}`
  return [name, size, suspended && 'условно'].filter(Boolean).join(', ')
}
