import { type Holder, hasRight } from '#shared/domain/permissions.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import type { Fields } from '#shared/filters/field.ts'

/** The filters of a list of cases that this person may use. The page of favourites is one of them already (§7). */
export const listFields = (user: Holder, list: 'index' | 'favourites'): Fields =>
  Object.fromEntries(
    Object.entries<Fields[string]>(caseListFields).filter(
      ([key, { onlyFor }]) =>
        (onlyFor === undefined || hasRight(user, onlyFor)) && !(list === 'favourites' && key === 'in_favorites'),
    ),
  )
