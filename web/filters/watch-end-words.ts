import type { WorkingSet } from '#shared/api/sets.ts'
import { showDate } from '#shared/domain/dates.ts'

/** Said wherever a set is named: whoever does not open its list for a year does not see what stands in it. */
export const watchEndWords = ({ ends_on, is_ended }: NonNullable<WorkingSet['watching']>): string =>
  is_ended || ends_on === null
    ? 'Наблюдение закончилось: новые дела не ищутся.'
    : `Наблюдение закончится ${showDate(ends_on)}, если его не продлить.`
