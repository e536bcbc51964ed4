import type { CurrentUser } from '#shared/api/session.ts'
import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { AnyValues, Fields } from '#shared/filters/field.ts'
import { type WireRecord, wireShape } from '#shared/filters/wire.ts'

export type CaseListKind = 'index' | 'favourites' | 'stats' | 'data'

/** The filters of a page of cases that this person may use. The page of favourites is one of them already (§7). */
export const listFields = (user: Holder, list: 'index' | 'favourites'): Fields =>
  Object.fromEntries(
    Object.entries<Fields[string]>(caseListFields).filter(
      ([key, { onlyFor }]) =>
        (onlyFor === undefined || hasRight(user, onlyFor)) && !(list === 'favourites' && key === 'in_favorites'),
    ),
  )

/** An address that asks by a filter this person may not use, in these parameters. */
export class ForeignFilter extends Error {
  readonly label: string
  readonly params: readonly string[]
  constructor(label: string, params: readonly string[]) {
    super(label)
    this.label = label
    this.params = params
  }
}

/** Without that filter the list would answer another question under the same address: it is refused, as by the API (design §4). */
export const refuseForeignFilter = (user: Holder, search: WireRecord): void => {
  for (const [key, field] of Object.entries<Fields[string]>(caseListFields)) {
    if (field.onlyFor === undefined || hasRight(user, field.onlyFor)) continue
    const params = Object.keys(wireShape({ [key]: field }))
    if (params.some(param => search[param]?.length)) throw new ForeignFilter(field.label, params)
  }
}

/** An account to which no region is open finds nothing whatever it asks: the filters are not to blame. */
export const seesNothing = ({ regions }: Pick<CurrentUser, 'regions'>): boolean => regions?.length === 0

/** Of regions that are not open nothing is known, least of all that they have no cases. */
export const asksClosed = ({ regions: open }: Pick<CurrentUser, 'regions'>, { regions }: AnyValues): boolean =>
  open !== null &&
  Array.isArray(regions) &&
  regions.length > 0 &&
  !regions.some(region => open.includes(Number(region)))
