import { isAnnulling, isChanging, outcomeKind, reviewKind } from '../domain/outcome-kinds.ts'
import { regions, regionTitle } from '../domain/regions.ts'
import {
  beginsClause,
  choiceOf,
  endsClause,
  type Found,
  found,
  longest,
  type QuestionScan,
  referenceTo,
} from './pieces.ts'
import { namedPlaces } from './places.ts'
import type { LargeDirectory, NamedRow, SmallDirectory } from './reading.ts'
import { commonPart, isForm, phraseEnd, phraseOf, plain, type Token, titleEnd, wordsOfTitle } from './words.ts'

/** Places, courts and rows of directories in a question. */
export const regionAt = ({ tokens }: QuestionScan, at: number): Found | undefined => {
  const place = longest(namedPlaces, tokens, at)
  // «Республика Саха (Якутия)»: a title has marks that its other names do not.
  const titled = bestTitles(titles, tokens, at)
  const isTitle = titled !== undefined && titled.to > (place?.to ?? at)
  const own = isTitle ? titled.rows.map(({ id }) => Number(id)) : place?.of.regions
  if (!own) return undefined
  return found(isTitle ? titled.to : (place?.to ?? at), [
    choiceOf({ regions: own }, own.map(regionTitle).join(', '), {
      regions: Object.fromEntries(own.map(number => [number, regionTitle(number)])),
    }),
  ])
}
const titles: readonly NamedRow[] = regions.map(({ number, title }) => ({ id: number, title }))

const inPlace = new Set(['в', 'во', 'из', 'г', 'город', 'города', 'городе', 'по', 'сравни', 'сравнить'])
const before = ({ tokens }: QuestionScan, at: number): string => {
  const last = tokens[at - 1]
  return last?.text === '.' ? (tokens[at - 2]?.text ?? '') : (last?.text ?? '')
}
/** «Орле» has fewer letters in common with «Орёл» than a search needs: its first two are asked for. */
const citiesLike = async ({ source }: QuestionScan, word: string): Promise<readonly NamedRow[]> => {
  const asked = word.length > 5 ? [commonPart(word)] : [commonPart(word), word.slice(0, 2)]
  return (await Promise.all(asked.map(typed => source.find?.('cities', typed) ?? []))).flat()
}

export const cityAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, pieces } = reader
  const first = tokens[at]
  if (first?.kind !== 'word' || !isCapital(first) || first.text.length < 3) return undefined
  const follows = /^(and|or|mark)$/.test(pieces.at(-1)?.meaning.kind ?? '') && isOf(pieces.at(-2), 'court_city')
  const isPlace = inPlace.has(before(reader, at)) || follows
  if (!isPlace && !beginsClause(reader, at)) return undefined
  const best = bestTitles(await citiesLike(reader, first.text), tokens, at)
  if (!best) return undefined
  // Alone, a word is a city only as the directory writes it.
  const written = plain(
    tokens
      .slice(at, best.to)
      .map(({ written }) => written)
      .join(' '),
  )
  const cities = [...new Set(best.rows.map(({ title }) => title))]
  if (!isPlace && (!endsClause(reader, best.to) || !cities.some(city => plain(city) === written))) return undefined
  return found(
    best.to,
    cities.map(city => choiceOf({ court_city: [city] }, city)),
  )
}
export const isCity = async (reader: QuestionScan, at: number): Promise<boolean> =>
  bestTitles(await citiesLike(reader, reader.tokens[at]?.text ?? ''), reader.tokens, at) !== undefined
const isCapital = ({ written }: Token): boolean => /^\p{Lu}/u.test(written)
const isOf = (piece: QuestionScan['pieces'][number] | undefined, key: string): boolean =>
  piece?.meaning.kind === 'values' && key in piece.meaning.choices[0].values

const asIs = (title: string): string => title
const bestTitles = (rows: readonly NamedRow[], tokens: readonly Token[], at: number, spelt = asIs) => {
  let best: { to: number; rows: NamedRow[] } | undefined
  for (const row of rows) {
    const to = titleEnd(spelt(row.title), tokens, at)
    if (to === undefined || (best && best.to > to)) continue
    best = best?.to === to ? { to, rows: [...best.rows, row] } : { to, rows: [row] }
  }
  return best
}

