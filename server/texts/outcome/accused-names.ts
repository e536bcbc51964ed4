import {
  distinctNames,
  isParticipant,
  isSameName,
  isVictim,
  isWorkplace,
  maskNamed,
  type Name,
  namesInText,
} from './names.ts'
import type { NormalizedText } from './normalize-text.ts'
import type { TextSpan } from './sentences.ts'

/** The opening of a decision, up to УСТАНОВИЛ, and the accused it names. */
const settled = /(?<!\p{L})у ?с ?т ?а ?н ?о ?в ?и ?л ?(?:\(?[аои]\)?)?(?: ?:| ?\n|$)/mu
const maxOpeningLength = 4_000
export function findOpening({ plain }: NormalizedText, until = plain.length): TextSpan {
  const found = settled.exec(plain)?.index
  const end = found !== undefined && found < until ? found : Math.min(maxOpeningLength, until)
  return { start: Math.max(0, end - maxOpeningLength), end }
}

const ofWhom = /(?<!\p{L})(?:(?:в )?отношении|по обвинению|обвиня(?:ются|ется)(?=:)) ?:?(?=[\s«"<{*[])/gu
const onTrial = /(?<!\p{L})подсудим(?:ого|ой|ых|ый|ая|ые)(?= )/gu
/** Right before a name: «о продлении срока содержания под стражей обвиняемого Ветрогонова П. И.» */
const charged =
  /(?<=(?:страж|(?<!\p{L})мер[аыу]? |домашн\p{L}{2,3} арест|залог|запрет)[^.;]{0,80})(?<!\p{L})(?:обвиняем|подозреваем)(?:ого|ой|ых)(?= )/gu
const farthest = 260
const reach = 2_500
const next = /(?:[,;]|(?<!\p{L})и|\n|\d[.)]|его|ее)\s*(?:\p{Ll}+\s){0,4}$/u

export function accusedInOpening({ text, plain }: NormalizedText, opening: TextSpan): Name[] {
  const accused: Name[] = []
  const part = plain.slice(opening.start, opening.end)
  const places = [...part.matchAll(ofWhom)].filter(
    ({ index, 0: { length } }) => !isVictim(`${part.slice(0, index + length)} `),
  )
  const last =
    places.findLast(({ index }) => !/котор|неустановленн/.test(part.slice(index, index + 24))) ??
    [...part.matchAll(onTrial)].at(0) ??
    [...part.matchAll(charged)].find(({ index, 0: { length } }) => {
      const at = opening.start + index + length
      return namesInText(text.slice(at, at + farthest))[0]?.start === 1
    })
  if (last !== undefined) {
    const from = opening.start + last.index + last[0].length
    const written = text.slice(from, Math.min(opening.end, from + reach)).replaceAll('\n', ' ')
    const lines = text.slice(from, Math.min(opening.end, from + reach))
    const names = namesInText(written)
    for (const name of names) {
      const before = lines.slice(0, name.start)
      if (isWorkplace(name, names, before.toLowerCase())) continue
      if (accused.length === 0) {
        if (name.start > farthest || goesOnElsewhere(before)) break
        accused.push(name)
      } else if (
        next.test(before) &&
        (!name.isHidden || /^фио|^[^<{*[]/i.test(name.written)) &&
        (name.isHidden
          ? name.start - (accused.at(-1)?.end ?? 0) < 6
          : name.written.split(' ').length > 2 || name.start - (accused.at(-1)?.end ?? 0) < 40) &&
        !isParticipant(before.toLowerCase()) &&
        !accused.some(one => isSameName(one, name) && !isNamesake(one, name, before))
      )
        accused.push(name)
    }
    const mask = accused.length === 0 ? sharedMask.exec(written)?.[0] : undefined
    if (mask !== undefined) accused.push(maskNamed(mask))
  }
  return accused
}
/** One mask of everybody: it is of the accused only right after «в отношении». */
const sharedMask = /^ {0,3}фио(?![\p{L}\d])/u

/** «в отношении Крутоярова, с участием прокурора Сомова В. В.», or up to the signature: the accused have no name that is known as one. */
const goesOnElsewhere = (words: string): boolean => endOfSentence.test(words) || ofCourt.test(words.toLowerCase())
const endOfSentence = /\p{Ll}{4}[.;]\s+(?=\p{Lu})/u
const ofCourt =
  /(?<!\p{L})(?:(?:с|при) участи|участву|при (?:секретар|ведени|помощник)|по (?:жалоб|заявлени|протест|представлени|ходатайств)|на (?:постановлени|решени|определени|приговор)|поступивш|вынесенн(?!ы)|составленн|составивш|обвинител[яеью]|секретар(?!\p{L}* (?:\p{L}+ ){0,3}(?:комисси|суда))|переводчик(?!\p{L})|судья(?!\p{L})|председательств|копия)|[,(][^,(]{0,40}(?<!\p{L})(?:защитник|адвокат|прокурор|потерпевш|представител|специалист|инспектор)|(?<!\p{L})(?:его|ее|их) (?:\p{L}+ )?(?:защитник|адвокат|представител)/u

/** «Лаптева С.К. и Лаптевой С.К.»: side by side two surnames in one grammatical case are two people; a man is never called as the latter. */
const isNamesake = (one: Name, name: Name, before: string): boolean =>
  !name.isHidden &&
  surnameOf(one) !== surnameOf(name) &&
  (/^(?:,| и)(?: а также)? $/.test(before.slice(one.end)) ||
    (/[вн]а$/.test(surnameOf(one)) && surnameOf(name) === surnameOf(one).replace(/а$/, 'ой')))
const surnameOf = ({ written }: Name): string => written.split(' ')[0] ?? ''

/** Whom an operative part without an opening convicts, acquits or punishes. */
const ofDecision = '(?:призна(?:ть|в)|оправдать|подвергнуть|привлечь|освободить)'
const [decidedBefore, decidedAfter] = [
  new RegExp(String.raw`(?<!\p{L})${ofDecision}[ \n]$`, 'u'),
  new RegExp(String.raw`^[ \n,–—-]{1,4}${ofDecision}(?!\p{L})`, 'u'),
]
export function convictedInOperativePart({ text, plain }: NormalizedText, { start, end }: TextSpan): Name[] {
  const part = plain.slice(start, end)
  const names = namesInText(text.slice(start, end).replaceAll('\n', ' ')).filter(
    ({ start: at, end: to }) =>
      decidedBefore.test(part.slice(Math.max(0, at - 16), at)) || decidedAfter.test(part.slice(to, to + 24)),
  )
  return distinctNames(names)
}

/** «жалобу старшего инспектора группы исполнения законодательства Лукошина П. Р.» */
const ofOthers =
  /потерпевш|защитник|адвокат|представител|прокурор|инспектор|взыскател|истц|следовател|дознавател|секретар|переводчик|свидетел|(?<!\p{L})судья|начальник|командир|полици|гибдд|(?<!\p{L})дпс|(?<!\p{L})глав[аы](?!\p{L})|администрац|министерств|управлени|отдел|составивш|вынесш|удовлетворени|изменени/u

const isMask = /^[<{*[]/

/** Without «в отношении»: in whose interest the complaint is, or who was convicted. */
const interests = /(?<!\p{L})в (?:интересах|защиту)\s/gu
const complaint = /(?<!\p{L})(?:жалоб\p{L}{1,2}|ходатайств\p{L}{1,2}(?=[^.;]{0,80} о восстановлении))\s/gu
const convicted =
  /(?<!\p{L})(?:осужден|признан|привлечен|подвергнут|оправдан)(?:а|ы|о|ный|ная)?(?!\p{L})|(?<=\p{L} )[–-] по (?=[пчс])/gu
const joins = /^(?:,| и|, а также) $/
/** Up to «осуждён»: a few words, or when and where that person was born and lives. */
const isToldOf =
  /^(?:[^.;\n]{0,44}\n?[^.;\n]{0,44}|,(?=[^;\n]{0,60}(?:рожд|родивш|урожен|судим|гражд|прожива))(?:(?!котор|участ|рассмотр|жалоб)(?:[^.;\n]|(?<=\d|(?<!\p{L})\p{L}{1,4})\.)){0,300})$/u
/** «жалобу Котова И.И. на постановление, которым администрация подвергнута штрафу», «…в отношении администрации» */
const body = String.raw`(?:администраци|обществ|учреждени|организаци|предприяти|товариществ|кооператив|фонд|компани|комитет|министерств|управлени|департамент|совет|банк|школ|больниц)\p{L}* `
const ofBody = new RegExp(String.raw`(?<!\p{L})котор\p{L}{2} (?:[\p{L}-]+ ){0,2}${body}[^.;]{0,60}$`, 'u')
/** Who complains of a refusal to open a case is its victim. */
const ofOther = new RegExp(
  String.raw`(?<!\p{L})отношении (?:[\p{L}-]+(?:[ео]го|[ое]й) ){0,2}${body}|об отказе в возбуждении (?:\p{L}+ )?дела`,
  'u',
)
export function appellants({ text, plain }: NormalizedText, { start, end }: TextSpan): Name[] {
  const part = plain.slice(start, end)
  const places = (words: RegExp): RegExpExecArray[] => [...part.matchAll(words)]
  const [inInterests, ofConvicts, complaints] = [places(interests), places(convicted), places(complaint)] as const
  if (inInterests.length + ofConvicts.length + complaints.length === 0) return []
  const names = namesInText(text.slice(start, end).replaceAll('\n', ' ')).filter(
    (name, _, all) =>
      !isParticipant(part.slice(Math.max(0, name.start - 80), name.start)) &&
      !isWorkplace(name, all, part.slice(0, name.start)),
  )
  const within = (matches: readonly RegExpExecArray[], gap: number): Name[] =>
    matches.flatMap(({ index, 0: { length } }) => {
      const at = index + length
      const found = names.find(name => name.start >= at && name.start - at < gap)
      return found === undefined || ofOthers.test(part.slice(at, found.start)) ? [] : found
    })
  const [represented] = within(inInterests, 60)
  if (represented !== undefined) return [represented]
  if (ofConvicts.some(({ index }) => ofBody.test(part.slice(Math.max(0, index - 120), index)))) return []
  const people = ofConvicts.flatMap(({ index, 0: word }) => {
    const [last, other] = names.filter(({ end: to }) => to <= index).toReversed()
    // «Крутояров Игнат Львович, <данные изъяты>, осуждён»
    const found =
      last !== undefined && other !== undefined && isMask.test(last.written) && !isMask.test(other.written)
        ? other
        : last
    if (found === undefined || !isToldOf.test(part.slice(found.end, index))) return []
    if (!word.endsWith('ы')) return [found]
    // «Ветрогонов П. И., Крутоярова А. П. и Слепцов О. О. осуждены»
    const others = names.slice(0, names.indexOf(found))
    const alone = others.findLastIndex(
      ({ end: to }, at) => !joins.test(part.slice(to, (others[at + 1] ?? found).start)),
    )
    return [...others.slice(alone + 1), found]
  })
  if (people.length > 0) return distinctNames(people)
  return ofOther.test(part) ? [] : within(complaints, 50).slice(0, 1)
}
