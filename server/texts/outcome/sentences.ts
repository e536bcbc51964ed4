import { normalizeLetters } from './normalize-text.ts'

/** Sentences as positions in the text. Knows abbreviations, initials and lines broken in the middle of a sentence. */
export type TextSpan = { start: number; end: number }

/** A dot after these ends no sentence; after «руб.», «коп.» and a year's «г.» it may. */
const abbreviations = new Set(
  'ст ч п пп подп г ул д кв им обл с пос пер пр просп т гр тыс млн корп стр о ред изм р-н н адм час мин рп дер б л в ф и е'.split(
    ' ',
  ),
)
const ends = /[.!?;]+(?=[»")]?[ \n\t]|$)|\n[ \t]*\n|\n/g
const maxSentenceLength = 4_000

export function sentencesOf(text: string, { start: from, end: to }: TextSpan): TextSpan[] {
  const spans: TextSpan[] = []
  let start = from
  const close = (end: number): void => {
    for (let at = start; at < end; at += maxSentenceLength) {
      const span = trimmed(text, at, Math.min(at + maxSentenceLength, end))
      if (span.end > span.start) spans.push(span)
    }
    start = end
  }
  ends.lastIndex = from
  for (let found = ends.exec(text); found !== null && found.index < to; found = ends.exec(text)) {
    const end = found.index + found[0].length
    if (found[0].startsWith('\n') ? breaksLine(text, start, found.index, end) : endsHere(text, start, found.index, end))
      close(Math.min(end, to))
  }
  close(to)
  return spans
}

const trimmed = (text: string, start: number, end: number): TextSpan => {
  const piece = text.slice(start, end)
  return { start: start + (piece.length - piece.trimStart().length), end: start + piece.trimEnd().length }
}

const isLetter = /[\p{L}-]/u
function wordBefore(text: string, from: number, at: number): string {
  let start = at
  while (start > from && at - start < 12 && isLetter.test(text[start - 1] ?? '')) start -= 1
  return text.slice(start, at)
}
const beginsSentence = /^\s*["«(]?[\p{Lu}\d–—-]/u

function endsHere(text: string, start: number, dot: number, end: number): boolean {
  if (text[dot] !== '.') return true
  const written = wordBefore(text, start, dot)
  const word = normalizeLetters(written)
  // «2019 г. Постановление», but «г. Москва», «участка № 44 г. Заречинска», «2019 г. в отношении».
  if (word === 'г' && !/(?:19|20)\d\d\s*г$/.test(text.slice(Math.max(start, dot - 7), dot))) return false
  if (word === 'г') return beginsSentence.test(text.slice(end, end + 12))
  if (abbreviations.has(word) || (written.length === 1 && written !== word)) return false
  const next = text.slice(end, end + 12)
  // «7 250 руб. 50 коп.»
  if (word === 'руб' && /^\s*\d{1,2}\s*коп/i.test(next)) return false
  return next.trim() === '' || beginsSentence.test(next) || goesOnInSmall.test(text.slice(end, end + 40))
}
const goesOnInSmall =
  /^[ \t]*\n\s*(?:признать|оправдать|назначить|освободить|приговорить|на основании|меру пресечения|приговор|постановление|решение|определение)(?!\p{L})/u

const headingLine = /^[ \t]*(?:судья|председательств|постановление|определение|решение|приговор|копи[яюи])/i
const ownLine =
  /^[ \t]*(?:[Шш]траф|[Аа]дминистративный штраф|[Рр]азъясн|[Рр]еквизит|[Вв]зыск|[Нн]азначить|[Сс]рок|[Зз]ач|[Вв]ещественн|[Мм]еру пресеч|[Пп]роиз)/
/** Begin a sentence of their own only below a line that ends with a penalty, not with what it goes on about: «…, от наказания в виде штрафа⏎На основании…». */
const ownLineAfterPenalty = /^[ \t]*(?:На основании|В соответствии с|В силу |По совокупности|По правилам|Окончательно)/
const endsWithPenalty =
  /(?<!\p{L})(?:свободы|работ|арест|рублей|режима|типа|поселении|часов|суток|лет|года?|месяц(?:а|ев)?|процентов|заработка|дохода|условно|без [^,;.]{0,60}(?:наказани[яй]|штрафа))$/iu
const endsWithPenaltyOfBefore =
  /(?<!\p{L})(?:от|котор\p{L}{2,3}|назначенн\p{L}{2,3}|указанн\p{L}{2,3}|заменить|заменив)(?!\p{L})[^,;]{0,100}$/iu
const isPenalty = (end: string): boolean => endsWithPenalty.test(end) && !endsWithPenaltyOfBefore.test(end)
/** «Прозорова П. И.»: «и.» is no abbreviation here. */
const afterSurname = /(?<!\p{L})\p{Lu}[\p{L}-]{2,} (?:\p{Lu}\. ?)?\p{Lu}\.\s*$/u
function breaksLine(text: string, start: number, at: number, end: number): boolean {
  const from = Math.max(start, at - 12)
  const before = text.slice(from, at).trimEnd()
  const dot = from + before.length - 1
  const isInitial = afterSurname.test(text.slice(Math.max(start, at - 60), at))
  if (text[dot] === '.' && !isInitial && abbreviations.has(normalizeLetters(wordBefore(text, start, dot)))) return false
  if (text.slice(at, end).length > 1 && /[.:;!?]$/.test(before)) return true
  const next = text.slice(end, end + 40)
  if (!/^[ \t]*["«(]?[\p{Lu}\d–—-]/u.test(next)) return false
  if (/\p{Lu}\.$/u.test(before) && /^[ \t]*\p{Lu}\./u.test(next)) return false
  return (
    /[.:;!?]$/.test(before) ||
    headingLine.test(next) ||
    ownLine.test(next) ||
    (ownLineAfterPenalty.test(next) && isPenalty(text.slice(Math.max(start, at - 160), at).trimEnd()))
  )
}

const maxEvidenceLength = 1_000
export const quotedSentence = (text: string, { start, end }: TextSpan): string => {
  const sentence = text.slice(start, end).replace(/\s+/g, ' ').trim()
  return (
    sentence.length > maxEvidenceLength ? `${sentence.slice(0, maxEvidenceLength - 1)}…` : sentence
  ).toWellFormed()
}

export const oneLine = (words: string): string => words.replaceAll('\n', ' ').replace(/ {2,}/g, ' ')

/** Whether the next sentences are rows of penalties. */
export const opensList = (plain: string): boolean =>
  (/:\s*$/.test(plain) && /назнач|наказани|подверг|осуд|осужд/.test(plain)) ||
  (plain.endsWith(';') && firstRow.test(plain))
/** «…и назначить: по ч. 1 ст. 158 УК РФ – 1 год лишения свободы;» */
const firstRow =
  /(?<!\p{L})(?:назначить|подвергнуть)(?!\p{L})[^;]{0,160}?(?<!\p{L})(?:по (?:п|ч|ст|эпизод|преступлени|факт)|за (?:совершени|преступлени))[^;]{0,80}(?<!\p{L})(?:ук|коап)(?!\p{L})/u

export const isRow = (plain: string): boolean => itemWords.test(plain) && !ofLaw.test(plain)
const itemWords = /^(?:[-–—•*|]|\d{1,2}[.)]|[а-я]\)|по |за |на основании )/u
/** «за неуплату штрафа предусмотрен арест», «– арест до 15 суток» is none. */
const ofLaw =
  /(?<!\p{L})(?:предусмотрен[аоы]?(?!\p{L}| (?:п|ч|ст)[.\p{L}])|возможен|возможн[аоы]|грозит|(?:или|либо) (?:\p{L}+ )?(?:штраф|арест|работ|предупреждени|лишени|ограничени))|(?<!\p{L})за (?:(?:неуплат|неисполнен)\p{L}{1,2}|уклонени[ея](?![^;]*(?<!\p{L})ст))(?!\p{L})|(?<!\p{L})до \d+ (?:\([^()]*\) )?(?:сут|час)/u

/** «…; Крутоярову И. Л. – арест на 3 суток», not «…; Крутояров И. Л. ранее подвергался штрафу 600 рублей». */
export const isNamedRow = (plain: string, name: TextSpan | undefined): boolean =>
  name !== undefined &&
  /^(?:\d{1,2}[.)] ?|[-–—•] ?)?$/.test(plain.slice(0, name.start)) &&
  givesAtOnce.test(plain.slice(name.end))
const givesAtOnce =
  /^[ ,]*(?:[–—-]|наказани|в виде|(?:\p{L}+ )?(?:штраф|арест|предупреждени)|\d)(?!.*(?<!\p{L})(?:ранее|взыска|возвра|вернуть|не (?!менее|более)))/su

/** «обоим», «каждому», of one and the same: not «по каждому преступлению», «каждому 3 и 2 года соответственно». */
export const isOfBoth = (plain: string): boolean => ofBoth.test(plain) && !/соответственно/.test(plain)
const ofBoth =
  /(?<!\p{L}|(?<!\p{L})по |потерпевш\p{L}{2,3} )(?:обоим|каждому|каждого из (?:них|осужденн|подсудим)\p{L}*)(?!\p{L}| потерпевш)/u
