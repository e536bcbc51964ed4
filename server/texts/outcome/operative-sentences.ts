import type { Review } from '#shared/domain/read-outcomes.ts'
import type { Context } from './context.ts'
import { type Ending, endingIn, endingOfReview } from './endings.ts'
import { isEmployer, isSame, type Name, namesIn, takesPart } from './names.ts'
import { areApart, isUnclear, type Line, ofBook, term } from './parted-sentences.ts'
import { isPassedOver } from './passed-over.ts'
import { type Book, bookOf, enter, newBook } from './persons.ts'
import type { Letters } from './plain-letters.ts'
import { penaltiesIn } from './read-penalties.ts'
import { reviewIn } from './reviews.ts'
import { type Span, sentencesOf } from './sentences.ts'

/** An operative part read sentence by sentence: each tells something of one of the accused, of several, or of the decision under review. */
export type OperativeReading = {
  books: Book[]
  review: Review | null
  /** What the review says, or the first sentence that decides. */
  span: Span | undefined
  restSpan: Span | undefined
  certainty: number
}
type Known = Pick<Context, 'accused' | 'isReview' | 'codex'>

const decides =
  /(?<!\p{L})(?:призна(?:ть|в|н)|оправда|подверг|привлечь|назначить|освободить|осуди|приговорить|невиновн|винов(?:ен|на|ны)(?!\p{L}))/u
const hasVerdict = /\p{L}{4}/u

export function readOperativePart(letters: Letters, part: Span, context: Known): OperativeReading | undefined {
  const lines = linesOf(letters, part, context.accused.length > 1)
  const { review, span } = reviewOf(lines, context)
  const books = booksOf(lines, context)
  let current: readonly Book[] = books.length === 1 ? books : []
  let isGoingOn = false
  for (const line of lines) {
    if (line.isPassedOver) continue
    const named = books.length > 1 ? line.names.flatMap(name => bookOf(books, name) ?? []) : []
    if (named.length > 0) current = [...new Set(named)]
    const own = review === null ? { plain: line.plain, from: 0 } : ownPart(line.plain)
    const isOfRest = line.review?.isOfRest ?? false
    const isSilent = review === 'upheld' || review === 'unheard' || isOfRest
    const said = isSilent
      ? undefined
      : penaltiesIn(own.plain, { isReview: review !== null, isGoingOn: isGoingOn && isItem(line) })
    const ending = isOfRest ? undefined : endingOfLine(line.plain, own.plain, review)
    const isImposing =
      said !== undefined && said.imposed.length > 0 && (ending === undefined || imposesPlainly.test(own.plain))
    const isEnding = ending !== undefined && (!isImposing || ending === 'acquitted')
    for (const book of current.length > 0 ? current : books) {
      if (tellsArticle.test(line.plain)) book.articles.push(line.span)
      if (isEnding) book.endings.push({ ending, span: line.span })
      if (
        said === undefined ||
        (isEnding && said.releases === undefined && !said.imposed.some(({ type }) => type === 'court_fine'))
      )
        continue
      enter(book, ofBook(said, book, books, line, own.from), {
        span: line.span,
        isReview: review !== null,
        isCriminal: context.codex === 'uk',
        isPart: offence.test(own.plain),
        partAt: place => [...own.plain.slice(0, place).matchAll(offences)].length,
      })
    }
    const isSumUnread = /по совокупности/.test(line.plain) && said?.isFinal === false && term.test(line.plain)
    if (said !== undefined && (isSumUnread || isUnclear(said, books, line)))
      for (const book of current.length > 0 ? current : books) book.isDoubted = true
    // Each has had their own: what names nobody goes on about the last of them.
    if (named.length > 1 && said !== undefined && areApart(said, current, books, line, own.from))
      current = named.slice(-1)
    const opens = /:\s*$/.test(line.plain) && /назнач|наказани|подверг|осуд|осужд/.test(line.plain)
    isGoingOn = opens || (isGoingOn && isItem(line))
  }
  const restSpan = lines.find(line => !line.isPassedOver)?.span
  const decided = books.filter(
    ({ parts, endings, annulled, final }) =>
      (review !== null && books.length > 1) ||
      parts.length + endings.length + annulled.length > 0 ||
      final !== undefined,
  )
  if (restSpan === undefined && decided.length === 0) return undefined
  return { books: decided, review, span, restSpan, certainty: sureness[review ?? 'none'] }
}
/** Where nothing is told of anybody: what was changed may be a penalty, and what was annulled is followed by something. */
const sureness: Record<Review | 'none', number> = {
  none: 0.6,
  annulled: 0.7,
  changed: 0.9,
  upheld: 0.97,
  unheard: 0.97,
}
const itemWords = /^(?:[-–—•*|]|\d{1,2}[.)]|[а-я]\)|по |за |на основании )/u
/** «Ветрогонову П. И. – в виде…» goes on with a list as a dash does. */
const isItem = ({ plain, names }: Line): boolean => itemWords.test(plain) || (names[0]?.start ?? plain.length) < 3
const offenceWords = String.raw`предусмотренн|(?<!\p{L})по (?:(?:преступлени|эпизод|факт)|(?:п|ч|ст)(?:\. ?|ункт|аст|ать|\.ч))|(?<!\p{L})за (?:совершени|преступлени|кажд)`
const [offence, offences] = [new RegExp(offenceWords, 'u'), new RegExp(offenceWords, 'gu')]
const tellsArticle = /призна|предусмотренн|(?<!\p{L})по (?:ч|ст|п)|оправда|прекра|отношении/u
const imposesPlainly =
  /(?<!\p{L}|не )(?:назнач(?:ить|ив)|подвергнуть|наложить|избрать|вынести|применить|определить|снизи(?:ть|в)|смягчить|заменить)(?! (?:дело|рассмотрение|судебное|заседание|слушание))/u

