import type { QuestionScan } from './pieces.ts'
import type { Token } from './words.ts'

/** Abbreviations of towns, and towns that are ordinary words. */
// biome-ignore format: a table reads best as one
export const shortNames: Readonly<Record<string, readonly string[]>> = {
  нн: ['Нижний Новгород'], екб: ['Екатеринбург'], екат: ['Екатеринбург'], екате: ['Екатеринбург'], новосибе: ['Новосибирск'], ебург: ['Екатеринбург'], нск: ['Новосибирск'], новосиб: ['Новосибирск'],
  члб: ['Челябинск'], челяба: ['Челябинск'], челябе: ['Челябинск'], тагил: ['Нижний Тагил'], тагиле: ['Нижний Тагил'], тагила: ['Нижний Тагил'], рнд: ['Ростов-на-Дону'], врн: ['Воронеж'], крд: ['Краснодар'], кзн: ['Казань'], тлт: ['Тольятти'],
  магнитка: ['Магнитогорск'], владик: ['Владивосток', 'Владикавказ'], комсомольск: ['Комсомольск-на-Амуре', 'Комсомольск'], нижний: ['Нижний Новгород'], нижнем: ['Нижний Новгород'], челны: ['Набережные Челны'], челнах: ['Набережные Челны'],
  ростов: ['Ростов-на-Дону', 'Ростов'], ростове: ['Ростов-на-Дону', 'Ростов'], комсомольске: ['Комсомольск-на-Амуре', 'Комсомольск'],
}
/** Towns that in lower case are ordinary words, and towns that look like names of people. */
const ordinary = new Set(
  // biome-ignore format: a list reads best as one
  ['орел', 'шали', 'шахты', 'луга', 'остров', 'оса', 'бор', 'буй', 'клин', 'дно', 'гай', 'зима', 'тайга', 'сокол', 'строитель', 'пласт', 'починок',
    'перевоз', 'родники', 'петушки', 'находка', 'маркс', 'любим', 'кола', 'грязи', 'калач', 'топки', 'тара', 'саки', 'куса', 'нея', 'артем', 'обь',
    'неман', 'онега', 'очер', 'лиски', 'сланцы', 'озеры', 'печора', 'печоры', 'владимир', 'мыски', 'лагань', 'терек', 'судак', 'городище'],
)
const big = new Set([
  'саратов',
  'тамбов',
  'псков',
  'ростов',
  'киров',
  'ковров',
  'серов',
  'серпухов',
  'балашов',
  'азов',
  'камышин',
  'вышний волочек',
])
export const looksOtherwise = (city: string): boolean =>
  ordinary.has(city) || (!big.has(city) && !city.includes('-') && /(ый|ий|ой|ое|ов|ев|ин|ич|ая|ые)$/u.test(city))

export const isCapital = ({ written }: Token): boolean => /^\p{Lu}/u.test(written)
const givenToo = /^(артем|владимир|любим|маркс|луга|зима|оса|саки)$/u
/** «конфискация машины, Орёл»: capitalised, not at the beginning and not next to a name, it is the town. */
export const isTownByCapital = ({ tokens, pieces }: QuestionScan, at: number): boolean => {
  const [own, before, next] = [tokens[at], tokens[at - 1], tokens[at + 1]]
  const isBesideName = [before, next].some(one => one?.kind === 'word' && isCapital(one))
  return (
    own !== undefined &&
    isCapital(own) &&
    ordinary.has(own.text) &&
    !givenToo.test(own.text) &&
    before !== undefined &&
    !isBesideName &&
    pieces.at(-1)?.meaning.kind !== 'unread'
  )
}
