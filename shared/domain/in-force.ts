import { showDate } from './dates.ts'

/**
 * The day of entry into force that a card tells. One before the decision is mistyped, or belongs to an earlier decision
 * or to another accused.
 */
export const inForceByCard = (valid: string | null, decided: string | null): string | null =>
  valid !== null && decided !== null && valid < decided ? null : valid

/** `considered`: the day of the complaint by the card, on which a court decided or will decide on it. */
export const appealedWords = (considered: string | null): string =>
  `обжаловано${considered === null ? '' : `, рассмотрение\u00a0— ${showDate(considered)}`}`