/** What ends the case; what changes a decision ends nothing, and what upholds it neither. */
function endingOfLine(whole: string, own: string, review: Review | null): Ending | undefined {
  if (review === 'upheld' || review === 'changed' || /в порядке гражданского судопроизводства/.test(whole))
    return undefined
  const ending = endingIn(own)
  return review === null ? ending : endingOfReview(review, ending, whole)
}

function linesOf(letters: Letters, part: Span, areSeveral: boolean): Line[] {
  const { text } = letters
  return sentencesOf(text, part).flatMap((span): Line[] => {
    const plain = oneLine(letters.plain.slice(span.start, span.end))
    if (!hasVerdict.test(plain)) return []
    const written = oneLine(text.slice(span.start, span.end))
    if (isPassedOver(plain)) return [{ span, plain, written, names: [], isPassedOver: true, review: undefined }]
    const names = areSeveral || decides.test(plain) || mayName.test(plain) ? namesIn(written) : []
    return [{ span, plain, written, names, isPassedOver: false, review: reviewIn(plain) }]
  })
}
const mayName = /наказани|отношении|сроком|условн|применить|осуждени/
const oneLine = (words: string): string => words.replaceAll('\n', ' ').replace(/ {2,}/g, ' ')

/** One book for each of those the operative part decides of; names stand as the opening has them, where it tells more. */
function booksOf(lines: readonly Line[], { accused, isReview }: Known): Book[] {
  const subjects: Name[] = []
  for (const { plain, names, ...line } of lines) {
    if (
      line.isPassedOver ||
      /(?<!\p{L})призна(?:ть|в) [^;,]{0,80}(?:потерпевш|гражданск)/u.test(plain) ||
      !/призна(?:ть|в) |оправдать|подвергнуть|привлечь|назначить|освободить|виновен|виновна|применить|отношении|осуждени/.test(
        plain,
      )
    )
      continue
    const isTheirs = (name: Name): boolean => isCompany(name) && isEmployer(plain.slice(0, name.start))
    const known = names.filter(name => !takesPart(plain.slice(0, name.start)) && !isTheirs(name))
    for (const name of known) {
      const isNear =
        name.start < 12 ||
        /(?:признать|оправдать|подвергнуть|привлечь|освободить|применить к|отношении|осуждени[яею]|юридическ\p{L}{2,3} лиц[оу]) (?:\p{L}+ ){0,6}$/u.test(
          plain.slice(0, name.start).replace(/(?<=\p{L}) \p{L}{2,6} ?[«"“][^»"”]*[»"”]+/gu, ''),
        )
      const isKnown = accused.some(one => isSame(one, name))
      if ((isNear || isKnown) && !subjects.some(one => isSame(one, name))) subjects.push(name)
    }
  }
  // Among names a mask is a further person only where it is convicted, or acquitted, beside them.
  const names = subjects.some(({ isHidden }) => !isHidden)
    ? subjects.filter(
        name =>
          !name.isHidden ||
          (isOneOfSeveral(lines, name) && subjects.some(one => !one.isHidden && isOneOfSeveral(lines, one))),
      )
    : []
  const known =
    names.length > 0 ? names : subjects.filter(name => subjects.length === 1 || /фио|\p{Lu}\./iu.test(name.written))
  if (known.length <= 1 && accused.length <= 1) return [newBook(theOne(accused[0], known[0]))]
  const others = isReview
    ? []
    : accused.filter(one => !one.isHidden && !isCompany(one) && !known.some(name => isSame(one, name)))
  const people = known.length > 0 ? [...known, ...others] : accused
  return people.map(name => newBook(accused.find(one => isSame(one, name)) ?? name))
}

/** Whether a sentence decides of the guilt of this one, and of nobody else. */
const isOneOfSeveral = (lines: readonly Line[], name: Name): boolean =>
  lines.some(({ plain, names }) => {
    const judged = names.filter(({ start }) => judging.test(plain.slice(0, start)))
    return judged.length > 0 && judged.every(one => isSame(one, name))
  })
const judging = /(?<!\p{L})(?:призна(?:ть|в)|оправдать|осудить|приговорить) (?:подсудим\p{L}+ )?$/u

const isCompany = ({ written }: Name): boolean => /[«"“]/.test(written)

/** The opening tells the name best, unless the decision is of somebody else. */
const theOne = (opened: Name | undefined, decided: Name | undefined): Name | undefined =>
  opened === undefined || (decided !== undefined && !decided.isHidden && !opened.isHidden && !isSame(opened, decided))
    ? decided
    : opened

function reviewOf(lines: readonly Line[], { isReview }: Known): { review: Review | null; span: Span | undefined } {
  let found: { review: Review; span: Span } | undefined
  const weight: Record<Review, number> = { changed: 3, annulled: 2, unheard: 1, upheld: 0 }
  const isVerdict = lines.some(
    ({ plain }) => /(?<!\p{L})призна(?:ть|в) [^;]*виновн/u.test(plain) && !/постановлени|решени/.test(plain),
  )
  /** What is left as it was tells that something is not. */
  let rest: Span | undefined
  for (const { review: one, span } of lines) {
    if (one === undefined) continue
    if (!isReview && isVerdict) continue
    if (one.isOfRest && one.review === 'upheld') {
      rest ??= span
      continue
    }
    if (found === undefined || weight[one.review] > weight[found.review]) found = { review: one.review, span }
  }
  if (rest !== undefined && found?.review !== 'changed') found = { review: 'changed', span: found?.span ?? rest }
  return { review: found?.review ?? null, span: found?.span }
}

/** What stood in the decision under review comes before the verb that changes it. */
function ownPart(sentence: string): { plain: string; from: number } {
  const verb = /(?<!\p{L}|не )(?:отмен|измен)(?:ить|ив|ено|ен|яется)(?!\p{L})/u.exec(sentence)
  return verb === null ? { plain: sentence, from: 0 } : { plain: sentence.slice(verb.index), from: verb.index }
}
