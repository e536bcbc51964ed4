import type { Gender } from '#shared/domain/outcomes.ts'
import { femaleNames, maleNames } from './first-names.ts'

/**
 * Reads a name as courts write it (domain §1) into its normal form `Фамилия И.О.` (ё as е) and gender. What is not a person's name (a
 * company, an official, a hidden name) is never made one.
 */
export type ReadName = {
  kind: 'person' | 'hidden' | 'other'
  name: string
  normal: string
  gender: Gender
  /** The full name in one spelling: only this identifies a person. */
  full?: string
}

const hiddenWords =
  /^(?:[<([]?\s?информация скрыта|фио(?:[\s_-]|\d)|имя удалено по решению|не (?:заполнено|указан[оы]?)(?!\p{L})|(?:(?:персональные )?данные (?:изъяты|скрыты|обезличены)|скрыто|изъято|обезличено|фио|ф\.\s?и\.\s?о\.?\s?\d*)$)/iu
const hiddenMark =
  /\*{2,}|[<(]\s*(?:данные )?(?:изъят[оы]|скрыт[оы]|обезличен[оы])\s*[>)]|^[….\-_—\s]*$|^\p{L}?\s*(?:\.{2,}|…)$/iu
/** «ХХХ», «Ххххх Х.Х.» */
const crosses = /^[ХхXx]{2,40}(?:[\s.]{1,2}[ХхXx]{1,40}){0,3}\.?$/u
const initialsOnly = /^(?:\p{Lu}\.\s?){1,4}(?:\p{Lu}\.?)?$|^\p{Lu}$|^(?:\p{Lu}\s){1,3}\p{Lu}$/u

const officeLetters =
  /(?<!\p{L})(?:ООО|ОАО|ПАО|АО|ЗАО|НАО|НКО|АНО|МУП|ГУП|ФГУП|ФГКУ|ФКУ|ГБУ|МБУ|МКУ|МАУ|ТСЖ|ТСН|СНТ|ЖСК|УК|КА|МУ|МО|МВД|УМВД|ОМВД|ГУМВД|ГИБДД|ОГИБДД|УГИБДД|ИДПС|ДПС|ППСП?|УУП|УПП|ОУУП|ПДН|ОДН|ИАЗ|ОП|ОСП|УФСИН|ФСИН|УФССП|ФССП|ФСБ|УФСБ|МЧС|КРОПП|КПРФ|РОО|РФ|КФХ|РЖД|ФНС|ИФНС|МИФНС|ГСК|ЧОП|ЧОО|ФГБУ|ГКУ|ГБОУ|МБОУ|МДОУ|УГАДН|МУГАДН|ЦАФАП)(?!\p{L})/u
const officeStems =
  /прокур|полиц|инспектор|начальник|заместител|управлени|министер|администрац|коллеги|адвокат|отдел|дознавател|участков|следовател|общест|комисси|комитет|парти[яюи]|предприяти|учрежд|университет|школ|департамент|защитник|представител|директор|командир|взвод|помощник|судья|специалист|организаци|служб|кооператив|фонд|компани|предпринимател|защиту|интересах|товариществ|группа|колхоз|совхоз|инспекци|(?:обвинител[ьи]|потерпевш(?:ий|ая|ие)|заявител(?:ь|и|ьница)|взыскател[ьи]|свидетел[ьи]|хозяйств[оа]|надзор(?:а|н\p{L}{2})?|гварди[яи]|больница|изолятора?|колони[яи]|следственн(?:ый|ая|ое))(?!\p{L})|(?<!\p{L})(?:центр|завод|банк|сбербанк|пристав|войсковая|почта|торговый дом|неустановленн\p{L}{2,3}|лицо|лица|эксперт|переводчик|понятой|ответчик|истец|несовершеннолетн\p{L}{2}|магазин|кафе|ресторан|гостиница|аптека|автосалон|лесничество|лесхоз|сельсовет|гимназия|лицей|колледж|техникум|институт|академия|театр|музей|библиотека|клиника|ветклиника|поликлиника|мэрия|дирекция|сервис|трейд|инвест|жалоба)(?!\p{L})/iu
const soleTrader = /^(?:ИП|индивидуальный предприниматель)\s+(?=\p{Lu})/u

/** What a court writes before a name, and after it; such a word alone, or beside initials, is nobody's name. */
const standing = String.raw`(?:осужд[её]нн|подсудим|обвиняем|подозреваем)(?:ый|ая)|гр\.|гр-н|гр-ка|граждан(?:ин|ка)`
const before = new RegExp(String.raw`^(?:${standing})(?:\s|(?<=\.))(?=\p{L}[\p{L}-]{1,40}(?:\s|$))`, 'iu')
const taking =
  'потерпевш(?:ий|ая)|заявитель(?:ница)?|взыскатель|свидетель|истец|ответчик|переводчик|эксперт|понят(?:ой|ая)|педагог|психолог|секретарь'
const standingAlone = new RegExp(
  String.raw`^(?:(?:${standing})(?: \p{L}| (?:\p{L}\. ?){1,3})?$|(?:${taking})(?!\p{L}))`,
  'iu',
)
/** «Гражданин Узбекистана»: where no given name follows, it may be a country. */
const citizen = /^граждан(?:ин|ка) /iu
const after = /\s(?:и др(?:\.|угие)|\((?:под стражей|объединено с [^()]{0,60})\))$/iu

/** Endings of a patronymic written apart; one spelling of each is kept. */
const sonOrDaughter = new Map<string, { spelling: string; gender: Gender }>([
  ...['оглы', 'оглу'].map(word => [word, { spelling: 'оглы', gender: 'm' as const }] as const),
  ...['угли', 'ули', 'улы', 'уулу'].map(word => [word, { spelling: word, gender: 'm' as const }] as const),
  ...['кызы', 'кизи', 'гызы', 'кзы'].map(word => [word, { spelling: 'кызы', gender: 'f' as const }] as const),
])
export const surnameParticles = new Set('фон фан ван де да ди дю ла дер ибн бин бен аль ал эль'.split(' '))

const looksAlike = new Map(
  [...'ABCEHKMOPTXaceopxy'].map((latin, index) => [latin, [...'АВСЕНКМОРТХасеорху'][index] ?? latin]),
)
export const toCyrillic = (word: string): string =>
  word.replace(/[A-Za-z]/g, letter => looksAlike.get(letter) ?? letter)
/** «Cидоров» with a Latin C. */
const inOneAlphabet = (word: string): string => (/\p{Script=Cyrillic}/u.test(word) ? toCyrillic(word) : word)

const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]|\u0300|\u0301/g
/** One dash and one apostrophe, no letters that are not seen; «Иванов- Петров» is one surname. */
const inPlainLetters = (written: string): string =>
  isUsual.test(written)
    ? written
    : written
        .normalize('NFC')
        .replace(unseen, '')
        .replace(/[‐‑–]/g, '-')
        .replace(/[`´ʼ‘]/g, '’')
        .replace(/^(\p{Lu}\p{L}{1,40})(?:- | -)(?=\p{Lu}\p{L}{2})/u, '$1-')
const isUsual = /^[\p{Script=Cyrillic} .]*$/u

const plain = (text: string): string => text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')
export const capitalised = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’ʼ])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
const nameWord = /^\p{L}[\p{L}'’ʼ]*(?:-\p{L}[\p{L}'’ʼ]*)*$/u
const initials = /^(?:\p{Lu}\.(?:-\p{Lu}\.)?){1,3}$/u
const shortWord = /^\p{L}{1}$/u

const patronymicGender = (word: string): Gender => {
  const text = word.toLowerCase()
  if (/.вич$|^(?:ильич|лукич|кузьмич|фомич|никитич|фокич|саввич|силич)$/u.test(text)) return 'm'
  return /.{2}(?:вна|ична)$/u.test(text) ? 'f' : 'na'
}
const givenGender = (word: string): Gender => {
  const text = plain(word.toLowerCase())
  return maleNames.has(text) ? 'm' : femaleNames.has(text) ? 'f' : 'na'
}
const unbending = new Set(
  'калина малина былина щербина рябина долина година перина картина машина скотина дубина глина сова корова подкова голова дуброва основа обнова нева дева ева'.split(
    ' ',
  ),
)
const surnameGender = (word: string): Gender => {
  const text = plain(word.toLowerCase()).split('-').at(-1) ?? ''
  if (text.length < 4 || unbending.has(text)) return 'na'
  if (/(?:ов|ев|ин|ын|ский|цкий|ской|цкой|жий|чий|ный|лый|рый|тый)$/u.test(text)) return 'm'
  return /(?:ова|ева|ина|ына|ская|цкая|жая|чая|ная|лая|рая|тая)$/u.test(text) ? 'f' : 'na'
}
const firstKnown = (...genders: readonly Gender[]): Gender => genders.find(gender => gender !== 'na') ?? 'na'

const other = (name: string): ReadName => ({ kind: 'other', name, normal: plain(name), gender: 'na' })
const hidden = (name: string): ReadName => ({ kind: 'hidden', name, normal: plain(name), gender: 'na' })

const words = (text: string): string[] | undefined => {
  const spaced = text
    .replace(/(?<=(?:^|[\s.])\p{Lu})\s*\.\s*/gu, '. ')
    .replace(/(?<=\.\s)(\p{Lu})$/u, '$1.')
    .trim()
  const tokens: string[] = []
  for (const piece of spaced.split(' ')) {
    const last = tokens.at(-1)
    if (initials.test(piece) && last !== undefined && initials.test(last)) tokens[tokens.length - 1] = last + piece
    else if (initials.test(piece) || (nameWord.test(piece) && !shortWord.test(piece))) tokens.push(piece)
    else return undefined
  }
  const opening = tokens[0]
  const surname = tokens[1]
  return opening !== undefined && surname !== undefined && surnameParticles.has(opening) && nameWord.test(surname)
    ? [`${opening} ${capitalised(surname)}`, ...tokens.slice(2)]
    : tokens
}

/** «Иван Петрович Сидоров», «Иван Сидоров»: the surname goes first where it is plain which one it is. */
function surnameFirst(names: readonly string[]): readonly string[] {
  const [one = '', two = '', three] = names
  if (givenGender(one) === 'na' || (three === undefined ? givenGender(two) : patronymicGender(three)) !== 'na')
    return names
  if (names.length === 2)
    return surnameGender(two) === givenGender(one) && !mayBeGiven.test(names.join(' ')) ? [two, one] : names
  if (names.length !== 3 || three === undefined) return names
  const gender = patronymicGender(two)
  return gender !== 'na' && ['na', gender].includes(surnameGender(three)) ? [three, one, two] : names
}
/** «Карим Насриддин», «Али Амин», «Ян Сяомин» have the surname first. */
const mayBeGiven = /^ян |(?:[дт]д|[иуюе]д| (?:ам|яс|рам|муб|мат|мухс|мохс|тахс|арм))ин$/iu

const tidied = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').replace(/^[\s,;]+|[\s,;]+$/g, '')
const initialOf = (word: string): string => `${word.charAt(0).toUpperCase()}.`

/** The usual spelling needs no normalization. */
const ordinary = /^[А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+ [А-ЯЁ][а-яё]+$/

export function readPersonName(written: string): ReadName {
  const tidy = tidied(inPlainLetters(written))
  if (hiddenWords.test(tidy) || hiddenMark.test(tidy) || initialsOnly.test(tidy) || crosses.test(tidy))
    return hidden(tidy)
  // What is no person's keeps its dashes: «Ромашка – М».
  const asOther = (): ReadName => other(tidied(written))
  if (standingAlone.test(tidy)) return asOther()
  const bare = tidy.replace(soleTrader, '').replace(before, '').replace(after, '')
  const isOrdinary = ordinary.test(bare)
  const text = isOrdinary ? bare : bare.split(' ').map(inOneAlphabet).join(' ')
  const tokens = isOrdinary ? bare.split(' ') : words(text)
  if (tokens === undefined || tokens.length === 0 || tokens.length > 6 || officeLetters.test(text)) return asOther()

  const ending = sonOrDaughter.get((tokens.at(-1) ?? '').toLowerCase())
  const names = (ending ? tokens.slice(0, -1) : tokens).map(token =>
    isOrdinary || initials.test(token) || token.includes(' ') ? token : capitalised(token),
  )
  // «Школьников Иван Ильич» is a person, «Школа Иванова» is not: the stems count where the form of a name is not plain.
  const isPlainName =
    (names.length === 2 && initials.test(names[1] ?? '')) ||
    (names.length === 3 && (ending !== undefined || patronymicGender(names[2] ?? '') !== 'na'))
  if (!isPlainName && officeStems.test(text)) return asOther()
  if (citizen.test(tidy) && !isPlainName && !names.some(name => givenGender(name) !== 'na')) return asOther()
  const small = tokens.slice(0, ending ? -1 : undefined).some(token => /^\p{Ll}/u.test(token) && !token.includes(' '))
  if (small || names.length === 0) return asOther()

  const short = names.findIndex(name => initials.test(name))
  if (short >= 0) {
    const surname = names.filter((_, index) => index !== short).join(' ')
    const letters = names[short] ?? ''
    if (names.length > 2 || surname === '' || ending) return asOther()
    const normal = `${surname} ${letters}`
    return { kind: 'person', name: normal, normal: plain(normal), gender: surnameGender(surname) }
  }

  const [surname = '', given, ...rest] = ending ? names : surnameFirst(names)
  const father = rest.at(-1)
  const fatherGender = father === undefined ? 'na' : patronymicGender(father)
  const name = [surname, ...(given === undefined ? [] : [given]), ...rest, ...(ending ? [ending.spelling] : [])].join(
    ' ',
  )
  const normal = given === undefined ? surname : `${surname} ${[given, ...rest].slice(0, 2).map(initialOf).join('')}`
  const gender = firstKnown(
    ending?.gender ?? 'na',
    fatherGender,
    // «Иван Иванович» without a surname.
    given !== undefined && rest.length === 0 ? patronymicGender(given) : 'na',
    given === undefined ? givenGender(surname) : givenGender(given),
    surnameGender(surname),
  )
  // Two words that both look like patronymics leave open which of the three is the surname.
  const isFull =
    given !== undefined &&
    father !== undefined &&
    (ending !== undefined || (fatherGender !== 'na' && patronymicGender(given) === 'na'))
  return { kind: 'person', name, normal: plain(normal), gender, ...(isFull ? { full: plain(name).toUpperCase() } : {}) }
}

/** A full name within one court identifies a person (decision 0060). Keys of one name are neighbours in the index. */
export const personKey = (full: string, courtId: number): string => `${full}|${courtId}`

export const nameOfKey = (key: string): string => key.slice(0, key.indexOf('|'))

/** Bounds of all keys of a name, compared by code point (`collate "C"`). */
export const keysOfName = (full: string): { from: string; to: string } => ({ from: `${full}|`, to: `${full}}` })

/** Former keys, by region: «59 ФАМИЛИЯ ИМЯ ОТЧЕСТВО». They begin with a digit. */
export const regionKey = (full: string, region: number): string => `${region} ${full}`
export const regionKeys = { from: '0', to: ':' } as const
