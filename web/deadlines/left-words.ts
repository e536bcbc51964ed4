import type { DeadlineRow } from '#shared/api/deadlines.ts'
import { counted } from '#shared/domain/wording.ts'

/**
 * «сегодня», «завтра», «через 6 дней», for exact days only. An earliest possible day is only reported once it has
 * passed.
 */
export function leftWords(certainty: DeadlineRow['certainty'], days: number): string | undefined {
  if (certainty === 'not_before') return days < 0 ? 'возможно, уже прошёл' : undefined
  if (days < 0) return 'прошёл'
  return days === 0 ? 'сегодня' : days === 1 ? 'завтра' : `через ${counted(days, ['день', 'дня', 'дней'])}`
}
