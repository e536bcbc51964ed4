import type { Names } from '#shared/filters/describe.ts'
import type { Fields } from '#shared/filters/field.ts'
import type { CaseValues } from './case-search.ts'

/** Filters to be edited as words, and the callback for the result. */
export type Edited = { fields: Fields; values: CaseValues; names: Names; onValues: (values: CaseValues) => void }
type Open = (edited: Edited) => void

let open: Open | undefined
/** Called from any page with filters; the dialog belongs to the layout. */
export const editInWords = (edited: Edited): void => open?.(edited)
export const onEditInWords = (opens: Open): (() => void) => {
  open = opens
  return () => {
    if (open === opens) open = undefined
  }
}
