import type { Gender } from '#shared/domain/outcomes.ts'
import { inRussian, phoneticForm } from '../defendants/resolve/name-parts.ts'
import { formsOf } from '../names/name-forms.ts'
import { capitalised, readPersonName, toCyrillic } from '../names/person-name.ts'

/** The name of a forgotten person in all its forms, for matching words of a text. */

/** `half`: one of two surnames that are written with a hyphen. */
export type NamePart = 'surname' | 'half' | 'given' | 'patronymic'
/** Words are normalized by `plainWord`. `initial`: at index 0 of the given name, at 1 of the patronymic. */
export type NameWords = {
  is: (part: NamePart, word: string) => boolean
  /** Beside the surname, where of a part no more than its letter is known, or nothing. */
  mayBe: (part: 'given' | 'patronymic', word: string) => boolean
  /** The given name and patronymic of a namesake whom a case of theirs names in full. */
  isNamesake: (given: string, patronymic: string) => boolean
  isInitial: (place: 0 | 1, letter: string) => boolean
}
/**
 * `part|word`, `0|letter` and `1|letter`: facts about a name, compared directly or by keyed hashes. `part|letter*`, `part|*`, `1|*`: a part
 * that is not told in full; with `m` or `f`, as a patronymic of that gender. `namesake|given patronymic`: somebody else of the surname.
 */
export type NameFacts = ReadonlySet<string>

const unseen = /[\u00ad\u200b-\u200d\u2060\ufeff]|\u0300|\u0301/g
const dashes = /[-‐‑–]/g
const apostrophes = /['’ʼ]/g

export const isLatin = (word: string): boolean => /^\p{Script=Latin}{2}[\p{Script=Latin}'’ʼ-]+$/u.test(word)
/** However it is transliterated: «Ilya» and «Iliia», «Sergei» and «Sergey». No word of a text in Russian looks like it. */
const soundOf = (word: string): string => `latin ${phoneticForm(word)}`

/**
 * Lower case, ё as е, one alphabet, without invisible characters. «Мень-
 * шикова» has two readings; a word in Latin letters alone is known by its sound as well.
 */
export function plainWord(written: string): string[] {
  const readings = readingsOf(written)
  return isLatin(written) ? [...readings, soundOf(inRussian(written.toLowerCase().replace(apostrophes, '')))] : readings
}
function readingsOf(written: string): string[] {
  const word = toCyrillic(written.normalize('NFC').replace(unseen, '')).toLowerCase().replaceAll('ё', 'е')
  const bare = word.replace(apostrophes, '')
  if (!/\s/.test(bare)) return [bare.replace(dashes, '-')]
  return [bare.replace(/[-‐‑–]?\s+/g, ''), bare.replace(/\s+/g, '').replace(dashes, '-')]
}

/** «Ивановы», «Ивановых»: several bearers, one of whom is the person. */
const several: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=[ое]в|[иы]н)$/, ['ы', 'ых', 'ым', 'ыми']],
  [/(?<=[ое]в|[иы]н)а$/, ['ы', 'ых', 'ым', 'ыми']],
  [/(?:ий|ая)$/, ['ие', 'их', 'им', 'ими']],
]

/** Forms of every part are combined: of «А-Б-В-Г-Д» there would be millions. */
const mostParts = 3
const product = (parts: readonly ReadonlySet<string>[]): string[] =>
  parts.reduce<string[]>(
    (all, part) => all.flatMap(head => [...part].map(form => (head === '' ? form : `${head}-${form}`))),
    [''],
  )

type Named = { name: string; gender: Gender }

/** «Иванова (Петрова) Анна Ивановна», «Иванов И.И., он же Петров П.П.» are two names of one person. */
function readNames(written: string): Named[] {
  const whole = readPersonName(written)
  if (whole.kind === 'person') return [whole]
  const [first = '', ...others] = written.split(asides)
  const bare = (part: string): string => part.replace(unseen, '').replace(besides, ' ').replace(/\s+/g, ' ').trim()
  const opening = bare(first)
  const closing = bare(others[1] ?? '')
  const main = readShort(`${opening} ${closing}`) ?? readShort(opening)
  if (main === undefined) return []
  const rest = main.name.split(' ').slice(1)
  return [
    main,
    ...others.flatMap(part => {
      const name = bare(part)
      return readShort(/\s/.test(name) ? name : [name, ...rest].join(' ')) ?? []
    }),
  ]
}
/** «Иванов И И», «Иванов Иван И.», «иванов иван иванович» too. */
function readShort(name: string): Named | undefined {
  const dotted = name.replace(/(?<=\s\p{Lu})(?=\s|$)/gu, '.')
  const [read] = [dotted, dotted.replace(/(?<=\p{L}{2})\s(?:\p{Lu}\.)+$/u, '')]
    .map(readPersonName)
    .filter(({ kind }) => kind === 'person')
  if (read !== undefined) return read
  const small = readPersonName(name.split(' ').map(capitalised).join(' '))
  return small.full === undefined ? undefined : small
}
const asides = /[()[\]]|,?\s(?:он|она) же\s/u
const besides =
  /(?<!\p{L})(?:(?:он|она) же|(?:глава )?КФХ|несовершеннолетн\p{L}{2}|до брака|ранее|урожд[её]нн\p{L}{2}|урожд\.|в девичестве|добрачная|фамилия|мл\.|младший|старший|огл[ыу]|угли|кызы|гызы|уулу|г\.\s?р\.?|год\p{L}? рождения)(?!\p{L})|\d[\d.]{0,12}|[,;-]+(?=\s|$)/giu

