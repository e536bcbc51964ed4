import { regions, regionTitle } from '../domain/regions.ts'
import { dateLeads, settingPhrases } from './field-phrases.ts'
import { beginsClause, choiceOf, endsClause, type Found, found, longest, type QuestionScan } from './pieces.ts'
import { namedPlaces } from './places.ts'
import type { NamedRow } from './reading.ts'
import { isCapital, isTownByCapital, looksOtherwise, shortNames } from './town-names.ts'
import { slips } from './typos.ts'
import { commonPart, isForm, type Phrase, plain, type Token, titleEnd, wordsOfTitle } from './words.ts'

/** Regions and towns in a question. */
export const regionAt = (reader: QuestionScan, at: number): Found | undefined => {
  const { tokens } = reader
  // «у судей Москвы»: a place through its judges.
  if (ofTown.test(tokens[at]?.text ?? ''))
    return ofTown.test(tokens[at + 1]?.text ?? '') ? undefined : regionAt(reader, at + 1)
  const place = longest(namedPlaces, tokens, at)
  // «Республика Саха (Якутия)»: a title has punctuation that its other names lack.
  const titled = bestTitles(titles, tokens, at)
  const isTitle = titled !== undefined && titled.to > (place?.to ?? at)
  const own = isTitle ? titled.rows.map(({ id }) => Number(id)) : place?.of.regions
  if (!own && isForm('алтай', tokens[at]?.text ?? '') && !isForm('горный', tokens[at - 1]?.text ?? ''))
    return found(
      at + 1,
      [22, 4].map(number =>
        choiceOf({ regions: [number] }, regionTitle(number), { regions: { [number]: regionTitle(number) } }),
      ),
    )
  if (!own) return besideItsNoun(tokens, at)
  return found(isTitle ? titled.to : (place?.to ?? at), [
    choiceOf({ regions: own }, own.map(regionTitle).join(', '), {
      regions: Object.fromEntries(own.map(number => [number, regionTitle(number)])),
    }),
  ])
}
/** No following noun that the adjective could belong to: «самарская школа». */
export const standsOpen = (tokens: readonly Token[], to: number): boolean => {
  const next = tokens[to]
  return (
    next === undefined ||
    next.kind !== 'word' ||
    /^(и|или|в|во|на|за|с|со|по|от|до|без|не|кроме|где|о|об|из|кто|как|что|сколько|ч|ст|статья)$/u.test(next.text) ||
    /^(суд|осуд|арест|штраф|оштраф|назнач|да|прекра|вын|рассм|отмен|верн|возвра|посад|приговор)\p{L}*(л|ли|ла|ют|ят|ет|ит)$/u.test(
      next.text,
    ) ||
    [settingPhrases, dateLeads, namedPlaces].some(
      phrases => longest<{ phrase: Phrase }>(phrases, tokens, to) !== undefined,
    )
  )
}
/** «13.53, свердловская», «по Ростовской»: the adjective of a region alone. «Московская» may mean the city. */
export const bareRegionAt = ({ tokens, pieces }: QuestionScan, at: number): Found | undefined => {
  const own = tokens[at]
  if (own?.kind !== 'word' || !/ск(ая|ой|ую)$/u.test(own.text) || !standsOpen(tokens, at + 1)) return undefined
  if (pieces.at(-1)?.meaning.kind === 'unread') return undefined
  const alike = regions.filter(({ title }) => {
    const [word = '', noun] = wordsOfTitle(title)
    return noun === 'область' && word !== 'московская' && isForm(word, own.text)
  })
  const [region, ...others] = alike
  return region && others.length === 0
    ? found(at + 1, [
        choiceOf({ regions: [region.number] }, region.title, { regions: { [region.number]: region.title } }),
      ])
    : undefined
}
/** «Свердлоской области»: a misspelled adjective; the noun shows that it is a region. */
export const misspelledRegionAt = ({ tokens }: QuestionScan, at: number): Found | undefined => {
  const [own, noun] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? '']
  if (!/^(област|кра[йяюе]|обл)/u.test(noun) || own.length < 7) return undefined
  const near = regions.filter(({ title }) => {
    const [word = '', of = ''] = wordsOfTitle(title)
    return (
      /^(область|край)$/.test(of) &&
      of[0] === noun[0] &&
      own[0] === word[0] &&
      slips(commonPart(own, true), commonPart(word, true), 1) <= 1
    )
  })
  const [region, ...others] = near
  return region && others.length === 0
    ? found(at + 2, [
        choiceOf({ regions: [region.number] }, region.title, { regions: { [region.number]: region.title } }),
      ])
    : undefined
}
/** «саратовскую и самарскую области»: the noun follows the last adjective. */
const besideItsNoun = (tokens: readonly Token[], at: number): Found | undefined => {
  const [own, join] = [tokens[at], tokens[at + 1]?.text ?? '']
  if (own?.kind !== 'word' || !/^(и|или|либо|,)$/.test(join)) return undefined
  const alike = regions.filter(({ title }) => isForm(wordsOfTitle(title)[0] ?? '', own.text))
  const region = alike.find(({ title }) => {
    const noun = wordsOfTitle(title)[1] ?? ''
    let next = at + 2
    while (/^(и|или|либо|,)$/.test(tokens[next + 1]?.text ?? '')) next += 2
    return /^(область|край)$/.test(noun) && isForm(noun, tokens[next + 1]?.text ?? '')
  })
  return (
    region &&
    found(at + 1, [
      choiceOf({ regions: [region.number] }, region.title, { regions: { [region.number]: region.title } }),
    ])
  )
}
const titles: readonly NamedRow[] = regions.map(({ number, title }) => ({ id: number, title }))

