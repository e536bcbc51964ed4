import { tidy } from './read-html.ts'

/**
 * Numbers of cases as sites write them: «ДЕЛО № 5-174/2026», «33а-647/2026 (33а-11786/2025;)», «2-5/2026 ∼ М-7523/2025»,
 * «7У-1297/2026 [77-655/2026]» (domain §1). One is the number of the case; the others are its own too: those it had before, that
 * of the material or complaint that it grew from. All of them are looked for.
 */
export const numberIn = (heading: string): string =>
  tidy(heading)
    .replace(/^(?:дело|материал|производство|жалоба|представление)(?=[\s№])/iu, '')
    .replace(/^\s*№\s*/u, '')
    .trim()

export type CaseNumbers = { number: string; others: string[] }

/** «7У-», «8Г-», «П16-»: a complaint, registered before it became a case. */
const ofComplaint = /^(?:\d{1,2}[УГ]|П\d{0,3})-/iu
const hasDigits = /\d/
/** «(2021)» is the year of the number before it. */
const isYear = (inside: string): boolean => /^(?:19|20)\d\d$/.test(tidy(inside))
const parts = (written: string): string[] =>
  written
    .split(/[;,]/)
    .map(tidy)
    .filter(part => hasDigits.test(part))

export function caseNumbers(written: string): CaseNumbers {
  const [own = '', ...materials] = numberIn(written)
    .split(/[~∼]/)
    .map(part => tidy(part).replace(/^№\s*/u, ''))
  const [first = '', ...joined] = partsOfDouble(tidy(without(own)))
  const round = insideOf(own, /\(([^()]*)\)/g)
  const square = insideOf(own, /\[([^\][]*)\]/g)
  const [inside] = square
  const isInside = inside !== undefined && (first === '' || ofComplaint.test(first) || !ofComplaint.test(inside))
  const all = [first, ...joined, ...square, ...round, ...materials.flatMap(parts)].filter(one => one !== '')
  const number =
    (isInside ? inside : (joined.find(one => ofComplaint.test(first) && !ofComplaint.test(one)) ?? first)) || ''
  return { number, others: [...new Set(all)].filter(one => one !== number) }
}

const without = (own: string): string =>
  own.replace(/\[[^\][]*\]/g, ' ').replace(/\(([^()]*)\)/g, (whole, inside: string) => (isYear(inside) ? whole : ' '))
const insideOf = (own: string, brackets: RegExp): string[] =>
  [...own.matchAll(brackets)].flatMap(([, inside = '']) => (isYear(inside) ? [] : parts(inside)))

/** «7У-1297/2026, 77-655/2026»: two, where each is whole. */
function partsOfDouble(written: string): string[] {
  const found = written.split(/\s*[,;]\s*/)
  return found.length > 1 && found.every(one => /\d\/\d/.test(one)) ? found : [written.replace(/[;,]$/, '')]
}
