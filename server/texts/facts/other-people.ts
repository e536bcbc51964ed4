import { isSameName, type Name, namesInText } from '../outcome/names.ts'

/** Whom the words at a place of a sentence are about: what is said of kin, of a victim or of a witness is no fact about the accused. */
const word = (stems: string): string => String.raw`(?<!\p{L})(?:${stems})(?!\p{L})`
const kin = new RegExp(
  word(
    String.raw`мать|матер(?:и|ью|ей)|отец|отц(?:а|у|ом)|супруг\p{L}{0,3}|жен(?:а|ы|е|у|ой|ою)|муж(?:а|у|ем|е)?|сын(?:а|у|ом|овья|овей)?|доч(?:ь|ер\p{L}{1,3})|брат(?:а|у|ом|ья|ьев)?|сестр\p{L}{1,3}|бабушк\p{L}{1,3}|дедушк\p{L}{1,3}|родител(?:и|ей|ям|ями|я|ь)|родственник\p{L}{0,3}|сожител\p{L}{1,5}|близк(?:их|им|ие)`,
  ),
  'u',
)
const others = new RegExp(
  word(
    String.raw`потерпевш(?:ий|ая|ие)|свидетел[ьи]|понят(?:ой|ая|ые)|эксперт\p{L}*|специалист\p{L}*|инспектор\p{L}*|(?:сотрудник|работник)\p{L}* (?:полиции|гибдд|дпс|росгвардии|колонии)|участков\p{L}+|прокурор\p{L}*|обвинител\p{L}+|следовател\p{L}+|дознавател\p{L}+|представител\p{L}+ (?:потерпевш|администрац|орган|управлени|министерств|инспекци|роспотребнадзор|прокуратур|отдел|комитет|департамент)\p{L}*|должностн\p{L}+ лиц\p{L}+,? составивш\p{L}+`,
  ),
  'gu',
)
const accusedWords = new RegExp(
  word(
    String.raw`подсудим\p{L}+|обвиняем\p{L}+|осужденн\p{L}+|правонарушител\p{L}+|привлекаем\p{L}+|лиц\p{L}+, (?:в отношении котор|привлека)\p{L}+`,
  ),
  'gu',
)

/** Kin named before the words, or right after them in the same clause: «инвалидность матери». */
export const isOfKin = (plain: string, start: number, end: number): boolean =>
  kin.test(plain.slice(Math.max(plain.lastIndexOf(';', start), 0), start)) ||
  kin.test(/^[^,;.]{0,60}/.exec(plain.slice(end))?.[0] ?? '')

/** Who is named last before the words. Masks are names only where the accused are masks. */
export function isOfOtherName(written: string, at: number, accused: readonly Name[]): boolean {
  if (accused.length === 0 || accused.some(({ isHidden }) => isHidden)) return false
  const last = namesInText(written.slice(0, at)).findLast(
    name =>
      !name.isHidden && !/[«"“]/.test(name.written) && !/(?:ул|пр|пер|им)\.? $/u.test(written.slice(0, name.start)),
  )
  return last !== undefined && !accused.some(one => isSameName(one, last))
}

/** Who speaks: the last before the words of those who are not the accused, unless an accused is named after them. */
export function isSaidByOther(plain: string, at: number, accused: readonly Name[]): boolean {
  const before = plain.slice(0, at)
  const other = [...before.matchAll(others)].at(-1)
  if (other === undefined) return false
  const after = before.slice(other.index)
  return after.search(accusedWords) < 0 && !accused.some(({ stem }) => stem.length > 2 && after.includes(stem))
}
