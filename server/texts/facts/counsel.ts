import type { Facts, Sentence } from './read-facts.ts'

/** Counsel who took part: a name, or what the court put in its place, right after «защитник» or «адвокат». */
const initials = String.raw`\p{Lu}\. ?\p{Lu}\.`
const surname = String.raw`\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?`
const full = String.raw`${surname} \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+`
const name = String.raw`(?:${surname} ${initials}|${initials} ?${surname}|${full}|ФИО ?-?\d+|<данные изъяты>)`
const whose = String.raw`(?: \p{Ll}+){0,3}`
const counsel = new RegExp(
  String.raw`(?<!\p{L})(?:[Зз]ащитник\p{Ll}{0,3}(?:[ ,–—-]{1,4}адвокат\p{Ll}{0,3})?|[Аа]двокат\p{Ll}{0,3})${whose}[ ,–—:-]{1,5}(${name})`,
  'gu',
)
/** What a decision only speaks of. */
const absent =
  /без (?:участия )?защитника|отказал\p{L}* от|не (?:нуждается|явил\p{L}*)|ходатайств\p{L}* о допуске|в удовлетворении/u

export function counselIn(sentences: readonly Sentence[]): Facts['counsel'] {
  const found = new Map<string, Facts['counsel'][number]>()
  for (const { plain, written, evidence, isOfLaw } of sentences) {
    if (!/защитник|адвокат/.test(plain) || absent.test(plain) || isOfLaw()) continue
    for (const [, who = ''] of written().matchAll(counsel)) {
      const person = who.replace(/\s+/g, ' ').replace(/\. (?=\p{Lu}\.)/u, '.')
      // One person in several grammatical cases is told by the beginning of the surname.
      const key = person
        .replace(/\p{Lu}\. ?/gu, '')
        .slice(0, 5)
        .toLowerCase()
      if (!found.has(key)) found.set(key, { name: person, evidence: evidence() })
    }
    if (found.size >= most) break
  }
  return [...found.values()].slice(0, most)
}
const most = 5