const inPlace = new Set(
  'в во из г город города городе по сравни сравнить сравните кроме исключая помимо не без'.split(' '),
)
/** In lower case, «по» and similar precede too many other words. */
const denies = /^(кроме|исключая|помимо|не|без)$/u
const inPlaceSurely = new Set(['в', 'во', 'из', 'г', 'город', 'города', 'городе', 'кроме', 'исключая'])
/** After these a town is in the genitive: «судьи Самары». */
const ofTown = /^(суд|суда|суде|судом|суды|судов|судам|судах|судьи|судей|судьям)$/u
/** «судьи Иванова» is a person rather than «Иваново». */
const isLikeName = (city: string): boolean => /(ово|ево|ёво|ино|ыно)$/u.test(city)
const before = ({ tokens }: QuestionScan, at: number): string => {
  const last = tokens[at - 1]
  return last?.text === '.' ? (tokens[at - 2]?.text ?? '') : (last?.text ?? '')
}
/** «Орле» shares fewer letters with «Орёл» than a search needs, so its first two letters are searched. */
const citiesLike = async ({ source }: QuestionScan, word: string): Promise<readonly NamedRow[]> => {
  const asked = word.length > 5 ? [commonPart(word)] : [commonPart(word), word.slice(0, 2)]
  return (await Promise.all(asked.map(typed => source.find?.('cities', typed) ?? []))).flat()
}
export const cityAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, pieces } = reader
  const first = tokens[at]
  if (first?.kind !== 'word' || (first.text.length < 3 && !shortNames[first.text])) return undefined
  if (ofTown.test(first.text)) return ofTown.test(tokens[at + 1]?.text ?? '') ? undefined : cityAt(reader, at + 1)
  const follows = /^(and|or|mark)$/.test(pieces.at(-1)?.meaning.kind ?? '') && isOf(pieces.at(-2), 'court_city')
  const said = before(reader, at)
  const isPlace = inPlace.has(said) || ofTown.test(said) || follows
  if (!isCapital(first) && !inPlaceSurely.has(said) && !follows && !/^сравни/.test(said) && !ofTown.test(said))
    return undefined
  // «шпионаж, Ростов»: either of two towns, in any position.
  const short = isPlace || (shortNames[first.text]?.length ?? 0) > 1 ? shortNames[first.text] : undefined
  if (!isPlace && !beginsClause(reader, at)) return undefined
  const best = bestTitles(await citiesLike(reader, first.text), tokens, at)
  // «кроме Октябрьского», «суд Ленинского района», «в Ленинском районе»: a court or a district.
  const isAdjective = best?.to === at + 1 && /(ого|его|ому|ему|ых|их|ск(ая|ой|ую|ие))$/u.test(first.text)
  const isOfDistrict = /^(район|округ)/u.test(tokens[best?.to ?? at]?.text ?? '')
  if ((isAdjective && (denies.test(said) || ofTown.test(said))) || isOfDistrict) return undefined
  const cities = [...new Set(best?.rows.map(({ title }) => title) ?? [])].filter(
    city =>
      (!isAdjective || /(ый|ий|ой|ое|ая)$/u.test(city)) &&
      (isCapital(first) || !looksOtherwise(plain(city))) &&
      !(isLikeName(city) && (ofTown.test(said) || /(ой|ы|ых)$/u.test(first.text))),
  )
  if (short && (!best || best.to === at + 1))
    return found(
      at + 1,
      short.map(city => choiceOf({ court_city: [city] }, city)),
    )
  if (!best || cities.length === 0) return undefined
  // Without a preposition a word is a city only in the exact spelling of the directory.
  if (
    !isPlace &&
    (!endsClause(reader, best.to) || !cities.some(city => plain(city) === writtenAt(tokens, at, best.to)))
  )
    return undefined
  return found(
    best.to,
    cities.map(city => choiceOf({ court_city: [city] }, city)),
  )
}
const spaced = (name: string): string => plain(name).replaceAll('-', ' ')
const writtenAt = (tokens: readonly Token[], at: number, to: number): string =>
  plain(
    tokens
      .slice(at, to)
      .map(({ written }) => written)
      .join(' '),
  )
