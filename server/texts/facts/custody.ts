import { isoDay } from '#shared/domain/written-day.ts'
import type { DecisionContext } from '../outcome/decision-context.ts'
import { distinctNames, isParticipant, isSameName, type Name, namesInText } from '../outcome/names.ts'
import { normalizeLetters } from '../outcome/normalize-text.ts'
import { quotedSentence, sentencesOf } from '../outcome/sentences.ts'

/**
 * What a court says of a term of custody (УПК, ст. 108, 109, 255): in the operative part of a decision, or in a line of a card. The day is the
 * one that the court itself wrote, and is never calculated; two days in one sentence are none. `whom`: names as written; empty: not told.
 */
export type CustodyStatement = { of: 'held' | 'ended'; until: string | null; whom: readonly string[]; evidence: string }

const mostStatements = 10

export function custodyIn(context: DecisionContext): CustodyStatement[] {
  const { text, plain, part, accused } = context
  if (part === undefined || !mayTell.test(plain.slice(part.start, part.end))) return []
  const said = sentencesOf(text, part).flatMap(span => {
    const sentence = plain.slice(span.start, span.end).replaceAll('\n', ' ')
    const written = text.slice(span.start, span.end).replaceAll('\n', ' ')
    return statementsIn(written, sentence, accused).map(told => ({ ...told, evidence: quotedSentence(text, span) }))
  })
  return withoutContradictions(said).slice(0, mostStatements)
}

/** A line of a card: an event with what is noted of it. */
export function custodyInLine(line: string): CustodyStatement[] {
  const plain = normalizeLetters(line)
  return statementsIn(line, plain, []).map(told => ({ ...told, evidence: line }))
}

/** Where one is held and another released, each has what the clauses with their name say; of what both may be in one, nothing is told. */
function statementsIn(written: string, plain: string, accused: readonly Name[]): Omit<CustodyStatement, 'evidence'>[] {
  const told = statementIn(plain)
  if (told === undefined) return []
  const names = namedIn(written, plain)
  if (names.length < 2 || !isOfBoth(told, plain)) return [{ ...told, whom: whomOf(written, plain, accused) }]
  const clauses = [...plain.matchAll(/[,;] |\. (?=\p{L}{3})/gu)].map(({ index }) => index)
  const begins = new Set([0, ...names.slice(1).flatMap(({ start }) => clauses.findLast(at => at < start) ?? [])])
  return [...begins].flatMap((begin, at, all) => {
    const own = plain.slice(begin, all[at + 1])
    const said = statementIn(own)
    const whom = accusedAmong(namedIn(written.slice(begin, all[at + 1]), own), accused)
    return said === undefined || isOfBoth(said, own) || whom.length === 0 ? [] : [{ ...said, whom: writtenOf(whom) }]
  })
}
function isOfBoth({ of }: Pick<CustodyStatement, 'of'>, plain: string): boolean {
  const ofCustody = plain.replace(instead, '')
  return of === 'ended' && (holds.test(ofCustody) || leaves.test(ofCustody) || ofCustody.search(untilDay) >= 0)
}
/** «избрав им домашний арест до 12 декабря 2026 года» */
const instead =
  /(?<=^|[,;.])(?:(?!продл|сокра|остав|сохран|(?:до|по) \d)[^,;]){0,200}(?:домашн\p{L}{2,3} арест|подписк|залог|запрет\p{L}{0,2} определенн)(?:(?!под страж|продл|остав)[^,;])*/gu

const mayTell = /страж|мер\p{L}* пресечени/u
const isOfCustody = /под страж|(?<!\p{L})стражи(?!\p{L})/u
const otherMeasure =
  /домашн\p{L}+ арест|запрет\p{L}* определенных действий|подписк\p{L}+ о невыезде|залог|личн\p{L}+ поручительств/u
/** Time that counts towards a punishment, warnings, and how to complain. */
const idle =
  /зачесть|зачет|зачит|засчит|врем(?:я|ени) (?:\p{L}+ ){0,3}(?:содержани|нахождени)|разъясн|предупре[жд]|может быть|могут быть|в случае|вправе/u
