import type { Defendant, DefendantRow, PersonCase } from '#shared/api/defendants.ts'
import { codexTitle } from '#shared/domain/codex.ts'
import { showDate } from '#shared/domain/dates.ts'
import { penaltyTypes, unitOf } from '#shared/domain/outcomes.ts'
import { penaltyAmount } from '#shared/domain/penalty-wording.ts'
import { reasonWords } from '#shared/domain/person-evidence.ts'
import { regionTitle } from '#shared/domain/regions.ts'
import { caseForms, counted, plural, showNumber } from '#shared/domain/wording.ts'
import type { WireRecord } from '#shared/filters/wire.ts'
import { isPenaltyShown } from '../filters/case-wording.ts'

const space = '\u00a0'

export const peopleForms = ['лицо', 'лица', 'лиц'] as const

const genderWords = { m: 'мужской', f: 'женский', na: '' } as const
export const genderWord = ({ gender }: Pick<DefendantRow, 'gender'>): string => genderWords[gender]

type Articles = DefendantRow['codex_articles']
/** «ст. 20.2 ч. 5 КоАП» */
export const articleWords = ({ name, codex }: Articles[number]): string =>
  `ст.${space}${name}${space}${codexTitle(codex)}`
export const articlesOfPerson = (one: Pick<PersonCase, 'codex_articles' | 'names_person'>): string =>
  one.codex_articles.map(articleWords).join(', ') || (one.names_person ? 'статья не сообщена' : '')
export const someArticles = (articles: Articles, most: number): { shown: string[]; more: string } => ({
  shown: articles.slice(0, most).map(articleWords),
  more: articles.length > most ? `и${space}ещё${space}${articles.length - most}` : '',
})

/** «2 во 2-й инст.»: of all cases of a person, or of the found ones. */
export const secondInstanceWords = (count: number): string =>
  count === 0 ? '' : `${showNumber(count)}${space}во${space}2-й${space}инст.`

const someOf = (all: readonly string[], most: number): string =>
  all.length > most ? `${all.slice(0, most).join(', ')} и${space}ещё${space}${all.length - most}` : all.join(', ')
export const regionWords = ({ regions }: Pick<DefendantRow, 'regions'>, most = 2): string =>
  someOf(regions.map(regionTitle), most)
export const cityNames = ({ cities, regions }: Pick<DefendantRow, 'cities' | 'regions'>): string => {
  const titles = regions.map(regionTitle)
  return someOf(
    cities.filter(city => !titles.includes(city)),
    2,
  )
}

/** «3 дела с 2 марта 2024 по 5 мая 2026» */
export const spanWords = ({
  cases_count,
  first_entry_date: first,
  last_entry_date: last,
}: Pick<DefendantRow, 'cases_count' | 'first_entry_date' | 'last_entry_date'>): string => {
  const cases = counted(cases_count, caseForms)
  if (first === null || last === null) return cases
  return first === last
    ? `${cases}, ${showDate(first)}`
    : `${cases} с${space}${showDate(first)} по${space}${showDate(last)}`
}

type Penalty = Defendant['penalties'][number]
export const penaltySum = (penalty: Penalty): string => penaltyAmount(penalty)
export const penaltyName = ({ type }: Penalty): string =>
  penaltyTypes.find(({ value }) => value === type)?.label ?? 'Другое наказание'
/** «3 раза, в 1 случае размер не известен» */
export const penaltyTimes = ({ count, unstated, type }: Penalty): string => {
  const times = `${showNumber(count)}${space}${plural(count, ['раз', 'раза', 'раз'])}`
  return unstated === 0 || unitOf(type) === null
    ? times
    : `${times}, размер не${space}известен: ${showNumber(unstated)}`
}
/** Penalties of this person, or of an unknown one. */
export const penaltiesOfPerson = ({ penalties }: Pick<PersonCase, 'penalties'>) =>
  penalties.filter(penalty => isPenaltyShown(penalty) && penalty.whose !== 'other')
export const besideWords = (one: Pick<PersonCase, 'names_person' | 'others_count' | 'penalties'>): string => {
  if (!one.names_person) return 'Дело связано с этим лицом, но его имени в карточке нет.'
  const { others_count: count } = one
  const isUnsure = penaltiesOfPerson(one).some(({ whose }) => whose === 'unknown')
  if (count === 0) return isUnsure ? 'Наказание может быть не\u00a0этого лица.' : ''
  const others = `${count}${space}${plural(count, ['другое лицо', 'других лица', 'других лиц'])}`
  return `По делу проходит ещё ${others}${isUnsure ? ': наказание может быть не этого лица' : ''}.`
}
/** «ещё 2 лица с таким именем»; empty when there are none. */
export const namesakeWords = ({ namesakes_count: count }: Pick<DefendantRow, 'namesakes_count'>): string =>
  count === 0 ? '' : `ещё${space}${counted(count, peopleForms)} с${space}таким именем`
export const reasonsOfPerson = ({ joined_by }: Pick<Defendant, 'joined_by'>): string[] => [
  ...new Set(
    joined_by.map(({ evidence, is_automatic }) => (is_automatic ? reasonWords(evidence) : 'решение администратора')),
  ),
]
export const riskNote = 'По данным сайтов судов: возможно повторное привлечение'

/** The as-of day of a list of people, for links to them. */
export const dayOfList = ({ as_of }: WireRecord): { as_of?: string } => (typeof as_of === 'string' ? { as_of } : {})