const courtWord = phraseOf('=суд|=суда|=суде|=судом|=суду')
const courtShort: readonly (readonly [string, string])[] = [
  ['мосгорсуд', 'Московский городской суд'],
  ['мособлсуд', 'Московский областной суд'],
]
const mostNamesakes = 4

/** «Тверской районный суд», «Верховный суд Республики Адыгея»: the words up to «суд» are asked for. */
export const courtAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const first = tokens[at]
  if (first?.kind !== 'word' || !isCapital(first)) return undefined
  const short = courtShort.find(([word]) => phraseEnd(phraseOf(word), tokens, at) !== undefined)
  if (short) {
    const rows = (await source.find?.('courts', short[1]))?.filter(({ title }) => title === short[1]) ?? []
    return found(
      at + 1,
      rows.map(row => referenceTo('court', [row])),
    )
  }
  const word = [1, 2, 3, 4].find(n => phraseEnd(courtWord, tokens, at + n) !== undefined)
  if (word === undefined || tokens.slice(at, at + word).some(({ kind }) => kind === 'mark')) return undefined
  const end = at + word + 1
  const asked = tokens.slice(at, at + word).map(({ text }) => commonPart(text))
  // «суд г. Саратова», «суд Саратова»: of the many that are called alike, that one.
  const town = tokens[tokens[end]?.text === 'г' ? (tokens[end + 1]?.text === '.' ? end + 2 : end + 1) : end]
  const ofTown =
    town && isCapital(town) ? await source.find?.('courts', [...asked, commonPart(town.text)].join(' ')) : []
  const rows = [...(ofTown ?? []), ...((await source.find?.('courts', asked.join(' '))) ?? [])]
  const known = [...new Map(rows.map(row => [row.id, row])).values()]
  const [full, bare] = [bestTitles(known, tokens, at), bestTitles(known, tokens, at, withoutG)]
  const best = bare && bare.to > (full?.to ?? 0) ? bare : full
  const alike = known.filter(({ title }) => beginsAs(title, tokens, at, end))
  const own = best && best.to > end ? best.rows : alike
  const choices = own.length <= mostNamesakes ? own : []
  return found(
    best?.to ?? end,
    choices.map(row => referenceTo('court', [row])),
    own.length > mostNamesakes ? 'Судов с таким названием много: назовите город.' : undefined,
  )
}
const withoutG = (title: string): string => title.replace(/ г\. ?/, ' ')
/** «Тверской суд» may be any whose title begins so: what kind of court it is people leave out. */
const beginsAs = (title: string, tokens: readonly Token[], at: number, end: number): boolean => {
  const words = wordsOfTitle(title)
  const said = tokens.slice(at, end - 1)
  return (
    said.every(({ text }, n) => isForm(words[n] ?? '', text)) &&
    words.slice(said.length, said.length + 3).includes('суд')
  )
}

type ListedKey = 'tags' | 'favorite_folder' | 'event_type' | 'result_type' | 'case_defence_params'
const listed: readonly { key: ListedKey; from: LargeDirectory | SmallDirectory; phrases: readonly string[] }[] = [
  { key: 'tags', from: 'tags', phrases: ['=с? метка', '=без метка'] },
  { key: 'favorite_folder', from: 'folders', phrases: ['=в|=из? папка'] },
  { key: 'event_type', from: 'event_types', phrases: ['=с? событие'] },
  { key: 'result_type', from: 'result_types', phrases: ['=с? результат'] },
  { key: 'case_defence_params', from: 'defence_params', phrases: ['сведение =о защита', 'обстоятельство защита'] },
]
const leads = listed.flatMap(({ phrases, ...row }) =>
  phrases.map(phrase => ({ ...row, phrase: phraseOf(phrase), isWithout: phrase.startsWith('=без') })),
)

