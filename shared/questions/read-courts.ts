import { type Found, found, type QuestionScan, referenceTo } from './pieces.ts'
import { bestTitles, isTownNear, regionAt, standsOpen } from './read-places.ts'
import type { NamedRow } from './reading.ts'
import { shortNames } from './town-names.ts'
import {
  commonPart,
  isForm,
  lineFrom,
  linePattern,
  phraseEnd,
  phraseOf,
  plain,
  type Token,
  tokensOf,
  wordsOfTitle,
} from './words.ts'

/** Courts in a question: by title, by what people omit from it, and by a town named nearby or elsewhere. */
const courtWord = phraseOf('=суд|=суда|=суде|=судом|=суду')
/** A word that abbreviates several: «Дзержинский райсуд». */
const joined: Readonly<Record<string, string>> = {
  райсуд: 'районный суд',
  горсуд: 'городской суд',
  облсуд: 'областной суд',
  крайсуд: 'краевой суд',
  мосгорсуд: 'Московский городской суд',
  мособлсуд: 'Московский областной суд',
  петербургский: 'Санкт-Петербургский',
  'р-н': 'районный',
  рн: 'районный',
}
const mostNamesakes = 4

const kindOfCourt = /^(районн|городск|областн|краев|гарнизонн)(ый|ой|ом|ого|ому|ым)$/u
const ordinals = ['первый', 'второй', 'третий', 'четвертый', 'пятый', 'шестой', 'седьмой', 'восьмой', 'девятый']
/** «1-й кассационный», «2 апелляционный» */
const withOrdinal = (token: Token, next: Token | undefined): Token => {
  const text = /^([1-9])(?:-\p{L}+)?$/u.test(token.text) ? ordinals[Number(token.text[0]) - 1] : undefined
  return text && /^(кассаци|апелляци)/u.test(next?.text ?? '') ? { ...token, kind: 'word', text } : token
}
/** The words up to «суд» with abbreviations expanded, each with its original token. */
const wordsAt = (tokens: readonly Token[], at: number): { words: Token[]; end: number } | undefined => {
  const words: Token[] = []
  for (const [n, written] of tokens.slice(at, at + 6).entries()) {
    const token = withOrdinal(written, tokens[at + n + 1])
    if (token.kind !== 'word') return undefined
    const known = Object.keys(joined).find(word => isForm(word, token.text))
    const isOther = known === 'петербургский' && !/^(гор|суд)/.test(tokens[at + n + 1]?.text ?? '')
    const own = known && !isOther ? tokensOf(joined[known] ?? '') : [token]
    words.push(...own)
    // «в Октябрьском районном», «пермский краевой»: the noun «суд» is omitted.
    if (n > 0 && kindOfCourt.test(token.text) && !/^суд/.test(tokens[at + n + 1]?.text ?? '')) {
      const isMore = /^(военн|суд|окружн|флотск)/.test(tokens[at + n + 1]?.text ?? '')
      if (!isMore)
        return {
          words: [...words, ...tokensOf(token.text.startsWith('гарн') ? 'военный суд' : 'суд')],
          end: at + n + 1,
        }
    }
    if (/^суд/.test(own.at(-1)?.text ?? '') && (known || phraseEnd(courtWord, tokens, at + n) !== undefined))
      return words.length > 1 ? { words, end: at + n + 1 } : undefined
  }
  return undefined
}

/** «Хамовнический или Пресненский суд»: the noun follows the last one. */
const withItsNoun = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens } = reader
  const [own, join, next] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (own?.kind !== 'word' || !/ий$|ой$|ый$/u.test(own.text) || !/^(и|или|,)$/u.test(join?.text ?? '')) return undefined
  const of = next?.kind === 'word' && /(ий|ой|ый)$/u.test(next.text) ? wordsAt(tokens, at + 2) : undefined
  if (!of) return undefined
  const noun = tokens.slice(at + 3, of.end)
  const alone = await courtAt({ ...reader, tokens: [own, ...noun] }, 0)
  return alone?.meaning.kind === 'values' && alone.to === 1 + noun.length ? { ...alone, to: at + 1 } : undefined
}

