import { regionTitle } from '#shared/domain/regions.ts'
import { courtTitle } from '../filters/titles.ts'

/** «Ишимского городского суда Тюменской области»; '' for a title that is not one of a court. */
export const genitiveCourtTitle = (court: { title: string; region: number }): string => {
  const words = courtTitle(court).trim().split(/\s+/)
  const magistrate = magistrateGenitive(words)
  if (magistrate) return magistrate
  const at = words.findIndex(word => /^суд$/i.test(word))
  if (at < 0) return ''
  const title = words
    .map((word, n) => (n <= at ? declined(word, courtWords) : word))
    .join(' ')
    // A common noun, unlike a name, is written small.
    .replace(/^(Суда|Районного|Городского)(?= )/, word => word.toLowerCase())
    .replace(/(?<= )г\. ?/, 'г.\u00a0')
  return lacksPlace(words, at, court.region) ? `${title} ${regionGenitive(court.region)}` : title
}

const magistrateGenitive = (words: readonly string[]): string => {
  const rest = /^(?:мировой судья )?(?:судебн\S+ участ\S+ )(.*)$/i.exec(words.join(' '))?.[1]
  return rest ? `мирового судьи судебного участка ${rest.replace(/№ */, '№\u00a0')}` : ''
}

/** «Красногвардейский районный суд» stands in four regions; a city of federal significance is its own region. */
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
    // «Республики Карелия»: what such a republic is called stays as it is.
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
