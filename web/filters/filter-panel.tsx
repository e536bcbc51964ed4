import type { CurrentUser } from '#shared/api/accounts.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { CaseSearch, CaseValues } from './case-search.ts'
export const FilterPanel = (_: {
  user: CurrentUser
  fields: Fields
  search: CaseSearch
  onlyFavourites: boolean
  onApply: (values: CaseValues) => void
  onClose: () => void
}) => null
