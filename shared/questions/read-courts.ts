import { type Found, found, type QuestionScan, referenceTo } from './pieces.ts'
import { bestTitles, regionAt } from './read-places.ts'
import type { NamedRow } from './reading.ts'
import { commonPart, isForm, phraseEnd, phraseOf, plain, type Token, tokensOf, wordsOfTitle } from './words.ts'

/** Courts in a question: by their titles, by what people leave out of them, and by the town that is named beside or elsewhere. */
const courtWord = phraseOf('=суд|=суда|=суде|=судом|=суду')
/** One word that stands for several: «Дзержинский райсуд». */
const joined: Readonly<Record<string, string>> = {
  райсуд: 'районный суд',
  горсуд: 'городской суд',
  облсуд: 'областной суд',
  крайсуд: 'краевой суд',
  мосгорсуд: 'Московский городской суд',
  мособлсуд: 'Московский областной суд',
  петербургский: 'Санкт-Петербургский',
}
const mostNamesakes = 4

/** The words up to «суд», with short ones written out: each with the token it came from. */
const wordsAt = (tokens: readonly Token[], at: number): { words: Token[]; end: number } | undefined => {
  const words: Token[] = []
  for (const [n, token] of tokens.slice(at, at + 6).entries()) {
    if (token.kind !== 'word') return undefined
    const known = Object.keys(joined).find(word => isForm(word, token.text))
    const isOther = known === 'петербургский' && !/^(гор|суд)/.test(tokens[at + n + 1]?.text ?? '')
    const own = known && !isOther ? tokensOf(joined[known] ?? '') : [token]
    words.push(...own)
    if (/^суд/.test(own.at(-1)?.text ?? '') && (known || phraseEnd(courtWord, tokens, at + n) !== undefined))
      return words.length > 1 ? { words, end: at + n + 1 } : undefined
  }
  return undefined
}

/** «Хамовнический или Пресненский суд»: what kind of court stands once, behind the last. */
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

export const courtAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  if (tokens[at]?.kind !== 'word') return undefined
  const read = wordsAt(tokens, at)
  if (!read) return withItsNoun(reader, at)
  const { words, end } = read
  const asked = words.slice(0, -1).map(({ text }) => commonPart(text))
  // «суд г. Саратова», «суд Саратова»: of the many that are called alike, that one.
  const townAt = tokens[end]?.text === 'г' ? (tokens[end + 1]?.text === '.' ? end + 2 : end + 1) : end
  const town = tokens[townAt]
  const ofTown =
    town?.kind === 'word' && town.text.length > 2
      ? await source.find?.('courts', [...asked, commonPart(town.text)].join(' '))
      : []
  const rows = [...(ofTown ?? []), ...((await source.find?.('courts', asked.join(' '))) ?? [])]
  const known = [...new Map(rows.map(row => [row.id, row])).values()]
  // As if it were written in full, with what follows: ends are told in tokens of the question.
  const line = [...words, ...tokens.slice(end)]
  const toEnd = (to: number): number => end + Math.max(0, to - words.length)
  const spellings = [asIs, withoutG, withoutRepublic].map(spelt => bestTitles(known, line, 0, spelt))
  const best = spellings.reduce((one, other) => (other && other.to > (one?.to ?? 0) ? other : one), undefined)
  const alike = known.filter(({ title }) => beginsAs(title, words))
  const own = best && best.to > words.length ? best.rows : alike.length > 0 ? alike : (best?.rows ?? [])
  // The words before may be of something else: «заседания завтра, Тверской суд».
  if (own.length === 0) return withItsNoun(reader, at)
  const near = own.length > mostNamesakes ? await ofTownNamed(reader, own, asked, at, end) : own
  const choices = near.length <= mostNamesakes ? near : []
  const told = best ? toEnd(best.to) : end
  const isTown = ({ hint = '' }: NamedRow): boolean =>
    town !== undefined && hint !== '' && isForm(plain(hint), town.text)
  return found(
    told <= end && choices.length > 0 && choices.every(isTown) && !regionAt(reader, townAt) ? townAt + 1 : told,
    choices.map(row => referenceTo('court', [row])),
    near.length > mostNamesakes ? 'Судов с таким названием много: назовите город.' : undefined,
  )
}
const asIs = (title: string): string => title
const withoutG = (title: string): string => title.replace(/ г\. ?/, ' ')
/** «Верховный суд Татарстана» */
const withoutRepublic = (title: string): string => title.replace(/ Республики /, ' ')

/** «Ленинский районный суд, штрафы, Саратов»: those that stand in a town named elsewhere; all of them where none is. */
const ofTownNamed = async (
  { tokens, source }: QuestionScan,
  rows: readonly NamedRow[],
  asked: readonly string[],
  at: number,
  end: number,
): Promise<readonly NamedRow[]> => {
  const others = tokens.filter(({ kind, text }, n) => (n < at || n >= end) && kind === 'word' && text.length > 3)
  for (const { text } of others) {
    const found = [...rows, ...((await source.find?.('courts', [...asked, commonPart(text)].join(' '))) ?? [])]
    const own = found.filter(({ title, hint = '' }) => {
      const [town = ''] = wordsOfTitle(hint)
      return town.length > 2 && isForm(town, text) && rows.some(row => beginsAlike(row.title, title))
    })
    if (own.length > 0) return [...new Map(own.map(row => [row.id, row])).values()]
  }
  return rows
}
const beginsAlike = (one: string, other: string): boolean =>
  wordsOfTitle(one).slice(0, 2).join(' ') === wordsOfTitle(other).slice(0, 2).join(' ')

/** «Тверской суд» may be any whose title begins so: what kind of court it is people leave out. */
const beginsAs = (title: string, words: readonly Token[]): boolean => {
  const own = wordsOfTitle(title)
  const said = words.slice(0, -1)
  return (
    said.every(({ text }, n) => isForm(own[n] ?? '', text)) && own.slice(said.length, said.length + 3).includes('суд')
  )
}
