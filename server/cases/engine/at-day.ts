import { showDate } from '#shared/domain/dates.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { asOf } from '../../db/as-of/as-of.ts'
import { editionOfDays } from '../../db/as-of/edition.ts'
import { readInstallation } from '../../db/installation.ts'
import { fieldError } from '../../http/errors.ts'
import type { Engines } from './engine.ts'

/** The day as of which the filters ask; undefined means now. */
export const dayOf = ({ as_of: day }: AnyValues): string | undefined => (typeof day === 'string' ? day : undefined)

/** Requires that figures shown side by side are of one day. @throws HttpError 400 */
export function enginesOfSides(engines: Engines, [first = {}, ...others]: readonly AnyValues[]): Promise<Engines> {
  if (others.some(other => dayOf(other) !== dayOf(first)))
    throw fieldError(
      'compare',
      'Числа, которые стоят рядом, — на одну дату: задайте её каждому набору фильтров или ни одному.',
    )
  return enginesAt(engines, first)
}

/**
 * The engines for these filters. With `as_of`, that is PostgreSQL with the rows known at the end of that day, and the
 * copy of that day if there is one. @throws HttpError 400 for a day before the history begins
 */
export async function enginesAt(engines: Engines, values: AnyValues): Promise<Engines> {
  const day = dayOf(values)
  if (day === undefined) return engines
  const edition = await editionOfDays(engines.db)
  const since = await readInstallation(engines.db, 'days_known_since')
  if (typeof since === 'string' && day < since)
    throw fieldError('as_of', `По дням база хранится с ${showDate(since)}. Какой она была раньше, неизвестно.`)
  const { primary } = engines
  return {
    db: asOf(engines.db, day),
    ...(primary && { primary: asOf(primary, day) }),
    copy: engines.copyOn && (() => engines.copyOn?.(day, edition)),
    day,
  }
}
