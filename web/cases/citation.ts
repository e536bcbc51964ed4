import type { CaseRow } from '#shared/api/cases.ts'
import type { CaseText } from '#shared/api/full-case.ts'
import { showDate } from '#shared/domain/dates.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { upperFirst } from '#shared/domain/wording.ts'
import { courtTitle, withCity } from '../filters/titles.ts'

/**
 * In the form used by lawyers: «Решение Центрального районного суда г. Воронежа от 22 октября 2026 г. по делу №
 * 5-2214/2026»
 */
type Cited = Pick<CaseRow, 'type' | 'stage' | 'case_number' | 'case_uid' | 'court' | 'result_date' | 'result_type'>

const space = '\u00a0'

/** `text`: its heading names the act. */
export const citationOf = (one: Cited, text?: CaseText['text']): string => {
  const uid = one.case_uid ? `, УИД${space}${one.case_uid}` : ''
  const number = `№${space}${one.case_number}`
  if (!one.result_date) return `Дело ${number}, ${courtTitle(one.court)}${uid}`
  const act = (text && actOf(text)) || actByResult(one)
  const court = genitiveCourtTitle(one.court)
  return `${act}${court ? ` ${court}` : `, ${one.court.title},`} от ${showDate(one.result_date)}${space}г. по делу ${number}${uid}`
}

const acts = ['Постановление', 'Определение', 'Решение', 'Приговор'] as const
const headingLines = 15

/** The heading of the act, often letter-spaced: «П О С Т А Н О В Л Е Н И Е». */
const actOf = (text: string): string => {
  for (const line of text.split('\n').slice(0, headingLines)) {
    const words = line.replace(/(?<=^|\s)(\S) (?=\S(\s|$))/g, '$1')
    const found = /^((?:апелляционн|кассационн)\S+\s+)?([а-яё]+)\.?$/i.exec(words.trim())
    const act = acts.find(name => name.toLowerCase() === found?.[2]?.toLowerCase())
    if (!act) continue
    const instance = found?.[1]?.trim().toLowerCase()
    return instance ? `${upperFirst(instance)} ${act.toLowerCase()}` : act
  }
  return ''
}

/** By the result on the court's site; when unclear, a name that fits any act. */
const rules: readonly { type?: 1 | 2; stage?: 1 | 2; if: RegExp; act: string }[] = [
  { type: 2, stage: 2, if: /постановление суда апелляционной/i, act: 'Апелляционное постановление' },
  { type: 2, stage: 2, if: /^/, act: 'Судебный акт' },
  { type: 2, stage: 1, if: /приговор/i, act: 'Приговор' },
  { type: 2, stage: 1, if: /^/, act: 'Постановление' },
  {
    if: /определени\S* о|возвращен|передан|подведомствен|без рассмотрения|присоединен|приостановлен/i,
    act: 'Определение',
  },
  { stage: 1, if: /^/, act: 'Постановление' },
  { stage: 2, if: /^/, act: 'Решение' },
]
const actByResult = ({ type, stage, result_type }: Cited): string => {
  const title = result_type?.title ?? ''
  // «Отменено с возвращением на новое рассмотрение» is decided on the merits.
  const decided = stage === 2 && /отмен|изменен/i.test(title) && type === 1
  if (decided) return 'Решение'
  return (
    rules.find(rule => (rule.type ?? type) === type && (rule.stage ?? stage) === stage && rule.if.test(title))?.act ??
    'Судебный акт'
  )
}

/** «Ишимского городского суда Тюменской области»; '' when the title is not that of a court. */
export const genitiveCourtTitle = (court: { title: string; region: number }): string => {
  const words = courtTitle(court).trim().split(/\s+/)
  const magistrate = magistrateGenitive(words)
  if (magistrate) return magistrate
  const at = words.findIndex(word => /^суд$/i.test(word))
  if (at < 0) return ''
  const title = withCity(words.map((word, n) => (n <= at ? declined(word, courtWords) : word)).join(' '))
    // Common nouns are in lower case, unlike names.
    .replace(/^(Суда|Районного|Городского)(?= )/, word => word.toLowerCase())
  return lacksPlace(words, at, court.region) ? `${title} ${regionGenitive(court.region)}` : title
}

const magistrateGenitive = (words: readonly string[]): string => {
  const rest = /^(?:мировой судья )?(?:судебн\S+ участ\S+ )(.*)$/i.exec(words.join(' '))?.[1]
  return rest ? `мирового судьи судебного участка ${rest.replace(/№ */, '№\u00a0')}` : ''
}

/** «Красногвардейский районный суд» exists in four regions; a city of federal significance is its own region. */
const lacksPlace = (words: readonly string[], at: number, region: number): boolean =>
  at === words.length - 1 &&
  at > 0 &&
  /^(районный|межрайонный|городской)$/i.test(words[at - 1] ?? '') &&
  !(region in federalCities && /^городской$/i.test(words[at - 1] ?? '')) &&
  regionGenitive(region) !== ''

type Endings = readonly (readonly [ending: RegExp, genitive: string])[]
const declined = (word: string, endings: Endings): string => {
  const found = endings.find(([ending]) => ending.test(word))
  return found ? word.replace(...found) : word
}
const adjectives: Endings = [
  [/^третий$/i, 'Третьего'],
  [/([кгх])ий($|(?=-на-))/i, '$1ого'],
  [/ий$/i, 'его'],
  [/(ый|ой)$/i, 'ого'],
]
const courtWords: Endings = [[/^суд$/i, '$&а'], ...adjectives]

export const regionGenitive = (number: number): string => {
  const city = federalCities[number]
  if (city) return `города ${city}`
  const title = regionTitle(number)
    .split(' ')
    // «Республики Карелия»: the name of such a republic is not declined.
    .map((word, at, words) => (at > 0 && words[0] === 'Республика' ? word : declined(word, regionWords)))
    .join(' ')
  return /области|края|Республики|округа/.test(title) ? title : ''
}
const federalCities: Readonly<Record<number, string>> = { 77: 'Москвы', 78: 'Санкт-Петербурга', 92: 'Севастополя' }
const regionWords: Endings = [
  [/^область$/, 'области'],
  [/^край$/, 'края'],
  [/^округ$/, 'округа'],
  [/^Республика$/, 'Республики'],
  [/^Югра$/, 'Югры'],
  [/ая$/, 'ой'],
  ...adjectives,
]
