import { isSameName, type Name, namesInText } from '../outcome/names.ts'
import type { FactSentence } from './fact-sentences.ts'

/** Whom the words at a place of a sentence are about: what is said of kin, of a victim or of a witness is no fact about the accused. */
const word = (stems: string): string => String.raw`(?<!\p{L})(?:${stems})(?!\p{L})`
const kin = new RegExp(
  word(
    String.raw`мать|матер(?:и|ью|ей)|отец|отц(?:а|у|ом)|супруг\p{L}{0,3}|жен(?:а|ы|е|у|ой|ою)|муж(?:а|у|ем|е)?|тет(?:я|и|е|ю|ей)|дяд\p{L}{1,2}|зят\p{L}{1,3}|невестк\p{L}{1,2}|сосед\p{L}{0,4}|сын(?:а|у|ом|овья|овей)?|доч(?:ь|ер\p{L}{1,3})|брат(?:а|у|ом|ья|ьев)?|сестр\p{L}{1,3}|бабушк\p{L}{1,3}|дедушк\p{L}{1,3}|родител(?:и|ей|ям|ями|я|ь)|родственник\p{L}{0,3}|сожител\p{L}{1,5}|близк(?:их|им|ие)`,
  ),
  'u',
)
const others = new RegExp(
  word(
    String.raw`потерпевш(?:ий|ая|ие)|свидетел[ьи]|понят(?:ой|ая|ые)|эксперт\p{L}*|специалист\p{L}*|инспектор\p{L}*|(?:сотрудник|работник)\p{L}* (?:полиции|гибдд|дпс|росгвардии|колонии)|участков\p{L}+|полицейск(?:ий|ие)|прокурор\p{L}*|обвинител(?!ьн)\p{L}+|следовател\p{L}+|дознавател\p{L}+|представител\p{L}+ (?:потерпевш|администрац|орган|управлени|министерств|инспекци|роспотребнадзор|прокуратур|отдел|комитет|департамент)\p{L}*|должностн\p{L}+ лиц\p{L}+,? составивш\p{L}+`,
  ),
  'gu',
)
/** Near the words alone: of children, and of whoever is cared for, is told beside what the accused is. */
const nearKin = new RegExp(
  word(
    String.raw`ребен\p{L}*|дет(?:и|ей|ям|ьми)|внук\p{L}{0,3}|внуч\p{L}+|тещ\p{L}{1,2}|тест(?:я|ю|ем|ь)|свекр\p{L}+|мачех\p{L}|отчим\p{L}{0,2}|пасын\p{L}+|падчериц\p{L}{1,2}|племянни\p{L}+|(?:под)?опе(?:каем|чн)\p{L}+|уход\p{L}{0,2} за|ухажива\p{L}+ за`,
  ),
  'u',
)
/** Who speaks for the accused, or about them: their own plea is another thing. */
const speakers = new RegExp(
  [
    others.source,
    word('(?:защитник|адвокат)(?:а|у|ом|и)?|представител[ья]|супруг[аи]?|жена|муж|мать|отец|сын|дочь|брат|сестра'),
  ].join('|'),
  'gu',
)
const accusedWords = new RegExp(
  word(
    String.raw`подсудим\p{L}+|обвиняем\p{L}+|осужденн\p{L}+|правонарушител\p{L}+|привлекаем\p{L}+|лиц\p{L}+, (?:в отношении котор|привлека)\p{L}+`,
  ),
  'gu',
)

/** What stands right before a place, since the last of the signs. */
export const clauseBefore = (text: string, at: number, signs = ',;'): string =>
  text.slice(Math.max(...Array.from(signs, sign => text.lastIndexOf(sign, at - 1))) + 1, at)

/** Kin named before the words, or right after them in the same clause: «инвалидность матери». */
export const isOfKin = (plain: string, start: number, end: number): boolean =>
  kin.test(plain.slice(Math.max(plain.lastIndexOf(';', start), 0), start)) ||
  kin.test(/^[^,;.]{0,60}/.exec(plain.slice(end))?.[0] ?? '') ||
  nearKin.test(clauseBefore(plain, start, ',;.')) ||
  nearKin.test(/^[^,;.]{0,60}/.exec(plain.slice(end))?.[0] ?? '')