/** «облсуд свердловский» */
const turned = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const [noun, own] = [reader.tokens[at], reader.tokens[at + 1]]
  if (!noun || own?.kind !== 'word' || !/(ский|ный)$/u.test(own.text) || joined[noun.text] === undefined)
    return undefined
  const alike = await courtAt({ ...reader, tokens: [own, noun] }, 0)
  return alike?.to === 2 && alike.meaning.kind === 'values' ? { ...alike, to: at + 2 } : undefined
}
/** «ленинский екб», «в Чкаловском Екатеринбурга»: the name of a court and its town. */
export const townCourtAt = async ({ tokens, source }: QuestionScan, at: number): Promise<Found | undefined> => {
  const [own, town] = [tokens[at], tokens[at + 1]]
  if (own?.kind !== 'word' || town?.kind !== 'word' || town.text.length < 3) return undefined
  if (own.text.length < 6 || !/(ий|ый|ой|ом)$/u.test(own.text)) return undefined
  const towns = shortNames[town.text] ?? [town.text]
  const asked = [
    commonPart(own.text, true),
    ...towns.map(name => `${commonPart(own.text, true)} ${commonPart(plain(name))}`),
  ]
  const rows = (await Promise.all(asked.map(typed => source.find?.('courts', typed) ?? []))).flat()
  const there = [...new Map(rows.map(row => [row.id, row])).values()].filter(({ title, hint = '' }) => {
    const [name = '', kind = ''] = wordsOfTitle(title)
    return (
      isTownNear(hint, town.text) &&
      /^(районный|городской|гарнизонный)$/.test(kind) &&
      (isForm(name, own.text) || isForm(kind, own.text))
    )
  })
  return there.length > 0 && there.length <= mostNamesakes
    ? found(
        at + 2,
        there.map(row => referenceTo('court', [row])),
      )
    : undefined
}
/** «участок 374», «судебный участок № 7 в Казани» */
const districtOfNumber = linePattern('(?:(?:судебн|миров)[а-я]+ )?участ(?:ок|ка|ку|ке|ком)(?: №| номер)? (\\d{1,3})')
const mostFound = 20
const magistrateAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { line, endOf } = lineFrom(reader.tokens, at)
  const [said, number] = districtOfNumber.exec(line) ?? []
  if (said === undefined || number === undefined) return undefined
  const end = endOf(said.length)
  const asked = ['участок', number]
  const isOne = new RegExp(`участок (?:№ ?)?${number}(?!\\d)`, 'iu')
  const rows = (await reader.source.find?.('courts', asked.join(' '))) ?? []
  const own = rows.filter(({ title }) => isOne.test(title))
  const isMany = own.length > mostNamesakes || rows.length >= mostFound
  const near = isMany ? (await ofTownNamed(reader, own, asked, at, end)).filter(({ title }) => isOne.test(title)) : own
  const isClear = near.length <= mostNamesakes && (!isMany || near.length < own.length)
  return found(
    end,
    isClear ? near.map(row => referenceTo('court', [row])) : [],
    own.length === 0
      ? 'Такого участка нет в\u00a0справочнике.'
      : 'Участков с\u00a0таким номером много: назовите город.',
  )
}
export const courtAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const magistrate = await magistrateAt(reader, at)
  if (magistrate) return magistrate
  const { tokens, source } = reader
  const first = tokens[at]
  if (!first || withOrdinal(first, tokens[at + 1]).kind !== 'word') return undefined
  // «судьи Тверского суда»
  if (/^суд(ьи|ей|ьям)$/u.test(tokens[at]?.text ?? '')) return courtAt(reader, at + 1)
  const read = wordsAt(tokens, at)
  const around = await turned(reader, at)
  if (around) return around
  if (!read) return withItsNoun(reader, at)
  const { words, end } = read
  const asked = words.slice(0, -1).map(({ text }) => commonPart(text, true))
  // «суд г. Саратова», «суд Саратова»: the town selects one of many courts with that name.
  const townAt = tokens[end]?.text === 'г' ? (tokens[end + 1]?.text === '.' ? end + 2 : end + 1) : end
  const town = tokens[townAt]
  const ofTown =
    town?.kind === 'word' && town.text.length > 2
      ? await source.find?.('courts', [...asked, commonPart(town.text)].join(' '))
      : []
  const rows = [...(ofTown ?? []), ...((await source.find?.('courts', asked.join(' '))) ?? [])]
  const known = [...new Map(rows.map(row => [row.id, row])).values()]
  // As if written in full, followed by the rest; positions are in tokens of the question.
  const line = [...words, ...tokens.slice(end)]
  const toEnd = (to: number): number => end + Math.max(0, to - words.length)
  const spellings = [asIs, withoutG, withoutRepublic].map(spelt => bestTitles(known, line, 0, spelt))
  const best = spellings.reduce((one, other) => (other && other.to > (one?.to ?? 0) ? other : one), undefined)
  const alike = known.filter(({ title }) => beginsAs(title, words))
  const own = best && best.to > words.length ? best.rows : alike.length > 0 ? alike : (best?.rows ?? [])
  // «гарнизонный военный суд Читы»: the town of the title follows it.
  const there = own.length === 0 && town ? (ofTown ?? []).filter(row => isThere(row, words, town)) : []
  if (there.length > 0 && there.length <= mostNamesakes)
    return found(
      townAt + 1,
      there.map(row => referenceTo('court', [row])),
    )
  // The preceding words may belong to something else: «заседания завтра, Тверской суд».
  if (own.length === 0) return withItsNoun(reader, at)
  const near = own.length > mostNamesakes ? await ofTownNamed(reader, own, asked, at, end) : own
  const choices = near.length <= mostNamesakes ? near : []
  const told = best ? toEnd(best.to) : end
  const isTown = ({ hint = '' }: NamedRow): boolean => town !== undefined && isTownNear(hint, town.text)
  return found(
    told <= end && choices.length > 0 && choices.every(isTown) && !regionAt(reader, townAt) ? townAt + 1 : told,
    choices.map(row => referenceTo('court', [row])),
    near.length > mostNamesakes ? 'Судов с таким названием много: назовите город.' : undefined,
  )
}
const isThere = ({ title, hint = '' }: NamedRow, words: readonly Token[], town: Token): boolean =>
  isForm(plain(hint), town.text) &&
  words.every(({ text }) => wordsOfTitle(title).some(own => isForm(own, text) || (own === 'суд' && /^суд/.test(text))))
