import type { CurrentUser } from '#shared/api/session.ts'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { type WireRecord, wireShape } from '#shared/filters/wire.ts'

export type CaseListKind = 'index' | 'favourites' | 'stats' | 'data'

/** The filters of a page of cases that this person may use; the page of favourites fixes one of them (§7). */
export const listFields = (user: Holder, list: 'index' | 'favourites'): Fields =>
  Object.fromEntries(
    Object.entries<Fields[string]>(caseListFields).filter(
      ([key, { onlyFor }]) =>
        (onlyFor === undefined || hasRight(user, onlyFor)) && !(list === 'favourites' && key === 'in_favorites'),
    ),
  )

/** An address with a filter that this person may not use, in these parameters. */
export class ForeignFilter extends Error {
  readonly label: string
  readonly params: readonly string[]
  constructor(label: string, params: readonly string[]) {
    super(label)
    this.label = label
    this.params = params
  }
}

/**
 * Ignoring that filter would answer another question under the same address, so it is refused as in the API (design
 * §4).
 */
export const refuseForeignFilter = (user: Holder, search: WireRecord): void => {
  for (const [key, field] of Object.entries<Fields[string]>(caseListFields)) {
    if (field.onlyFor === undefined || hasRight(user, field.onlyFor)) continue
    const params = Object.keys(wireShape({ [key]: field }))
    if (params.some(param => search[param]?.length)) throw new ForeignFilter(field.label, params)
  }
}

/** An account without regions finds nothing: the filters are not the reason. */
export const seesNothing = ({ regions }: Pick<CurrentUser, 'regions'>): boolean => regions?.length === 0

/** For regions outside the scope nothing may be claimed, least of all that they have no cases. */
export const asksClosed = ({ regions: open }: Pick<CurrentUser, 'regions'>, { regions }: AnyValues): boolean =>
  open !== null &&
  Array.isArray(regions) &&
  regions.length > 0 &&
  !regions.some(region => open.includes(Number(region)))
