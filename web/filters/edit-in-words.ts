import type { Names } from '#shared/filters/describe.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { CaseValues } from './case-search.ts'

/** Filters that are to be changed as words, and where the changed ones go. */
export type Edited = { fields: Fields; values: CaseValues; names: Names; onValues: (values: CaseValues) => void }
type Open = (edited: Edited) => void

let open: Open | undefined
/** Asked for on any page with filters; the box is the layout's. */
export const editInWords = (edited: Edited): void => open?.(edited)
export const onEditInWords = (opens: Open): (() => void) => {
  open = opens
  return () => {
    if (open === opens) open = undefined
  }
}
