import { useMemo } from 'react'
import { brushed } from '#shared/filters/brushed.ts'
import { caseListFields } from '#shared/filters/case-fields.ts'
import { readLenient, toQuery, type WireRecord, writeValues } from '#shared/filters/wire.ts'
import type { CaseSearchChange, CaseValues } from '../filters/case-search.ts'

/** Selections on a chart or in its table become the selection of all three views, in the address. */
export type Brushing = {
  values: CaseValues
  /** The filters of these bars; undefined when no filters express exactly their cases, or they are already selected. */
  of: (bars: readonly WireRecord[], parts?: readonly string[]) => WireRecord | undefined
  apply: (selection: WireRecord) => void
  addressOf: (selection: WireRecord) => string
}

type View = {
  search: { values: CaseValues }
  change: (next: CaseSearchChange) => void
  hrefOf: (next: CaseSearchChange) => string
}
export const useBrushing = ({ search: { values }, change, hrefOf }: View): Brushing =>
  useMemo(() => {
    const now = toQuery(writeValues(caseListFields, values))
    const bare = hrefOf({ values: {} })
    return {
      values,
      of: (bars, parts) => {
        const selection = brushed(values, bars, parts)
        return selection && toQuery(selection) !== now ? selection : undefined
      },
      apply: selection => change({ values: readLenient(caseListFields, selection) }),
      addressOf: selection => `${bare}${bare.includes('?') ? '&' : '?'}${toQuery(selection)}`,
    }
  }, [values, change, hrefOf])
