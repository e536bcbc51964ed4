import { isReducing, reducing } from './measured-penalty.ts'
import type { PenaltyMention } from './penalty-kinds.ts'
import { explanationStart } from './procedural-sentences.ts'
import { isTotalRow, totalAt } from './totals.ts'

const verb =
  'назнач(?:ить|ив|ает|аю|ается|ены?|ено)|подверг(?:нуть|нув|ается|ает|аю|нут|нута)|налож(?:ить|ив|ено|ен)|приговор(?:ить|ен|ена)|приговарива(?:ет|ю)|избра(?:ть|в)|объяв(?:ить|ив|ляю|ляет)|примен(?:ить|ив)|вынес(?:ти|я|ено)|определ(?:ить|ив)|установ(?:ить|ив)|осу(?:дить|див)|осужден(?:ным|ной|ного|ную)?|оштрафовать|выдворить|лишить|дисквалифицировать|конфисковать|запретить|приостановить|ограничиться|подвергнут(?:ым|ой)|взыскать(?= [^;]{0,60}штраф)|(?:взыскать|обратить)(?= [^;]{0,160}104\\.[12])|(?<=104\\.[12][^;]{0,160} )(?:взыскать|обратить)'
const everyImposing = new RegExp(String.raw`(?<!\p{L}|(?<!\p{L})не )(?:${verb}|${reducing})(?!\p{L})`, 'gu')
const isParticiple = /(?:н[оаы]?|нут[аы]?|ным|ной|ного|ную|тым)$/
const active = new RegExp(
  String.raw`(?<!\p{L}|(?<!\p{L})не )(?:назнач(?:ить|ив)|подверг(?:нуть|нув)|налож(?:ить|ив)|избра(?:ть|в)|примен(?:ить|ив)|вынес(?:ти|я)|определ(?:ить|ив)|установ(?:ить|ив)|осу(?:дить|див)|(?:считать|признать)(?= [^;]{0,120}(?:осужден|подвергнут|условн|назначенн))|оштрафовать|выдворить|лишить|исключ(?:ить|ив|ено)|(?<=(?<!\p{L})прекратить [^;]{0,300})с назначением(?= [^;]{0,60}судебн\p{L}{2,3} штраф)|направ(?:ить|ив)(?= [^;]{0,80}для отбывания [^;]{0,40}наказани)|${reducing})(?!\p{L})`,
  'gu',
)
const convicts = /признать [^;]{0,400}виновн/u
const inTheFormOf = [
  /(?:наказани|ответственност|взыскани|мер(?!\p{L}* пресеч))\p{L}{0,3}[^;]{0,120}? в виде /u,
  /назначени(?:ем|я) /u,
  convicts,
]
export const reportsEarlierDecision = /(?<!\p{L})(?:котор(?:ым|ой|ыми|ому)|ранее) [^.;]{0,400}$/u
export const startsExclusion = /(?<!\p{L})(?:от|без)(?: \p{L}+){0,2} $/u
const excluding = /исключ/

/** A part of a sentence ruled by one verb. */
export type Clause = { start: number; end: number; isExcluding: boolean }

/** From the imposing verb to where the sentence begins to explain. */
export function imposingClauses(sentence: string, isGoingOn: boolean, namings: readonly PenaltyMention[]): Clause[] {
  const from = totalAt(sentence)
  const found = imposingAt(sentence, from)
  // What is named before the verb is what the person did: «не уплатил штраф 500 рублей».
  const ruling = from === 0 ? (infinitive.exec(sentence)?.index ?? -1) : -1
  const isRuling =
    ruling >= 0 &&
    !reportsEarlierDecision.test(sentence.slice(0, ruling)) &&
    !startsExclusion.test(sentence.slice(0, ruling))
  const isDeed = doneBefore.test(sentence.slice(0, ruling)) || (found?.index === ruling && convicts.test(sentence))
  if (isRuling && isDeed && namings.some(({ start }) => start > ruling))
    return [{ start: ruling, end: ruling + explanationStart(sentence.slice(ruling)), isExcluding: false }]
  const forms = inTheFormOf.map(form => form.exec(sentence.slice(from)))
  const places = [found, ...forms].flatMap(match => (match === null ? [] : [from + match.index])).sort((a, b) => a - b)
  if (places.length === 0 && from === 0 && !isGoingOn && !isTotalRow(sentence)) return named(sentence)
  const start = places.length === 0 ? from : places.find(place => !startsExclusion.test(sentence.slice(0, place)))
  if (start === undefined) return []
  if (
    found === null &&
    !sentence.startsWith('признать', start) &&
    reportsEarlierDecision.test(sentence.slice(0, start))
  )
    return []
  return [{ start, end: start + explanationStart(sentence.slice(start)), isExcluding: false }]
}

