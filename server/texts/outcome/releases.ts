import type { PenaltyType } from '#shared/domain/outcomes.ts'
import { articlesIn } from './articles.ts'
import { penaltyMentions } from './penalty-kinds.ts'
import type { TextSpan } from './sentences.ts'

/** Whether a penalty need not be served: `all` of it, for `part` of the offences, for the one of the sentence (`own`), `deferred`, or `unclear` whose. */
export type Release = 'all' | 'part' | 'own' | 'deferred' | 'unclear'

const ofFine = String.raw`(?<!\p{L})от (?:\p{L}+ ){0,2}уплаты (?:(?!судебн)(?:\p{L}+(?:ого|ых)|ему|ей) ){0,2}(?=штраф(?!\p{L}*(?:, (?:налож|назнач)\p{L}+)? (?:по |приговор|постановлени|определени)))`
const fromPenalty = String.raw`(?:(?<!\p{L})от (?:\p{L}+ ){0,3}(?:наказани|отбывани)|${ofFine})`
const others = String.raw`(?:(?:несовершеннолетн|малолетн)\p{L}{2,3} )?(?:потерпевш(?:его|ую|их)|свидетел(?:я|ей|ьницу)|защитник(?:а|ов)|переводчик(?:а|ов)|понят(?:ого|ую|ых))(?!\p{L})`
/** Not of a victim, a witness or counsel, whoever beside the accused is freed of something. */
export const free = String.raw`(?<!\p{L}|(?<!\p{L})не |(?:^|[,;:] (?:а )?)${others}[^;,]{0,80} )освободить(?!\p{L})(?! (?:от (?:\p{L}+ ){0,2}?(?:наказани\p{L}|ответственности) )?${others})`
/** In a sentence that rules more: «назначить 200 часов обязательных работ, освободив от назначенного наказания». */
const freed = free.replace('освободить', 'освободи(?:ть|в)')
/** «от назначенного наказания освободить», not of another sentence or a part of the penalty. */
const released = new RegExp(
  String.raw`${freed}[^;]{0,200}?${fromPenalty}|(?<!\p{L})с освобождением (?:\p{L}+ ){0,2}${fromPenalty}(?![^;]{0,120}условно)|${fromPenalty}[^;]{0,200}?${free}|(?<!\p{L})от котор(?:ого|ой|ых) [^;]{0,40}?освободить(?!\p{L})`,
  'gu',
)
const releasedOfOther = /(?<!настоящ\p{L}{2,3} )приговор|условно[- ]досрочн/u
const ofOneOffence = /(?<!\p{L})по (?:п|ч|ст)(?:\.|ункт|аст|ать)|предусмотренн|(?<!\p{L})за (?:совершени|преступлени)/u
const deferred =
  /(?<!\p{L}|(?<!\p{L})не )(?:отсрочить|предоставить отсрочку)(?!\p{L})[^;]*(?:наказани|отбывани)|(?:наказани|отбывани)[^;]*(?<!\p{L}|(?<!\p{L})не )(?:отсрочить|предоставить отсрочку)/u

export function releaseIn(sentence: string): Release | undefined {
  if (deferred.test(sentence)) return 'deferred'
  if (sentence.search(released) < 0 || releasedOfOther.test(sentence)) return undefined
  // Of which additional one it is not told.
  if (/дополнительн/.test(sentence) && releasedKinds(sentence).size === 0) return undefined
  return ofOneOffence.test(sentence) ? 'part' : 'all'
}

/** «от назначенного наказания в виде штрафа освободить»: of the others nobody is released. */
export const releasedKinds = (sentence: string): ReadonlySet<PenaltyType> =>
  new Set([...sentence.matchAll(ofKinds)].flatMap(({ 0: words }) => penaltyMentions(words).map(({ type }) => type)))
const ofKinds = new RegExp(
  String.raw`${fromPenalty}\p{L}*(?: [\p{L}.]+){0,8}? в виде (?:(?!освобо|назнач|счита)[^;,])+|${ofFine}штраф\p{L}*`,
  'gu',
)