/** A row by its title: quoted, or as it stands, after what it is; events also by their title alone, if it has two words. */
export const rowAt = async (reader: QuestionScan, at: number): Promise<Found | undefined> => {
  const { tokens, source } = reader
  const lead = longest(leads, tokens, at)
  if (!lead) {
    if (tokens[at]?.kind === 'quoted') return rowBeside(reader, at)
    if (tokens[at]?.kind !== 'word') return undefined
    const events = (await source.whole?.('event_types')) ?? []
    const best = bestTitles(
      events.filter(({ title }) => title.includes(' ') && endsNothing(title)),
      tokens,
      at,
    )
    return best && found(best.to, [referenceTo('event_type', best.rows)])
  }
  const { key, from, isWithout } = lead.of
  let to = lead.to
  const isDenied = tokens[to]?.text === 'не'
  if (isDenied || tokens[to]?.text === ':') to += 1
  const token = tokens[to]
  if (!token) return undefined
  const rows =
    (await (from === 'tags' ? source.find?.(from, token.text) : isSmall(from) ? source.whole?.(from) : undefined)) ?? []
  const same =
    token.kind === 'quoted'
      ? { to: to + 1, rows: rows.filter(({ title }) => plain(title) === plain(token.text)) }
      : bestTitles(rows, tokens, to)
  if (!same) return undefined
  const name = isDenied || isWithout ? `${key}_not` : key
  const [row] = same.rows
  return found(
    same.to,
    row ? [choiceOf({ [name]: [Number(row.id)] }, row.title, { [key]: { [row.id]: row.title } })] : [],
    'Такой строки нет в справочнике.',
  )
}
/** «с меткой «Пикеты» и «Шествия»» */
const rowBeside = async ({ tokens, pieces, source }: QuestionScan, at: number): Promise<Found | undefined> => {
  const [join, last] = [pieces.at(-1)?.meaning.kind, pieces.at(-2)]
  const own = listed.find(({ key }) => isOf(last, key) || isOf(last, `${key}_not`))
  const text = tokens[at]?.text ?? ''
  if (!own || (join !== 'and' && join !== 'or' && join !== 'mark')) return undefined
  const { key, from } = own
  const rows =
    (await (from === 'tags' ? source.find?.(from, text) : isSmall(from) ? source.whole?.(from) : undefined)) ?? []
  const row = rows.find(({ title }) => plain(title) === plain(text))
  const name = isOf(last, key) ? key : `${key}_not`
  return row && found(at + 1, [choiceOf({ [name]: [Number(row.id)] }, row.title, { [key]: { [row.id]: row.title } })])
}
/** «Оставлено без изменения» is a result before it is an event. */
const endsNothing = (title: string): boolean => outcomeKind(title) === 'other' && reviewKind(title) === 'other'
const isSmall = (directory: LargeDirectory | SmallDirectory): directory is SmallDirectory =>
  directory === 'result_types' ||
  directory === 'event_types' ||
  directory === 'defence_params' ||
  directory === 'folders'

/** How cases ended, as titles of results are classed for statistics; a complaint that was dropped ends no case. */
const outcomes: readonly { phrase: string; fits(title: string): boolean }[] = [
  {
    phrase: 'прекращённый|=прекращено|=прекращены|прекращение',
    fits: title => outcomeKind(title) === 'terminated' && !/жалоб|апелляц|отмен/iu.test(title),
  },
  {
    phrase: 'отменённый|=отменено|=отменены|=отменили|=отменил|=отменила|отмена',
    fits: title => isAnnulling(title) && /отмен/iu.test(title),
  },
  { phrase: 'изменённый|=изменено|=изменены|=изменили', fits: isChanging },
  { phrase: '=без =изменения|=изменений', fits: title => reviewKind(title) === 'upheld' },
  {
    phrase: 'оставленный|=оставлено|=оставлены =без =изменения|=изменений',
    fits: title => reviewKind(title) === 'upheld',
  },
  {
    phrase: 'возвращённый|=возвращено|=возвращены',
    fits: title => /^(о )?возвра|возвращени\S+ протокола/iu.test(title) && !/отмен/iu.test(title),
  },
]
const outcomePhrases = outcomes.map(({ phrase, fits }) => ({ phrase: phraseOf(phrase), fits }))

export const outcomeAt = async ({ tokens, source, pieces }: QuestionScan, at: number): Promise<Found | undefined> => {
  const outcome = longest(outcomePhrases, tokens, at)
  if (!outcome) return undefined
  // «апелляция отменила постановление, прекращено производство»: of one outcome, not of another one beside it.
  const isAnnulled = pieces.some(piece => isOf(piece, 'result_type') && /^отмен/.test(tokens[piece.from]?.text ?? ''))
  if (isAnnulled && /^прекращ/.test(tokens[at]?.text ?? '')) return { to: outcome.to, meaning: { kind: 'unread' } }
  const rows = ((await source.whole?.('result_types')) ?? []).filter(({ title }) => outcome.of.fits(title))
  return found(outcome.to, rows.length > 0 ? [referenceTo('result_type', rows)] : [])
}