const infinitive = /(?<!\p{L}|(?<!\p{L})не )(?:назначить|назначив|подвергнуть|подвергнув|определить|избрать)(?!\p{L})/u
const doneBefore = /неуплат|(?<!\p{L})не уплат|уклони|уклонени|оставлени|самовольно|ранее|подвергнут|осужденн|отбыва/u

function imposingAt(sentence: string, from: number): { index: number } | null {
  for (const { index, 0: word } of sentence.matchAll(everyImposing)) {
    if (index < from || (isParticiple.test(word) && reportsEarlierDecision.test(sentence.slice(0, index)))) continue
    return { index: index - from }
  }
  return null
}

/** No verb, but nothing else it could be: «Ветрогонова П. И. – виновен, административный штраф 800 рублей». */
const merely =
  /(?<!\p{L})(?:винов(?:ен|на|ны|ным|ной)|наказание)(?!\p{L})[^;]*|^(?:срок|размер) (?:назначенн\p{L}{2,3} )?(?:административн\p{L}{2,3} )?(?:ареста|штрафа|обязательных работ) [–—-] (?=\d|\p{L}+ (?:сут|час|тысяч))(?![^;]*(?:при уплате|уплачен|в день|за кажд|по постановлени))[^;]*|^[^а-я]*(?:административный )?(?:штраф|арест|обязательные работы) [^а-я]*\d/u
const named = (sentence: string): Clause[] => {
  const found = merely.exec(sentence)
  if (found === null || reportsEarlierDecision.test(sentence)) return []
  return [{ start: found.index, end: found.index + explanationStart(sentence.slice(found.index)), isExcluding: false }]
}

/** «размер штрафа, назначенного Крутоярову И. Л., снизить» */
const ofWhom = /(?<=^|[:;,])[^:;,]{1,120}, назначенн\p{L}{2,3} [^:;,]{1,160}, $/u

/** «назначенное ему наказание в виде 2 лет лишения свободы считать условным», but not what is struck out, or was imposed by another verdict. */
const isSuspending = (sentence: string, from: number, at: number): boolean =>
  /^считать (?:\p{L}+ )?условн(?:ым|ой)(?!\p{L})/u.test(sentence.slice(at)) &&
  !/(?<!\p{L})(?:что|котор\p{L}{2,3}|предыдущ\p{L}+|прежн\p{L}+|приговору от)(?!\p{L})/u.test(sentence.slice(from, at))

const pronoun = /^ (?:его|ее|их) (?:размер )?(?:со? [^,;]{1,40} )?до /

/** Each verb of a review rules from the comma before it to the comma before the next verb. */
export function amendingClauses(sentence: string): Clause[] {
  const from = totalAt(sentence)
  const stop = from + explanationStart(sentence.slice(from))
  const ruling = [...sentence.slice(from, stop).matchAll(active)].map(({ index, 0: { length } }) => ({
    at: from + index,
    end: from + index + length,
  }))
  if (ruling.length === 0) return from > 0 ? [{ start: from, end: stop, isExcluding: false }] : []
  const starts = ruling.map(({ at }, place) => {
    const least = ruling[place - 1]?.end ?? from
    const comma = Math.max(...[',', ';', ':'].map(mark => sentence.lastIndexOf(mark, at)))
    const spoken = ofWhom.exec(sentence.slice(least, at))
    if (spoken !== null) return { at, start: least + spoken.index }
    return { at, start: comma >= least ? comma + 1 : place === 0 ? least : at }
  })
  return starts.map(({ at, start }, place) => {
    const verbs = sentence.slice(at, ruling[place]?.end)
    const isExcluding = excluding.test(verbs)
    // «…в части размера штрафа, снизив его до 5 000 рублей»
    const isOfPronoun = isReducing.test(verbs) && pronoun.test(sentence.slice(ruling[place]?.end))
    return {
      start: isOfPronoun
        ? (ruling[place - 1]?.end ?? from)
        : isExcluding || isReducing.test(verbs) || isSuspending(sentence, ruling[place - 1]?.end ?? from, at)
          ? start
          : at,
      end: starts[place + 1]?.start ?? stop,
      isExcluding,
    }
  })
}

/** What a review does in the rows below: «снизить наказание: Ветрогонову П. И. – до 2 лет лишения свободы;». */
export function ruledBelow(heading: string): string {
  const last = [...heading.matchAll(rulesRows)].at(-1)?.groups
  return last === undefined ? '' : last.excludes ? 'исключить ' : last.reduces ? 'снизить ' : 'назначить '
}
/** «– назначенное наказание считать условным», but not «– 3 года лишения свободы, исключив штраф». */
export const rulesItself = (row: string): boolean =>
  [...row.matchAll(active)].some(({ 0: verbs }) => !excluding.test(verbs))
const rulesRows = new RegExp(
  String.raw`(?<!\p{L}|(?<!\p{L})не )(?:(?<excludes>исключ(?:ить|ив))|(?<reduces>${reducing})|(?:назнач|определ)(?:ить|ив)|подвергнуть)(?!\p{L})`,
  'gu',
)