/** Of masks only numbered ones tell people apart. */
const numbered = /^фио-?\d/
const isPerson = (name: Name, before: string): boolean =>
  (name.isHidden ? numbered.test(name.stem) : !/[«"“]/.test(name.written)) &&
  !/(?<!\p{L})(?:ул|пр|пер|им)\.? $/u.test(before)
const isOther = (name: Name, accused: readonly Name[]): boolean =>
  !accused.some(one => isSameName(one, name) || (name.isHidden && !numbered.test(one.stem)))

/** Who is named last before the words, unless the accused is called so after the name. */
export function isOfOtherName(written: string, at: number, accused: readonly Name[]): boolean {
  if (accused.length === 0) return false
  const last = namesInText(written).findLast(name => name.end <= at && isPerson(name, written.slice(0, name.start)))
  return (
    last !== undefined && isOther(last, accused) && written.slice(last.end, at).toLowerCase().search(accusedWords) < 0
  )
}

/** «гражданина Республики Узбекистан Каримова Ж.Ж.»: whose trait it is. */
export const isOfNameAfter = (written: string, end: number, accused: readonly Name[]): boolean => {
  const [next] = namesInText(written.slice(end, end + 80))
  return (
    accused.length > 0 &&
    next !== undefined &&
    isPerson(next, '') &&
    isOther(next, accused) &&
    /^[^,;.]{0,40}$/.test(written.slice(end, end + next.start))
  )
}

/** Somebody else without a name, before what they did. */
const unnamed =
  /(?<!\p{L})(?:неизвестн\p{L}+|неустановленн\p{L}+ лиц\p{L}*|мужчин[аы]|женщин[аы]|девушка|прохож(?:ий|ая|ие)|групп[аы] (?:граждан|лиц)|участники|граждане|люди|толпа|собравшиеся|присутствующие|друг(?:ой|ая|ие) (?:пользовател|участни|гражда|лиц|мужчин|женщин)\p{L}+|од(?:ин|на) из (?:котор|них|участ)\p{L}*|полицейск(?:ий|ие)|сосед(?:ка|и)?)(?!\p{L})/u

/** «Люди останавливались. Он держал плакат»: he is none of them. */
const several = /(?<!\p{L})(?:участники|граждане|люди|собравшиеся|присутствующие|полицейские|соседи)(?!\p{L})/gu

/** «Сын Ветрогоновой П. И. разместил…» */
const doneByKin =
  /^(?:(?:(?:несовершеннолетн|малолетн|старш|младш)\p{L}+|его|ее|их) )*(?:сын(?:овья)?|дочь|дети|реб[её]нок|мать|отец|муж|жена|супруга?|брат|сестра|внук|внучка|сожитель(?:ница)?|подросток|друг|подруга|знаком(?:ый|ая)|коллега|товарищ|родственники?)(?!\p{L})/u

/** Right before what was done, or right after it: «другие лица разместили», «разместил неизвестный». */
const someone =
  '(?:неизвестн(?:ый|ая|ое|ые)|неустановленн(?:ый|ая|ое|ые)|друг(?:ой|ая|ое|ие)|ин(?:ой|ое|ые)|кто-то)(?: лиц[оа]| граждан(?:ин|ка|е)| мужчина| женщина| пользовател[ьи])?'
const someoneBefore = new RegExp(String.raw`(?<!\p{L})${someone} (?:\p{L}+ ){0,2}$`, 'u')
const someoneAfter = new RegExp(String.raw`^ (?:\p{L}+ )?${someone}(?!\p{L})`, 'u')
/** «рядом с мужчиной, который держал плакат», «у стены, на которой имелась надпись» */
const relative =
  /,? (?:(?:где|(?:в|на|у|за|под) котор(?:ом|ой|ых|ого)) (?:[\p{L}-]+ ){0,3}(?:имел|находи|располаг|висел|размещ|был|стоял|проход)\p{L}*[^,;]{0,160}|котор(?:ый|ая|ое|ые)(?!\p{L})(?:, [^,;]{0,80},)?[^,;]{0,160})$/u
/** «рядом с лицами, которые шли колонной, скандировали лозунги» */
const relativeOfSeveral = /, которые(?!\p{L})(?:(?!, и )[^;]){0,160}$/u
/** «рядом с женщиной, которая пела, держала плакат» */
const relativeOfOne =
  /(?:мужчин|женщин|девушк|граждан|человек|знаком|подруг|участни)\p{L}{0,4}, котор(?:ый|ая)(?!\p{L})(?:(?!, (?:и|а|он|она) )[^;]){0,160}$/u
/** «Инспектор не выполнил распоряжение»: who is no accused, at the beginning of a clause. */
const official =
  /^ ?(?:(?:и|или) )?(?:(?:должностное лицо|инспектор|сотрудники?(?: полиции| гибдд)?|прокурор|следователь|участковый|потерпевш(?:ий|ая|ие)|свидетел[ьи]|охранники?|корреспондент|защитник|адвокат)(?!\p{L}))/u
/** «Потерпевшая Рыбакова К. К.», «Его знакомый Котов И. И.» */
const beforeOther =
  /^(?:[\p{L}-]+ ){0,2}(?:потерпевш(?:ий|ая)|свидетель|инспектор|сотрудник|полицейский|участковый|понят(?:ой|ая)|знаком(?:ый|ая)|друг|подруга|коллега|граждан(?:ин|ка)|продавец|охранник|водитель)(?: [\p{L}-]+){0,2} $/u
/** «Судом установлено, что Котов И. И.» */
const courtFound =
  /^(?:[\p{L}-]+ ){0,6}(?:установлен[оа]?|следует|усматривается|видно|известно),? (?:[\p{L}-]+ ){0,3}что $/u
const asides = /, \p{Ll}+(?:нный|нная|нные|вший|вшая|вшие|щий|щая|щие)(?:ся)? [^,;]*,/gu

/** A sentence that begins with somebody else, and names no accused before the words: «Котов И.И. держал плакат». */
export function isDoneByOther(whole: string, at: number, end: number, accused: readonly Name[]): boolean {
  const plain = whole.toLowerCase().replaceAll('ё', 'е')
  const clause = clauseBefore(plain.slice(0, at), at)
  if ((unnamed.test(clause) && !mentions(clause, accused)) || doneByKin.test(plain.slice(0, at))) return true
  if (someoneBefore.test(plain.slice(0, at)) || someoneAfter.test(plain.slice(end))) return true
  if (official.test(clause) && !mentions(clause, accused)) return true
  // «где проходило шествие, и принял в нём участие» goes on after it.
  const [before, deed] = [plain.slice(0, at), plain.slice(at, end)]
  const ofSeveral = /ли(?!\p{L})/u.test(deed) ? relativeOfSeveral.exec(before) : null
  const ofOne = relativeOfOne.exec(before)
  const ofOther = ofOne !== null && !mentions(ofOne[0], accused) ? ofOne : ofSeveral
  const which = deed.includes(',') ? null : (relative.exec(before) ?? ofOther)
  if (which !== null && !endsWithAccused(whole.slice(0, which.index), accused)) return true
  return accused.length > 0 && (isDoneByNameAfter(whole, end, accused) || beginsWithOther(whole, at, accused))
}
export function beginsWithOther(whole: string, at: number, accused: readonly Name[]): boolean {
  const before = whole.slice(0, at).replace(asides, words => ' '.repeat(words.length))
  const plain = before.toLowerCase().replaceAll('ё', 'е')
  const [first, ...rest] = namesInText(before)
  if (first === undefined || !isPerson(first, '')) return false
  const opening = plain.slice(0, first.start)
  if (first.start > 3 && !unnamed.test(opening) && !beforeOther.test(opening) && !courtFound.test(opening)) return false
  return [first, ...rest].every(name => isOther(name, accused)) && !mentions(plain, accused)
}
/** «комментарий разместил Котов И.И.» */
function isDoneByNameAfter(whole: string, end: number, accused: readonly Name[]): boolean {
  const [name] = namesInText(whole.slice(end, end + 60))
  const family = name?.written.split(/[ .]+/).find(word => word.length > 2)
  return (
    name !== undefined &&
    name.start < 2 &&
    isPerson(name, '') &&
    isOther(name, accused) &&
    // A surname in the nominative.
    /[цкнгзхвпрлдйсмтбая]$/iu.test(family ?? '') &&
    !/(?:ому|ему|ой|ою|ым|им)$/iu.test(family ?? '')
  )
}
const endsWithAccused = (before: string, accused: readonly Name[]): boolean => {
  const last = namesInText(before).at(-1)
  const rest = last === undefined ? before : before.slice(last.end)
  return last !== undefined && !isOther(last, accused)
    ? rest.trim().length < 4
    : /(?:подсудим|обвиняем|осужденн|правонарушител|привлекаем)\p{L}+(?: [\p{L}-]+(?: \p{L}\. ?\p{L}\.)?)?$/iu.test(
        before.trim(),
      )
}

/** Somebody else in a sentence, by what they are in the case or to the accused. */
export const tellsOfOthers =
  /потерпевш|свидетел|понят\p{L}{2,3}|(?<!\p{L})(?:женщин|мужчин|девушк|незнаком|прохож|сосед)\p{L}|пожило(?:й|го|му) (?:человек|гражданин)|представител\p{L}+ власти/u
/** What a court weighs is of the accused. */
const weighed =
  /личност|наказани|(?<!\p{L})не ?судим|смягча|суд учит|суд(?:ья)? прин|учитыва|характериз|(?<!\p{L})суд(?:ья)?,? (?:\p{L}+ ){0,3}призна/u

/** «Она работает преподавателем» after a sentence about a victim. `earlier`: the sentences right before. */
export function goesOnAboutOther(
  earlier: readonly FactSentence[],
  plain: string,
  at: number,
  accused: readonly Name[],
): boolean {
  if (weighed.test(plain) || mentions(plain.slice(0, at), accused)) return false
  const last = earlier.findLast(one => one.isOpening || isAboutOther(one, accused) || mentions(one.plain, accused))
  return last !== undefined && !last.isOpening && isAboutOther(last, accused)
}
const isAboutOther = ({ plain, written }: FactSentence, accused: readonly Name[]): boolean =>
  tellsOfOthers.test(plain) ||
  (accused.length > 0 &&
    namesInText(written()).some(name => isPerson(name, written().slice(0, name.start)) && isOther(name, accused)))

/** «Он держал плакат» right after a sentence about others alone. */
export const isDoneByThem = (
  before: FactSentence | undefined,
  plain: string,
  at: number,
  accused: readonly Name[],
): boolean =>
  before !== undefined &&
  !before.isOpening &&
  /^(?:(?:при этом|также|затем|после этого|и|а) )?(?:он|она|они|тот|та|те|последн(?:ий|яя|ие)) /u.test(plain) &&
  !mentions(plain.slice(0, at) + before.plain, accused) &&
  (unnamed.test(
    /^(?:[а-я]+ ){0,2}(?:они|те|последние) /.test(plain) ? before.plain : before.plain.replace(several, ''),
  ) ||
    isAboutOther(before, accused))

/** Who speaks: the last before the words of those who are not the accused, unless an accused is named after them. */
export const isSaidByOther = (plain: string, at: number, accused: readonly Name[]): boolean =>
  isSaidBy(others, plain.slice(0, at), accused)

/** The same of guilt, which counsel and kin speak of as well; «Ветрогонов П.И. и его защитник» speak together, and a firm speaks by others. */
export function isOthersPlea(plain: string, at: number, accused: readonly Name[]): boolean {
  const isOfFirm = ofFirm.test(plain) || accused.some(({ written }) => /[«"“]/.test(written))
  return isSaidBy(isOfFirm ? others : speakers, plain.slice(0, at), accused)
}
const ofFirm = /(?<!\p{L})(?:общества|юридического лица|компании|организации|учреждения|предприятия)(?!\p{L})/u

function isSaidBy(who: RegExp, before: string, accused: readonly Name[]): boolean {
  const other = [...before.matchAll(who)].at(-1)
  if (other === undefined) return false
  const told = toldOf.exec(before.slice(other.index))
  if (told !== null && mentions(told[1] ?? '', accused)) return true
  const clause = clauseBefore(before, other.index)
  if (/(?<!\p{L})и (?:его |ее |их )?$/u.test(clause) && mentions(clause, accused)) return false
  // «защитник Ветрогонова П.И.», «представитель подсудимого»: of whom, and not who.
  const after = before
    .slice(other.index + other[0].length)
    .replace(
      /^(?: \p{L}+){0,2}? (?:\p{L}+ (?:\p{L}\. ?){1,2}|(?:подсудим|обвиняем|осужденн|привлекаем)(?:ого|ой|ых)(?!\p{L}))/u,
      '',
    )
  return !mentions(after, accused)
}

/** «инспектор показал, что Ветрогонов…» */
const toldOf = /(?:показал|пояснил|сообщил|указал|подтвердил)\p{L}*,? что ([^,;]{0,40})/u

/** In small letters. */
const mentions = (plain: string, accused: readonly Name[]): boolean =>
  plain.search(accusedWords) >= 0 || mentioned(plain, accused) > 0

/** How many of them are named. In small letters. */
export const mentioned = (plain: string, accused: readonly Name[]): number =>
  accused.filter(name => {
    if (name.stem.length < 3) return false
    if (name.isHidden) return plain.includes(name.stem)
    const family = name.written.split(/[ .]+/).find(one => one.toLowerCase().replaceAll('ё', 'е').startsWith(name.stem))
    const most = (family?.length ?? name.stem.length) + 2 - name.stem.length
    return new RegExp(
      String.raw`(?<!\p{L})${name.stem.replace(/[^\p{L}\d]/gu, '.')}\p{L}{0,${most}}(?!\p{L})`,
      'u',
    ).test(plain)
  }).length