const refuses =
  /(?<!\p{L})(?:отказать|отказано|отказал)(?!\p{L})|без удовлетворени|(?<!\p{L})не (?:продл|избир|избра|подлежит продлен)/u
const asksForCustody = /(?:продлени|избрани|применени|заключени)\p{L}*/u
/** Who asks for another measure and is refused stays where they are. */
const asksForLess = /жалоб|представлени\p{L}* (?:прокурор|на)|защитник|адвокат|об? (?:изменени|отмен)|из-под страж/u
const releases =
  /освобо(?:дить|жден\p{L}{0,2})(?!\p{L})[^;]{0,80}из-под страж|из-под страж[^;]{0,60}освобо(?:дить|жден)/u
const changes = /(?<!без )(?:измен(?:ить|ена|ив)|отмен(?:ить|ена|ив)|замен(?:ить|ена|ив))(?!\p{L})/u
const toCustody = /на (?:меру (?:пресечения )?в виде )?(?:заключени[ея] под|содержани[ея] под) страж/u
const holds =
  /(?<!\p{L}|(?<!\p{L})не )(?:продл(?:ить|ив|ен|ена|ено|евается|яется)|сокра(?:тить|тив|щен)|снизить|снизив|уменьшить|избра(?:ть|на|в)|примен(?:ить|ена)|установ(?:ить|ив|лен)|определить|заключ(?:ить|ен|ена)(?= (?:[^;]{0,60} )?под страж)|сохран(?:ить|ена))(?!\p{L})/u
/** An appeal that corrects the day: «уточнить указанием о продлении срока…», «считать срок продлённым». */
const corrects =
  /(?<!\p{L}|(?<!\p{L})не )(?:уточн(?:ить|ив)|указ(?:ать|ав)|считать)(?!\p{L})[^;]{0,160}(?:продлени[ие]|продленн(?:ым|ой|ого)|установленн(?:ым|ой|ого)|избранн(?:ой|ую))(?!\p{L})/u
/** «Постановление районного суда изменить: сократить срок…» */
const amends = /^[^;:]{0,500}?(?<!\p{L}|(?<!\p{L})не )измен(?:ить|ив)(?!\p{L})(?=[:,;] )/u
/** A measure, not a request, is left: as it was, or in custody. */
const leaves =
  /(?<!\p{L}|(?<!\p{L})не )остав(?:ить|ив|лен[аоы]?)(?!\p{L})(?= (?:[^;]{0,60} )?(?:без изменени|прежн|в виде заключения под страж)| (?:\p{L}+\.? ){0,4}(?<!содержани\p{L} )под страж)/u
/** What was asked for, or was not considered, is not decided. */
const undecided =
  /без (?:рассмотрени|движени|внимани)|открытым|(?<!\p{L})возвра[тщ]\p{L}*(?!\p{L}| прокурор)|(?<!\p{L})прекра(?:тить|щен)|(?<!\p{L})(?:про(?:сит|сят|сил[аи]?|сьб\p{L})|предлага(?:ет|ют)|настаива\p{L}+|ходатайству\p{L}+|ходатайствова\p{L}+)(?!\p{L})|(?<!рассмотре\p{L}+ )ходатайств(?:о|а|ом|е),? (?:\p{L}\. ?|(?!удовлетвор)\p{L}+,? ){0,6}(?:продлить|избрать|применить|установить|заключить|сохранить|оставить)(?!\p{L})/u
const ofDecision = /^[\d.) –—-]*(?:апелляционн\p{L}+ |кассационн\p{L}+ )?(?:постановлени|определени|решени|приговор)/u
const term = /\d[^;]{0,24}(?:месяц|мес\.|сут)/u

