import { formerNumbers } from '#shared/domain/number-index.ts'
import { tidy } from './read-html.ts'

/**
 * Case numbers as sites write them (domain §1): «33а-647/2026 (33а-11786/2025;)», «2-5/2026 ∼ М-7523/2025»,
 * «7У-1297/2026 [77-655/2026]». One is the number of the case; the others are searched as well.
 */
export const numberIn = (heading: string): string =>
  tidy(heading)
    .replace(uidBehind, '')
    .replace(/^(?:дело|материал|производство|жалоба|представление)(?=[\s№])/iu, '')
    .replace(/^\s*(?:№|N(?=[\s\d]))\s*/u, '')
    .trim()
const uidBehind = /[,;–—-]? ?\(?(?:УИД)?[ :№]{0,5}\d{2}\p{Lu}{2}\d{4}-\d{2}-\d{4}-\d{6}-\d{2}\)?$/iu

type CaseNumbers = { number: string; others: string[] }

/** «7У-», «8Г-», «П16-»: a complaint registered before it became a case. */
const ofComplaint = /^(?:\d{1,2}[УГ]|П\d{0,3})-/iu

export function caseNumbers(written: string): CaseNumbers {
  const [own = '', ...materials] = numberIn(written)
    .split(/[~∼]/)
    .map(part => tidy(part).replace(/^№\s*/u, ''))
  const outside = withoutFormer(own)
  const [first = '', ...joined] = partsOfDouble(tidy(outside.replace(/\[[^\]]*\]?/g, ' ')))
  const square = [...outside.matchAll(/\[([^\]]*)\]?/g)].flatMap(([, inside = '']) => numbersIn(inside))
  const [inside] = square
  const isInside = inside !== undefined && (first === '' || ofComplaint.test(first) || !ofComplaint.test(inside))
  const all = [first, ...joined, ...square, ...formerNumbers(own), ...materials.flatMap(numbersIn)]
  const ofCase = joined.find(one => ofComplaint.test(first) && !ofComplaint.test(one)) ?? first
  const number = isInside ? inside : ofCase
  return { number, others: [...new Set(all)].filter(one => one !== '' && one !== number) }
}

const numbersIn = (written: string): string[] =>
  written
    .split(/[;,]|\s-\s|-$/)
    .map(tidy)
    .filter(part => /\d.*[-/]\d/u.test(part))

/** «(2021)» is the year of the preceding number, «5(2)-17» a second seat of the court. */
const withoutFormer = (own: string): string =>
  tidy(
    own.replace(/\(([^()]*)\)(-)?/g, (whole, inside: string, dash) =>
      dash === undefined && !/^\s*(?:19|20)\d\d\s*$/.test(inside) ? ' ' : whole,
    ),
  )

function partsOfDouble(written: string): string[] {
  const found = written.split(/\s*[,;]\s*/)
  return found.length > 1 && found.every(one => /\d\/\d/.test(one)) ? found : [written.replace(/[;,]$/, '')]
}