/**
 * @param others names of others whom cases of theirs accuse
 * @returns facts about the person with these names, in every spelling; a name that is no person's has none
 */
export function nameFacts(names: readonly string[], others: readonly string[] = []): NameFacts {
  const facts = new Set<string>()
  const [known, open] = [new Set<NamePart>(), new Set<string>()]
  for (const { name, gender } of names.flatMap(readNames)) {
    const forms = (word: string): string[] => formsOfParts(word, gender)
    const words = name.split(' ').filter(word => !particles.test(word))
    const short = words.findIndex(word => word.includes('.'))
    const [family = '', given, ...rest] = short >= 0 ? words.filter((_, at) => at !== short) : words
    for (const form of [...forms(family), ...severalOf(family)]) facts.add(`surname|${form}`)
    for (const [part, word] of Object.entries({ surname: family, given, patronymic: rest[0] }))
      for (const plain of word === undefined ? [] : readingsOf(word)) facts.add(`${part}|${soundOf(plain)}`)
    const halves = family.split(/[-‐‑–]/)
    if (halves.length === 2) for (const half of halves) for (const form of forms(half)) facts.add(`half|${form}`)
    // «Пётр-Павел» is called Пётр too.
    for (const word of given === undefined ? [] : new Set([given, ...given.split('-')]))
      for (const form of forms(word)) facts.add(`given|${form}`)
    for (const word of rest) for (const form of forms(word)) facts.add(`patronymic|${form}`)
    const letters =
      short >= 0 ? (words[short]?.match(/\p{L}/gu) ?? []) : [given, rest[0]].flatMap(word => word?.charAt(0) ?? [])
    for (const [place, letter] of letters.slice(0, 2).entries()) facts.add(`${place}|${plainWord(letter)[0]}`)
    for (const [place, part] of (['given', 'patronymic'] as const).entries()) {
      const letter = plainWord(letters[place] ?? '')[0] ?? ''
      if (short < 0 && words.length > place + 1) known.add(part)
      else {
        for (const shape of ['', ...(gender === 'na' ? ['m', 'f'] : [gender])]) open.add(`${part}|${letter}*${shape}`)
        open.add(letter === '' ? `${place}|*` : '')
      }
    }
  }
  for (const fact of open)
    if (![...known].some(part => fact.startsWith(part) || fact === (part === 'given' ? '0|*' : '1|*'))) facts.add(fact)
  facts.delete('')
  if (open.size === 0) return facts
  for (const { name, full, gender } of others.map(readPersonName)) {
    const [family = '', given = '', patronymic = ''] = name.split(' ')
    if (full === undefined || !plainWord(family).some(word => facts.has(`surname|${word}`))) continue
    for (const one of formsOfParts(given, gender))
      for (const two of formsOfParts(patronymic, gender)) facts.add(`namesake|${one} ${two}`)
  }
  return facts
}
const formsOfParts = (word: string, gender: Gender): string[] =>
  plainWord(word).flatMap(plain => {
    const parts = plain.split('-')
    return parts.length > mostParts ? [plain] : product(parts.map(part => formsOf(part, gender)))
  })
const severalOf = (family: string): string[] =>
  plainWord(family).flatMap(word =>
    several.flatMap(([ends, forms]) => (ends.test(word) ? forms.map(form => word.replace(ends, form)) : [])),
  )
/** Words that are part of many names. */
const particles =
  /^(?:фон|фан|ван|де|да|ди|дю|ла|дер|ибн|бин|бен|аль|ал|эль|огл[ыу]|угли|у?ул[иуы]|кызы|кизи|гызы|кзы)$/i

export const nameWords = (facts: NameFacts): NameWords => wordsBy(fact => facts.has(fact))

export const wordsBy = (has: (fact: string) => boolean): NameWords => ({
  is: (part, word) => has(`${part}|${word}`),
  mayBe: (part, word) => {
    const shape = part === 'given' ? '' : shapeOf(word)
    return has(`${part}|${word.charAt(0)}*${shape}`) || has(`${part}|*${shape}`)
  },
  isNamesake: (given, patronymic) => has(`namesake|${given} ${patronymic}`),
  isInitial: (place, letter) => has(`${place}|${letter}`) || has(`${place}|*`),
})
/** «Ильинична» is no patronymic of a man; «Керим», of «Керим кызы», is of either. */
const shapeOf = (word: string): 'm' | 'f' | '' =>
  /.{2}(?:вн|ичн)(?:а|ы|е|у|ой|ою)$/.test(word) ? 'f' : /.{2}ич(?:а|у|ем|е)?$/.test(word) ? 'm' : ''
