import { tidy } from './read-html.ts'

/**
 * The number in the heading of a card: «ДЕЛО № 5-174/2026», «2-5/2026 ∼ М-7523/2025» (domain §1). The court's own writing is kept.
 */
export const numberIn = (heading: string): string =>
  tidy(heading)
    .replace(/^(?:дело|материал|производство|жалоба|представление)(?=[\s№])/iu, '')
    .replace(/^\s*№\s*/u, '')
    .trim()
