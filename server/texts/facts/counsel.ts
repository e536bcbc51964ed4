import { isSameName, type Name, namesInText } from '../outcome/names.ts'
import type { FactSentence, Facts } from './fact-sentences.ts'

/** A name, or its mask, right after «защитник» or «адвокат». */
const initials = String.raw`\p{Lu}\. ?\p{Lu}\.?(?!\p{L})`
const surname = String.raw`(?:\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?|\p{Lu}{4,})`
const full = String.raw`${surname} \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+`
const hidden = String.raw`(?:ФИО|[Фф]ио) ?-?\d*|Ф\.И\.О\. ?\d*|<[^<>\n]{0,40}>|\{[^{}\n]{0,40}\}|\*{3,}|\[[^\]\n]{0,40}\]|(?:\p{Lu}\. ?){1,3}(?!\p{L})|\p{Lu}{3}(?!\p{L})`
const name = `(?:${full}|${surname} ?${initials}|(?:${initials} ?|\\p{Lu}\\. ?\\p{Lu}\\.)${surname}|${hidden})`
const whose = String.raw`(?: (?:(?!подсудим|осужд|обвиняем|привлекаем|потерпевш|лица |заявител|гражданин|оправдан|директор|в (?:отношении|интересах|защиту)|на (?:постановлени|решени|определени|приговор))\p{Ll}+|\p{Lu}\p{Ll}+(?=[а-я ]{0,40}(?:коллеги|палат|кабинет))|\([^()]{0,60}\)|[«"][^»"]{0,60}[»"]|№ ?\d+|№))`
const title = String.raw`(?<!\p{L})(?:[Зз]ащитник\p{Ll}{0,3}|ЗАЩИТНИК\p{Lu}{0,3})(?: ?[,–—-]{0,2} ?(?:по назначению )?адвокат\p{Ll}{0,3})?|(?<!\p{L}|(?:потерпевш|[Сс]видетел)\p{L}{1,4} (?:[–—-] )?)(?:[Аа]двокат\p{Ll}{0,3}|АДВОКАТ\p{Lu}{0,3})(?! ?\p{Ll}* (?:образован|палат))`
const counsel = new RegExp(`(?:${title})(?:${whose}){0,8}?(?: ?[,–—:-]{1,2})? {0,3}(${name})`, 'gu')
const absent =
  /без (?:участия )?защитника|отказал\p{L}* от|(?<!\p{L})(?:услуг|помощ)\p{L}+ (?:защитник|адвокат)[^;,]{0,60}(?<!\p{L})не (?:пожела|воспольз)\p{L}+|(?<!\p{L})не (?:пожела|воспольз)\p{L}+ (?:\p{L}+ ){0,2}(?:услуг|помощ)\p{L}+ (?:защитник|адвокат)|(?<!\p{L})от (?:услуг |помощи |участия (?:\p{L}+ ){0,3})?(?:защитник|адвокат)\p{L}* [^;,]{0,40}отказал|(?:(?<!\p{L})не нужда|в услугах)\p{L}*|ходатайств\p{L}* о допуске|вознаграждени|(?:явля\p{L}+|работа\p{L}+|занима\p{L}+) [^.;]{0,20}адвокатом|труда адвоката|в адрес адвокат|оскорб\p{L}+ адвокат|оплат\p{L}+ (?:услуг|труда)/u

/** «потерпевшей Лыковой К.К., её представителя – адвоката …», and who is named so anywhere counsels nobody accused. */
const ofVictim = new RegExp(
  String.raw`(?:(?:[Пп]отерпевш|взыскател|истц)[^;]{0,80}? представител\p{L}*|представител\p{L}* (?:потерпевш|истц)[^;]{0,60}?)[ ,–—-]{1,3}адвокат\p{L}{0,3}(?:${whose}){0,8}? (${name})|[Пп]отерпевш[^;]{0,60} и (?:е[её]|его|их) адвокат\p{L}{0,3} (${name})|адвокат\p{L}{0,3} (${name}) \((?:за|со стороны) потерпевш`,
  'gu',
)
const keyOf = (person: string): string =>
  person
    .replace(/(?<=[\s.])\p{Lu}\. ?|\p{Lu}\. ?(?=\p{Lu}\p{Ll})/gu, '')
    .slice(0, 5)
    .toLowerCase()

export function counselIn(sentences: readonly FactSentence[], accused: readonly Name[]): Facts['counsel'] {
  const found = new Map<string, Facts['counsel'][number]>()
  const others = new Set<string>()
  for (const { plain, written, evidence, isOfLaw, isOpening } of sentences) {
    if (!/защитник|адвокат/.test(plain) || absent.test(plain) || (!isOpening && isOfLaw())) continue
    if (/потерпевш|взыскател|истц/.test(plain))
      for (const [, ...who] of written().matchAll(ofVictim)) others.add(keyOf(oneLine(who.find(Boolean) ?? '')))
    for (const who of named(written())) {
      const person = oneLine(who)
      const key = keyOf(person)
      // «жалоба защитника Ветрогонова П.И.»: whose counsel it is.
      const isShared = sharedMask.test(person) && ofShared.test(written())
      if (!isShared && namesInText(person).some(name => accused.some(one => isSameName(one, name)))) continue
      if (!found.has(key) && !others.has(key)) found.set(key, { name: person, evidence: evidence() })
    }
    if (found.size >= maxCounsel) break
  }
  return [...found.values()].slice(0, maxCounsel)
}
const maxCounsel = 5
/** «Защитник <данные изъяты> просил»: one mask of the accused and of others. */
const sharedMask = /^(?:[<{*[]|фио$)/iu
const ofShared = /(?:[Зз]ащитник|[Аа]двокат) (?=[<{*[]|[Фф]ио)/u
const oneLine = (who: string): string =>
  who
    .replace(/\s+/g, ' ')
    .replace(/\. (?=\p{Lu}\.)/u, '.')
    .trim()

const plural = /(?:ащитник|двокат)(?:ов|ами|ам|и|ы)(?!\p{L})|(?:АЩИТНИК|ДВОКАТ)(?:ОВ|АМИ|АМ|И|Ы)(?!\p{L})/u
const nextName = new RegExp(String.raw`(?: ?\([^()]{0,60}\))?(?:,| и) {0,2}(?:адвоката )?(${name})`, 'uy')
/** «защитников А., Б. и В.» */
function named(written: string): string[] {
  return [...written.matchAll(counsel)].flatMap(({ 0: words, 1: first = '', index }) => {
    const found = [first]
    nextName.lastIndex = index + words.length
    for (let next = plural.test(words) && nextName.exec(written); next; next = nextName.exec(written))
      found.push(next[1] ?? '')
    return found
  })
}