/**
 * In a list of words, «штрафы 20.2 воронеж»: if everything else is read, the word is spelled as in the directory, and
 * is no other word.
 */
export const bareCityAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const first = tokens[at]
  if (first?.kind !== 'word' || (first.text.length < 3 && !shortNames[first.text])) return undefined
  const rows = (await source.find?.('cities', first.text)) ?? []
  const best = bestTitles(rows, tokens, at)
  const short = shortNames[first.text]
  if (short && (best?.to ?? 0) <= at + 1 && !/^(нижн|ростове|челнах|комсомольске)/.test(first.text))
    return found(
      at + 1,
      short.map(city => choiceOf({ court_city: [city] }, city)),
    )
  const cities = [...new Set(best?.rows.map(({ title }) => title) ?? [])].filter(
    city =>
      best &&
      spaced(city) === spaced(writtenAt(tokens, at, best.to)) &&
      (!looksOtherwise(plain(city)) || isTownByCapital(reader, at)),
  )
  return best && cities.length > 0
    ? found(
        best.to,
        cities.map(city => choiceOf({ court_city: [city] }, city)),
      )
    : undefined
}
export const isTownNear = (hint: string, word: string): boolean =>
  hint !== '' && (isForm(plain(hint), word) || shortNames[word]?.includes(hint) === true)
export const isCity = async (reader: QuestionScan, at: number): Promise<boolean> =>
  bestTitles(await citiesLike(reader, reader.tokens[at]?.text ?? ''), reader.tokens, at) !== undefined
export const isOf = (piece: QuestionScan['pieces'][number] | undefined, key: string): boolean =>
  piece?.meaning.kind === 'values' && key in piece.meaning.choices[0].values

const asIs = (title: string): string => title
export const bestTitles = (rows: readonly NamedRow[], tokens: readonly Token[], at: number, spelt = asIs) => {
  let best: { to: number; rows: NamedRow[] } | undefined
  for (const row of rows) {
    const to = titleEnd(spelt(row.title), tokens, at)
    if (to === undefined || (best && best.to > to)) continue
    best = best?.to === to ? { to, rows: [...best.rows, row] } : { to, rows: [row] }
  }
  return best
}