/** «От наказания по ч. 1 ст. 158 УК РФ освободить, считать осужденным по ч. 2 ст. 228 УК РФ к 3 годам»: what comes after stands. */
const isReleasedOfOther = (sentence: string, at: number): boolean => {
  const end = releasedOffence.exec(sentence)?.[0].length
  return end !== undefined && end < at && offenceOf.test(sentence.slice(end, at))
}
/** Beside the penalties of its sentence: «по ч. 1 ст. 119 УК РФ – 240 часов обязательных работ, освободив от наказания по ч. 1 ст. 119 УК РФ». */
export function releaseBeside(release: Release, sentence: string, imposed: readonly { at: number }[]): Release {
  if (imposed.every(({ at }) => isReleasedOfOther(sentence, at))) return 'unclear'
  return release === 'part' && imposed.every(({ at }) => isReleasedOfOwn(sentence, at)) ? 'own' : release
}
function isReleasedOfOwn(sentence: string, at: number): boolean {
  const place = sentence.slice(at).search(released)
  const articles = articlesIn(place < 0 ? '' : sentence, 'uk')
  return (
    articles.some(one => one.at < at) &&
    new Set(
      articles
        .filter(one => one.at < at || one.at > at + place)
        .map(({ article_number, part }) => `${article_number} ${part}`),
    ).size === 1
  )
}
const offenceOf = /(?<!\p{L})по (?:п|ч|ст)(?:\.|ункт|аст|ать)/u
const releasedOffence = new RegExp(
  String.raw`^.{0,400}?${fromPenalty}\p{L}*[^;,]{0,60} по (?:п|ч|ст)(?:\.|ункт|аст|ать)[^;]{0,80}?${free}|^.{0,400}?${free}[^;]{0,80}?${fromPenalty}\p{L}*[^;,]{0,60} по (?:п|ч|ст)(?:\.|ункт|аст|ать)[^;,]{0,40}`,
  'su',
)

export type Mention<T> = TextSpan & { owner: T }

/**
 * Whom of several people a sentence releases: those named within the words of the release, after them, or right before them. Undefined: all of
 * whom it speaks; an empty list: it is not clear whom.
 */
export function releasedPeople<T>(
  sentence: string,
  mentions: readonly Mention<T>[],
  penaltiesAt: readonly number[],
): readonly T[] | undefined {
  const areSeveral = new Set(mentions.map(({ owner }) => owner)).size > 1
  const people: T[] = []
  for (const { index, 0: words } of sentence.matchAll(released)) {
    const end = index + words.length
    if (ofAll.test(sentence.slice(index, end + 40))) return undefined
    const within = mentions.filter(({ start }) => start > index && start < end)
    const last = ownEnd(sentence, end, penaltiesAt)
    const after = mentions.filter(
      ({ start }) => start >= end && start < last && (within.length === 0 || joins.test(sentence.slice(0, start))),
    )
    const named = [...within, ...after]
    if (named.length === 0 && (!areSeveral || ofEach.test(sentence))) return undefined
    const found = named.length > 0 ? named : rightBefore(sentence, index, mentions, penaltiesAt)
    people.push(...found.map(({ owner }) => owner))
  }
  return people
}
const ofAll = /(?<!\p{L})(?:их|обоих|всех|каждого)(?!\p{L})/u
const ofEach = /кажд(?:ому|ого|ым|ой)/
/** What stands between two names of one list. */
export const isJoined = (between: string): boolean => /^,?(?: и| а также)? $/.test(between)
const joins = /(?:,| и| также) (?:подсудим\p{L}+ )?$/u
const verb = /\p{L}(?:ать|ить|еть|уть|ыть)(?!\p{L})/u

/** Where a clause about something else begins: with a verb, a dash or a penalty of its own. */
function ownEnd(sentence: string, from: number, penaltiesAt: readonly number[]): number {
  let start = from
  for (const piece of sentence.slice(from).split(/(?=[,;]| (?:и|а) )/)) {
    const end = start + piece.length
    if (isOther(piece) || penaltiesAt.some(at => at >= start && at < end)) return start
    start = end
  }
  return start
}
const isOther = (clause: string): boolean => verb.test(clause) || / [–—-] /.test(clause)

/** «Крутоярова И. Л. и Прозорову А. Л. от наказания освободить» */
function rightBefore<T>(
  sentence: string,
  index: number,
  mentions: readonly Mention<T>[],
  penaltiesAt: readonly number[],
): Mention<T>[] {
  const found: Mention<T>[] = []
  for (const one of mentions.filter(({ start }) => start < index).toReversed()) {
    const between = sentence.slice(one.end, found[0]?.start ?? index)
    const isNear =
      found.length > 0
        ? isJoined(between)
        : !/;/.test(between) && !isOther(between) && !penaltiesAt.some(at => at >= one.end && at < index)
    if (!isNear) break
    found.unshift(one)
  }
  return found
}
