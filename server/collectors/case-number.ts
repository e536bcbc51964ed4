import { tidy } from './read-html.ts'

/**
 * Numbers of cases as sites write them: «ДЕЛО № 5-174/2026», «33а-647/2026 (33а-11786/2025;)», «2-5/2026 ∼ М-7523/2025»
 * (domain §1). The court's own writing is kept; the former numbers are what stands in brackets.
 */
export const numberIn = (heading: string): string =>
  tidy(heading)
    .replace(/^(?:дело|материал|производство|жалоба|представление)(?=[\s№])/iu, '')
    .replace(/^\s*№\s*/u, '')
    .trim()

export const formerNumbers = (number: string): string[] =>
  [...number.matchAll(/\(([^()]*)\)/g)]
    .flatMap(([, inside = '']) => inside.split(/[;,]/))
    .map(tidy)
    // «(2021)» is the year of the number before it.
    .filter(former => former !== '' && !/^(?:19|20)\d\d$/.test(former))
