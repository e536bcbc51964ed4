/** Of the cases of one working set, by what is noted of them: as the set has them, by status, by a column of its own (decision 0116). */
export type SetOrderColumn = 'set_position' | 'set_status' | `set_c${number}`
export type SetOrdering = SetOrderColumn | `-${SetOrderColumn}`
/** Of an own column of a set, by its key («c3»). */
export const setColumnOrder = (key: string): SetOrderColumn => `set_c${Number(key.slice(1))}`
export const setColumnKey = (ordering: SetOrdering): string | undefined => /^-?set_(c\d+)$/.exec(ordering)?.[1]
export const isSetOrdering = (text: string): text is SetOrdering =>
  /^-?set_(?:position|status|c[1-9]\d{0,5})$/.test(text)
