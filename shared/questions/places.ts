import { regionDistrict } from '../domain/region-places.ts'
import { regions } from '../domain/regions.ts'
import { type Phrase, phraseOf } from './words.ts'

/** Alternative names of regions. */
// biome-ignore format: a table reads best as one
const otherNames: Readonly<Record<number, readonly string[]>> = {
  1: ['Адыгея'], 2: ['Башкортостан', 'Башкирия'], 3: ['Бурятия'], 4: ['Горный Алтай', 'Алтай =республика'], 5: ['Дагестан'], 6: ['Ингушетия'],
  7: ['Кабардино-Балкария', '=кбр'], 8: ['Калмыкия'], 9: ['Карачаево-Черкесия', '=кчр'], 10: ['Карелия'], 11: ['республика? =коми'],
  12: ['=марий =эл'], 13: ['Мордовия'], 14: ['Якутия', 'Саха =якутия', 'республика саха'], 15: ['республика? Северная Осетия|осетия-алания', 'Осетия', 'Северная Осетия Алания'],
  16: ['Татарстан', '=рт', '=татария|=татарии|=татарию'], 17: ['Тыва|Тува'], 18: ['Удмуртия'], 19: ['Хакасия'], 21: ['Чувашия'], 23: ['Кубань'], 24: [], 25: ['Приморье'], 26: ['=ставрополье|=ставрополья|=ставрополью'],
  65: ['Сахалин'], 41: ['Камчатка'], 42: ['Кузбасс', 'Кемеровская область Кузбасс'], 47: ['Ленобласть'], 50: ['Подмосковье', 'Мособласть'], 75: ['Забайкалье'],
  77: ['=мск'], 78: ['Петербург', 'Питер', '=спб', '=с-пб', '=санкт-петербурге', 'Питербург', 'Санкт Петербург'], 79: ['=еао', 'Еврейский =АО', 'Еврейская автономия'], 82: ['Крым'], 83: ['=нао', 'Ненецкий =АО'],
  86: ['=хмао', '=хмао-югра', 'Югра', 'Ханты-Мансийский =АО', 'Ханты-Мансийский автономный? округ'], 87: ['Чукотка'], 89: ['=янао', '=ямал', 'Ямало-Ненецкий =АО'], 95: ['Чечня', 'Чеченская республика'],
}
/** `title`: of several regions together. */
type NamedPlace = { phrase: Phrase; regions: readonly number[]; title?: string }

const titled = (title: string): string[] => {
  const words = title.replace(/[()—]/g, ' ').replace(/\s+/g, ' ').trim()
  const short = words.replace(/ область$/, ' обл').replace(/ край$/, ' =кр')
  return [words, ...(short === words ? [] : [short])]
}
/** «СФО» and similar mean all regions of the district in the table of regions. */
const abbreviations: Readonly<Record<string, string>> = {
  Центральный: 'цфо',
  'Северо-Западный': 'сзфо',
  Южный: 'юфо',
  'Северо-Кавказский': 'скфо',
  Приволжский: 'пфо',
  Уральский: 'уфо|=урфо',
  Сибирский: 'сфо',
  Дальневосточный: 'дфо',
}
/** Only where they coincide; «Урал» and «Поволжье» differ from the districts. */
const spokenDistricts: Readonly<Record<string, readonly string[]>> = {
  Сибирский: ['Сибирь'],
  Дальневосточный: ['Дальний Восток'],
  'Северо-Кавказский': ['Северный Кавказ', 'северокавказский федеральный? округ'],
}
const districts: readonly NamedPlace[] = Object.entries(abbreviations).flatMap(([district, short]) => {
  const own = regions.filter(({ number }) => regionDistrict(number) === district).map(({ number }) => number)
  return [`${district} федеральный? округ`, `${district} =фо`, `=${short}`, ...(spokenDistricts[district] ?? [])].map(
    words => ({ phrase: phraseOf(words), regions: own, title: `${district} федеральный округ` }),
  )
})
export const namedPlaces: readonly NamedPlace[] = [
  ...regions.flatMap(({ number, title }) =>
    [...titled(title), ...(otherNames[number] ?? [])].map(name => ({ phrase: phraseOf(name), regions: [number] })),
  ),
  ...districts,
  {
    phrase: phraseOf('Москва =и =мо|=область|=области|=областью'),
    regions: [77, 50],
    title: 'Москва и Московская область',
  },
  {
    phrase: phraseOf('Петербург|Санкт-Петербург =и =область|=области|=областью'),
    regions: [78, 47],
    title: 'Санкт-Петербург и Ленинградская область',
  },
]