function statementIn(said: string): Pick<CustodyStatement, 'of' | 'until'> | undefined {
  const plain = ofDecision.test(said) ? said.replace(amends, '') : said
  if (!mayTell.test(plain) || idle.test(plain)) return undefined
  const isRefusal = refuses.test(plain)
  if (!isRefusal && releases.test(plain)) return ended
  const isCustody = isOfCustody.test(plain)
  const isToCustody = toCustody.test(plain)
  const isOther = otherMeasure.test(plain) && !isToCustody
  if (isRefusal)
    return isCustody && !isOther && asksForCustody.test(plain) && !asksForLess.test(plain) ? ended : undefined
  const isChange = changes.test(plain) && /мер\p{L}* пресечени/u.test(plain)
  if (isChange && !isToCustody) return isCustody || isOther ? ended : undefined
  if (!isCustody || isOther || /жалоб/.test(plain) || ofDecision.test(plain)) return undefined
  if (/удовлетвор\p{L}* (?:частично|в части)|частично удовлетвор/u.test(plain)) return undefined
  if (undecided.test(plain) || !(holds.test(plain) || corrects.test(plain) || leaves.test(plain) || isChange))
    return undefined
  const until = dayIn(plain)
  return until !== null || term.test(plain) ? { of: 'held', until } : undefined
}
const ended = { of: 'ended', until: null } as const

const months = 'января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'
const untilDay = new RegExp(
  String.raw`(?<!\p{L})(?:до|по)(?: \d{1,2} ?час\p{L}*\.?(?: ?\d{1,2} ?мин\p{L}*\.?)?| \d{1,2}[:.-]\d{2}(?: ?час\p{L}*\.?)?)?,? ([«"]?\d{1,2}[»"]? (?:${months}) \d{4}|\d{1,2}\.\d{1,2}\.\d{4})(?!\d)`,
  'gu',
)
/** A day of the investigation, or of the term before. */
const ofOther = /(?:следстви|дознани|установленн|истека|истек|ранее|вместо)\p{L}*[^;\d]{0,40}$/u

function dayIn(plain: string): string | null {
  const days = [...plain.matchAll(untilDay)].flatMap(({ index, 1: day = '' }) => {
    const before = plain.slice(Math.max(0, index - 70), index)
    return !/(?:то есть|т\. ?е\.),? $/.test(before) && ofOther.test(before) ? [] : [isoDay(day)]
  })
  const [only, ...more] = new Set(days)
  return only !== undefined && more.length === 0 ? only : null
}

const namedIn = (written: string, plain: string): Name[] =>
  distinctNames(namesInText(written)).filter(({ start }) => !isParticipant(plain.slice(0, start)))
const accusedAmong = (named: readonly Name[], accused: readonly Name[]): readonly Name[] =>
  accused.length === 0 ? named : named.filter(name => accused.some(one => isSameName(one, name)))
const writtenOf = (names: readonly Name[]): string[] => names.map(name => name.written)

function whomOf(written: string, plain: string, accused: readonly Name[]): string[] {
  const named = namedIn(written, plain)
  const people = accusedAmong(named, accused)
  if (people.length > 0) return writtenOf(people)
  const [only, another] = accused
  return only !== undefined && another === undefined && named.length === 0 ? [only.written] : []
}

/** Who is released is not held by the same act; of two days for one person none is told. */
function withoutContradictions(said: readonly CustodyStatement[]): CustodyStatement[] {
  const ends = said.filter(({ of }) => of === 'ended')
  const held = said.filter(one => one.of === 'held' && !ends.some(other => mayBeOfOne(one, other)))
  const told = held
    .filter(one => one.until !== null || !held.some(other => other.until !== null && mayBeOfOne(one, other)))
    .map(one => ({ ...one, until: held.some(other => contradicts(one, other)) ? null : one.until }))
  const isAgain = (one: CustodyStatement, at: number): boolean =>
    told.findIndex(({ until, whom }) => until === one.until && whom.join() === one.whom.join()) < at
  return [...told.filter((one, at) => !isAgain(one, at)), ...ends]
}
const contradicts = (one: CustodyStatement, other: CustodyStatement): boolean =>
  one.until !== null && other.until !== null && one.until !== other.until && mayBeOfOne(one, other)
const mayBeOfOne = ({ whom: one }: CustodyStatement, { whom: other }: CustodyStatement): boolean =>
  one.length === 0 || other.length === 0 || one.some(name => other.some(another => isSameWritten(name, another)))
function isSameWritten(one: string, other: string): boolean {
  const [[first], [second]] = [namesInText(one), namesInText(other)]
  return first !== undefined && second !== undefined ? isSameName(first, second) : one === other
}