/** «басманный», «в Басманном»: an adjective that no other finder reads and that names few courts. */
export const bareCourtAt = async ({ tokens, source }: QuestionScan, at: number): Promise<Found | undefined> => {
  const own = tokens[at]
  if (own?.kind !== 'word' || own.text.length < 6 || !/(ий|ый|ой|ом)$/u.test(own.text) || !standsOpen(tokens, at + 1))
    return undefined
  const rows = ((await source.find?.('courts', commonPart(own.text))) ?? []).filter(
    ({ title }) =>
      isForm(wordsOfTitle(title)[0] ?? '', own.text) && /^(районный|городской)$/.test(wordsOfTitle(title)[1] ?? ''),
  )
  return rows.length > 0 && rows.length <= mostNamesakes
    ? found(
        at + 1,
        rows.map(row => referenceTo('court', [row])),
      )
    : undefined
}
const asIs = (title: string): string => title
const withoutG = (title: string): string => title.replace(/ г\. ?/, ' ')
/** «Верховный суд Татарстана» */
const withoutRepublic = (title: string): string => title.replace(/ Республики /, ' ')

/** «Ленинский районный суд, штрафы, Саратов»: courts in a town named elsewhere; all of them without a town. */
const ofTownNamed = async (
  { tokens, source }: QuestionScan,
  rows: readonly NamedRow[],
  asked: readonly string[],
  at: number,
  end: number,
): Promise<readonly NamedRow[]> => {
  const others = tokens.filter(({ kind, text }, n) => (n < at || n >= end) && kind === 'word' && text.length > 2)
  for (const { text } of others) {
    const names = shortNames[text] ?? [text]
    const more = names.map(name => source.find?.('courts', [...asked, commonPart(plain(name))].join(' ')) ?? [])
    const found = [...rows, ...(await Promise.all(more)).flat()]
    const own = found.filter(({ title, hint = '' }) => {
      return isTownNear(hint, text) && rows.some(row => beginsAlike(row.title, title))
    })
    if (own.length > 0) return [...new Map(own.map(row => [row.id, row])).values()]
  }
  return rows
}
const beginsAlike = (one: string, other: string): boolean =>
  wordsOfTitle(one).slice(0, 2).join(' ') === wordsOfTitle(other).slice(0, 2).join(' ')

/** «Тверской суд» matches every title that begins so: people omit the kind of court. */
const beginsAs = (title: string, words: readonly Token[]): boolean => {
  const own = wordsOfTitle(title)
  const said = words.slice(0, -1)
  // «кассационный суд»: any of nine, and not the military one.
  if (said.length === 1 && own[1] === 'военный' && /^(кассаци|апелляци)/u.test(own[0] ?? '')) return false
  return (
    said.every(({ text }, n) => isForm(own[n] ?? '', text)) && own.slice(said.length, said.length + 3).includes('суд')
  )
}
