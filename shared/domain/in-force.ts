/**
 * The day of entry into force that a card tells. One before the decision is mistyped, or belongs to an earlier decision
 * or to another accused.
 */
export const inForceByCard = (valid: string | null, decided: string | null): string | null =>
  valid !== null && decided !== null && valid < decided ? null : valid
