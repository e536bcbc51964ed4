import type { Gender } from '#shared/domain/outcomes.ts'
import { readPersonName } from '../../names/person-name.ts'

/**
 * A name in parts for comparing (domain §1): lower case, ё → е, one spelling. Undefined if it is no person's name or the surname cannot be
 * told.
 */
export type NameParts = {
  surname: readonly string[]
  /** Absent when only an initial is known. */
  given?: string
  /** The father's name: «ахмед» of «Ахмедович» and of «Ахмед оглы»; absent when not written in full. */
  father?: string
  /** «Арсеньевич» is of Арсений, «Арсенович» of Арсен. Absent where both are written alike: «Рамильевич», «Рамилевич». */
  isSoftFather?: boolean
  letters: string
  gender: Gender
  /** Written in Latin letters and transliterated. */
  isLatin: boolean
}

/** Spellings of one name; the first is canonical. No diminutives. */
const spellings = [
  'наталья наталия',
  'софья софия',
  'даниил данил данила',
  'мария марья',
  'дарья дария',
  'анастасия настасия',
  'юлия юлья',
  'геннадий генадий',
  'мухаммад мухаммед мухамад мухамед мохаммед мохаммад',
  'магомед магомет',
  'ахмед ахмад ахмет',
  'хусейн хусеин гусейн',
  'гюльнара гульнара',
  'гузель гюзель',
  'диляра дилара',
  'тамила тамилла',
  'нелли нелля',
  'мелания меланья',
  'оксана аксана',
  'олеся алеся',
  'зайнаб зейнаб',
  'айза аиза',
  'рафаэль рафаэл',
  'жанибек жаныбек',
  'ибрагим ибрахим',
  'рамазан рамзан',
  'равшан ровшан',
  'шариф шарип',
]
const oneSpelling = new Map(
  spellings.flatMap(line => {
    const [kept = '', ...others] = line.split(' ')
    return others.map(other => [other, kept] as const)
  }),
)

/** First letters that a name has in its spellings; `word`: in the canonical one. */
export const lettersOfSpellings = (word: string): string[] => {
  const line = spellings.find(one => one.startsWith(`${word} `))
  // A given name may be of two words: «Ван Ань».
  return [...new Set((line?.split(' ') ?? [word]).map(one => one.charAt(0)))]
}

const small = (word: string): string => word.toLowerCase().replaceAll('ё', 'е').replace(/['’ʼ]/g, '')
const spelled = (word: string): string => oneSpelling.get(word) ?? word

const sonOrDaughter = new Set(['оглы', 'кызы', 'угли', 'ули', 'улы', 'уулу'])
const isPatronymic = (word: string): boolean => word.length > 4 && /вич$|вна$|[иь]ч$|ична$/.test(word)

/** «ахмедович», «ахмедовна», «ахмед» → «ахмед»; final vowels vary. */
export const fatherNameOf = (word: string): string => {
  const stem = word
    .replace(/(?:ьев|иев|ев|ов)(?:ич|на)$/, '')
    .replace(/(?:инична|ична|ич)$/, '')
    .replace(/[аеийоуыьэюя]+$/, '')
  return spelled(stem)
}

const isSoftFather = (word: string): boolean | undefined =>
  /[^л](?:ьев|иев)(?:ич|на)$/.test(word) || (/[^лаеиоуы]ов(?:ич|на)$/.test(word) ? false : undefined)

/** Longest first: «shch» is one letter. */
const fromLatin: readonly (readonly [RegExp, string])[] = [
  [/dzh|dj/g, 'дж'],
  [/shch|sch/g, 'щ'],
  [/sh/g, 'ш'],
  [/ch/g, 'ч'],
  [/zh/g, 'ж'],
  [/kh/g, 'х'],
  [/ts|tz/g, 'ц'],
  [/yu|iu|ju/g, 'ю'],
  [/ya|ia|ja/g, 'я'],
  [/yo|ye|je/g, 'е'],
  [/x/g, 'кс'],
]
const latinLetters = new Map(
  [...'abcdefghijklmnopqrstuvwyz'].map((l, n) => [l, [...'абкдефгхижклмнопкрстуввиз'][n] ?? l]),
)
/** Of lower case. */
export const inRussian = (word: string): string =>
  fromLatin.reduce((text, [from, to]) => text.replace(from, to), word).replace(/[a-z]/g, l => latinLetters.get(l) ?? l)

/** Phonetic form: signs, doubled letters and interchangeable vowels are dropped or unified. */
export const phoneticForm = (word: string): string =>
  word
    .replace(/[ъь]/g, '')
    .replace(/[йы]/g, 'и')
    .replace(/э/g, 'е')
    .replace(/ю/g, 'у')
    .replace(/я/g, 'а')
    .replace(/(.)\1+/g, '$1')

export function namePartsOf(written: string): NameParts | undefined {
  const read = readPersonName(written)
  if (read.kind !== 'person') return undefined
  const isLatin = /^[\p{Script=Latin}\s.'’-]+$/u.test(read.name)
  const words = small(read.name)
    .split(' ')
    .map(word => (isLatin ? inRussian(word) : word))
  const first = words[0] ?? ''
  // A particle belongs to the surname: «фон браун».
  const named =
    /^\p{Ll}/u.test(read.name) && words.length > 1 ? [words.slice(0, 2).join(' '), ...words.slice(2)] : words
  const initials = named.find(word => /^(?:\p{L}\.)+/u.test(word))
  const base = { gender: read.gender, isLatin }
  const surnameOf = (word: string) => ({ surname: word.split('-').filter(Boolean) })
  if (initials !== undefined) {
    const surname = named.find(word => word !== initials)
    if (surname === undefined) return undefined
    return { ...base, ...surnameOf(surname), letters: initials.replace(/[^\p{L}]/gu, '').slice(0, 2) }
  }
  const ending = sonOrDaughter.has(named.at(-1) ?? '') ? named.pop() : undefined
  const [one = '', two, three, ...more] = named
  if (two === undefined || more.length > 0) return undefined
  if (three === undefined) {
    // No surname: «Иван Иванович», «Ахмед оглы».
    if (ending !== undefined || isPatronymic(two)) return undefined
    return { ...base, ...surnameOf(one), given: spelled(two), letters: two.charAt(0) }
  }
  const endsInPatronymic = ending !== undefined || isPatronymic(three)
  // «Иван Иванович Иванов»; ambiguous when both look like patronymics.
  if (ending === undefined && isPatronymic(two)) {
    if (isPatronymic(three)) return undefined
    return whole(base, three, one, two)
  }
  if (!endsInPatronymic)
    return first === '' ? undefined : { ...base, ...surnameOf(one), given: `${two} ${three}`, letters: two.charAt(0) }
  return whole(base, one, two, three)
}

const whole = (
  base: Pick<NameParts, 'gender' | 'isLatin'>,
  surname: string,
  given: string,
  father: string,
  softness = isSoftFather(father),
): NameParts => ({
  ...base,
  surname: surname.split('-').filter(Boolean),
  given: spelled(given),
  father: fatherNameOf(father),
  ...(softness === undefined ? {} : { isSoftFather: softness }),
  letters: given.charAt(0) + father.charAt(0),
})
