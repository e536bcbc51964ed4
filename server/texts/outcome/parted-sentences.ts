import { isSame, type Name } from './names.ts'
import { type Book, bookOf } from './persons.ts'
import type { Sentencing } from './read-penalties.ts'
import type { Reviewing } from './reviews.ts'
import type { Span } from './sentences.ts'

/** A sentence about several people: what of it is whose, and whether that is clear. */
export type Line = {
  span: Span
  plain: string
  written: string
  names: Name[]
  isPassedOver: boolean
  review: Reviewing | undefined
}

/** Whether it is not clear which of several a sentence means: «на 3 и 4 года соответственно», an amount by a name that has no kind, initials of two. */
export function isUnclear({ imposed, suspends }: Sentencing, books: readonly Book[], { names, plain }: Line): boolean {
  if (books.length < 2 || (imposed.length === 0 && !suspends)) return false
  if (names.some(name => books.filter(book => book.name !== undefined && isSame(book.name, name)).length > 1))
    return true
  // A firm beside a name is mostly whose director that is.
  const known = names.filter(name => bookOf(books, name) !== undefined && !/[«"“]/.test(name.written))
  if (new Set(known.map(name => bookOf(books, name))).size < 2) return false
  const each = /кажд(?:ому|ого|ым|ой)/.exec(plain)?.index
  const ownerAt = (at: number) => known.findLast(({ start }) => start <= at) ?? known[0]
  const isLeftOut = (name: Name): boolean =>
    !imposed.some(penalty => [ownerAt(penalty.at)].some(owner => owner !== undefined && isSame(owner, name)))
  return (
    /соответственно/.test(plain) ||
    // Several are convicted together, and one of them is told nothing.
    (each === undefined && imposed.length > 0 && !/оправда|прекра|освобод/.test(plain) && known.some(isLeftOut)) ||
    known.some(({ end }, at) => {
      const until = known[at + 1]?.start ?? plain.length
      const isOfKind = imposed.some(penalty => penalty.at >= end && penalty.at < until)
      return amount.test(plain.slice(end, until)) && (each === undefined ? !isOfKind : end > each)
    })
  )
}
export const term = /\d[^,;]{0,40}?(?:лет|год|месяц)/u
const amount = /\d[^,;]{0,40}?(?:лет|год|месяц|час|сут|руб|тыс)/u

/** Whether several named in one sentence are told of one after another. */
export const areApart = (
  said: Sentencing,
  people: readonly Book[],
  books: readonly Book[],
  line: Line,
  from: number,
): boolean => people.some(book => ofBook(said, book, books, line, from).imposed.length < said.imposed.length)

/** Of several named in one sentence each has what follows the name. */
export function ofBook(
  said: Sentencing,
  book: Book,
  books: readonly Book[],
  { names, plain }: Line,
  from: number,
): Sentencing {
  if (books.length === 1 || /кажд(?:ому|ого|ым|ой)/.test(plain)) return said
  const places = names.flatMap(name => {
    const owner = bookOf(books, name)
    return owner === undefined ? [] : [{ owner, at: name.start }]
  })
  if (new Set(places.map(({ owner }) => owner)).size <= 1) return said
  const conditional = /условн|(?<!\p{L})ст\p{L}*\.? ?73(?!\d)/u.exec(plain)?.index ?? 0
  const isOwn = ({ at }: { at: number }): boolean =>
    (places.findLast(place => place.at <= at + from) ?? places[0])?.owner === book
  return {
    ...said,
    imposed: said.imposed.filter(isOwn),
    excluded: said.excluded.filter(isOwn),
    suspends: said.suspends && isOwn({ at: conditional - from }),
  }
}
