import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { caseListFields, statsFields } from '#shared/filters/case-fields.ts'
import type { Fields } from '#shared/filters/field.ts'

/** The filters of a page of cases that this person may use. The page of favourites is one of them already (§7). */
export const listFields = (user: Holder, list: 'index' | 'favourites' | 'stats'): Fields =>
  Object.fromEntries(
    Object.entries<Fields[string]>(list === 'stats' ? statsFields : caseListFields).filter(
      ([key, { onlyFor }]) =>
        (onlyFor === undefined || hasRight(user, onlyFor)) && !(list === 'favourites' && key === 'in_favorites'),
    ),
  )
